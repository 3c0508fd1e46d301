/** The folders and files of a repository by their size and how often they change, for a picture of them. Pure. */

export interface SizedFile {
  path: string;
  lines: number;
  /** Commits that changed it. */
  changes: number;
}

export interface SizedEntry {
  name: string;
  path: string;
  /** 1 for a file. */
  files: number;
  isFolder: boolean;
  lines: number;
  changes: number;
  /** Of a folder, as deep as was asked for; the largest first. */
  inside: SizedEntry[];
}

export interface SizeLimits {
  /** Levels of entries. */
  depth: number;
  /** Entries of a folder; the smallest beyond that are left out of `inside`, and count in the folder. */
  most: number;
}

/** The entries directly in `folder` ("" for the root), the largest first, with what is inside of them. */
export function sizesIn(files: readonly SizedFile[], folder: string, { depth, most }: SizeLimits): SizedEntry[] {
  const start = folder === "" ? 0 : folder.length + 1;
  const groups = new Map<string, SizedFile[]>();
  for (const file of files) {
    if (folder !== "" && !file.path.startsWith(`${folder}/`)) continue;
    const slash = file.path.indexOf("/", start);
    const key = slash < 0 ? file.path : file.path.slice(0, slash);
    const group = groups.get(key) ?? [];
    group.push(file);
    groups.set(key, group);
  }
  const entries = [...groups].map(([path, group]): SizedEntry => {
    const isFolder = group[0]?.path !== path;
    return {
      name: path.slice(start),
      path,
      files: group.length,
      isFolder,
      lines: group.reduce((sum, { lines }) => sum + lines, 0),
      changes: group.reduce((sum, { changes }) => sum + changes, 0),
      inside: isFolder && depth > 1 ? sizesIn(group, path, { depth: depth - 1, most }) : [],
    };
  });
  return entries.sort((a, b) => b.lines - a.lines || (a.path < b.path ? -1 : 1)).slice(0, most);
}
