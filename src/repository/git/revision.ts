/**
 * A revision as people write it: a branch, a tag, a hash, `HEAD~2`. All letters that git takes in the name of a branch are taken, as in `fix/#12` and
 * `größe`. Nothing that git could take for an option or a path.
 */
export const REVISION = /^(?!-)(?!.*\.\.)[^\s\p{C}:?*[\\]{1,200}$/u;
