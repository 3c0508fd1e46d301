/** The sources of built files: `packages/a/dist/x.js` comes from `packages/a/src/x.ts`. */
import { posix } from "node:path";
import type { NgEntries } from "./ng-packagr.js";

/** Folders that builds write to: `dist`, `lib-commonjs`, `build-es5`, `fesm2022`. */
const BUILT =
  /^(?:(?:dist|build|built|lib|out|output|esm?|cjs|umd)(?:[-_.]\w+)*|libs|\.output|mjs|commonjs|types|typings|node|browser|module|modern|legacy|release|compiled|bundles?|target|fesm\d*|es\d+)$/;
/** Those of them that are the output of a build wherever they are. */
const CERTAINLY_BUILT = /^(?:dist|build|built|out|output)(?:[-_.]\w+)*$/;
const COMPILED = /(?:\.d\.[mc]?ts|\.[mc]?js)$/;
const SOURCE = /(?<!\.d)\.[mc]?tsx?$/;

/** Files of the repository, and what its configurations say of built ones. */
export interface BuiltFiles {
  /** The source file of a path without certainty of its extension. */
  find(base: string): string | null;
  /** The paths that a built file may be compiled from by the configurations of the compiler. */
  sources(path: string): string[];
  ngEntries: NgEntries;
}

/** The file of the first target that has one: the target itself, or its source. */
export function firstFound(files: BuiltFiles, directory: string, targets: readonly string[]): string | null {
  for (const target of targets) {
    const path = files.find(posix.join(directory, target));
    const isSource = path !== null && !COMPILED.test(path);
    const source = isSource ? null : sourceOfBuilt(files, directory, target);
    // Where both are in the repository, its sources are what its code calls.
    if (source !== null && (path === null || SOURCE.test(source))) return source;
    if (path !== null) return path;
  }
  return null;
}

/** The source of a built file of the package in `directory`. */
export function sourceOfBuilt(files: BuiltFiles, directory: string, target: string): string | null {
  const { find, sources, ngEntries } = files;
  const path = posix.join(directory, target);
  const compiled = firstStem(find, sources(path));
  if (compiled !== null) return compiled;
  const entry = ngEntries.builtAt(path);
  return (
    (entry === null ? null : find(entry)) ??
    sourceByFolder(find, directory, posix.normalize(target).split("/")) ??
    (isCode(target) ? findStem(find, posix.join(directory, "src", target)) : null)
  );
}

/** The source of a built file by its last names: `./dist/client/index.mjs` may come from `src/client/index.ts`. */
export function usualSource({ find }: BuiltFiles, directory: string, targets: readonly string[]): string | null {
  for (const target of targets) {
    const parts = posix.normalize(target).split("/");
    for (let from = 1; from < parts.length; from++) {
      const path = findStem(find, posix.join(directory, "src", ...parts.slice(from)));
      if (path !== null) return path;
    }
  }
  return null;
}

/** Whether a file that a package offers may be a module: styles and assets are not modules. */
export function isCode(target: string): boolean {
  return /^$|^\.(?:[cm]?[jt]sx?)$/.test(posix.extname(target));
}

/** The source of a built file by the name of the folder that it is in. */
function sourceByFolder(find: BuiltFiles["find"], directory: string, parts: string[]): string | null {
  const first = parts.findIndex((part, index) => (index === 0 ? BUILT : CERTAINLY_BUILT).test(part));
  if (first < 0) return null;
  const folder = posix.join(directory, ...parts.slice(0, first));
  for (const [index, part] of parts.entries()) {
    if (index < first) continue;
    if (!BUILT.test(part)) break;
    const rest = parts.slice(index + 1).join("/");
    const bases = [
      posix.join(folder, "src", rest),
      posix.join(folder, "src/lib", rest),
      ...(rest === "" ? [] : [rest, `${rest}/src`].map((base) => posix.join(folder, base))),
    ];
    const found = firstStem(find, bases);
    if (found !== null) return found;
  }
  // The compiler repeats the folders above the sources: dist/packages/a/src/x.js.
  const inner = parts.indexOf("src", first + 1);
  return inner < 0 ? null : findStem(find, posix.join(folder, ...parts.slice(inner)));
}

/** The first file of the paths' stems. */
function firstStem(find: BuiltFiles["find"], paths: readonly string[]): string | null {
  for (const path of paths) {
    const found = findStem(find, path);
    if (found !== null) return found;
  }
  return null;
}

/** The file of a path, of a declaration file's source, or of the path without its extension. */
function findStem(find: BuiltFiles["find"], path: string): string | null {
  return (
    find(path) ?? find(path.replace(/\.d\.([mc]?)ts$/, ".$1ts")) ?? find(path.replace(/(\.d)?\.[mc]?[jt]sx?$/, ""))
  );
}
