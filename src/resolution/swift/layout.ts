/** The modules of a repository: the targets of its packages. Files outside of targets are one module, as the groups of an Xcode project are. */
import { folderOf, joinPath } from "../../model/paths.js";
import type { Layout, ProjectConfig } from "../layout.js";

/** Matches the manifests of packages. */
export const MANIFESTS = /(?:^|\/)Package(?:@swift-[\d.]+)?\.swift$/;

/** A target of a package. */
export interface Target {
  name: string;
  /** Its folder, without a slash at the end. */
  folder: string;
}

export interface SwiftLayout extends Layout {
  /** The module of a file; "" for a file outside of targets. */
  moduleOf(path: string): string;
  /** Whether the repository has a module of the name. */
  hasModule(name: string): boolean;
}

const TARGET = /\.(target|executableTarget|testTarget|macro|plugin|systemLibrary)\s*\(/g;
const NAME = /\bname\s*:\s*"([^"]+)"/;
const PATH = /\bpath\s*:\s*"([^"]*)"/;

/** The targets that a manifest declares. It is a program: what it computes is not seen. */
export function targetsOf(path: string, text: string): Target[] {
  const targets: Target[] = [];
  const root = folderOf(path);
  const plain = text.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "");
  for (const match of plain.matchAll(TARGET)) {
    const body = balanced(plain, match.index + match[0].length);
    const name = NAME.exec(body)?.[1];
    if (name === undefined || !/\bname\s*:/.test(body.slice(0, 40))) continue;
    // `.target(name: "A")` among dependencies names a target that stands elsewhere.
    if (/^\s*name\s*:\s*"[^"]+"\s*(?:,\s*condition\s*:[\s\S]*)?$/.test(body) && isDependency(plain, match.index))
      continue;
    const folder = PATH.exec(outer(body))?.[1];
    const usual = match[1] === "testTarget" ? "Tests" : match[1] === "plugin" ? "Plugins" : "Sources";
    const own = folder === undefined ? joinPath(usual, name) : folder.replace(/^\.\/|\/$/g, "");
    targets.push({ name, folder: own === "" || own === "." ? root : joinPath(root, own) });
  }
  return targets;
}

/** The text up to the parenthesis that closes. */
function balanced(text: string, start: number): string {
  let depth = 1;
  for (let index = start; index < text.length; index++) {
    const char = text[index];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    if (depth === 0) return text.slice(start, index);
  }
  return text.slice(start);
}

/** A text without what is in its parentheses and brackets. */
function outer(text: string): string {
  let depth = 0;
  let result = "";
  for (const char of text) {
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (depth === 0) result += char;
  }
  return result;
}

/** Whether a place stands in a list of dependencies. */
function isDependency(text: string, offset: number): boolean {
  let depth = 0;
  for (let i = offset; i >= 0; i--) {
    const char = text[i];
    if (char === "]" || char === ")") depth++;
    else if (char === "(" || char === "[") {
      if (depth === 0) return char === "[" && /dependencies\s*:\s*$/.test(text.slice(Math.max(0, i - 40), i));
      depth--;
    }
  }
  return false;
}

/** Reads the manifests of a repository. */
export function createSwiftLayout({ files }: ProjectConfig): SwiftLayout {
  const targets = [...files]
    .filter(([path]) => MANIFESTS.test(path))
    .flatMap(([path, text]) => targetsOf(path, text))
    .sort((a, b) => b.folder.length - a.folder.length);
  const names = new Set(targets.map(({ name }) => name));
  const known = new Map<string, string>();
  const moduleOf = (path: string): string => {
    const folder = folderOf(path);
    let name = known.get(folder);
    if (name === undefined) {
      name =
        targets.find((each) => each.folder === "" || folder === each.folder || folder.startsWith(`${each.folder}/`))
          ?.name ?? "";
      known.set(folder, name);
    }
    return name;
  };
  return {
    resolve: (_from, specifier) => ({ external: specifier }),
    isOwn: (external) => names.has(external),
    canUse: () => true,
    filesChanged() {},
    moduleOf,
    hasModule: (name) => names.has(name),
  };
}
