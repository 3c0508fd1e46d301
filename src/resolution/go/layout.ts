/** The modules of a repository, as its `go.mod` and `go.work` files tell them. */
import { foldersAbove } from "../../languages/testing.js";
import { folderOf, joinPath, nameOf } from "../../model/paths.js";
import type { Layout, ProjectConfig } from "../layout.js";

/** A module of the repository. */
export interface GoModule {
  path: string;
  folder: string;
  /** Modules that stand elsewhere in the repository, by path: `replace example.com/a => ../a`. */
  replaced: ReadonlyMap<string, string>;
}

/** A folder that an import may mean. `isGuess`: no `go.mod` says so. */
export interface FolderOfImport {
  folder: string;
  isGuess: boolean;
}

export interface GoLayout extends Layout {
  /** The folders that an import path may mean in a file, the likeliest first. */
  foldersOf(from: string, specifier: string): FolderOfImport[];
  /** Whether a path is that of a package of the repository's modules. */
  isOwnPath(specifier: string): boolean;
}

/** Reads the modules of a repository. */
export function createGoLayout({ files }: ProjectConfig): GoLayout {
  const modules = new Map<string, GoModule>();
  for (const [path, text] of files) {
    const module = nameOf(path) === "go.mod" ? readModule(folderOf(path), text) : null;
    if (module !== null) modules.set(module.folder, module);
  }
  const all = [...modules.values()];
  const homeOf = (from: string) => {
    for (const folder of foldersAbove(from)) {
      const module = modules.get(folder);
      if (module !== undefined) return module;
    }
    return null;
  };

  function foldersOf(from: string, specifier: string): FolderOfImport[] {
    if (modules.size === 0) return guesses(specifier);
    const home = homeOf(from);
    const found: string[] = [];
    if (home !== null) {
      const inside = insideOf(home.path, specifier);
      if (inside !== null) found.push(joined(home.folder, inside));
      for (const [path, folder] of home.replaced) {
        const rest = insideOf(path, specifier);
        if (rest !== null) found.push(joined(folder, rest));
      }
      found.push(joined(joined(home.folder, "vendor"), specifier));
    }
    // The longest path is the module that has the package.
    const others = all
      .filter((module) => module !== home && module.path !== "std" && insideOf(module.path, specifier) !== null)
      .sort((a, b) => b.path.length - a.path.length);
    for (const module of others) found.push(joined(module.folder, insideOf(module.path, specifier) ?? ""));
    return found.map((folder) => ({ folder, isGuess: false }));
  }

  const isOwnPath = (specifier: string) => all.some(({ path }) => path !== "std" && insideOf(path, specifier) !== null);
  return {
    resolve: (_from, specifier) => ({ external: specifier }),
    isOwn: isOwnPath,
    canUse: () => true,
    filesChanged() {},
    foldersOf,
    isOwnPath,
  };
}

/** Without `go.mod`, a package is taken for the folder whose path the import ends with. */
function guesses(specifier: string): FolderOfImport[] {
  const parts = specifier.split("/");
  if (!parts[0]?.includes(".")) return [];
  return parts.slice(1).map((_part, index) => ({ folder: parts.slice(index + 1).join("/"), isGuess: true }));
}

/** The path of a package within a module; null where it is not in it. The standard library's packages have no name of a module. */
function insideOf(module: string, specifier: string): string | null {
  if (module === "std") return specifier;
  if (specifier === module) return "";
  return specifier.startsWith(`${module}/`) ? specifier.slice(module.length + 1) : null;
}

function joined(folder: string, rest: string): string {
  return rest === "" ? folder : joinPath(folder, rest);
}

function readModule(folder: string, text: string): GoModule | null {
  const plain = text.replace(/\/\/[^\n]*/g, "");
  const path = /^\s*module\s+(?:\(\s*)?["`]?([^\s"`()]+)/m.exec(plain)?.[1];
  if (path === undefined) return null;
  const replaced = new Map<string, string>();
  for (const { 1: from = "", 2: to = "" } of plain.matchAll(
    /^\s*(?:replace\s+)?["`]?([^\s"`()]+)["`]?(?:\s+v\S+)?\s*=>\s*["`]?(\.{1,2}(?:\/[^\s"`]*)?)["`]?/gm,
  )) {
    const target = pathFrom(folder, to);
    if (target !== null) replaced.set(from, target);
  }
  return { path, folder, replaced };
}

/** A relative path from a folder; null where it leads out of the repository. */
function pathFrom(folder: string, relative: string): string | null {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}
