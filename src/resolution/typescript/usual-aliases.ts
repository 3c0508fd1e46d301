/**
 * Aliases that no configuration gives that can be read here: frameworks' tools write theirs when they run, and a bundler's are code.
 *
 * Sources: Nuxt's `alias`, SvelteKit's `files.lib`, and `@` of the templates of Vue's tools.
 */

/** The folders of a package that a specifier's first part may mean, in order. */
const ALIASES: readonly [prefix: string, folders: readonly string[]][] = [
  ["~~/", [""]],
  ["@@/", [""]],
  ["~/", ["app/", "src/", ""]],
  ["@/", ["src/", "app/", ""]],
  ["#shared/", ["shared/"]],
  ["$lib/", ["src/lib/"]],
];

/** `$components/list`, `@stores/cart`, which people mostly call as the folder is called. */
const NAMED = /^[$@~#]([a-z][\w-]*)(\/.+)?$/;
const ABOVE_NAMED = ["src/", "app/", "src/lib/", ""];

/** The paths below its package that a specifier may mean; none for any other specifier. `isGuess`: no framework says so. */
export function usualPaths(specifier: string): { paths: string[]; isGuess: boolean } {
  const alias = ALIASES.find(([prefix]) => specifier.startsWith(prefix));
  if (alias !== undefined) {
    const [prefix, folders] = alias;
    return { paths: folders.map((folder) => folder + specifier.slice(prefix.length)), isGuess: false };
  }
  if (specifier === "$lib") return { paths: ["src/lib"], isGuess: false };
  const [, name = "", rest = ""] = NAMED.exec(specifier) ?? [];
  return { paths: name === "" ? [] : ABOVE_NAMED.map((folder) => `${folder}${name}${rest}`), isGuess: true };
}
