/** Paths as the index writes them: relative to the repository, `/` between the parts, "" for the root. */

/** Orders paths by the bytes of their UTF-8, as the database and git do. (UTF-16 order differs for characters beyond U+FFFF.) */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** The folder a path lies in; "" for what lies in the root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A path one level below a folder. */
export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

const TESTS =
  /(^|\/)(tests?|__tests?__|__mocks__|specs?|fixtures?|samples?|examples?|bench(marks?)?)(\/|$)|[._-](test|spec|tests|specs|bench)\.[^/]+$|Tests?\.cs$/i;
const PROSE = /(^|\/)docs?\/|\.(md|mdx|rst|adoc|txt)$/i;

/** Whether a path is that of a test, a sample or a benchmark. */
export const isTestPath = (path: string) => TESTS.test(path);

/** Whether a path lies beside the code that people look for first: tests and their like, and prose. */
export const isBesideCode = (path: string) => TESTS.test(path) || PROSE.test(path);

/** The path itself and every folder above it, from the top: `a/b/c` gives `a`, `a/b`, `a/b/c`. */
export function pathAndFolders(path: string): string[] {
  const paths: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    paths.push(path.slice(0, slash));
  if (path !== "") paths.push(path);
  return paths;
}
