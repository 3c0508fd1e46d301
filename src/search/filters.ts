/** Which files of a snapshot a search may look at. */
import { LRUCache } from "lru-cache";
import { invalidParameter } from "../base/errors.js";
import { createTurns } from "../base/turns.js";
import { all, not, type PathCondition } from "../model/path-condition.js";
import { IS_TEST, pathClassOf } from "../model/paths.js";
import { IS_DOCUMENT, markupOf } from "../repository/documents.js";
import { createPathFilter, pathFilterCondition } from "../repository/path-filter.js";
import { keepWith, type ViewSnapshot } from "./snapshot.js";

export interface FileFilters {
  /** A file or folder; "" or "." for all. */
  path?: string;
  /** Folders, files and globs: see repository/path-filter.ts. */
  pathFilter?: string;
  /** With or without the dot, any case; "*" for all. */
  extensions?: readonly string[];
  /** Language families. */
  languages?: readonly string[];
  /** true: only documents, such as Markdown; false: none. */
  documents?: boolean;
  /** Whether files of tests pass, or nothing else does. Default: they do. */
  tests?: "include" | "exclude" | "only";
}

const MASKS = 16;
const masks = new WeakMap<ViewSnapshot, LRUCache<string, Uint8Array>>();

/** The files that filters let pass, as a condition; null: all. Throws as `fileMask` does. */
export function fileCondition(filters: FileFilters): PathCondition | null {
  const { path, pathFilter, extensions, languages, documents, tests } = filters;
  const conditions: PathCondition[] = [];
  if (tests === "only") conditions.push(IS_TEST);
  if (tests === "exclude") conditions.push(not(IS_TEST));
  const folder = path === undefined ? "" : folderOf(path);
  if (folder !== "") conditions.push({ kind: "below", path: folder });
  if (pathFilter !== undefined && pathFilter !== "") {
    globTest(pathFilter);
    conditions.push(pathFilterCondition(pathFilter));
  }
  const endings = endingsOf(extensions);
  if (endings !== null) conditions.push({ kind: "ends", endings });
  if (languages !== undefined && languages.length > 0) conditions.push({ kind: "language", languages });
  if (documents !== undefined) conditions.push(documents ? IS_DOCUMENT : not(IS_DOCUMENT));
  return conditions.length === 0 ? null : all(...conditions);
}

/** Files that are looked at between two looks at the clock. */
const AT_ONCE = 1024;

/** 1 for each file of the snapshot that passes; null when all do. Throws `invalid_parameter` for a path that leads outside. */
export function fileMask(snapshot: ViewSnapshot, filters: FileFilters): Uint8Array | null {
  const passes = testsOf(filters);
  if (passes.length === 0) return null;
  const known = masks.get(snapshot)?.get(keyOf(filters));
  if (known !== undefined) return known;
  const mask = new Uint8Array(snapshot.files.length);
  for (const _ of filling(snapshot, filters, passes, mask));
  return mask;
}

/** Throws `invalid_parameter` for filters that cannot be read. */
export function checkFilters(filters: FileFilters): void {
  testsOf(filters);
}

/** Makes the mask of a large snapshot in pieces, so that `fileMask` has it at hand. Throws as that does. */
export async function prepareMask(snapshot: ViewSnapshot, filters: FileFilters): Promise<void> {
  const passes = testsOf(filters);
  if (passes.length === 0 || masks.get(snapshot)?.has(keyOf(filters))) return;
  const turns = createTurns();
  for (const _ of filling(snapshot, filters, passes, new Uint8Array(snapshot.files.length)))
    if (turns.isOver()) await turns.next();
}

function* filling(
  snapshot: ViewSnapshot,
  filters: FileFilters,
  passes: readonly Test[],
  mask: Uint8Array,
): Generator<void> {
  for (const [index, file] of snapshot.files.entries()) {
    if (passes.every((pass) => pass(file.path, file.language))) mask[index] = 1;
    if (index % AT_ONCE === AT_ONCE - 1) yield;
  }
  const known = masks.get(snapshot) ?? new LRUCache<string, Uint8Array>({ max: MASKS });
  masks.set(snapshot, known);
  if (known.size < MASKS) keepWith(snapshot, mask.byteLength);
  known.set(keyOf(filters), mask);
}

function keyOf({ path, pathFilter, extensions, languages, documents, tests }: FileFilters): string {
  return JSON.stringify([path, pathFilter, extensions, languages, documents, tests]);
}

type Test = (path: string, language: string | null) => boolean;

function testsOf({ path, pathFilter, extensions, languages, documents, tests: place }: FileFilters): Test[] {
  const tests: Test[] = [];
  if (place === "exclude" || place === "only")
    tests.push((file) => (pathClassOf(file) === "test") === (place === "only"));
  const folder = path === undefined ? "" : folderOf(path);
  if (folder !== "") tests.push((file) => file === folder || file.startsWith(`${folder}/`));
  if (pathFilter !== undefined && pathFilter !== "") tests.push(globTest(pathFilter));
  const endings = endingsOf(extensions);
  if (endings !== null)
    tests.push((file) => {
      const lower = file.toLowerCase();
      return endings.some((ending) => lower.endsWith(ending));
    });
  if (languages !== undefined && languages.length > 0)
    tests.push((_, language) => language !== null && languages.includes(language));
  if (documents !== undefined) tests.push((file) => (markupOf(file) !== null) === documents);
  return tests;
}

/** The endings of some extensions; null: any. */
function endingsOf(extensions: FileFilters["extensions"]): string[] | null {
  const endings = extensions?.map((one) => one.trim().toLowerCase()).filter((one) => one !== "") ?? [];
  if (endings.length === 0 || endings.includes("*") || endings.includes("*.*")) return null;
  return endings.map((ending) => `.${ending.replace(/^\*?\.?/, "")}`);
}

function folderOf(path: string): string {
  if (path.includes("\0") || path.startsWith("/") || /^[a-zA-Z]:/.test(path) || path.includes("\\"))
    throw invalidParameter("path", "must be relative to the repository's root, with / between its parts");
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.pop() === undefined)
      throw invalidParameter("path", "leads outside the repository; give a path relative to its root");
    if (part !== "" && part !== "." && part !== "..") parts.push(part);
  }
  return parts.join("/");
}

/** Whether a path passes a path_filter. Throws `invalid_parameter` for a filter that cannot be read. */
export function globTest(filter: string): Test {
  try {
    return createPathFilter(filter);
  } catch (error) {
    throw invalidParameter("path_filter", `is not a glob: ${error instanceof Error ? error.message : String(error)}`);
  }
}
