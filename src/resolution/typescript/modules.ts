/**
 * Which file a TypeScript or JavaScript module specifier leads to: relative paths, tsconfig `paths`, workspace packages with their `exports`,
 * and built files mapped back to the sources they come from. Pure: it knows the contents of configuration files and which paths exist.
 */
import { posix } from "node:path";
import { type FoundModule, isRelative, type Layout, type ModuleTarget, type ProjectConfig } from "../layout.js";
import { createPackages, type Packages } from "./packages.js";
import { createTsconfigs, type Tsconfigs } from "./tsconfig.js";
import { usualPaths } from "./usual-aliases.js";

const EXTENSIONS = [
  ".ts",
  ".tsx",
  ".d.ts",
  ".mts",
  ".cts",
  ".d.mts",
  ".d.cts",
  ".js",
  ".jsx",
  ".mjs",
  ".cjs",
  ".vue",
  ".svelte",
];
const SOURCES_OF: Record<string, string[]> = {
  ".js": [".ts", ".tsx", ".d.ts", ".js", ".jsx"],
  ".jsx": [".tsx", ".jsx", ".ts", ".d.ts"],
  ".mjs": [".mts", ".d.mts", ".mjs", ".ts"],
  ".cjs": [".cts", ".d.cts", ".cjs", ".ts"],
};

/** Extensions of other files that bundlers let code import. */
const NO_CODE =
  /\.(?:css|s[ac]ss|less|styl|svg|png|jpe?g|gif|webp|avif|ico|json5?|ya?ml|toml|html?|mdx?|txt|wasm|node|woff2?|gql|graphql)$/;

/** Module resolution over the files for which `exists` answers true. */
export function createModules(config: ProjectConfig, exists: (path: string) => boolean): Layout {
  const find = (base: string) => findSource(base, exists);
  const tsconfigs: Tsconfigs = createTsconfigs(config.files);
  const packages: Packages = createPackages(config.files, find, (path) => tsconfigs.sources(path));
  let bare = new Map<string, ModuleTarget>();
  // Relative imports that lead to nothing. (A path looks as the name of a package does.)
  const absent = new Set<string>();

  function resolveBare(from: string, specifier: string): ModuleTarget {
    if (specifier.startsWith("#")) {
      const found = packages.resolveImports(from, specifier);
      if (found !== undefined) return "path" in found ? found : resolveBare(from, found.bare);
    }
    const candidates = tsconfigs.candidates(from, specifier);
    for (const candidate of candidates) {
      const path = find(candidate.path);
      if (path !== null) return { path };
    }
    const mapped = candidates.filter(({ isMapped }) => isMapped).map(({ path }) => unbuilt(path));
    const found = [...mapped, packages.resolve(from, specifier)].filter((target) => target !== null);
    const sure = found.find(({ isGuess }) => isGuess === undefined);
    return sure ?? ofUsualAlias(from, specifier) ?? found[0] ?? { external: packageName(specifier) };
  }

  /** Resolves a specifier by an alias that no configuration gives, from the package of the file or one around it. */
  function ofUsualAlias(from: string, specifier: string): FoundModule | null {
    const { paths, isGuess } = usualPaths(specifier);
    if (paths.length === 0) return null;
    for (const folder of packages.foldersAround(from)) {
      for (const path of paths) {
        const found = find(posix.join(folder, path));
        if (found !== null) return { path: found, ...(isGuess && { isGuess: true as const }) };
      }
    }
    return null;
  }

  /** Resolves a path that is not a file: the entry of the package there, or the source of what is built there. */
  function unbuilt(base: string): FoundModule | null {
    const entry = packages.resolveDirectory(base);
    if (entry !== null && entry.isGuess === undefined) return entry;
    const path = packages.sourceOf(base);
    return path === null ? entry : { path };
  }

  return {
    resolve(from, specifier) {
      const query = specifier.search(/[?!]/);
      const name = query > 0 ? specifier.slice(0, query) : specifier;
      const directory = posix.dirname(from);
      if (isRelative(name)) {
        const base = posix.join(directory, name);
        if (base.startsWith("../") || base === "..") return { external: name };
        const path = find(base);
        const target = path === null ? unbuilt(base) : { path };
        if (target === null && !NO_CODE.test(base)) absent.add(base);
        return target ?? { external: base };
      }
      const key = `${directory}\0${name}`;
      let target = bare.get(key);
      if (target === undefined) {
        target = resolveBare(from, name);
        bare.set(key, target);
      }
      return target;
    },
    isOwn: (external) => absent.has(external) || packages.has(external),
    canUse: packages.canUse,
    addsImports: packages.addsImports,
    filesChanged() {
      absent.clear();
      bare = new Map();
    },
  };
}

/** `@scope/name/sub` is `@scope/name`, `name/sub` is `name`, `node:fs/promises` stays whole. */
function packageName(specifier: string): string {
  if (specifier.startsWith("node:") || specifier.startsWith("/") || specifier.includes("://")) return specifier;
  const length = specifier.startsWith("@") ? 2 : 1;
  return specifier.split("/", length).join("/");
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
