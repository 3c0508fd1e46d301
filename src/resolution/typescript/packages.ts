/** Packages of the repository: entry points, `exports` and `imports` maps, and the sources that built files come from. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import type { FoundModule } from "../layout.js";
import { asRecord } from "./manifest-values.js";
import { createNgEntries } from "./ng-packagr.js";

export interface Packages {
  /** The file of the repository that a package specifier means in the file `from`; null if it is no package of the repository. */
  resolve(from: string, specifier: string): FoundModule | null;
  /** The meaning of `#name` by the `imports` of the nearest package.json: a file, another package, or undefined. */
  resolveImports(from: string, specifier: string): { path: string } | { bare: string } | undefined;
  /** The entry file of the folder `directory` if it has a package.json. */
  resolveDirectory(directory: string): FoundModule | null;
  /** The source of a built file that is not in the repository: `packages/a/dist/x.js` comes from `packages/a/src/x.ts`. */
  sourceOf(path: string): string | null;
  /** Whether a package of the repository has the name. */
  has(name: string): boolean;
  /** Whether the package of the file `from` has the package of the file `to` among its dependencies, theirs included. */
  canUse(from: string, to: string): boolean;
}

/** Folders that builds write to: `dist`, `lib-commonjs`, `build-es5`, `fesm2022`. */
const BUILT =
  /^(?:(?:dist|build|built|lib|out|output|esm?|cjs|umd)(?:[-_.]\w+)*|libs|\.output|mjs|commonjs|types|typings|node|browser|module|modern|legacy|release|compiled|bundles?|target|fesm\d*|es\d+)$/;
/** Those of them that are the output of a build wherever they are. */
const CERTAINLY_BUILT = /^(?:dist|build|built|out|output)(?:[-_.]\w+)*$/;
const ENTRY_KEYS = ["source", "types", "typings", "module", "main", "browser"];
/** Conditions of `exports` that Node, bundlers and TypeScript set. Any other is the repository's own, and leads to its sources. */
const COMMON_CONDITIONS = new Set(
  "types import require node node-addons default browser deno worker workerd module module-sync react-native production development edge-light react-server electron style sass svelte".split(
    " ",
  ),
);
/** Where the sources of a package begin, if it does not say or says it of files that are not there. */
const USUAL_ENTRIES = ["src/index", "index", "src/main", "src/public-api", "src/public_api", "src/mod", "mod", "main"];
const COMPILED = /(?:\.d\.[mc]?ts|\.[mc]?js)$/;
const SOURCE = /(?<!\.d)\.[mc]?tsx?$/;

/**
 * `find` gives the source file of a path without certainty of its extension; `sources` the paths that a built file may be compiled from by the
 * configurations of the compiler.
 */
export function createPackages(
  files: ReadonlyMap<string, string>,
  find: (base: string) => string | null,
  sources: (path: string) => string[],
): Packages {
  const byDirectory = new Map<string, Record<string, unknown>>();
  const byName = new Map<string, string[]>();
  const reachable = new Map<string, Set<string>>();
  const ngEntries = createNgEntries(files);
  for (const [path, text] of files) {
    if (posix.basename(path) !== "package.json" || path.includes("node_modules/")) continue;
    const json = asRecord(parseJsonc(text));
    const directory = posix.dirname(path);
    byDirectory.set(directory, json);
    if (typeof json.name === "string") byName.set(json.name, [...(byName.get(json.name) ?? []), directory]);
  }

  function entryOf(directory: string, json: Record<string, unknown>): FoundModule | null {
    const entryPoint = ngEntries.entryOf(directory, "");
    const targets = [
      ...(json.exports === undefined ? [] : exportTargets(json.exports, ".")),
      ...ENTRY_KEYS.flatMap((key) => (typeof json[key] === "string" ? [json[key]] : [])),
    ];
    const said = (entryPoint === null ? null : find(entryPoint)) ?? firstFound(directory, targets);
    if (said !== null) return { path: said };
    for (const usual of USUAL_ENTRIES) {
      const path = find(posix.join(directory, usual));
      // Without a word in package.json, `index` is what everybody takes.
      if (path !== null) return usual === "index" && !targets.some(isCode) ? { path } : { path, isGuess: true };
    }
    return null;
  }

  function subpathOf(directory: string, json: Record<string, unknown>, subpath: string): FoundModule | null {
    const entryPoint = ngEntries.entryOf(directory, subpath);
    const targets = json.exports === undefined ? [] : exportTargets(json.exports, `./${subpath}`);
    targets.push(...typesVersions(json.typesVersions, subpath), subpath);
    const said =
      (entryPoint === null ? null : find(entryPoint)) ??
      firstFound(directory, targets) ??
      find(posix.join(directory, "src", subpath));
    if (said !== null) return { path: said };
    const path = usualSource(directory, targets);
    return path === null ? null : { path, isGuess: true };
  }

  /** The source of a built file by its last names: `./dist/client/index.mjs` may come from `src/client/index.ts`. */
  function usualSource(directory: string, targets: string[]): string | null {
    for (const target of targets) {
      const parts = posix.normalize(target).split("/");
      for (let from = 1; from < parts.length; from++) {
        const path = findStem(posix.join(directory, "src", ...parts.slice(from)));
        if (path !== null) return path;
      }
    }
    return null;
  }

  function firstFound(directory: string, targets: string[]): string | null {
    for (const target of targets) {
      const path = find(posix.join(directory, target));
      const isSource = path !== null && !COMPILED.test(path);
      const source = isSource ? null : built(directory, target);
      // Where both are in the repository, its sources are what its code calls.
      if (source !== null && (path === null || SOURCE.test(source))) return source;
      if (path !== null) return path;
    }
    return null;
  }

  function built(directory: string, target: string): string | null {
    const path = posix.join(directory, target);
    const compiled = firstOf(sources(path), findStem);
    if (compiled !== null) return compiled;
    const entry = ngEntries.builtAt(path);
    return (
      (entry === null ? null : find(entry)) ??
      builtByName(directory, posix.normalize(target).split("/")) ??
      (isCode(target) ? findStem(posix.join(directory, "src", target)) : null)
    );
  }

  /** The source of a built file by the name of the folder that it is in. */
  function builtByName(directory: string, parts: string[]): string | null {
    const first = parts.findIndex((part, at) => (at === 0 ? BUILT : CERTAINLY_BUILT).test(part));
    if (first < 0) return null;
    const folder = posix.join(directory, ...parts.slice(0, first));
    for (let at = first; at < parts.length && BUILT.test(parts[at]!); at++) {
      const rest = parts.slice(at + 1).join("/");
      const bases = [
        posix.join(folder, "src", rest),
        ...(rest === "" ? [] : [rest, `${rest}/src`].map((base) => posix.join(folder, base))),
      ];
      const found = firstOf(bases, findStem);
      if (found !== null) return found;
    }
    // The compiler repeats the folders above the sources: dist/packages/a/src/x.js.
    const inner = parts.indexOf("src", first + 1);
    return inner < 0 ? null : findStem(posix.join(folder, ...parts.slice(inner)));
  }

  function findStem(path: string): string | null {
    return (
      find(path) ?? find(path.replace(/\.d\.([mc]?)ts$/, ".$1ts")) ?? find(path.replace(/(\.d)?\.[mc]?[jt]sx?$/, ""))
    );
  }

  function ownerOf(path: string): string | null {
    for (let directory = posix.dirname(path); ; directory = posix.dirname(directory)) {
      if (byDirectory.has(directory)) return directory;
      if (directory === "." || directory === "/") return null;
    }
  }

  /** The folder of the nearest package with a name; null at the root and where there is none: that sees everything. */
  function packageOf(path: string): string | null {
    let directory = ownerOf(path);
    while (directory !== null && directory !== "." && typeof byDirectory.get(directory)!.name !== "string") {
      directory = ownerOf(directory);
    }
    return directory === "." ? null : directory;
  }

  function reachableFrom(directory: string): ReadonlySet<string> {
    let reached = reachable.get(directory);
    if (reached === undefined) {
      reached = new Set([directory]);
      for (const next of reached) {
        const json = byDirectory.get(next)!;
        for (const key of ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"]) {
          for (const name of Object.keys(asRecord(json[key]))) {
            for (const target of byName.get(name) ?? []) reached.add(target);
          }
        }
      }
      reachable.set(directory, reached);
    }
    return reached;
  }

  return {
    has: (name) => byName.has(name),
    canUse(from, to) {
      const own = packageOf(from);
      const other = packageOf(to);
      return own === null || other === null || own === other || reachableFrom(own).has(other);
    },
    resolve(from, specifier) {
      const parts = specifier.split("/");
      const length = specifier.startsWith("@") ? 2 : 1;
      const directories = byName.get(parts.slice(0, length).join("/"));
      if (directories === undefined) return null;
      const subpath = parts.slice(length).join("/");
      let guess: FoundModule | null = null;
      for (const directory of nearestFirst(directories, from)) {
        const json = byDirectory.get(directory)!;
        const found = subpath === "" ? entryOf(directory, json) : subpathOf(directory, json, subpath);
        if (found?.isGuess === undefined && found !== null) return found;
        guess ??= found;
      }
      return guess;
    },
    resolveImports(from, specifier) {
      const directory = ownerOf(from);
      if (directory === null) return undefined;
      const targets = exportTargets(byDirectory.get(directory)!.imports, specifier);
      const path = firstFound(
        directory,
        targets.filter((target) => target.startsWith(".")),
      );
      if (path !== null) return { path };
      const bare = targets.find((target) => !target.startsWith(".") && !target.startsWith("#"));
      return bare === undefined ? undefined : { bare };
    },
    resolveDirectory(directory) {
      // `require("../")` ends in a slash.
      const folder = posix.join(directory, ".").replace(/\/$/, "");
      const json = byDirectory.get(folder);
      return json === undefined ? null : entryOf(folder, json);
    },
    sourceOf(path) {
      const directory = ownerOf(path);
      return built(directory ?? ".", posix.relative(directory ?? ".", path));
    },
  };
}

/** Whether a file that a package offers may be a module: styles and assets are none. */
function isCode(target: string): boolean {
  return /^$|^\.(?:[cm]?[jt]sx?)$/.test(posix.extname(target));
}

/** The first of the paths' files. */
function firstOf(paths: readonly string[], find: (path: string) => string | null): string | null {
  for (const path of paths) {
    const found = find(path);
    if (found !== null) return found;
  }
  return null;
}

/** All files that an `exports` or `imports` map offers for a subpath, in the order of its conditions. */
function exportTargets(map: unknown, subpath: string): string[] {
  if (typeof map === "string" || Array.isArray(map)) return subpath === "." ? leaves(map, 0) : [];
  const entries = asRecord(map);
  const keys = Object.keys(entries);
  if (!keys.some((key) => key.startsWith(".") || key.startsWith("#"))) return subpath === "." ? leaves(map, 0) : [];
  if (subpath in entries) return leaves(entries[subpath], 0);
  let best: string | null = null;
  for (const key of keys) {
    const star = key.indexOf("*");
    if (star < 0 || !subpath.startsWith(key.slice(0, star)) || !subpath.endsWith(key.slice(star + 1))) continue;
    if (subpath.length >= key.length - 1 && (best === null || star > best.indexOf("*"))) best = key;
  }
  if (best === null) return [];
  const star = best.indexOf("*");
  const middle = subpath.slice(star, subpath.length - (best.length - star - 1));
  return leaves(entries[best], 0).map((target) => target.replaceAll("*", () => middle));
}

/** The files that a value of an `exports` map offers, those under the repository's own conditions first. */
function leaves(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (depth > 8 || typeof value !== "object" || value === null) return [];
  const isOwn = (condition: string) => !Array.isArray(value) && !COMMON_CONDITIONS.has(condition);
  const own: string[] = [];
  const common: string[] = [];
  for (const [condition, inner] of Object.entries(value)) {
    (isOwn(condition) ? own : common).push(...leaves(inner, depth + 1));
  }
  return [...own, ...common];
}

/** The files that `typesVersions` offers for a subpath, whatever the version of the compiler. */
function typesVersions(versions: unknown, subpath: string): string[] {
  return Object.values(asRecord(versions)).flatMap((map) => {
    const patterns = Object.entries(asRecord(map)).map(([pattern, targets]) => [`./${pattern}`, targets] as const);
    return exportTargets(Object.fromEntries(patterns), `./${subpath}`);
  });
}

function nearestFirst(directories: string[], from: string): string[] {
  if (directories.length === 1) return directories;
  const shared = (directory: string) => {
    let length = 0;
    while (length < directory.length && directory[length] === from[length]) length++;
    return length;
  };
  return [...directories].sort((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1));
}
