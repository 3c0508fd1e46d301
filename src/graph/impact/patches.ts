/** A unified diff as changed files, and the two texts of a file of which one is known. Pure. */
import { hash } from "node:crypto";
import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from "diff";
import { CodeindexError } from "../../base/errors.js";
import { createTurns } from "../../base/turns.js";

/** The most characters of a diff; a body of REST has little more. */
export const MOST_DIFF = 3_000_000;

/** How a file changed. */
export type FileStatus = "added" | "removed" | "changed" | "renamed" | "copied";

/** One file of a diff. */
export interface FilePatch {
  /** Paths as the diff has them; null: it is not there on this side. */
  oldPath: string | null;
  newPath: string | null;
  status: FileStatus;
  patch: StructuredPatch;
  /** Ids of the two blobs as git wrote them, often shortened; null where they are not told. */
  blobs: { before: string; after: string } | null;
  /** Why there is nothing to compare; null: there is. */
  problem: string | null;
}

/** A section begins at git's header, or at `---` where there is none. */
const SECTION = /^(?=diff --git )/m;
const PLAIN_SECTION = /^(?=--- [^\n]*\r?\n\+\+\+ )/m;
/** The index line of git's header. */
const BLOBS = /^index ([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})/m;
const SUBMODULE = /^[-+]Subproject commit [0-9a-f]{7,64}/m;
const BINARY = /^(?:GIT binary patch|Binary files .* differ)\r?$/m;

/**
 * The files of a diff, in its order; none of an empty one. Sections are read one by one, so that others have their turn between them. Throws
 * `diff_invalid` where it cannot be read.
 */
export async function readPatches(diff: string): Promise<FilePatch[]> {
  const text = withoutWindowsEnds(diff);
  if (text.trim() === "") return [];
  const sections = text.split(SECTION.test(text) ? SECTION : PLAIN_SECTION);
  const turns = createTurns();
  const found: FilePatch[] = [];
  for (const section of sections) {
    if (!/^(?:diff --git |--- )/.test(section)) continue;
    found.push(...readSection(section));
    if (turns.isOver()) await turns.next();
  }
  if (found.length === 0)
    throw new CodeindexError("diff_invalid", "The text is not a unified diff: it has no change of a file.");
  return found;
}

/** A diff that was saved with Windows' line ends has one at each line; one of files with such ends has them at theirs alone. */
function withoutWindowsEnds(diff: string): string {
  const lines = diff.match(/\n/g)?.length ?? 0;
  return lines > 0 && diff.match(/\r\n/g)?.length === lines ? diff.replaceAll("\r\n", "\n") : diff;
}

function readSection(section: string): FilePatch[] {
  let patches: StructuredPatch[];
  try {
    // Text before a mail's diff is not part of it; a signature ends the last section.
    patches = parsePatch(section.replace(/\n-- ?\n[\d.]+[^\n]*\n*$/, "\n"));
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "";
    throw new CodeindexError("diff_invalid", `The diff cannot be read: ${reason}`);
  }
  const blobs = BLOBS.exec(section);
  return patches.map(withoutByteOrderMark).flatMap((patch) => {
    const { oldFileName, newFileName } = patch;
    if (oldFileName === undefined && newFileName === undefined) return [];
    const oldPath = patch.isCreate ? null : pathOf(oldFileName);
    const newPath = patch.isDelete ? null : pathOf(newFileName);
    if (oldPath === null && newPath === null) return [];
    const status = statusOf(patch, oldPath, newPath);
    const file = { oldPath, newPath, status, patch, blobs: blobs && { before: blobs[1] ?? "", after: blobs[2] ?? "" } };
    return [{ ...file, problem: problemOf(section, file) }];
  });
}

/** Removes the byte order mark from the first line of a file: texts of the index are without it. */
function withoutByteOrderMark(patch: StructuredPatch): StructuredPatch {
  const [first, ...rest] = patch.hunks;
  if (!first || Math.min(first.oldStart, first.newStart) > 1) return patch;
  return {
    ...patch,
    hunks: [{ ...first, lines: first.lines.map((line) => line.replace(/^([-+ ])\uFEFF/, "$1")) }, ...rest],
  };
}

/** The path without git's `a/` or `b/`, or the time that diff(1) writes behind it. */
function pathOf(name: string | undefined): string | null {
  if (name === undefined || name === "/dev/null") return null;
  return name
    .replace(/\t.*$/, "")
    .replace(/^[abciow12]\//, "")
    .replace(/^\.\//, "");
}

function statusOf(patch: StructuredPatch, oldPath: string | null, newPath: string | null): FileStatus {
  if (oldPath === null) return "added";
  if (newPath === null) return "removed";
  if (patch.isCopy) return "copied";
  return oldPath === newPath ? "changed" : "renamed";
}

function problemOf(section: string, { patch, status }: Pick<FilePatch, "patch" | "status">): string | null {
  if (SUBMODULE.test(section)) return "a submodule: its own repository has the change";
  if (patch.isBinary || BINARY.test(section)) return "binary";
  if (patch.hunks.length > 0 || status !== "changed") return null;
  return patch.oldMode === patch.newMode ? "no change of its text" : `only its mode changes: ${patch.newMode}`;
}

/** The texts of a file on both sides, and which of them the index has. */
export interface Sides {
  before: string | null;
  after: string | null;
  indexed: "before" | "after";
}

/**
 * Both texts of a file, of which the index has one: `textAt` gives the text that the index has at a path, if any. Null: the diff does not apply. Where both
 * sides fit, as they may where a line stands several times, the ids of the blobs decide, then the places of the lines, then `otherwise`.
 */
export function sidesOf(
  file: FilePatch,
  textAt: (path: string) => string | undefined,
  otherwise: Sides["indexed"],
): Sides | null {
  const old = file.oldPath === null ? undefined : textAt(file.oldPath);
  const now = file.newPath === null ? undefined : textAt(file.newPath);
  const forward = appliedTo(file, old, now);
  const back = takenBackFrom(file, old, now);
  if (forward === null || back === null) {
    if (forward !== null) return { ...forward, indexed: "before" };
    return back && { ...back, indexed: "after" };
  }
  const side = sideByBlobs(file, old, now) ?? sideByPlaces(file, old, now) ?? otherwise;
  return { ...(side === "before" ? forward : back), indexed: side };
}

type Texts = Pick<Sides, "before" | "after">;

/** The two texts, if the index has the one before. */
function appliedTo({ oldPath, newPath, patch }: FilePatch, old?: string, now?: string): Texts | null {
  if (oldPath === null) return now === undefined ? { before: null, after: textOf(patch, "+") } : null;
  if (old === undefined) return null;
  const after = applyPatch(old, patch);
  return after === false ? null : { before: old, after: newPath === null ? null : after };
}

/** The two texts, if the index has the one after. */
function takenBackFrom({ oldPath, newPath, patch }: FilePatch, old?: string, now?: string): Texts | null {
  if (newPath === null) return old === undefined ? { before: textOf(patch, "-"), after: null } : null;
  if (now === undefined) return null;
  const before = applyPatch(now, reversePatch(patch));
  return before === false ? null : { before: oldPath === null ? null : before, after: now };
}

/** The whole text of a file that was added or removed. */
function textOf({ hunks }: StructuredPatch, mark: "+" | "-"): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const own = lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  return lines.at(-1)?.startsWith("\\") || own.length === 0 ? own.join("\n") : `${own.join("\n")}\n`;
}

function sideByBlobs({ blobs }: FilePatch, old?: string, now?: string): Sides["indexed"] | null {
  if (blobs === null) return null;
  if (old !== undefined && hasId(old, blobs.before)) return "before";
  return now !== undefined && hasId(now, blobs.after) ? "after" : null;
}

/** Whether git gives a text this id, or one that begins so. */
function hasId(text: string, id: string): boolean {
  const bytes = Buffer.from(text);
  const blob = Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]);
  return [hash("sha1", blob), hash("sha256", blob)].some((own) => own.startsWith(id));
}

function sideByPlaces({ patch }: FilePatch, old?: string, now?: string): Sides["indexed"] | null {
  const isOld = old !== undefined && standsAt(old, patch, "-");
  const isNew = now !== undefined && standsAt(now, patch, "+");
  return isOld === isNew ? null : isOld ? "before" : "after";
}

/** Whether the lines of one side stand exactly where the diff says. */
function standsAt(text: string, { hunks }: StructuredPatch, mark: "+" | "-"): boolean {
  const lines = text.split("\n");
  return hunks.every(({ oldStart, newStart, lines: own }) => {
    const wanted = own.filter((line) => line.startsWith(" ") || line.startsWith(mark)).map((line) => line.slice(1));
    const first = (mark === "-" ? oldStart : newStart) - 1;
    return wanted.every((line, index) => lines[first + index] === line);
  });
}
