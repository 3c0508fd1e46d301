/** Lines of tests by file and test case: the unit that a reader runs. */
import { groupBy } from "../../base/groups.js";
import { need, nth } from "../../base/need.js";
import { languageNamed } from "../../languages/index.js";
import { foldersAbove, type TestCase, type TestConventions, type TestFile } from "../../languages/testing.js";
import { joinPath, nameOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import { pathsEndingWith } from "../../store/files.js";
import { headsInLines, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { readTexts } from "../source-lines.js";
import { testCommands } from "./test-commands.js";
import { bestForm, type TestUse, type UseForm } from "./test-walk.js";

/** The most text that is read to find the test cases of files. */
const MOST_BYTES = 4_000_000;
const LAST_LINE = 2_000_000_000;

/** A case, or a suite with its set-up, and its way to the symbols in question. */
export interface ReachingCase {
  case: TestCase;
  /** The nearest use in it; the others have as many hops and go the same way. */
  use: TestUse;
  lines: number[];
  /** The form that says most, of all of these. */
  how: UseForm;
}

/** The uses in a file, the nearest first. */
export interface FileUses {
  path: string;
  uses: TestUse[];
}

export interface ReachingFile extends FileUses {
  /** The nearest first. */
  cases: ReachingCase[];
  /** null: the text is too large to be read, or gone. */
  file: TestFile | null;
}

/**
 * Uses by their files, the nearest first. Of equals, a file with the name of a file on the way comes first, the nearer ones before others; then a file in a
 * folder with the name of a folder in question; then the file with most uses. `reached` has how far the files on the way are.
 */
export function byFile(uses: readonly TestUse[], reached: ReadonlyMap<string, number>): FileUses[] {
  const stems = stemsOf(reached);
  const folders = new Set([...reached].flatMap(([path, hops]) => (hops === 0 ? foldersIn(path) : [])));
  const farthest = Math.max(0, ...stems.values()) + 1;
  const positions = new Map<TestUse, number>();
  let position = 0;
  for (const [index, use] of uses.entries()) {
    const before = uses[index - 1] ?? use;
    if (before.hops !== use.hops || before.tier !== use.tier || isImport(before) !== isImport(use)) position++;
    positions.set(use, position);
  }
  const files = [...groupBy(uses, ({ path }) => path)].map(([path, of]) => ({
    file: { path, uses: of },
    position: need(positions, nth(of, 0)),
    likeness:
      stems.get(stemOf(path)) ?? farthest + 1 / (1 + foldersIn(path).filter((name) => folders.has(name)).length),
    nearest: of.filter(({ hops }) => hops === nth(of, 0).hops).length,
  }));
  const less = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  return files
    .sort(
      (a, b) =>
        less(a.position, b.position) ||
        less(a.likeness, b.likeness) ||
        less(b.nearest, a.nearest) ||
        (a.file.path < b.file.path ? -1 : 1),
    )
    .map(({ file }) => file);
}

const foldersIn = (path: string) => path.toLowerCase().split("/").slice(0, -1);

/** How near each file on the way is, by what tests of it are called. */
function stemsOf(files: ReadonlyMap<string, number>): Map<string, number> {
  const stems = new Map<string, number>();
  for (const [path, hops] of files) {
    const stem = stemOf(path);
    stems.set(stem, Math.min(hops, stems.get(stem) ?? hops));
  }
  return stems;
}

const isImport = ({ kind }: TestUse) => kind === "imports";

/** `cart` of `tests/cart.test.ts`, `src/Cart.cs` and `CartTests.cs`. */
function stemOf(path: string): string {
  return nameOf(path)
    .replace(/\.[^.]+$/, "")
    .replace(/(?:[._-](?:test|tests|spec|specs|e2e)|(?:Unit|Integration)?(?:Tests?|Specs?))$/i, "")
    .toLowerCase();
}

/** The nearest use that a case has; of a file without known cases its nearest use. */
export const nearestUse = ({ cases, uses }: ReachingFile): TestUse => cases[0]?.use ?? nth(uses, 0);

/** The form that says most of the nearest uses of a file. */
export function formOfFile(file: ReachingFile): UseForm {
  const { hops } = nearestUse(file);
  return bestForm(file.uses.flatMap((use) => (use.hops === hops ? [use.how] : [])));
}

/** Reads the cases that the uses of each file stand in. */
export async function readCases(db: Db, view: View, files: readonly FileUses[]): Promise<ReachingFile[]> {
  const texts = await readTexts(
    db,
    view,
    files.map(({ path }) => path),
    MOST_BYTES,
  );
  const versions = files.flatMap(({ uses }) => {
    const { versionId, language } = nth(uses, 0).source;
    return conventionsOf(language)?.areDeclared ? [{ versionId, startLine: 0, endLine: LAST_LINE }] : [];
  });
  const heads = groupBy(await headsInLines(db, view, versions), ({ path }) => path);
  return files.map(({ path, uses }) => {
    const text = texts.get(path);
    if (text === undefined) return { path, uses, cases: [], file: null };
    const { language } = nth(uses, 0).source;
    const cases = conventionsOf(language)?.cases(text, heads.get(path) ?? []) ?? [];
    return { path, uses, cases: reachingCases(cases, uses), file: { path, language, text, cases } };
  });
}

/** The innermost case or suite around a line. */
export function caseAt(cases: readonly TestCase[], line: number): TestCase | null {
  let found: TestCase | null = null;
  for (const each of cases) {
    if (each.lineStart > line || line > each.lineEnd) continue;
    if (!found || each.lineEnd - each.lineStart <= found.lineEnd - found.lineStart) found = each;
  }
  return found;
}

const conventionsOf = (language: string): TestConventions | undefined => languageNamed(language)?.tests;

function reachingCases(cases: readonly TestCase[], uses: readonly TestUse[]): ReachingCase[] {
  const found = new Map<TestCase, ReachingCase>();
  for (const use of uses) {
    const around = isImport(use) ? null : caseAt(cases, use.line);
    if (!around || (around.isSuite && !isSetUp(use.source))) continue;
    const known = found.get(around);
    if (!known) found.set(around, { case: around, use, lines: [use.line], how: use.how });
    else if (
      known.use.hops === use.hops &&
      known.use.via?.nodeId === use.via?.nodeId &&
      known.use.request === use.request &&
      known.use.message === use.message
    ) {
      known.lines.push(use.line);
      known.how = bestForm([known.how, use.how]);
    }
  }
  return [...found.values()].map((each) => (each.case.isSuite ? { ...each, case: withCount(each.case, cases) } : each));
}

/** A suite that tells how many cases its set-up runs for: `for 8 cases`. */
function withCount(suite: TestCase, cases: readonly TestCase[]): TestCase {
  const count = cases.filter(
    ({ isSuite, lineStart, lineEnd }) => !isSuite && suite.lineStart <= lineStart && lineEnd <= suite.lineEnd,
  ).length;
  const note = count === 0 ? [] : [`for ${count} ${count === 1 ? "case" : "cases"}`];
  return { ...suite, note: [suite.note ?? [], note].flat().join(", ") || undefined };
}

/** Whether code of a suite, outside of its cases, runs for all of them and is not a helper. */
const isSetUp = ({ ordinal, nodeType }: SymbolHead) =>
  ordinal === 0 || nodeType === "constructor" || nodeType === "field";

/** The commands that run the first of the files; none where the repository does not say how its tests are run. */
export async function commandsFor(db: Db, view: View, files: readonly ReachingFile[]): Promise<string[]> {
  const tests = files.flatMap(({ file, cases }) => {
    if (!file || file.cases.length === 0) return [];
    const isNamed = conventionsOf(file.language)?.namesCases === true && cases.length > 0;
    return [isNamed ? { ...file, cases: cases.map((reaching) => reaching.case) } : file];
  });
  const manifestPaths = tests.flatMap(({ path, language }) => {
    const manifest = conventionsOf(language)?.manifest ?? null;
    return manifest === null ? [] : foldersAbove(path).map((folder) => joinPath(folder, manifest));
  });
  const manifests = await readTexts(db, view, [...new Set(manifestPaths)], MOST_BYTES);
  const ends = new Set(tests.flatMap(({ language }) => conventionsOf(language)?.projectFile ?? []));
  const projects: string[] = [];
  for (const end of ends) projects.push(...(await pathsEndingWith(db, view, end)));
  return testCommands(tests, { manifests, projects });
}
