/** One tsconfig.json or jsconfig.json: its options, over those that it extends. */
import { posix } from "node:path";
import { parse as parseJsonc } from "jsonc-parser";
import { lastOf } from "../../base/need.js";
import { asRecord } from "./manifest-values.js";

/** The options of one configuration, those that it extends among them. Paths start at the root. */
export interface Tsconfig {
  /** Patterns, and where they lead. */
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
const DEEPEST = 12;
/** Stands for the folder of the configuration in force. That one may extend the file with this word. */
const CONFIG_DIR = /^\$\{configDir\}/;

/** Reads the configuration at `path`. `read` holds those that were read before, and takes this one. */
export function readTsconfig(files: ReadonlyMap<string, string>, read: Map<string, Tsconfig>, path: string): Tsconfig {
  return load({ files, read }, path, 0);
}

interface Reading {
  /** Contents by path. */
  files: ReadonlyMap<string, string>;
  read: Map<string, Tsconfig>;
}

function load(r: Reading, path: string, depth: number): Tsconfig {
  const known = r.read.get(path);
  if (known !== undefined) return known;
  const text = r.files.get(path);
  if (text === undefined || depth > DEEPEST) return NONE;
  // Stands in while this one is being read: a loop of `extends` ends here.
  r.read.set(path, NONE);
  const json = asRecord(parseJsonc(text, [], { allowTrailingComma: true }));
  const directory = posix.dirname(path);
  const parents = [json.extends].flat().filter((name): name is string => typeof name === "string");
  let inherited = NONE;
  for (const name of parents) {
    const parent = extended(r.files, directory, name);
    if (parent !== null) inherited = overlay(inherited, load(r, parent, depth + 1));
  }
  const config = overlay({ ...inherited, references: [] }, own(directory, json));
  r.read.set(path, config);
  return config;
}

/** The path of the configuration that one in `directory` extends. */
function extended(files: ReadonlyMap<string, string>, directory: string, name: string): string | null {
  const bases = name.startsWith(".") ? [posix.join(directory, name)] : packageFolders(files, name);
  for (const base of bases) {
    for (const candidate of [base, `${base}.json`, posix.join(base, "tsconfig.json")]) {
      if (files.has(candidate)) return candidate;
    }
  }
  return null;
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

/** The options that a configuration has itself. */
function own(directory: string, json: Record<string, unknown>): Partial<Tsconfig> {
  const options = asRecord(json.compilerOptions);
  const resolved = (value: unknown) => (typeof value === "string" ? pathFrom(directory, value) : null);
  const baseUrl = resolved(options.baseUrl);
  const config: Partial<Tsconfig> = {};
  if (baseUrl !== null) config.baseUrl = baseUrl;
  const outDir = resolved(options.outDir);
  if (outDir !== null) config.outDir = outDir;
  const declarationDir = resolved(options.declarationDir);
  if (declarationDir !== null) config.declarationDir = declarationDir;
  const rootDir = resolved(options.rootDir);
  if (rootDir !== null) config.rootDir = rootDir;
  if (typeof options.composite === "boolean") config.isComposite = options.composite;
  const included = [json.include, json.files].flat().filter((pattern) => typeof pattern === "string");
  if (included.length > 0) config.included = included.map((pattern) => pathFrom(directory, folderOf(pattern)));
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
          .map((target) => pathFrom(baseUrl ?? directory, target)),
      };
    });
  }
  if (Array.isArray(json.references)) {
    config.references = json.references.flatMap((reference) => resolved(asRecord(reference).path) ?? []);
  }
  return config;
}

/** A path of a configuration from the root; one below `${configDir}` waits for `inFolder`. */
function pathFrom(directory: string, value: string): string {
  return CONFIG_DIR.test(value) ? value : posix.join(directory, value).replace(/(?<=.)\/$/, "");
}

/** The folder that an `include` pattern starts in: `src` of `src/**\/*.ts`. */
function folderOf(pattern: string): string {
  const parts = pattern.split("/");
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  const last = lastOf(parts);
  if (wild >= 0) return parts.slice(0, wild).join("/") || ".";
  return /\.[cm]?[jt]sx?$/.test(last) ? parts.slice(0, -1).join("/") || "." : pattern;
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

/** The configuration as it holds in the folder `directory`, `${configDir}` replaced. */
export function inFolder(config: Tsconfig, directory: string): Tsconfig {
  const resolved = (path: string) =>
    CONFIG_DIR.test(path) ? pathFrom(directory, path.replace(CONFIG_DIR, ".")) : path;
  const orNull = (path: string | null) => (path === null ? null : resolved(path));
  return {
    paths: config.paths.map((pattern) => ({ ...pattern, targets: pattern.targets.map(resolved) })),
    baseUrl: orNull(config.baseUrl),
    outDir: orNull(config.outDir),
    declarationDir: orNull(config.declarationDir),
    rootDir: orNull(config.rootDir),
    isComposite: config.isComposite,
    included: config.included?.map(resolved) ?? null,
    references: config.references.map(resolved),
  };
}
