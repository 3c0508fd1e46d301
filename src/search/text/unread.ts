/** Code that may use a name though no edge can say so: it is not in the index, or some of its lines did not parse, or its insides are not kept. */
import type { MemoryBudget } from "../../base/memory-budget.js";
import { nth } from "../../base/need.js";
import { int32At } from "../../base/numbers.js";
import type { UnreadFiles } from "../../model/unread-files.js";
import { IN_TEXT } from "../../postings/file-terms.js";
import { identifierTerms } from "../../postings/terms.js";
import { filesWithName } from "../../postings/unread-names.js";
import type { Db } from "../../store/db/db.js";
import { readLedgerPaths, unreadCode } from "../../store/files.js";
import { readSources } from "../../store/texts.js";
import { eachLivePosting } from "../live-postings.js";
import type { PostingLists } from "../posting-lists.js";
import type { ViewSnapshot } from "../snapshot.js";

/** Bytes of names that are kept of a view at most: of some 5 million names in all. */
const MOST_BYTES = 16_000_000;
/** At most this many partly parsed files are read to see whether a name stands in their unparsed lines. */
const MOST_READ = 20;

type UnreadRows = Awaited<ReturnType<typeof unreadCode>>;

export interface UnreadLookup {
  /** The files that have one of the names. */
  naming(snapshot: ViewSnapshot, lists: PostingLists, names: readonly string[]): Promise<UnreadFiles>;
}

/** Memory of a row in addition to its names. */
const BYTES_PER_ROW = 400;

/** Looks names up in what was noted of unread code. */
export function createUnreadLookup(db: Db, budget: MemoryBudget): UnreadLookup {
  const kept = budget.cache<{ generation: number; rows: UnreadRows }>("unread");

  async function rowsOf({ projectId, viewId, generation }: ViewSnapshot): Promise<UnreadRows> {
    const key = `${viewId}:${projectId}`;
    const known = kept.peek(key);
    const isCurrent = known?.generation === generation;
    kept.count(isCurrent ? 1 : 0, isCurrent ? 0 : 1);
    if (isCurrent) {
      kept.touch(key);
      return known.rows;
    }
    const rows = await unreadCode(db, { projectId, viewId }, MOST_BYTES);
    const bytes = rows.reduce((sum, { names }) => sum + names.length + BYTES_PER_ROW, 0);
    kept.set(projectId, key, { generation, rows }, bytes);
    return rows;
  }

  return {
    async naming(snapshot, lists, names) {
      // Importers choose the name of a module's default export.
      const wanted = names.filter((name) => name !== "default" && /^[\p{L}\p{N}_$]+$/u.test(name));
      if (wanted.length === 0) return { files: [], unread: 0, isCapped: false };
      const found: UnreadFiles = { files: [], unread: 0, isCapped: false };
      for (const { path, reason, names: packed } of await rowsOf(snapshot)) {
        const { paths, unread } = filesWithName(packed, wanted);
        found.unread += unread;
        for (const below of paths)
          found.files.push({ path: below === "" ? path : `${path}/${below}`, reason: reason ?? "unknown" });
      }
      const partial = await partialFilesNaming(db, snapshot, lists, wanted);
      return { ...found, files: [...found.files, ...partial.files], isCapped: partial.isCapped };
    },
  };
}

/** The files that have one of the names in a line that did not parse. */
async function partialFilesNaming(
  db: Db,
  snapshot: ViewSnapshot,
  lists: PostingLists,
  names: readonly string[],
): Promise<Pick<UnreadFiles, "files" | "isCapped">> {
  if (!snapshot.files.some(({ isPartial }) => isPartial)) return { files: [], isCapped: false };
  const terms = new Set(names.flatMap((name) => identifierTerms(name).slice(0, 1)));
  const found = new Set<number>();
  for (const list of await lists.find(snapshot, "word", [...terms]))
    eachLivePosting(snapshot.ranges.word, list, (_, count, range) => {
      const file = int32At(snapshot.ranges.word.files, range);
      if ((count & IN_TEXT) > 0 && nth(snapshot.files, file).isPartial) found.add(file);
    });
  const files = [...found].sort((a, b) => a - b).map((file) => nth(snapshot.files, file));
  const read = files.slice(0, MOST_READ);
  if (read.length === 0) return { files: [], isCapped: false };
  const rows = await readLedgerPaths(
    db,
    snapshot.projectId,
    snapshot.viewId,
    read.map(({ path }) => path),
  );
  const rangesOf = new Map(rows.map(({ path, errorRanges }) => [path, errorRanges ?? []]));
  const sources = await readSources(db, snapshot.projectId, read);
  const either = names.map((name) => name.replaceAll("$", "\\$")).join("|");
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])(?:${either})(?![\\p{L}\\p{N}_$])`, "u");
  const naming = read.filter(({ path, contentHash }) => {
    const lines = (sources.get(contentHash.toString("hex")) ?? "").split("\n");
    const ranges = rangesOf.get(path) ?? [];
    return ranges.some(([start, end]) => lines.slice(start - 1, end).some((line) => word.test(line)));
  });
  return { files: naming.map(({ path }) => ({ path, reason: "partial" })), isCapped: files.length > read.length };
}
