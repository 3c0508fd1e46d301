/** The impact of a diff: from its text to the fields of the answer. */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { notIndexedFields } from "../../format/gaps.js";
import type { Impact } from "../../format/impact.js";
import { qualifiedNameOf } from "../../format/symbols.js";
import { testFileFields } from "../../format/tests.js";
import { textOnlyFields, unresolvedFields } from "../../format/unresolved.js";
import { calledIn, unresolvedOf } from "../../graph/calls/unresolved.js";
import {
  type BrokenPlace,
  brokenPlaces,
  type IndexedChange,
  indexedId,
  indexedSide,
} from "../../graph/impact/broken.js";
import { type ChangedFile, changedFiles } from "../../graph/impact/changed-files.js";
import { CHANGE_KINDS, SURENESSES } from "../../graph/impact/changes.js";
import { compareSides, declaredOf, nameOfChange } from "../../graph/impact/compare.js";
import type { Side } from "../../graph/impact/declared.js";
import { packagesOf } from "../../graph/impact/packages.js";
import { createParses } from "../../graph/impact/parses.js";
import { MOST_DIFF, readPatches } from "../../graph/impact/patches.js";
import { reachOf, type SymbolReach, type User } from "../../graph/impact/reach.js";
import type { Reached } from "../../graph/reach/reaching-tests.js";
import { commandsFor } from "../../graph/reach/test-files.js";
import type { Confidence } from "../../graph/relations.js";
import { requestsOf } from "../../graph/routes/requests.js";
import { linesAt, readTextsOf } from "../../graph/source-lines.js";
import { type CodeSymbol, isCallable, isShared, readSymbols } from "../../graph/symbol.js";
import { gapsOfNames } from "../../graph/ways/gaps.js";
import { resultInFile } from "../../languages/in-file.js";
import type { EdgeTier } from "../../model/edge.js";
import type { ParseResult } from "../../model/parse-result.js";
import { pathClassOf } from "../../model/paths.js";
import { blobsOf } from "../../repository/git/blobs.js";
import { diffTooLarge, type Revisions, readGitDiff } from "../../repository/git/diff.js";
import type { CalledNames } from "../../store/named-calls.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";
import { findCode, testsReaching } from "./tests-reaching.js";
import { valueUses } from "./value-uses.js";

/** The most bytes of a side of a file. */
const MOST_BLOB = 4_000_000;
/** The most changes whose users are looked for, and the most that the answer tells. */
const MOST_FOLLOWED = 25;
const MOST_CHANGES = 200;
/** Changes of which tests are looked for: one walk leads to all of them. */
const MOST_TESTED = 100;
/** The most files with broken places that an answer lists, and the most places of each. */
const MOST_BROKEN = 300;
const MOST_PLACES = 20;
const MOST_USERS = 8;
/** Calls whose lines are shown. */
const MOST_CALLS = 16;
const MOST_NAMES = 60;
const MOST_CASES = 5;
const TEST_DEPTH = 4;
const MOST_CLIENTS = 5;

type Context = Pick<ToolContext, "db" | "view" | "searcher" | "project" | "signal" | "progress">;

export interface DiffInput {
  diff?: string;
  revisions?: Revisions;
  depth: number;
  tiers: readonly EdgeTier[];
  mostTests: number;
}

/** The impact of a diff. Throws `diff_invalid`, `diff_no_match`, `diff_unavailable`, `too_large` or `invalid_parameter`. */
export async function impactOf(context: Context, input: DiffInput): Promise<Impact> {
  const { db, view, searcher, signal, progress } = context;
  const { files, skipped } = await filesOf(context, input);
  progress?.(1, 4, `${files.length} files compared`);
  const { changes, changed, problems } = await changesOf(context, files);
  const parses = createParses(db, view, changed);
  const broken = await brokenPlaces({ db, view, tiers: input.tiers, parses }, changes);
  signal.throwIfAborted();
  progress?.(2, 4, `${broken.places.length} places break`);
  const reached = await followed(context, changes, input);
  progress?.(3, 4, "tests are looked for");
  const tests = await testsOf(context, await testedSymbols(context, changes), input);
  signal.throwIfAborted();
  const called = namesOf(changes);
  const calls = await callsOf(context, reached);
  const users = new Map(
    [...reached.values()].flatMap(({ reach }) => reach.users.map(({ head }) => [head.nodeId, head])),
  );
  const userPaths = [...new Set([...users.values()].map(({ path }) => path))];
  const own = files.flatMap(({ path, oldPath }) => [path, oldPath]);
  return {
    summary: {
      files: files.filter(({ language }) => language !== null).length,
      changes: countsOf(changes),
      breaks: countedOf(broken.places, "certain"),
      may_break: countedOf(broken.places, "likely"),
      users: users.size,
      user_files: userPaths.length,
      tests: tests.total,
      indexed: sideOf(files),
    },
    results: brokenFiles(broken.places),
    changes: changes.slice(0, MOST_CHANGES).map((item) => changeFields(item, reached.get(item), input.depth, calls)),
    ...(changes.length > MOST_CHANGES && { changes_left_out: changes.length - MOST_CHANGES }),
    packages: await packagesBeyond(context, own, [...userPaths, ...broken.places.map(({ path }) => path)]),
    routes: tests.routes,
    tests: tests.files,
    changed_tests: files
      .filter(({ path, after }) => after !== null && pathClassOf(path) === "test")
      .map(({ path }) => path),
    commands: tests.commands,
    skipped: [...skipped, ...problems].map(({ path, problem }) => ({ file_path: path, problem })),
    unresolved: unresolvedFields(await unresolvedOf(db, view, { called, kinds: ["calls"] })),
    text_only: textOnlyFields(await searcher.textOnlyFilesNaming(view, called.names)),
    ...notIndexedFields(await gapsOfNames({ db, view, searcher }, called.names)),
    notes: notesOf(files, changes, { isCapped: broken.isCapped, ...tests }),
  };
}

async function filesOf({ db, view, project, signal }: Context, { diff, revisions }: DiffInput) {
  if (diff !== undefined && diff.length > MOST_DIFF) throw diffTooLarge(MOST_DIFF);
  const { root } = project;
  const text = diff ?? (await readGitDiff(root, revisions ?? "staged", { mostBytes: MOST_DIFF, signal }));
  const patches = await readPatches(text);
  const readBlobs = (ids: readonly string[]) => blobsOf(root, ids, { mostBytes: MOST_BLOB, signal });
  return changedFiles(db, view, patches, diff === undefined ? readBlobs : null);
}

/** Both sides parsed and compared; `changed` has the files of which the index has the side before. */
async function changesOf({ searcher, signal }: Context, files: readonly ChangedFile[]) {
  const sides = files.flatMap((file) =>
    (["before", "after"] as const).flatMap((side) => {
      const text = file[side];
      return file.language && text !== null ? [{ file, side, text, language: file.language }] : [];
    }),
  );
  const parsed = await searcher.parse(
    sides.map(({ text, language }) => ({ text, language: language.name })),
    signal,
  );
  const known = new Map<ChangedFile, { before: Side | null; after: Side | null }>();
  const problems: { path: string; problem: string }[] = [];
  for (const [index, { file, side, text, language }] of sides.entries()) {
    const pair = known.get(file) ?? { before: null, after: null };
    known.set(file, pair);
    const parse = parsed[index];
    if (!parse) continue;
    if (parse.status !== "full")
      problems.push({
        path: file.path,
        problem: `${side} the change some lines do not parse: they were compared as far as they do`,
      });
    const path = side === "before" ? file.oldPath : file.path;
    pair[side] = { path, language, text, parse: resultInFile(parse, path) };
  }
  const changed = new Map<string, ParseResult | null>();
  const changes: IndexedChange[] = [];
  for (const [{ indexed, status }, { before, after }] of known) {
    if (indexed === "before") {
      if (before && status !== "copied") changed.set(before.path, null);
      if (after) changed.set(after.path, after.parse);
    }
    const found = compareSides(status === "copied" ? null : before, after);
    changes.push(...found.map((change) => ({ change, indexed })));
  }
  const rank = ({ change }: IndexedChange) => CHANGE_KINDS.indexOf(change.kind) - (change.rules.length > 0 ? 0.5 : 0);
  return { changes: changes.sort((a, b) => rank(a) - rank(b)), changed, problems };
}

type Followed = Map<IndexedChange, { symbol: CodeSymbol; reach: SymbolReach }>;

/** The users of the first changes that the index knows. */
async function followed(
  { db, view, signal }: Context,
  changes: readonly IndexedChange[],
  options: DiffInput,
): Promise<Followed> {
  const wanted = changes
    .filter(({ change }) => change.kind !== "added")
    .flatMap((item) => {
      const declared = indexedSide(item);
      return declared ? [{ item, nodeId: declared.nodeId }] : [];
    })
    .slice(0, MOST_FOLLOWED);
  const symbols = new Map(
    (await readSymbols(db, view, [...new Set(wanted.map(({ nodeId }) => nodeId))])).map((symbol) => [
      symbol.primary.nodeId,
      symbol,
    ]),
  );
  const found: Followed = new Map();
  for (const { item, nodeId } of wanted) {
    signal.throwIfAborted();
    const symbol = symbols.get(nodeId);
    if (symbol) found.set(item, { symbol, reach: await reachOf(db, view, symbol, options) });
  }
  return found;
}

/** The symbols to look for tests of: all changed ones, new ones that the index has, and files as far as they changed themselves. */
async function testedSymbols({ db, view }: Context, changes: readonly IndexedChange[]): Promise<CodeSymbol[]> {
  const ids = new Set(changes.flatMap((item) => indexedId(item) ?? []));
  const symbols = await readSymbols(db, view, [...ids].slice(0, MOST_TESTED));
  // A package that many files share is reached by the tests of all of them.
  return symbols.filter(({ primary }) => !isShared(primary));
}

async function testsOf(
  { db, view, searcher }: Context,
  symbols: readonly CodeSymbol[],
  { tiers, mostTests }: DiffInput,
) {
  if (symbols.length === 0) return { files: [], total: 0, commands: [], routes: [], isTestCapped: false };
  let reached: Reached | null = null;
  const { reach, among } = await testsReaching({ db, view, searcher }, symbols, {
    depth: TEST_DEPTH,
    tiers,
    wanted: mostTests,
    isWanted: () => true,
    withUnsure: true,
    onReached: (now) => {
      reached = now;
    },
  });
  const tests = among.tests.slice(0, mostTests);
  return {
    files: tests.map((file) => testFileFields(file, MOST_CASES, reach.files.keys())),
    total: among.tests.length + among.unread.length,
    commands: await commandsFor(db, view, tests),
    routes: reached ? await routesOf({ db, view, searcher }, reached, tiers) : [],
    isTestCapped: reach.isCapped,
  };
}

/** The routes that changed code handles, and the code outside of tests that requests them. */
async function routesOf(
  { db, view, searcher }: Pick<Context, "db" | "view" | "searcher">,
  reached: Reached,
  tiers: readonly EdgeTier[],
) {
  const { requests } = await requestsOf({ db, view, findClients: findCode({ searcher, view }), tiers }, reached);
  const byRoute = groupBy(requests, ({ request, handler }) => `${request} ${handler.nodeId}`);
  return [...byRoute.values()].map((uses) => ({
    route: nth(uses, 0).request,
    handler: qualifiedNameOf(nth(uses, 0).handler),
    clients: uses.slice(0, MOST_CLIENTS).map(({ path, line }) => `${path}:${line}`),
  }));
}

function changeFields(
  item: IndexedChange,
  known: { symbol: CodeSymbol; reach: SymbolReach } | undefined,
  depth: number,
  calls: ReadonlyMap<User, string>,
): Impact["changes"][number] {
  const { change } = item;
  const { kind, before, after, alone, details } = change;
  const declared = declaredOf(change);
  const now = kind === "renamed" ? (after?.qualifiedName ?? alone?.path) : undefined;
  return {
    kind,
    qualified_name: nameOfChange(change),
    node_type: declared?.nodeType ?? alone?.nodeType ?? "file",
    file_path: (after ?? before)?.path ?? alone?.path ?? "",
    line_start: (after ?? before)?.lineStart ?? alone?.line ?? 1,
    ...(known && { node_id: known.symbol.primary.nodeId }),
    ...(now !== undefined && { now }),
    details,
    ...(known && reachFields(known.reach, depth, calls)),
    ...(known && kind !== "body" && besideFields(known.reach)),
  };
}

function reachFields(
  { users, references, derived, bases, isCapped }: SymbolReach,
  depth: number,
  calls: ReadonlyMap<User, string>,
) {
  const byHop = Array.from({ length: depth }, (_, index) => users.filter(({ hops }) => hops === index + 1).length);
  while (byHop.at(-1) === 0) byHop.pop();
  return {
    references: references as Partial<Record<Confidence, number>>,
    by_hop: byHop,
    users: users.slice(0, MOST_USERS).map((user) => ({
      qualified_name: qualifiedNameOf(user.head),
      file_path: user.head.path,
      line: user.line,
      hops: user.hops,
      // No walk goes over edges of other tiers.
      confidence: user.tier as Confidence,
      ...(calls.has(user) && { code: calls.get(user) }),
      ...(user.via && { via: qualifiedNameOf(user.via) }),
    })),
    derived: namesAt(derived),
    derived_total: derived.length,
    ...(bases.length > 0 && { bases: namesAt(bases) }),
    ...(isCapped && { capped: true }),
  };
}

/** The other members that implement or override the same as one whose head changed: they may have to change as well. */
function besideFields({ siblings }: SymbolReach) {
  return siblings.length === 0 ? {} : { siblings: namesAt(siblings), siblings_total: siblings.length };
}

const namesAt = (heads: readonly SymbolHead[]): string[] =>
  heads.slice(0, MOST_USERS).map((head) => `${qualifiedNameOf(head)} (${head.path}:${head.lineStart})`);

/** The lines of the first callers of changed functions, with what each does with the value that it gets. */
async function callsOf({ db, view }: Context, reached: Followed): Promise<Map<User, string>> {
  const calls = [...reached]
    .filter(([{ change }, { symbol }]) => change.kind !== "removed" && isCallable(symbol.primary.nodeType))
    .flatMap(([, { symbol, reach }]) => reach.users.slice(0, MOST_USERS).map((user) => ({ user, symbol })))
    .filter(({ user }) => user.hops === 1)
    .map(({ user, symbol }) => ({ user, name: symbol.primary.name, path: user.head.path, line: user.line }))
    .slice(0, MOST_CALLS);
  const files = await readTextsOf(db, view, calls);
  const texts = linesAt(files, calls);
  const usesOf = valueUses(files);
  return new Map(
    calls.flatMap(({ user, name, line }, index) => {
      const text = texts[index];
      if (text === undefined || !text.includes(name)) return [];
      const uses = usesOf({ name, line, caller: user.head });
      return [[user, uses === undefined ? text : `${text} → ${uses}`]];
    }),
  );
}

function brokenFiles(places: readonly BrokenPlace[]): Impact["results"] {
  const files = SURENESSES.flatMap((sureness) => {
    const own = places.filter((place) => place.sureness === sureness);
    return [...groupBy(own, ({ path }) => path)].map(([file_path, of]) => ({
      file_path,
      sureness,
      places: of.slice(0, MOST_PLACES).map(({ line, name, why }) => ({ line, symbol: name, why })),
      ...(of.length > MOST_PLACES && { places_left_out: of.length - MOST_PLACES }),
    }));
  });
  return files.slice(0, MOST_BROKEN);
}

function countedOf(places: readonly BrokenPlace[], sureness: BrokenPlace["sureness"]) {
  const own = places.filter((place) => place.sureness === sureness);
  return {
    places: new Set(own.map(({ path, line }) => `${path}:${line}`)).size,
    files: new Set(own.map(({ path }) => path)).size,
  };
}

function countsOf(changes: readonly IndexedChange[]): Impact["summary"]["changes"] {
  const byKind = groupBy(changes, ({ change }) => change.kind);
  return Object.fromEntries(
    CHANGE_KINDS.flatMap((kind) => (byKind.has(kind) ? [[kind, byKind.get(kind)?.length]] : [])),
  );
}

function sideOf(files: readonly ChangedFile[]): Impact["summary"]["indexed"] {
  const sides = new Set(files.filter(({ language }) => language !== null).map(({ indexed }) => indexed));
  const [first = "after"] = sides;
  return sides.size > 1 ? "mixed" : first;
}

/** The names by which others may use the changed code: exported names and members' names. */
function namesOf(changes: readonly IndexedChange[]): CalledNames {
  const seen = changes.flatMap(({ change }) => {
    const declared = change.kind === "added" ? null : declaredOf(change);
    const isSeen = declared && (declared.symbol.isExported || declared.owner) && declared.symbol.access !== "private";
    return isSeen && declared.nodeType !== "constructor" && declared.name !== "" ? [declared] : [];
  });
  const { names, languages } = calledIn(
    seen.map(({ name }) => name),
    seen,
  );
  return { names: names.slice(0, MOST_NAMES), languages };
}

async function packagesBeyond({ db, view }: Context, own: readonly string[], users: readonly string[]) {
  const packages = await packagesOf(db, view, [...new Set([...own, ...users])]);
  const within = new Set(own.map((path) => packages.get(path)));
  const beyond = groupBy(
    [...new Set(users)].filter((path) => !within.has(packages.get(path))),
    (path) => packages.get(path) ?? "",
  );
  return [...beyond].map(([folder, files]) => ({ folder, files: files.length }));
}

function notesOf(
  files: readonly ChangedFile[],
  changes: readonly IndexedChange[],
  found: { isCapped: boolean; isTestCapped: boolean },
): string[] {
  const notes: string[] = [];
  const elsewhere = files.filter(({ isElsewhere }) => isElsewhere);
  if (elsewhere.length > 0)
    notes.push(
      `The index has another state of ${elsewhere.length} of the files than either side of the diff (${elsewhere[0]?.path}): lines may be off, and users may be missing.`,
    );
  const gone = changes.filter(
    ({ change, indexed }) => indexed === "after" && (change.kind === "removed" || change.kind === "renamed"),
  );
  if (gone.length > 0)
    notes.push(
      `The index has the code after the change, so what used the ${gone.length} removed or renamed names is found by imports and unresolved calls alone.`,
    );
  const inFollow = changes.filter(({ change }) => change.kind !== "added").length;
  if (inFollow > MOST_FOLLOWED)
    notes.push(
      `Users and tests were looked for of ${MOST_FOLLOWED} of ${inFollow} changes, those that break most first.`,
    );
  if (found.isCapped || found.isTestCapped)
    notes.push("Limits were met: there may be more places, users or tests. Ask about fewer files.");
  return notes;
}
