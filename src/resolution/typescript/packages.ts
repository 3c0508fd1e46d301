/** Packages of the repository: their names, entry points and dependencies, and the files that specifiers lead to. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { addToList } from "../../base/groups.js";
import type { FoundModule } from "../layout.js";
import { type BuiltFiles, firstFound, isCode, sourceOfBuilt, usualSource } from "./built-files.js";
import { ADDS_IMPORTS } from "./imported-by-build.js";
import { asRecord } from "./manifest-values.js";
import { createNgEntries } from "./ng-packagr.js";
import { exportTargets, typesVersions } from "./package-maps.js";

export interface Packages {
  /** The file of the repository that a package specifier means in the file `from`; null if it is not a package of the repository. */
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
  /** The folders of the package of a file and of those around it, the nearest first. */
  foldersAround(path: string): string[];
  /** Whether the package of a file, or one around it, is built with what imports names by itself. */
  addsImports(path: string): boolean;
}

/** The packages of a repository. */
interface PackageTable {
  /** The contents of package.json by folder. */
  byDirectory: ReadonlyMap<string, Record<string, unknown>>;
  /** The folders of packages by name. */
  byName: ReadonlyMap<string, readonly string[]>;
  /** The folders of the packages that a package may use, by its own, as far as they were asked for. */
  reachable: Map<string, ReadonlySet<string>>;
  files: BuiltFiles;
}

const ENTRY_KEYS = ["source", "types", "typings", "module", "main", "browser"];
/** Where the sources of a package begin, if it does not say or says it of files that are not there. */
const USUAL_ENTRIES = ["src/index", "index", "src/main", "src/public-api", "src/public_api", "src/mod", "mod", "main"];
const DEPENDENCY_KEYS = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** `find` and `sources` are those of `BuiltFiles`. */
export function createPackages(
  files: ReadonlyMap<string, string>,
  find: BuiltFiles["find"],
  sources: BuiltFiles["sources"],
): Packages {
  const table = readPackages(files, { find, sources, ngEntries: createNgEntries(files) });
  const importing = [...table.byDirectory].flatMap(([directory, json]) =>
    ADDS_IMPORTS.some((name) => dependsOn(json, name)) ? [directory] : [],
  );
  return {
    has: (name) => table.byName.has(name),
    canUse(from, to) {
      const own = packageOf(table, from);
      const other = packageOf(table, to);
      return own === null || other === null || own === other || reachableFrom(table, own).has(other);
    },
    foldersAround(path) {
      const folders: string[] = [];
      for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
        if (table.byDirectory.has(folder)) folders.push(folder);
        if (folder === "." || folder === "/") return folders;
      }
    },
    addsImports(path) {
      return importing.some((directory) => directory === "." || path.startsWith(`${directory}/`));
    },
    resolve: (from, specifier) => resolvePackage(table, from, specifier),
    resolveImports: (from, specifier) => resolveImports(table, from, specifier),
    resolveDirectory(directory) {
      // `require("../")` ends in a slash.
      const folder = posix.join(directory, ".").replace(/\/$/, "");
      const json = table.byDirectory.get(folder);
      return json === undefined ? null : entryOf(table, folder, json);
    },
    sourceOf(path) {
      const directory = ownerOf(table, path);
      return sourceOfBuilt(table.files, directory ?? ".", posix.relative(directory ?? ".", path));
    },
  };
}

function readPackages(texts: ReadonlyMap<string, string>, files: BuiltFiles): PackageTable {
  const byDirectory = new Map<string, Record<string, unknown>>();
  const byName = new Map<string, string[]>();
  for (const [path, text] of texts) {
    if (posix.basename(path) !== "package.json" || path.includes("node_modules/")) continue;
    const json = asRecord(parseJsonc(text));
    const directory = posix.dirname(path);
    byDirectory.set(directory, json);
    if (typeof json.name === "string") addToList(byName, json.name, directory);
  }
  return { byDirectory, byName, reachable: new Map(), files };
}

function resolvePackage(t: PackageTable, from: string, specifier: string): FoundModule | null {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  const directories = t.byName.get(parts.slice(0, length).join("/"));
  if (directories === undefined) return null;
  const subpath = parts.slice(length).join("/");
  let guess: FoundModule | null = null;
  for (const directory of nearestFirst(directories, from)) {
    const json = t.byDirectory.get(directory) ?? {};
    const found = subpath === "" ? entryOf(t, directory, json) : subpathOf(t, directory, json, subpath);
    if (found?.isGuess === undefined && found !== null) return found;
    guess ??= found;
  }
  return guess;
}

function resolveImports(t: PackageTable, from: string, specifier: string): ReturnType<Packages["resolveImports"]> {
  const directory = ownerOf(t, from);
  if (directory === null) return undefined;
  const targets = exportTargets(t.byDirectory.get(directory)?.imports, specifier);
  const own = targets.filter((target) => target.startsWith("."));
  const path = firstFound(t.files, directory, own);
  if (path !== null) return { path };
  const bare = targets.find((target) => !target.startsWith(".") && !target.startsWith("#"));
  return bare === undefined ? undefined : { bare };
}

/** The file that the name of a package alone means. */
function entryOf({ files }: PackageTable, directory: string, json: Record<string, unknown>): FoundModule | null {
  const entryPoint = files.ngEntries.entryOf(directory, "");
  const targets = [
    ...(json.exports === undefined ? [] : exportTargets(json.exports, ".")),
    ...ENTRY_KEYS.flatMap((key) => (typeof json[key] === "string" ? [json[key]] : [])),
  ];
  const said = (entryPoint === null ? null : files.find(entryPoint)) ?? firstFound(files, directory, targets);
  if (said !== null) return { path: said };
  for (const usual of USUAL_ENTRIES) {
    const path = files.find(posix.join(directory, usual));
    // Without a word in package.json, `index` is what everybody takes.
    if (path !== null) return usual === "index" && !targets.some(isCode) ? { path } : { path, isGuess: true };
  }
  return null;
}

/** The file that the name of a package with a path behind it means. */
function subpathOf(
  { files }: PackageTable,
  directory: string,
  json: Record<string, unknown>,
  subpath: string,
): FoundModule | null {
  const entryPoint = files.ngEntries.entryOf(directory, subpath);
  const targets = json.exports === undefined ? [] : exportTargets(json.exports, `./${subpath}`);
  targets.push(...typesVersions(json.typesVersions, subpath), subpath);
  const said =
    (entryPoint === null ? null : files.find(entryPoint)) ??
    firstFound(files, directory, targets) ??
    files.find(posix.join(directory, "src", subpath));
  if (said !== null) return { path: said };
  const path = usualSource(files, directory, targets);
  return path === null ? null : { path, isGuess: true };
}

/** The folder of the nearest package.json above a file. */
function ownerOf({ byDirectory }: PackageTable, path: string): string | null {
  for (let directory = posix.dirname(path); ; directory = posix.dirname(directory)) {
    if (byDirectory.has(directory)) return directory;
    if (directory === "." || directory === "/") return null;
  }
}

function dependsOn(json: Record<string, unknown>, name: string): boolean {
  return DEPENDENCY_KEYS.some((key) => asRecord(json[key])[name] !== undefined);
}

/** The folder of the nearest package with a name; null at the root and where there is none: that sees everything. */
function packageOf(t: PackageTable, path: string): string | null {
  let directory = ownerOf(t, path);
  while (directory !== null && directory !== "." && typeof t.byDirectory.get(directory)?.name !== "string") {
    directory = ownerOf(t, directory);
  }
  return directory === "." ? null : directory;
}

function reachableFrom({ byDirectory, byName, reachable }: PackageTable, directory: string): ReadonlySet<string> {
  const known = reachable.get(directory);
  if (known !== undefined) return known;
  const reached = new Set([directory]);
  for (const next of reached) {
    const json = byDirectory.get(next) ?? {};
    const names = DEPENDENCY_KEYS.flatMap((key) => Object.keys(asRecord(json[key])));
    for (const target of names.flatMap((name) => byName.get(name) ?? [])) reached.add(target);
  }
  reachable.set(directory, reached);
  return reached;
}

function nearestFirst(directories: readonly string[], from: string): readonly string[] {
  if (directories.length === 1) return directories;
  const shared = (directory: string) => {
    let length = 0;
    while (length < directory.length && directory[length] === from[length]) length++;
    return length;
  };
  return [...directories].sort((a, b) => shared(b) - shared(a) || a.length - b.length || (a < b ? -1 : 1));
}
