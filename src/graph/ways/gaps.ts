/** Where a graph may lack edges because code is not in the index: what an answer without them is worth. */
import { languageOf } from "../../languages/index.js";
import type { UnreadFiles } from "../../model/unread-files.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths } from "../../store/files.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { type AbsentReferences, absentReferences } from "../../store/unresolved.js";
import type { View } from "../../store/views.js";
import { MOST_COUNTED } from "../relations.js";

/** The most places of references that an answer lists: the first ones. */
const PLACES = 5;

/** Finds the files of a view that have one of some names and are not in its index. */
interface UnreadFilesLookup {
  unreadFilesNaming(view: View, names: readonly string[]): Promise<UnreadFiles>;
}

export interface Gaps extends UnreadFiles {
  /** References of the names, or made in the symbols, to files and packages of the project that are not in the index. */
  absent: AbsentReferences;
}

/** Files outside the index that mention the names, and references that were taken to lead to such files. */
export async function gapsOfNames(
  { db, view, searcher }: { db: Db; view: View; searcher: UnreadFilesLookup },
  names: readonly string[],
): Promise<Gaps> {
  const unread = await searcher.unreadFilesNaming(view, names);
  const wanted = names.filter((name) => name !== "");
  const absent = await absentReferences(
    db,
    view,
    { names: wanted, sources: [] },
    { places: PLACES, limit: MOST_COUNTED },
  );
  return { ...unread, absent };
}

/** References of some symbols that may lack an edge: in lines that did not parse, and in code outside of the index. */
export async function gapsInside(db: Db, view: View, sources: readonly SymbolHead[]): Promise<Gaps> {
  const partial = sources.filter(({ fileStatus }) => fileStatus === "partial");
  const paths = [...new Set(partial.map(({ path }) => path))];
  const rows = paths.length > 0 ? await readLedgerPaths(db, view.projectId, view.viewId, paths) : [];
  const files = rows
    .filter(({ path, errorRanges }) =>
      partial.some(
        (head) =>
          head.path === path && errorRanges?.some(([start, end]) => start <= head.lineEnd && head.lineStart <= end),
      ),
    )
    .map(({ path }) => ({ path, reason: "partial" }));
  // A using may give any name of its file.
  const opened = sources
    .filter(({ path }) => languageOf(path)?.opensNamespaces)
    .map(({ versionId }) => ({ versionId, ordinal: 0 }));
  const from = [...sources, ...opened];
  const absent = await absentReferences(
    db,
    view,
    { names: [], sources: from },
    { places: PLACES, limit: MOST_COUNTED },
  );
  return { files, unread: 0, isCapped: false, absent };
}
