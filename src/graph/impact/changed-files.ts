/** The files of a diff with their texts on both sides, of which the index has one. */
import { inflateRawSync } from "node:zlib";
import { CodeindexError } from "../../base/errors.js";
import { createTurns } from "../../base/turns.js";
import { codeLanguageOf } from "../../languages/index.js";
import type { Language } from "../../languages/language.js";
import type { Db } from "../../store/db/db.js";
import { type LedgerRow, readLedgerPaths } from "../../store/files.js";
import { readContents } from "../../store/versions.js";
import type { View } from "../../store/views.js";
import { type FilePatch, type FileStatus, type Sides, sidesOf } from "./patches.js";

/** The most text of the index that is read, in bytes. */
const MOST_BYTES = 30_000_000;

export interface ChangedFile extends Sides {
  /** The path after the change; of a removed file the one before. */
  path: string;
  oldPath: string;
  status: FileStatus;
  /** null: it has no symbols, and is not compared. */
  language: Language | null;
  /** Whether the index has neither text: it is at another state of the file. */
  isElsewhere: boolean;
}

/** A file of the diff that says nothing of symbols, and why. */
export interface SkippedFile {
  path: string;
  problem: string;
}

/** Gives blobs of the repository by their full ids. */
export type ReadBlobs = (ids: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>;

/**
 * Finds both texts of each file. With `readBlobs` they are the repository's; else one is the index's, and the diff, forward or back, makes the other. Throws
 * `diff_no_match` where nothing of the diff fits.
 */
export async function changedFiles(
  db: Db,
  view: View,
  patches: readonly FilePatch[],
  readBlobs: ReadBlobs | null,
): Promise<{ files: ChangedFile[]; skipped: SkippedFile[] }> {
  const skipped = patches.flatMap((patch) =>
    patch.problem === null ? [] : [{ path: pathOf(patch), problem: patch.problem }],
  );
  const wanted = onceEach(
    patches.filter(({ problem }) => problem === null),
    skipped,
  );
  const { rows, texts } = await indexedTexts(db, view, wanted);
  const textAt = (path: string) => texts.get(path);
  let sides: (Sides | null)[];
  if (readBlobs) sides = await sidesFromBlobs(wanted, textAt, readBlobs);
  else {
    sides = wanted.map((patch) => sidesOf(patch, textAt, "after"));
    const before = sides.filter((each) => each?.indexed === "before").length;
    if (2 * before > sides.filter((each) => each !== null).length)
      sides = wanted.map((patch) => sidesOf(patch, textAt, "before"));
  }
  const files = wanted.flatMap((patch, place): ChangedFile[] => {
    const found = sides[place];
    const path = pathOf(patch);
    if (!found) {
      skipped.push({ path, problem: problemOf(patch, rows, readBlobs !== null) });
      return [];
    }
    const isBefore = found.indexed === "before";
    const own = isBefore ? patch.oldPath : patch.newPath;
    const isElsewhere = own !== null && textAt(own) !== (isBefore ? found.before : found.after);
    return [
      {
        ...found,
        path,
        oldPath: patch.oldPath ?? path,
        status: patch.status,
        language: codeLanguageOf(path),
        isElsewhere,
      },
    ];
  });
  if (wanted.length > 0 && !files.some((file) => file.status !== "added" || texts.has(file.path)) && !isAllNew(wanted))
    throw new CodeindexError(
      "diff_no_match",
      `No change of the diff fits the code as it is indexed: ${skipped
        .slice(0, 3)
        .map(({ path, problem }) => `${path}: ${problem}`)
        .join("; ")}.`,
      { files: wanted.length },
    );
  return { files, skipped };
}

const pathOf = ({ oldPath, newPath }: FilePatch): string => newPath ?? oldPath ?? "";

const isAllNew = (patches: readonly FilePatch[]) => patches.every(({ status }) => status === "added");

/** Each path once: what a diff says a second time of a file is about a text that nobody has. */
function onceEach(patches: readonly FilePatch[], skipped: SkippedFile[]): FilePatch[] {
  const seen = new Set<string>();
  return patches.filter((patch) => {
    const path = pathOf(patch);
    if (!seen.has(path)) return seen.add(path);
    skipped.push({ path, problem: "the diff changes it twice: the first change alone was looked at" });
    return false;
  });
}

async function indexedTexts(db: Db, view: View, patches: readonly FilePatch[]) {
  const paths = [...new Set(patches.flatMap(({ oldPath, newPath }) => [oldPath ?? [], newPath ?? []].flat()))];
  const rows = new Map((await readLedgerPaths(db, view.projectId, view.viewId, paths)).map((row) => [row.path, row]));
  const bySize = [...rows.values()].sort((a, b) => (a.size ?? 0) - (b.size ?? 0));
  let bytes = 0;
  const read = bySize.filter(({ contentHash, size }) => {
    bytes += size ?? 0;
    return contentHash !== null && bytes <= MOST_BYTES;
  });
  const contents = await readContents(
    db,
    view.projectId,
    read.flatMap(({ contentHash }) => contentHash ?? []),
  );
  const byHash = new Map(contents.map(({ contentHash, data }) => [contentHash.toString("hex"), data]));
  const texts = new Map<string, string>();
  const turns = createTurns();
  for (const { path, contentHash } of read) {
    const data = byHash.get(contentHash?.toString("hex") ?? "");
    if (data) texts.set(path, inflateRawSync(data).toString("utf8"));
    if (turns.isOver()) await turns.next();
  }
  return { rows, texts };
}

function problemOf(patch: FilePatch, rows: ReadonlyMap<string, LedgerRow>, isGit: boolean): string {
  const row = rows.get(patch.newPath ?? "") ?? rows.get(patch.oldPath ?? "");
  if (!row) return "it is not in the index";
  if (!row.contentHash) return `it is not in the index (${row.reason ?? row.status})`;
  if (isGit) return "its text is not in the repository, or too large";
  return "the change does not apply to the text that is indexed";
}

/** The text of a blob, without a byte order mark as in the index. */
const textOf = (blob: Buffer | undefined) => blob && new TextDecoder().decode(blob);

const NO_BLOB = /^0+$/;

async function sidesFromBlobs(
  patches: readonly FilePatch[],
  textAt: (path: string) => string | undefined,
  readBlobs: ReadBlobs,
): Promise<(Sides | null)[]> {
  const ids = patches.flatMap(({ blobs }) => (blobs ? [blobs.before, blobs.after] : []));
  const found = await readBlobs([...new Set(ids)].filter((id) => !NO_BLOB.test(id)));
  return patches.map((patch) => {
    const { blobs, oldPath, newPath } = patch;
    // A file that was only moved has no line that tells its blobs.
    if (blobs === null) return sidesOf(patch, textAt, "after");
    const before = oldPath === null ? null : textOf(found.get(blobs.before));
    const after = newPath === null ? null : textOf(found.get(blobs.after));
    if (before === undefined || after === undefined) return null;
    const old = oldPath === null ? null : (textAt(oldPath) ?? null);
    const now = newPath === null ? null : (textAt(newPath) ?? null);
    const isAfter = newPath === null ? old === null : now === after || (now !== null && old !== before);
    return { before, after, indexed: isAfter ? "after" : "before" };
  });
}
