/** What tsconfig.json and jsconfig.json say about module specifiers and output folders: `extends` chains, `paths`, `baseUrl`, `references`. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { asRecord } from "./modules-packages.js";

export interface Tsconfigs {
  /** Paths, relative to the root and without certainty of an extension, that `specifier` may mean in the file `from`; best first. */
  candidates(from: string, specifier: string): string[];
  /** Output folders of the configurations in `directory` and the source folders they are built from. */
  outputs(directory: string): { out: string; source: string }[];
}

interface Tsconfig {
  /** Pattern and where it leads, from the root. */
  paths: { prefix: string; suffix: string; isExact: boolean; targets: string[] }[];
  baseUrl: string | null;
  outDir: string | null;
  rootDir: string | null;
  references: string[];
}

const NONE: Tsconfig = { paths: [], baseUrl: null, outDir: null, rootDir: null, references: [] };
const MAX_DEPTH = 12;
/** Stands for the folder of the configuration that is in force. */
const CONFIG_DIR = /\$\{configDir\}/;

/** `files`: configuration contents by path. */
export function createTsconfigs(files: ReadonlyMap<string, string>): Tsconfigs {
  const read = new Map<string, Tsconfig>();
  const nearest = new Map<string, string | null>();

  function load(path: string, depth: number): Tsconfig {
    const known = read.get(path);
    if (known !== undefined) return known;
    const text = files.get(path);
    if (text === undefined || depth > MAX_DEPTH) return NONE;
    // Stands in while this one is being read: a loop of `extends` ends here.
    read.set(path, NONE);
    const json = asRecord(parseJsonc(text, [], { allowTrailingComma: true }));
    const directory = posix.dirname(path);
    const parents = [json.extends].flat().filter((name): name is string => typeof name === "string");
    let inherited = NONE;
    for (const name of parents) {
      const parent = extended(directory, name);
      if (parent !== null) inherited = overlay(inherited, load(parent, depth + 1));
    }
    const config = overlay({ ...inherited, references: [] }, own(directory, json));
    read.set(path, config);
    return config;
  }

  function extended(directory: string, name: string): string | null {
    const bases = name.startsWith(".")
      ? [posix.join(directory, name)]
      : Array.from(packageFolders(files, name), (folder) => folder);
    for (const base of bases) {
      for (const candidate of [base, `${base}.json`, posix.join(base, "tsconfig.json")]) {
        if (files.has(candidate)) return candidate;
      }
    }
    return null;
  }

  function nearestOf(directory: string): string | null {
    const known = nearest.get(directory);
    if (known !== undefined) return known;
    let found: string | null = null;
    for (const name of ["tsconfig.json", "jsconfig.json"]) {
      const path = posix.join(directory, name);
      if (found === null && files.has(path)) found = path;
    }
    if (found === null && directory !== ".") found = nearestOf(posix.dirname(directory));
    nearest.set(directory, found);
    return found;
  }

  /** The configuration and, for one that only refers to others, those. */
  function withReferences(path: string): Tsconfig[] {
    const config = load(path, 0);
    const all = [config];
    for (const reference of config.references) {
      const file = files.has(reference) ? reference : posix.join(reference, "tsconfig.json");
      if (file !== path && files.has(file) && posix.dirname(file) === posix.dirname(path)) all.push(load(file, 0));
    }
    return all;
  }

  return {
    candidates(from, specifier) {
      const path = nearestOf(posix.dirname(from));
      if (path === null) return [];
      const found: string[] = [];
      for (const config of withReferences(path)) {
        found.push(...mapped(config, specifier));
        if (config.baseUrl !== null) found.push(posix.join(config.baseUrl, specifier));
      }
      return found;
    },
    outputs(directory) {
      const found: { out: string; source: string }[] = [];
      for (const name of ["tsconfig.json", "tsconfig.build.json", "tsconfig.lib.json"]) {
        const path = posix.join(directory, name);
        if (!files.has(path)) continue;
        const { outDir, rootDir } = load(path, 0);
        if (outDir !== null) found.push({ out: outDir, source: rootDir ?? posix.join(directory, "src") });
      }
      return found;
    },
  };
}

function own(directory: string, json: Record<string, unknown>): Partial<Tsconfig> {
  const options = asRecord(json.compilerOptions);
  const at = (value: unknown) =>
    typeof value === "string" ? posix.join(directory, value.replace(CONFIG_DIR, ".")) : null;
  const baseUrl = at(options.baseUrl);
  const config: Partial<Tsconfig> = {};
  if (baseUrl !== null) config.baseUrl = baseUrl;
  const outDir = at(options.outDir);
  if (outDir !== null) config.outDir = outDir;
  const rootDir = at(options.rootDir);
  if (rootDir !== null) config.rootDir = rootDir;
  if (options.paths !== undefined) {
    config.paths = Object.entries(asRecord(options.paths)).map(([pattern, targets]) => {
      const star = pattern.indexOf("*");
      return {
        prefix: star < 0 ? pattern : pattern.slice(0, star),
        suffix: star < 0 ? "" : pattern.slice(star + 1),
        isExact: star < 0,
        targets: [targets]
          .flat()
          .filter((target): target is string => typeof target === "string")
          .map((target) => posix.join(baseUrl ?? directory, target.replace(CONFIG_DIR, "."))),
      };
    });
  }
  if (Array.isArray(json.references)) {
    config.references = json.references.flatMap((reference) => at(asRecord(reference).path) ?? []);
  }
  return config;
}

function overlay(base: Tsconfig, over: Partial<Tsconfig>): Tsconfig {
  return {
    paths: over.paths !== undefined && over.paths.length > 0 ? over.paths : base.paths,
    baseUrl: over.baseUrl ?? base.baseUrl,
    outDir: over.outDir ?? base.outDir,
    rootDir: over.rootDir ?? base.rootDir,
    references: over.references ?? base.references,
  };
}

/** Where `paths` sends a specifier: an exact pattern first, then the longest prefix. */
function mapped(config: Tsconfig, specifier: string): string[] {
  let best: Tsconfig["paths"][number] | null = null;
  for (const pattern of config.paths) {
    if (pattern.isExact) {
      if (pattern.prefix === specifier) return pattern.targets;
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
  return best.targets.map((target) => target.replace("*", () => middle));
}

/** Paths that a package specifier may mean inside the repository: `@acme/tsconfig/base.json` in the workspace package `@acme/tsconfig`. */
function packageFolders(files: ReadonlyMap<string, string>, specifier: string): string[] {
  const parts = specifier.split("/");
  const length = specifier.startsWith("@") ? 2 : 1;
  const name = parts.slice(0, length).join("/");
  const found: string[] = [];
  for (const [path, text] of files) {
    if (posix.basename(path) !== "package.json" || path.includes("node_modules/") || !text.includes(`"${name}"`))
      continue;
    if (asRecord(parseJsonc(text)).name === name) found.push(posix.join(posix.dirname(path), ...parts.slice(length)));
  }
  return found;
}
