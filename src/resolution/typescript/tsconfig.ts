/** The module options of tsconfig.json and jsconfig.json: `paths`, `baseUrl`, output folders and their sources, over `extends` and `references`. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { asRecord } from "./manifest-values.js";

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

interface Tsconfig {
  /** Pattern and where it leads, from the root. */
  paths: { prefix: string; suffix: string; isExact: boolean; targets: string[] }[];
  baseUrl: string | null;
  outDir: string | null;
  declarationDir: string | null;
  rootDir: string | null;
  isComposite: boolean;
  /** The folders that `include` and `files` name; null where they do not say. */
  included: string[] | null;
  references: string[];
}

const NONE: Tsconfig = {
  paths: [],
  baseUrl: null,
  outDir: null,
  declarationDir: null,
  rootDir: null,
  isComposite: false,
  included: null,
  references: [],
};
const MAX_DEPTH = 12;
/** Stands for the folder of the configuration that is in force, which may extend the one that says so. */
const CONFIG_DIR = /^\$\{configDir\}/;
const CONFIG_NAME = /(?:^|\/)[tj]sconfig[^/]*\.json$/;
/** Configurations that share one output folder and are tried for a file in it. */
const MAX_OUTPUTS = 64;

/** `files`: configuration contents by path. */
export function createTsconfigs(files: ReadonlyMap<string, string>): Tsconfigs {
  const read = new Map<string, Tsconfig>();
  const placed = new Map<string, Tsconfig>();
  const nearest = new Map<string, string | null>();
  let outputs: ReadonlyMap<string, ReadonlySet<string>> | null = null;

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

  /** The configuration with `${configDir}` replaced. */
  function inForce(path: string): Tsconfig {
    let config = placed.get(path);
    if (config === undefined) {
      config = inFolder(load(path, 0), posix.dirname(path));
      placed.set(path, config);
    }
    return config;
  }

  /** The configuration and, for one that only refers to others, those. */
  function withReferences(path: string): Tsconfig[] {
    const config = inForce(path);
    const all = [config];
    for (const reference of config.references) {
      const file = files.has(reference) ? reference : posix.join(reference, "tsconfig.json");
      if (file !== path && files.has(file) && posix.dirname(file) === posix.dirname(path)) all.push(inForce(file));
    }
    return all;
  }

  /** The folders that each output folder of any configuration is built from. */
  function allOutputs(): ReadonlyMap<string, ReadonlySet<string>> {
    const all = new Map<string, Set<string>>();
    for (const path of files.keys()) {
      if (!CONFIG_NAME.test(path) || path.includes("node_modules/")) continue;
      const config = inForce(path);
      for (const out of [config.outDir, config.declarationDir]) {
        if (out === null) continue;
        const sources = all.get(out) ?? new Set<string>();
        for (const source of sourceFolders(config, posix.dirname(path))) {
          if (source !== out && sources.size < MAX_OUTPUTS) sources.add(source);
        }
        all.set(out, sources);
      }
    }
    return all;
  }

  return {
    candidates(from, specifier) {
      const path = nearestOf(posix.dirname(from));
      if (path === null) return [];
      const found: Candidate[] = [];
      for (const config of withReferences(path)) {
        found.push(...mapped(config, specifier));
        if (config.baseUrl !== null) found.push({ path: posix.join(config.baseUrl, specifier), isMapped: false });
      }
      return found;
    },
    sources(path) {
      outputs ??= allOutputs();
      const found: string[] = [];
      for (let folder = path; ; folder = posix.dirname(folder)) {
        for (const source of outputs.get(folder) ?? []) found.push(posix.join(source, path.slice(folder.length + 1)));
        if (folder === "." || folder === "/") return found;
      }
    },
  };
}

/** The folders that a configuration may compile: its `rootDir`, else where what it includes lies, else `src` and its own. */
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
    const differs = parts.findIndex((part, at) => part !== others[at]);
    return differs < 0 ? common : differs === 0 ? "." : parts.slice(0, differs).join("/");
  });
}

function own(directory: string, json: Record<string, unknown>): Partial<Tsconfig> {
  const options = asRecord(json.compilerOptions);
  const at = (value: unknown) => (typeof value === "string" ? placeOf(directory, value) : null);
  const baseUrl = at(options.baseUrl);
  const config: Partial<Tsconfig> = {};
  if (baseUrl !== null) config.baseUrl = baseUrl;
  const outDir = at(options.outDir);
  if (outDir !== null) config.outDir = outDir;
  const declarationDir = at(options.declarationDir);
  if (declarationDir !== null) config.declarationDir = declarationDir;
  const rootDir = at(options.rootDir);
  if (rootDir !== null) config.rootDir = rootDir;
  if (typeof options.composite === "boolean") config.isComposite = options.composite;
  const included = [json.include, json.files].flat().filter((pattern) => typeof pattern === "string");
  if (included.length > 0) config.included = included.map((pattern) => placeOf(directory, folderOf(pattern)));
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
          .map((target) => placeOf(baseUrl ?? directory, target)),
      };
    });
  }
  if (Array.isArray(json.references)) {
    config.references = json.references.flatMap((reference) => at(asRecord(reference).path) ?? []);
  }
  return config;
}

/** A path of a configuration from the root; one below `${configDir}` waits for `inFolder`. */
function placeOf(directory: string, value: string): string {
  return CONFIG_DIR.test(value) ? value : posix.join(directory, value).replace(/(?<=.)\/$/, "");
}

/** The folder that an `include` pattern starts in: `src` of `src/**\/*.ts`. */
function folderOf(pattern: string): string {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  const last = parts.at(-1)!;
  if (wild >= 0) return parts.slice(0, wild).join("/") || ".";
  return /\.[cm]?[jt]sx?$/.test(last) ? parts.slice(0, -1).join("/") || "." : pattern;
}

/** The configuration as it holds in the folder `directory`. */
function inFolder(config: Tsconfig, directory: string): Tsconfig {
  const at = (path: string) => (CONFIG_DIR.test(path) ? placeOf(directory, path.replace(CONFIG_DIR, ".")) : path);
  const orNull = (path: string | null) => (path === null ? null : at(path));
  return {
    paths: config.paths.map((pattern) => ({ ...pattern, targets: pattern.targets.map(at) })),
    baseUrl: orNull(config.baseUrl),
    outDir: orNull(config.outDir),
    declarationDir: orNull(config.declarationDir),
    rootDir: orNull(config.rootDir),
    isComposite: config.isComposite,
    included: config.included?.map(at) ?? null,
    references: config.references.map(at),
  };
}

function overlay(base: Tsconfig, over: Partial<Tsconfig>): Tsconfig {
  return {
    paths: over.paths !== undefined && over.paths.length > 0 ? over.paths : base.paths,
    baseUrl: over.baseUrl ?? base.baseUrl,
    outDir: over.outDir ?? base.outDir,
    declarationDir: over.declarationDir ?? base.declarationDir,
    isComposite: over.isComposite ?? base.isComposite,
    included: over.included ?? base.included,
    rootDir: over.rootDir ?? base.rootDir,
    references: over.references ?? base.references,
  };
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
