/**
 * Which file a TypeScript or JavaScript module specifier leads to: relative paths, tsconfig `paths`, workspace packages with their `exports`,
 * and built files mapped back to the sources they come from. Pure: it knows the contents of configuration files and which paths exist.
 */
import { posix } from "node:path";
import { createPackages, type Packages } from "./modules-packages.js";
import { createTsconfigs, type Tsconfigs } from "./modules-tsconfig.js";

export interface ProjectConfig {
  /**
   * The contents, by path, of every tsconfig*.json, jsconfig*.json, package.json, pnpm-workspace.yaml, *.csproj and Directory.Build.props under
   * the root.
   */
  files: Map<string, string>;
}

/** Where a specifier leads: a file of the project, or a package (or a file that is not in the index) by name. */
export type ModuleTarget = { path: string } | { external: string };

export interface Modules {
  /** The module that `specifier` means in the file `from`. Never throws. */
  resolve(from: string, specifier: string): ModuleTarget;
  /** Whether the package that `from` belongs to may use the one that `to` belongs to. */
  canUse(from: string, to: string): boolean;
  /** Forget what depended on which files exist. */
  filesChanged(): void;
}

const EXTENSIONS = [".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs"];
const SOURCES_OF: Record<string, string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".jsx": [".tsx", ".jsx", ".ts", ".d.ts"],
  ".mjs": [".mts", ".d.mts", ".mjs", ".ts"],
  ".cjs": [".cts", ".d.cts", ".cjs", ".ts"],
};

/** Module resolution over the files for which `exists` answers true. */
export function createModules(config: ProjectConfig, exists: (path: string) => boolean): Modules {
  const find = (base: string) => findSource(base, exists);
  const tsconfigs: Tsconfigs = createTsconfigs(config.files);
  const packages: Packages = createPackages(config.files, find, (directory) => tsconfigs.outputs(directory));
  let bare = new Map<string, ModuleTarget>();

  function resolveBare(from: string, specifier: string): ModuleTarget {
    if (specifier.startsWith("#")) {
      const found = packages.resolveImports(from, specifier);
      if (found !== undefined) return "path" in found ? found : resolveBare(from, found.bare);
    }
    for (const candidate of tsconfigs.candidates(from, specifier)) {
      const path = find(candidate);
      if (path !== null) return { path };
    }
    const path = packages.resolve(from, specifier);
    return path === null ? { external: packageName(specifier) } : { path };
  }

  return {
    resolve(from, specifier) {
      const query = specifier.search(/[?!]/);
      const name = query > 0 ? specifier.slice(0, query) : specifier;
      const directory = posix.dirname(from);
      if (isRelative(name)) {
        const base = posix.join(directory, name);
        if (base.startsWith("../") || base === "..") return { external: name };
        const path = find(base) ?? packages.resolveDirectory(base) ?? packages.sourceOf(base);
        return path === null ? { external: base } : { path };
      }
      const key = `${directory}\0${name}`;
      let target = bare.get(key);
      if (target === undefined) {
        target = resolveBare(from, name);
        bare.set(key, target);
      }
      return target;
    },
    canUse: packages.canUse,
    filesChanged() {
      bare = new Map();
    },
  };
}

/** Whether a specifier is relative to the file it stands in. */
export function isRelative(specifier: string): boolean {
  return specifier === "." || specifier === ".." || specifier.startsWith("./") || specifier.startsWith("../");
}

/** `@scope/name/sub` is `@scope/name`, `name/sub` is `name`, `node:fs/promises` stays whole. */
function packageName(specifier: string): string {
  if (specifier.startsWith("node:") || specifier.startsWith("/") || specifier.includes("://")) return specifier;
  const parts = specifier.split("/");
  return specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0]!;
}

/** The source file that the path `base` means, extensions and index files tried in TypeScript's order; null if there is none. */
function findSource(base: string, exists: (path: string) => boolean): string | null {
  const path = base === "." ? "" : base.endsWith("/") ? base.slice(0, -1) : base;
  const extension = posix.extname(path);
  const sources = SOURCES_OF[extension];
  if (sources !== undefined) {
    const stem = path.slice(0, -extension.length);
    for (const source of sources) if (exists(stem + source)) return stem + source;
  }
  if (path !== "" && exists(path)) return path;
  if (path !== "" && !base.endsWith("/")) {
    for (const source of EXTENSIONS) if (exists(path + source)) return path + source;
  }
  const index = path === "" ? "index" : `${path}/index`;
  for (const source of EXTENSIONS) if (exists(index + source)) return index + source;
  return null;
}

/** The C# side of the configuration: which project file a source belongs to, what it refers to, and its global usings. */
export interface CsharpProjects {
  /** The folder of the nearest project file, "" at the root or where there is none. */
  projectOf(path: string): string;
  /** Folders of the projects that the project in `directory` refers to, itself included, transitively. */
  visibleFrom(directory: string): ReadonlySet<string>;
  /** Namespaces that project files make usings of every source of the project. */
  globalUsings(directory: string): readonly string[];
}

/** Reads *.csproj and Directory.Build.props. */
export function createCsharpProjects(config: ProjectConfig): CsharpProjects {
  const references = new Map<string, string[]>();
  const usings = new Map<string, string[]>();
  for (const [path, text] of config.files) {
    const isProject = path.endsWith(".csproj");
    if (!isProject && posix.basename(path) !== "Directory.Build.props") continue;
    const directory = folderOf(path);
    const included = Array.from(text.matchAll(/<Using\s+Include="([^"]+)"\s*\/?>/g), (match) => match[1]!);
    usings.set(directory, [...(usings.get(directory) ?? []), ...included]);
    if (!isProject) continue;
    const targets = Array.from(text.matchAll(/<ProjectReference\s+Include="([^"]+)"/g), (match) =>
      folderOf(posix.join(directory, match[1]!.replaceAll("\\", "/").replace(/\$\([^)]*\)\/?/g, ""))),
    );
    references.set(directory, [...(references.get(directory) ?? []), ...targets]);
  }
  const owners = new Map<string, string>();
  const ownersOfFiles = new Map<string, string>();
  const visible = new Map<string, Set<string>>();

  function ownerOf(directory: string): string {
    let owner = owners.get(directory);
    if (owner === undefined) {
      owner = references.has(directory) || directory === "" ? directory : ownerOf(folderOf(directory));
      owners.set(directory, owner);
    }
    return owner;
  }

  return {
    projectOf(path) {
      let owner = ownersOfFiles.get(path);
      if (owner === undefined) {
        owner = ownerOf(folderOf(path));
        ownersOfFiles.set(path, owner);
      }
      return owner;
    },
    visibleFrom(directory) {
      let reached = visible.get(directory);
      if (reached === undefined) {
        reached = new Set([directory]);
        for (const next of reached) for (const target of references.get(next) ?? []) reached.add(target);
        visible.set(directory, reached);
      }
      return reached;
    },
    globalUsings(directory) {
      const all: string[] = [];
      for (let at = directory; ; at = folderOf(at)) {
        all.push(...(usings.get(at) ?? []));
        if (at === "") return all;
      }
    },
  };
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}
