/** Packages of the repository: entry points, `exports` and `imports` maps, and the sources that built files come from. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";

export interface Packages {
  /** The file of the repository that a package specifier means in the file `from`; null if it is no package of the repository. */
  resolve(from: string, specifier: string): string | null;
  /** What `#name` means by the `imports` of the nearest package.json: a file, another package, or undefined. */
  resolveImports(from: string, specifier: string): { path: string } | { bare: string } | undefined;
  /** The entry file of the folder `directory` if it has a package.json. */
  resolveDirectory(directory: string): string | null;
  /** The source of a built file that is not in the repository: `packages/a/dist/x.js` comes from `packages/a/src/x.ts`. */
  sourceOf(path: string): string | null;
  /** Whether the package of the file `from` has the package of the file `to` among its dependencies, theirs included. */
  canUse(from: string, to: string): boolean;
}

/** Folders that builds write to. */
const BUILT = new Set([
  "dist",
  "build",
  "lib",
  "out",
  "esm",
  "cjs",
  "es",
  "output",
  "types",
  "umd",
  "dist-types",
  "node",
]);
const ENTRY_KEYS = ["source", "types", "typings", "module", "main", "browser"];

/**
 * `find` gives the source file of a path without certainty of its extension; `outputs` the output folders of the configurations in a folder and
 * where they are built from.
 */
export function createPackages(
  files: ReadonlyMap<string, string>,
  find: (base: string) => string | null,
  outputs: (directory: string) => { out: string; source: string }[],
): Packages {
  const byDirectory = new Map<string, Record<string, unknown>>();
  const byName = new Map<string, string[]>();
  const reachable = new Map<string, Set<string>>();
  for (const [path, text] of files) {
    if (posix.basename(path) !== "package.json" || path.includes("node_modules/")) continue;
    const json = asRecord(parseJsonc(text));
    const directory = posix.dirname(path);
    byDirectory.set(directory, json);
    if (typeof json.name === "string") byName.set(json.name, [...(byName.get(json.name) ?? []), directory]);
  }

  function entryOf(directory: string, json: Record<string, unknown>): string | null {
    if (json.exports !== undefined) {
      const path = firstFound(directory, exportTargets(json.exports, "."));
      if (path !== null) return path;
    }
    const targets = ENTRY_KEYS.flatMap((key) => (typeof json[key] === "string" ? [json[key]] : []));
    return (
      firstFound(directory, targets) ?? find(posix.join(directory, "src/index")) ?? find(posix.join(directory, "index"))
    );
  }

  function firstFound(directory: string, targets: string[]): string | null {
    for (const target of targets) {
      const path = find(posix.join(directory, target)) ?? built(directory, target);
      if (path !== null) return path;
    }
    return null;
  }

  function built(directory: string, target: string): string | null {
    const path = posix.join(directory, target);
    for (const { out, source } of outputs(directory)) {
      if (!path.startsWith(`${out}/`)) continue;
      const found = findStem(posix.join(source, path.slice(out.length + 1)));
      if (found !== null) return found;
    }
    const parts = posix.normalize(target).split("/");
    if (!BUILT.has(parts[0]!)) return null;
    for (let skipped = 1; skipped <= parts.length - 1 && (skipped === 1 || BUILT.has(parts[skipped - 1]!)); skipped++) {
      const rest = parts.slice(skipped).join("/");
      const found = findStem(posix.join(directory, "src", rest)) ?? findStem(posix.join(directory, rest));
      if (found !== null) return found;
    }
    return null;
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
      for (const directory of nearestFirst(directories, from)) {
        const json = byDirectory.get(directory)!;
        if (subpath === "") {
          const entry = entryOf(directory, json);
          if (entry !== null) return entry;
          continue;
        }
        const mapped = json.exports === undefined ? [] : exportTargets(json.exports, `./${subpath}`);
        const path = firstFound(directory, [...mapped, subpath]) ?? find(posix.join(directory, "src", subpath));
        if (path !== null) return path;
      }
      return null;
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
      return directory === null ? null : built(directory, posix.relative(directory, path));
    },
  };
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

function leaves(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value];
  if (depth > 8 || typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => leaves(inner, depth + 1));
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

/** A JSON value as an object; empty for anything else. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
