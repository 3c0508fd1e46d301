/** A revision as people write it: a branch, a tag, a hash, `HEAD~2`. Nothing that git could take for an option or a path. */
export const REVISION = /^(?!-)(?!.*\.\.)[\w.@^~{}/+-]{1,200}$/;
