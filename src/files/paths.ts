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

/** The path itself and every folder above it, from the top: `a/b/c` gives `a`, `a/b`, `a/b/c`. */
export function pathAndFolders(path: string): string[] {
  const paths: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    paths.push(path.slice(0, slash));
  if (path !== "") paths.push(path);
  return paths;
}
