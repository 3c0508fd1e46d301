/**
 * The places of Python's modules: by the packages around a file, the folders above these, and the projects of `pyproject.toml`, `setup.cfg` and
 * `setup.py`, each with or without a `src` folder.
 */
import { folderOf, joinPath, nameOf } from "../../model/paths.js";
import type { Layout, ModuleTarget, ProjectConfig } from "../layout.js";
import { standardLibrary } from "./standard-library.js";

/** The names of the files that make a folder the root of a project. */
export const CONFIG_FILES = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|setup\.py)$/;

/** The folders of a project, besides itself, in which its packages may begin. */
const SOURCE_FOLDERS: readonly string[] = ["", "src", "lib", "python"];

/** The layout of a repository. */
export function createModules(config: ProjectConfig, exists: (path: string) => boolean): Layout {
  const projects = [
    ...new Set([...config.files.keys()].filter((path) => CONFIG_FILES.test(path)).map(folderOf)),
  ].sort();
  const roots = new Map<string, readonly string[]>();
  /** The modules that imports lead to, by the folder of the file and the specifier. */
  const known = new Map<string, Map<string, ModuleTarget>>();

  /** The roots from which a file's absolute imports begin, the nearest first. */
  function rootsOf(folder: string): readonly string[] {
    let found = roots.get(folder);
    if (found === undefined) {
      let top = folder;
      while (top !== "" && isPackage(top)) top = folderOf(top);
      const list = [];
      for (let current = top; ; current = folderOf(current)) {
        list.push(...SOURCE_FOLDERS.map((inner) => below(current, inner)));
        if (current === "") break;
      }
      list.push(...projects.flatMap((project) => SOURCE_FOLDERS.map((inner) => below(project, inner))));
      found = [...new Set(list)];
      roots.set(folder, found);
    }
    return found;
  }

  function isPackage(folder: string): boolean {
    return exists(joinPath(folder, "__init__.py")) || exists(joinPath(folder, "__init__.pyi"));
  }

  function moduleAt(path: string): string | null {
    if (path !== "") for (const end of [".py", ".pyi"]) if (exists(path + end)) return path + end;
    for (const name of ["__init__.py", "__init__.pyi"]) if (exists(joinPath(path, name))) return joinPath(path, name);
    return null;
  }

  function absolute(from: string, specifier: string): ModuleTarget {
    const inner = specifier.replaceAll(".", "/");
    const isOfLibrary = isOfStandard(specifier);
    const candidates = rootsOf(folderOf(from));
    for (const [index, root] of candidates.entries()) {
      // A name of the standard library is a module of the project only where the file's own packages begin.
      if (isOfLibrary && index > 0) break;
      const path = moduleAt(joinPath(root, inner));
      if (path !== null && (path !== from || !isOfLibrary)) return { path };
    }
    return { external: specifier };
  }

  function relative(from: string, specifier: string): ModuleTarget {
    const dots = /^\.+/.exec(specifier)?.[0].length ?? 0;
    let folder = folderOf(from);
    for (let up = 1; up < dots; up++) {
      if (folder === "") return { external: specifier };
      folder = folderOf(folder);
    }
    const inner = specifier.slice(dots).replaceAll(".", "/");
    const path = inner === "" ? packageAt(folder) : moduleAt(joinPath(folder, inner));
    return path === null ? { external: specifier } : { path };
  }

  function packageAt(folder: string): string | null {
    return ["__init__.py", "__init__.pyi"].map((name) => joinPath(folder, name)).find(exists) ?? null;
  }

  function resolve(from: string, specifier: string): ModuleTarget {
    const folder = folderOf(from);
    let ofFolder = known.get(folder);
    if (ofFolder === undefined) {
      ofFolder = new Map();
      known.set(folder, ofFolder);
    }
    const before = ofFolder.get(specifier);
    if (before !== undefined) return before;
    const isRelative = specifier.startsWith(".");
    const target = isRelative ? relative(from, specifier) : absolute(from, specifier);
    // A module of a name of the standard library is not itself that one.
    if (isRelative || !isOfStandard(specifier)) ofFolder.set(specifier, target);
    return target;
  }

  return {
    resolve,
    isOwn: (external) => external.startsWith("."),
    canUse: () => true,
    filesChanged() {
      roots.clear();
      known.clear();
    },
  };
}

/** Whether the first name of a specifier is that of a module of the standard library. */
const isOfStandard = (specifier: string) => standardLibrary.has(specifier.replace(/\..*$/, ""));

/** The name by which a file is imported: of a package that of its folder. */
export function moduleName(path: string): string {
  const stem = nameOf(path).replace(/\.pyi?w?$/, "");
  return stem === "__init__" ? nameOf(folderOf(path)) : stem;
}

/** The specifier of a module in another: `.a` and `b` give `.a.b`. */
export function innerSpecifier(specifier: string, name: string): string {
  return specifier.endsWith(".") ? specifier + name : `${specifier}.${name}`;
}

/** A folder in another; the folder itself for "". */
const below = (folder: string, inner: string) => (inner === "" ? folder : joinPath(folder, inner));
