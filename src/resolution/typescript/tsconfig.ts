/**
 * The module options of tsconfig.json and jsconfig.json: `paths`, `baseUrl`, output folders and their sources, over `extends` and `references`.
 *
 * The configurations stand in the index, at a ref that may not be on disk. (get-tsconfig follows `extends` on the disk, and has no word on which
 * sources an output folder is built from.)
 */
import { posix } from "node:path";
import { inFolder, readTsconfig, type Tsconfig } from "./tsconfig-file.js";

export interface Tsconfigs {
  /** Paths, relative to the root and without certainty of an extension, that `specifier` may mean in the file `from`; best first. */
  candidates(from: string, specifier: string): Candidate[];
  /** Paths, without certainty of an extension, that the built file or folder `path` may be compiled from; best first. */
  sources(path: string): string[];
}

export interface Candidate {
  path: string;
  /** A pattern of `paths` that is more than `*` gives it. */
  isMapped: boolean;
}

/** The configurations of a repository, with the answers so far. */
interface Lookup {
  /** Contents by path. */
  files: ReadonlyMap<string, string>;
  read: Map<string, Tsconfig>;
  /** The configurations as they hold in their own folders, by path. */
  placed: Map<string, Tsconfig>;
  /** The paths of the nearest configurations by folder. */
  nearest: Map<string, string | null>;
  /** The folders that each output folder is built from; null until somebody asks. */
  outputs: ReadonlyMap<string, ReadonlySet<string>> | null;
}

const CONFIG_NAME = /(?:^|\/)[tj]sconfig[^/]*\.json$/;
/** Configurations that share one output folder and are tried for a file in it. */
const MOST_OUTPUTS = 64;

/** `files`: configuration contents by path. */
export function createTsconfigs(files: ReadonlyMap<string, string>): Tsconfigs {
  const l: Lookup = { files, read: new Map(), placed: new Map(), nearest: new Map(), outputs: null };
  return {
    candidates(from, specifier) {
      const path = nearestOf(l, posix.dirname(from));
      if (path === null) return [];
      const found: Candidate[] = [];
      for (const config of withReferences(l, path)) {
        found.push(...mapped(config, specifier));
        if (config.baseUrl !== null) found.push({ path: posix.join(config.baseUrl, specifier), isMapped: false });
      }
      return found;
    },
    sources(path) {
      l.outputs ??= allOutputs(l);
      const found: string[] = [];
      for (let folder = path; ; folder = posix.dirname(folder)) {
        for (const source of l.outputs.get(folder) ?? []) found.push(posix.join(source, path.slice(folder.length + 1)));
        if (folder === "." || folder === "/") return found;
      }
    },
  };
}

/** The path of the configuration in force for the files of a folder. */
function nearestOf(l: Lookup, directory: string): string | null {
  const known = l.nearest.get(directory);
  if (known !== undefined) return known;
  const paths = ["tsconfig.json", "jsconfig.json"].map((name) => posix.join(directory, name));
  let found = paths.find((path) => l.files.has(path)) ?? null;
  if (found === null && directory !== ".") found = nearestOf(l, posix.dirname(directory));
  l.nearest.set(directory, found);
  return found;
}

/** The configuration at a path, as it holds there. */
function inForce(l: Lookup, path: string): Tsconfig {
  let config = l.placed.get(path);
  if (config === undefined) {
    config = inFolder(readTsconfig(l.files, l.read, path), posix.dirname(path));
    l.placed.set(path, config);
  }
  return config;
}

/** The configuration and, for one that only refers to others, those. */
function withReferences(l: Lookup, path: string): Tsconfig[] {
  const config = inForce(l, path);
  const all = [config];
  for (const reference of config.references) {
    const file = l.files.has(reference) ? reference : posix.join(reference, "tsconfig.json");
    if (file !== path && l.files.has(file) && posix.dirname(file) === posix.dirname(path)) all.push(inForce(l, file));
  }
  return all;
}

/** Where `paths` sends a specifier: an exact pattern first, then the longest prefix. */
function mapped(config: Tsconfig, specifier: string): Candidate[] {
  let best: Tsconfig["paths"][number] | null = null;
  for (const pattern of config.paths) {
    if (pattern.isExact) {
      if (pattern.prefix === specifier) return pattern.targets.map((path) => ({ path, isMapped: true }));
    } else if (
      specifier.length >= pattern.prefix.length + pattern.suffix.length &&
      specifier.startsWith(pattern.prefix) &&
      specifier.endsWith(pattern.suffix) &&
      (best === null || pattern.prefix.length > best.prefix.length)
    ) {
      best = pattern;
    }
  }
  if (best === null) return [];
  const middle = specifier.slice(best.prefix.length, specifier.length - best.suffix.length);
  const isMapped = best.prefix !== "" || best.suffix !== "";
  return best.targets.map((target) => ({ path: target.replace("*", () => middle), isMapped }));
}

/** The folders that each output folder of any configuration is built from. */
function allOutputs(l: Lookup): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  for (const path of l.files.keys()) {
    if (!CONFIG_NAME.test(path) || path.includes("node_modules/")) continue;
    const config = inForce(l, path);
    for (const out of [config.outDir, config.declarationDir]) {
      if (out === null) continue;
      const sources = all.get(out) ?? new Set<string>();
      for (const source of sourceFolders(config, posix.dirname(path))) {
        if (source !== out && sources.size < MOST_OUTPUTS) sources.add(source);
      }
      all.set(out, sources);
    }
  }
  return all;
}

/** The folders that a configuration may compile: its `rootDir`, else the folders of its `include`, else `src` and its own. */
function sourceFolders({ rootDir, isComposite, included }: Tsconfig, directory: string): string[] {
  if (rootDir !== null) return [rootDir];
  if (isComposite) return [directory];
  const common = included === null ? [] : [commonFolder(included)];
  return [...common, posix.join(directory, "src"), directory];
}

/** The deepest folder that all the folders are in. */
function commonFolder(folders: readonly string[]): string {
  return folders.reduce((common, folder) => {
    const others = folder.split("/");
    const parts = common.split("/");
    const differs = parts.findIndex((part, index) => part !== others[index]);
    return differs < 0 ? common : differs === 0 ? "." : parts.slice(0, differs).join("/");
  });
}
