/**
 * Plans the text of a file after adding or removing our parts. Pure.
 *
 * First all our earlier changes are reverted, which gives the file as it would be without us; then the new parts are added. So after a removal the
 * file is as it was before, byte for byte.
 *
 *   untouched since        the hunks are reversed where they are
 *   changed elsewhere      the hunks are reversed where their lines are found
 *   written anew           (a client that formats its own file) each edit is removed by its meaning
 *   changed by hand        UnreadableFile: a person's change is never discarded
 */
import { createHash } from "node:crypto";
import { isObject } from "../../base/objects.js";
import type { ClientPart } from "./client.js";
import {
  applyEdit,
  containersIn,
  type Edit,
  isHollow,
  standing,
  stateOf,
  takeOut,
  withoutContainers,
  written,
} from "./edit.js";
import { difference, type Hunk, narrowed, reverseExactly, reverseWhereFound } from "./hunks.js";
import type { ClientName } from "./index.js";
import { UnreadableFile } from "./merged-entry.js";

/** An edit, and its client and part. */
export interface Step {
  client: ClientName;
  part: ClientPart;
  edit: Edit;
}

/** An applied step: its new part, and how many objects on its path existed before. */
export type DoneStep = Step & { wrote: unknown; containers: number | null };

/** Our changes of a file. */
export interface FileRecord {
  /** Whether the file did not exist before. */
  isCreated: boolean;
  steps: DoneStep[];
  hunks: Hunk[];
  /** The hash of the written text. */
  hash: string;
}

export interface FilePlan {
  /** Null for no file. */
  before: string | null;
  after: string | null;
  /** Null when the file has nothing of ours any more. */
  record: FileRecord | null;
}

/**
 * Plans a file. `text` is its content, null where there is none; `record` holds our earlier changes. Steps of the same client and part replace
 * earlier ones; `drop` is removed, even without a record. Throws UnreadableFile.
 */
export function planFile(
  text: string | null,
  record: FileRecord | null,
  put: readonly Step[],
  drop: readonly Step[],
): FilePlan {
  const isSame = (a: Step, b: Step) => a.client === b.client && a.part === b.part;
  const isMeant = (step: Step) => [...put, ...drop].some((each) => isSame(each, step));
  // Marked texts are ours even if another machine or an earlier version wrote them.
  const marked = put.filter(({ edit }) => edit.kind === "block" || edit.kind === "file");
  const ours = [...marked, ...drop].map(({ edit }) => edit);
  const base = record ? undone(text, record) : withoutEdits(text, ours);
  const steps = [...(record?.steps ?? []).filter((step) => !isMeant(step)), ...put];
  if (steps.length === 0) return { before: text, after: base, record: null };
  const isCreated = base === null;
  const done: DoneStep[] = [];
  let made = base ?? "";
  for (const { client, part, edit } of steps) {
    const next = applyEdit(edit, made);
    done.push({ client, part, edit, wrote: written(edit, made, next), containers: containersIn(edit, made) });
    made = next;
  }
  if (base === null && made === "") return { before: text, after: null, record: null };
  // Later steps may have added keys to an entry: they count as written.
  for (const step of done) if (step.edit.kind === "entry") step.wrote = standing(step.edit, made);
  const hunks = narrowed(difference(base ?? "", made));
  return { before: text, after: made, record: { isCreated, steps: done, hunks, hash: hashOf(made) } };
}

/** The file as it would be without our changes. */
function undone(text: string | null, { isCreated, steps, hunks, hash }: FileRecord): string | null {
  if (text === null) return null;
  const gone = (rest: string) => (isCreated && isBlank(rest) ? null : rest);
  if (hashOf(text) === hash) return isCreated ? null : reverseExactly(text, hunks);
  const reversed = reverseWhereFound(text, hunks);
  if (reversed !== null && steps.every((step) => isWithout(step, reversed))) return gone(reversed);
  let rest: string | null = text;
  for (const { edit, wrote, containers } of steps.toReversed()) {
    if (rest === null) return null;
    const state = stateOf(edit, rest, wrote);
    if (state === "changed") throw new UnreadableFile("what codeindex wrote into it was changed by hand");
    if (state === "same") rest = takeOut(edit, rest, wrote);
    if (rest !== null) rest = withoutContainers(edit, rest, containers);
  }
  return rest === null ? null : gone(rest);
}

/** Whether the text can be read, and contains nothing of the step. */
function isWithout({ edit, wrote }: DoneStep, text: string): boolean {
  try {
    if (Array.isArray(wrote) ? wrote.length === 0 : isObject(wrote) && Object.keys(wrote).length === 0) return true;
    return stateOf(edit, text, wrote) !== "same" || standing(edit, text) === undefined;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

function withoutEdits(text: string | null, edits: readonly Edit[]): string | null {
  return edits.reduceRight<string | null>((rest, edit) => (rest === null ? null : takeOut(edit, rest)), text);
}

/** Whether the text is empty, or JSON without content. */
function isBlank(text: string): boolean {
  const rest = text.replace(/^\uFEFF/, "").trim();
  if (rest === "") return true;
  try {
    return isHollow(JSON.parse(rest));
  } catch {
    return false;
  }
}

/** The hash by which a later run knows a text again. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
