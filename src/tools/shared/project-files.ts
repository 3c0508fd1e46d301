/**
 * A project's files as tools show them: from its folder, as they are now, or, where this process does not see the folder, as they were indexed. The
 * replicas of a service need no disk of repositories.
 */
import { inflateRawSync } from "node:zlib";
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { projectRules } from "../../projects/project-rules.js";
import { seesSource } from "../../repository/git/clone-folder.js";
import { fileAt } from "../../repository/git/refs.js";
import {
  type FolderEntry,
  type Located,
  listFolder,
  locateFolder,
  normalizePath,
  refuseHidden,
} from "../../repository/sandbox.js";
import { linesIn, linesOf, MOST_TEXT_BYTES, readLines } from "../../repository/text.js";
import { type LedgerRow, readLedgerBelow, readLedgerPaths } from "../../store/files.js";
import { readContents } from "../../store/versions.js";
import type { ToolContext } from "../running/tool.js";

type FilesContext = Pick<ToolContext, "db" | "config" | "project" | "view">;

export interface ProjectFiles {
  /** Whether the folder is not to be seen, so that all is as it was indexed. */
  isStored: boolean;
  /**
   * A file's lines without their ends, with its path, links resolved, and its state on disk; null: it is as it was indexed. Throws as `readLines` does.
   */
  lines(path: string): Promise<{ path: string; lines: string[]; file: Located | null }>;
  /** A folder's entries, with its path, links resolved. Throws as `locateFolder` does. */
  list(path: string, withSizes: boolean): Promise<{ path: string; entries: FolderEntry[] }>;
}

/** The files of a project, wherever they can be read. */
export async function openFiles(place: FilesContext): Promise<ProjectFiles> {
  const { project, config } = place;
  if (!(await seesSource(project))) return storedFiles(place);
  const rules = projectRules(project, config);
  return {
    isStored: false,
    async lines(path) {
      const { file, lines } = await readLines(project.root, rules, path);
      return { path: file.path, lines, file };
    },
    async list(path, withSizes) {
      const folder = await locateFolder(project.root, rules, path);
      return { path: folder.path, entries: await listFolder(rules, folder, withSizes) };
    },
  };
}

/**
 * A file's lines as a branch, a tag or a commit of the project's repository has them, with that commit. Throws as `fileAt` and `linesIn` do,
 * `forbidden` for what the rules hide today, and `not_found` where this process does not see the folder.
 */
export async function linesAt(
  { project, config }: Pick<FilesContext, "project" | "config">,
  { path: asked, ref, signal }: { path: string; ref: string; signal: AbortSignal },
): Promise<{ path: string; lines: string[]; commit: string }> {
  const path = normalizePath(asked);
  if (!(await seesSource(project)))
    throw new CodeindexError("not_found", "This replica does not see the project's folder, nor its commits.", { path });
  await refuseHidden(projectRules(project, config), path, "file");
  const { commit, bytes } = await fileAt(project.root, ref, path, { mostBytes: MOST_TEXT_BYTES, signal });
  return { path, lines: linesIn(bytes, path), commit };
}

/** The files as they were indexed. */
export function storedFiles({ db, view }: Pick<FilesContext, "db" | "view">): ProjectFiles {
  const { projectId, viewId } = view;
  /** The rows below the folder that was listed first; those of its folders are among them. */
  let known: { top: string; rows: LedgerRow[] } | undefined;
  const rowsBelow = async (path: string): Promise<LedgerRow[]> => {
    if (!known || !(known.top === "" || path === known.top || path.startsWith(`${known.top}/`)))
      known = { top: path, rows: await readLedgerBelow(db, projectId, viewId, [path]) };
    return known.rows;
  };
  return {
    isStored: true,
    async lines(asked) {
      const path = normalizePath(asked);
      const [row] = await readLedgerPaths(db, projectId, viewId, [path]);
      if (!row?.contentHash) throw notStored(path, row);
      const [content] = await readContents(db, projectId, [row.contentHash]);
      // A build has replaced it since.
      if (!content) throw notStored(path, undefined);
      return { path, lines: linesOf(inflateRawSync(content.data).toString("utf8")), file: null };
    },
    async list(asked, withSizes) {
      const path = normalizePath(asked);
      const rows = await rowsBelow(path);
      const entries = entriesOf(rows, path, withSizes);
      if (entries.length === 0 && path !== "") {
        if (rows.some((row) => row.path === path && !row.isDirectory))
          throw invalidParameter("path", `${path} is a file; read_file reads it.`);
        throw notStored(path, undefined);
      }
      return { path, entries };
    },
  };
}

/** The entries of a folder by the rows below it: files that are in the index, and folders that have some. */
function entriesOf(rows: readonly LedgerRow[], folder: string, withSizes: boolean): FolderEntry[] {
  const head = folder === "" ? "" : `${folder}/`;
  const entries = new Map<string, FolderEntry>();
  for (const { path, size, isDirectory, contentHash } of rows) {
    if (!path.startsWith(head) || isDirectory || contentHash === null) continue;
    const rest = path.slice(head.length);
    const slash = rest.indexOf("/");
    const name = slash < 0 ? rest : rest.slice(0, slash);
    const type = slash < 0 ? "file" : "directory";
    entries.set(name, { name, path: head + name, type, ...(type === "file" && withSizes && { size: size ?? 0 }) });
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function notStored(path: string, row: LedgerRow | undefined): CodeindexError {
  const about = row ? `${path} is left out of the index (${row.reason ?? row.status})` : `${path} is not in the index`;
  return new CodeindexError("not_found", `${about}, and this replica does not see the project's folder.`, { path }, [
    "explain_path says why a path is left out; list_directory shows the files of the index.",
  ]);
}
