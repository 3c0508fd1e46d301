/**
 * A tree's native watches: one for each folder that is taken in, or one for all where the system has such a thing.
 *
 * A watch belongs to a folder and not to its path. A folder that is deleted and made again, or moved away and replaced, is another one; the old
 * watch hears nothing of it. So whenever a name in a folder comes or goes, the folders below that name are watched anew.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { present } from "../base/need.js";
import { systemCode } from "../base/system-code.js";
import { folderOf, joinPath, nameOf } from "../model/paths.js";

/** `rename`: an entry came or went; `change`: its content or status is another. */
export type EntryEvent = "rename" | "change";

export interface FolderWatches {
  /** Resolves when all folders are watched. */
  ready: Promise<void>;
  close(): void;
}

export interface FolderWatchesOptions {
  /** Whether a folder, and with it all below, is left out. */
  isIgnored(path: string): Promise<boolean>;
  /** Something happened to an entry; "" when the system does not know to which. */
  hear(event: EntryEvent, path: string): void;
  /** There is a folder that was not there, with whatever is in it. */
  appeared(path: string): void;
  failed(error: NodeJS.ErrnoException): void;
  /** One watch for the whole tree. */
  isRecursive?: boolean;
}

interface Folder {
  watcher: FSWatcher | null;
  folders: Map<string, Folder>;
  isClosed: boolean;
}

/** The systems that watch a whole tree at once. */
const HAS_RECURSIVE = process.platform === "darwin" || process.platform === "win32";
/** Folders that are opened in a row before other work gets its turn. */
const AT_ONCE = 64;
/** Codes of folders that went while they were looked at, or may not be looked at: a scan tells of them. */
const NOT_WATCHED = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"]);

/** Watches the folders below `root`, a real path, until `close`. */
export function watchFolders(root: string, options: FolderWatchesOptions): FolderWatches {
  const { isRecursive = HAS_RECURSIVE } = options;
  const top = newFolder();
  /** Names that came or went and are to be looked at. */
  const moved = new Set<string>();
  let looking: NodeJS.Immediate | undefined;

  function hear(event: EntryEvent, path: string): void {
    if (top.isClosed) return;
    options.hear(event, path);
    if (event !== "rename" || path === "") return;
    moved.add(path);
    looking ??= globalThis.setImmediate(() => void look());
  }

  async function look(): Promise<void> {
    looking = undefined;
    const paths = [...moved];
    moved.clear();
    for (const path of paths) {
      if (isFolder(join(root, path)) && (await isIgnored(path))) continue;
      if (top.isClosed) return;
      // Not before the rules were asked: meanwhile it may have been watched anew, or be gone.
      const above = find(folderOf(path));
      const known = above?.folders.get(nameOf(path));
      if (!isFolder(join(root, path))) {
        if (known) closeFolder(known);
        above?.folders.delete(nameOf(path));
      } else {
        options.appeared(path);
        if (!isRecursive && above) void open(path, above).then(() => known && closeFolder(known));
      }
    }
  }

  async function isIgnored(path: string): Promise<boolean> {
    if (!isRecursive) return options.isIgnored(path);
    // Nothing above was asked before.
    for (let current = path; current !== ""; current = folderOf(current))
      if (await options.isIgnored(current)) return true;
    return false;
  }

  function find(path: string): Folder | undefined {
    let folder: Folder | undefined = top;
    for (const name of path === "" ? [] : path.split("/")) folder = folder?.folders.get(name);
    return folder;
  }

  /** Watches a folder and all below it. Each is watched before it is read, so that nothing comes between. */
  async function open(path: string, above: Folder | null): Promise<void> {
    const todo: { path: string; above: Folder | null }[] = [{ path, above }];
    for (let count = 1; todo.length > 0; count++) {
      if (count % AT_ONCE === 0) await setImmediate();
      if (top.isClosed) return;
      const next = present(todo.pop());
      // Meanwhile it was watched anew, or is gone.
      if (next.above?.isClosed) continue;
      const folder = next.above ? newFolder() : top;
      next.above?.folders.set(nameOf(next.path), folder);
      try {
        folder.watcher = watchOne(join(root, next.path), isRecursive, (event, name) =>
          hear(event, name === null ? next.path : joinPath(next.path, name)),
        );
        folder.watcher.on("error", options.failed);
        if (isRecursive) return;
        for (const entry of readdirSync(join(root, next.path), { withFileTypes: true })) {
          const below = joinPath(next.path, entry.name);
          if (entry.isDirectory() && !(await options.isIgnored(below))) todo.push({ path: below, above: folder });
        }
      } catch (error) {
        if (!NOT_WATCHED.has(systemCode(error) ?? "")) options.failed(error as NodeJS.ErrnoException);
      }
    }
  }

  return {
    // Opened once the caller has the object, so that the caller can close it when opening fails.
    ready: Promise.resolve().then(() => open("", null)),
    close() {
      clearImmediate(looking);
      closeFolder(top);
    },
  };
}

/** One native watch. Throws what the system says. */
export function watchOne(
  folder: string,
  recursive: boolean,
  hear: (event: EntryEvent, name: string | null) => void,
): FSWatcher {
  return watch(folder, { recursive }, (event, name) =>
    hear(event, name === null ? null : sep === "/" ? name : name.split(sep).join("/")),
  );
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return false;
  }
}

function newFolder(): Folder {
  return { watcher: null, folders: new Map(), isClosed: false };
}

function closeFolder(folder: Folder): void {
  folder.isClosed = true;
  folder.watcher?.close();
  for (const below of folder.folders.values()) closeFolder(below);
}
