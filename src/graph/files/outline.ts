/** Declarations of a file, in line order. */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import type { LineRange } from "../../model/parse-result.js";
import type { Db } from "../../store/db/db.js";
import { explainPath } from "../../store/files.js";
import { headsOfFile, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";

export interface OutlineEntry {
  symbol: SymbolHead;
  /** 0: at the top level of the file. */
  depth: number;
}

export interface Outline {
  /** The file's own symbol; null for a file without a language, which is searched as text only. */
  file: SymbolHead | null;
  entries: OutlineEntry[];
  status: "full" | "partial";
  /** Lines that did not parse. */
  errorRanges: LineRange[];
}

/** Reads a file's outline. `path` is normalized. Throws `not_found` for a path that is not in the index, saying why. */
export async function readOutline(db: Db, view: View, path: string): Promise<Outline> {
  const row = path.includes("\0") ? undefined : await explainPath(db, view.projectId, view.viewId, path);
  if (row === undefined) {
    throw new CodeindexError("not_found", `No file ${path} is in the index.`, { path }, [
      "list_directory shows paths; explain_path says what became of one.",
    ]);
  }
  if (row.isDirectory && row.path === path)
    throw invalidParameter("path", `${path} is a folder, left out of the index`);
  if (row.versionId === null) {
    const cause = [row.reason, row.detail].filter(Boolean).join(": ");
    throw new CodeindexError(
      "not_found",
      `${path} is not in the index: ${row.status}${cause && ` (${cause})`}.`,
      { path },
      ["explain_path says more about it; read_file may show it."],
    );
  }
  const heads = await headsOfFile(db, view, row.versionId);
  const depths = new Map<number, number>();
  const entries = heads.flatMap((symbol) => {
    const depth = symbol.ordinal === 0 ? -1 : (depths.get(symbol.parentOrdinal) ?? -1) + 1;
    depths.set(symbol.ordinal, depth);
    return depth < 0 ? [] : [{ symbol, depth }];
  });
  entries.sort((a, b) => a.symbol.lineStart - b.symbol.lineStart || a.symbol.ordinal - b.symbol.ordinal);
  return {
    file: heads.find((head) => head.ordinal === 0) ?? null,
    entries,
    status: row.status === "partial" ? "partial" : "full",
    errorRanges: row.errorRanges ?? [],
  };
}
