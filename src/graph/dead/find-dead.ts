/**
 * Declarations that nothing uses, by two witnesses that must agree: no edge leads to one from where programs begin, and no text that could mean it
 * names it. Code at the top level of files counts as run, so whole files are not judged.
 *
 *   nobody    nothing uses it, or only what is itself dead
 *   tests     only tests do
 *   unsure    no edge leads to it, but a convention or a place in a text leaves a doubt: the reason says which
 *
 * Declarations that an unsure one uses are not told: their fate is that of the user.
 */
import { addToList, addToSet, groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { isLoadedByPlace, isMemberOf, isPrivate, isType, type Published } from "../../languages/usage.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { View } from "../../store/views.js";
import { forEachText, ownerOf, type ReadOptions, readWholeGraph, type Span, type WholeGraph } from "../whole-graph.js";
import { basesOf, declaredAt } from "./declared.js";
import { type DeclaredPlaces, judge, namedEdges, type Surroundings, type Unused } from "./explain.js";
import { type Mention, mentionsIn } from "./mentions.js";
import { type ImportsByFile, importsByFile, type OpenExports, openExports } from "./open.js";
import { type PassedNames, type PassingText, passedNames } from "./passed.js";
import { createReach, type Reach, type Ways, waysOf } from "./reach.js";

export const DEAD_CLASSES = ["nobody", "tests", "unsure"] as const;
export type DeadClass = (typeof DEAD_CLASSES)[number];

/** Kinds of declarations that are judged. Fields and properties only where they are private: others may be read as data. */
export const JUDGED_KINDS = [
  "function",
  "method",
  "class",
  "interface",
  "struct",
  "record",
  "enum",
  "type",
  "constant",
  "variable",
  "component",
  "property",
  "field",
] as const;
const JUDGED: ReadonlySet<string> = new Set(JUDGED_KINDS);
const DATA: ReadonlySet<string> = new Set(["property", "field", "constant", "variable"]);

/** A name that stands in more places than this tells nothing: its declarations are unsure. */
const MOST_MENTIONS = 3000;
/** Names of fewer letters stand everywhere. */
const SHORTEST = 3;

export interface DeadSymbol {
  span: Span;
  path: string;
  language: string;
  class: DeadClass;
  reason: string;
  /** Where the doubt, or the test, stands. */
  place: { path: string; line: number } | null;
  /** Dead declarations that use it. */
  through: string[];
  /** Lines of all its spans. */
  lines: number;
}

export interface DeadCode {
  /** Those that stand in no other one of the list; by class, the largest first. */
  symbols: DeadSymbol[];
  /** Declarations that were judged. */
  judged: number;
  /** Files of languages of which not enough is known, by language. */
  notJudged: Record<string, number>;
}

/** The facts about an unreached declaration. */
interface State extends Unused {
  span: Span;
  class: DeadClass | null;
  reason: string;
  place: { path: string; line: number } | null;
}

/** The dead declarations of a view. `withTests`: those in test files as well. Throws as `readWholeGraph` does. */
export async function findDead(
  db: Db,
  view: View,
  { withTests, ...options }: ReadOptions & { withTests: boolean },
): Promise<DeadCode> {
  const graph = await readWholeGraph(db, view, options);
  const imports = importsByFile(graph);
  const { passing, hasPatterns } = await readPassing(db, view, graph, options);
  const passed = passedNames(graph, imports, passing);
  const ways = waysOf(graph, passed);
  const judged = judgedNodes(graph, withTests);
  const isJudged = (node: number) => judged.has(node);
  const reach = createReach(ways, isJudged);
  const isTest = (file: number) => !withTests && pathClassOf(nth(graph.files, file).path) === "test";
  reach.from(rootsOf(graph, judged, (file) => !isTest(file)));
  const states = await statesOf(db, view, { graph, imports, passed, hasPatterns }, judged, reach, options);
  for (const node of states.keys()) if (reach.isReached[node]) states.delete(node);
  const undecided = () => [...states.values()].filter((state) => state.class === null);
  spread(states, reach);
  await readMentions(db, view, { graph, ways, states, reach, passed }, options);
  const tests = createReach(ways, isJudged);
  tests.from(rootsOf(graph, judged, () => true));
  for (const state of undecided()) {
    const isTested = tests.isReached[state.node] === 1 || state.place !== null;
    state.class = isTested ? "tests" : "nobody";
    state.reason = isTested ? "only tests use it" : "nothing uses it";
  }
  return {
    symbols: listed(graph, ways, states),
    judged: judged.size,
    notJudged: notJudged(graph),
  };
}

/** The declarations that are judged: of languages with conventions, in files that people wrote. */
function judgedNodes(graph: WholeGraph, withTests: boolean): Set<number> {
  const judged = new Set<number>();
  for (const [node, { spans }] of graph.nodes.entries()) {
    const isWritten = spans.every(({ file }) => {
      const { path, meaning, isSearched } = nth(graph.files, file);
      const place = pathClassOf(path);
      return meaning?.usage && !meaning.shape && isSearched && (place === "source" || (withTests && place === "test"));
    });
    const span = nth(spans, 0);
    if (!isWritten || span.ordinal === 0 || !JUDGED.has(span.nodeType) || span.name.length < SHORTEST) continue;
    const owner = ownerOf(graph, span);
    if (
      owner &&
      DATA.has(span.nodeType) &&
      (!isType(owner.nodeType) || owner.nodeType === "enum" || span.access !== "private")
    )
      continue;
    // Members of literals, and of functions, go where their owner goes.
    if (
      owner &&
      !isType(owner.nodeType) &&
      !["namespace", "module", "extension", "function", "method"].includes(owner.nodeType)
    )
      continue;
    judged.add(node);
  }
  return judged;
}

/** Where programs begin: the top level of files, and what is not judged and stands in nothing. */
function rootsOf(graph: WholeGraph, judged: ReadonlySet<number>, isWanted: (file: number) => boolean): number[] {
  const roots: number[] = [];
  for (const [node, { spans }] of graph.nodes.entries())
    if (!judged.has(node) && spans.some((span) => isWanted(span.file) && (span.ordinal === 0 || !ownerOf(graph, span))))
      roots.push(node);
  return roots;
}

/** The whole of a project, as far as conventions ask for it. */
interface Whole {
  graph: WholeGraph;
  imports: ImportsByFile;
  passed: PassedNames;
  /** Some file loads others by a pattern. */
  hasPatterns: boolean;
}

/** The words of the conventions of unreached declarations; the reasons of those that are unsure by them. */
async function statesOf(
  db: Db,
  view: View,
  { graph, imports, passed, hasPatterns }: Whole,
  judged: ReadonlySet<number>,
  reach: Reach,
  options: ReadOptions,
): Promise<Map<number, State>> {
  const unreached = [...judged].filter((node) => !reach.isReached[node]);
  const byFile = groupBy(unreached, (node) => nth(nth(graph.nodes, node).spans, 0).file);
  const isImported = new Set<number>();
  for (const [from, list] of imports)
    for (const { target } of list)
      for (const { file } of nth(graph.nodes, target).spans) if (file !== from) isImported.add(file);
  const { published, texts } = await readPublished(db, view, graph, [...byFile.keys()], options);
  const open = openExports(graph, imports, [...published.values()], texts);
  const bases = basesOf(graph);
  const states = new Map<number, State>();
  for (const [file, nodes] of byFile) {
    const { meaning, path } = nth(graph.files, file);
    const text = texts.get(file);
    const usage = meaning?.usage;
    if (!usage || text === undefined) continue;
    const defaults = usage.modules?.defaultExport(text) ?? null;
    const isOfNames = !passed.isTakenWhole(file) && !isLoadedByPlace(path);
    for (const node of nodes) {
      const { spans } = nth(graph.nodes, node);
      const span = nth(spans, 0);
      const isPassedOn = passed.aliasesOf(node).size > 0;
      const own = declaredAt(graph, bases, span, text);
      // A list that passes on a default export exports the declaration.
      const declared = isPassedOn ? { ...own, isExported: true } : own;
      if (usage.isRun(declared)) {
        reach.from([node]);
        continue;
      }
      const owner = ownerOf(graph, span);
      const around = owner && isType(owner.nodeType) ? nth(graph.nodes, graph.nodeOf(owner)).spans : [];
      const reason =
        usage.outsideUse(declared) ??
        markReason(declared, usage.harmlessMarks) ??
        (usage.isItsFile?.(declared) === true
          ? ofItsFile(isImported.has(file), hasPatterns)
          : ofExport(declared, {
              isDefault: declared.name === defaults && !(isPassedOn && isOfNames),
              isLonely: usage.modules !== undefined && !isImported.has(file),
            })) ??
        openReason(open, published.get(usage), declared, file);
      states.set(node, {
        node,
        span,
        declared,
        sight: isPassedOn ? "project" : usage.sight(declared, text),
        isPassedOn,
        files: new Set([...spans, ...around].map((each) => each.file)),
        class: reason === null ? null : "unsure",
        reason: reason ?? "",
        place: reason === null ? null : { path, line: span.lineStart },
      });
    }
  }
  return states;
}

/** Why an export may be used that no name leads to; null: nothing tells so. */
function ofExport(
  { owner, isExported }: Unused["declared"],
  { isDefault, isLonely }: { isDefault: boolean; isLonely: boolean },
): string | null {
  if (owner) return null;
  if (isDefault) return "it is the default export of its file";
  return isLonely && isExported ? "nothing imports its file, which a tool may load" : null;
}

/** Why a declaration may be used that is its file; null: nothing loads the file. */
function ofItsFile(isImported: boolean, hasPatterns: boolean): string | null {
  if (isImported) return "its file is imported";
  return hasPatterns ? "files are loaded by a pattern" : null;
}

function markReason(declared: Unused["declared"], harmless: ReadonlySet<string>): string | null {
  const own = declared.marks.find((mark) => !harmless.has(mark));
  if (own !== undefined) return `it is marked with ${own}, which may use it`;
  const outer = isPrivate(declared) ? undefined : declared.owner?.marks.find((mark) => !harmless.has(mark));
  return outer === undefined ? null : `its ${declared.owner?.kind} is marked with ${outer}, which may use it`;
}

function openReason(
  open: OpenExports,
  published: Published | undefined,
  declared: Unused["declared"],
  file: number,
): string | null {
  if (isPrivate(declared)) return null;
  const outer = declared.owner && isType(declared.owner.kind) ? declared.owner : declared;
  if (!outer.isExported) return published?.reasonOf(declared) ?? null;
  return open.reasonOf(file, outer.name) ?? published?.reasonOf(declared) ?? null;
}

/** Reads manifests, and the texts that conventions look at: of files with unreached declarations, and of those that pass names on. */
async function readPublished(db: Db, view: View, graph: WholeGraph, wanted: readonly number[], options: ReadOptions) {
  const usages = new Set(graph.files.flatMap(({ meaning }) => meaning?.usage ?? []));
  const isManifest = (path: string) => [...usages].some(({ manifests }) => manifests.test(path));
  const passing = graph.files.flatMap(({ meaning }, index) => (meaning?.usage?.modules ? [index] : []));
  const manifests = graph.files.flatMap(({ path }, index) => (isManifest(path) ? [index] : []));
  const texts = new Map<number, string>();
  const all = [...new Set([...wanted, ...manifests, ...passing])].sort((a, b) => a - b);
  const kept = new Set([...wanted, ...manifests]);
  await forEachText(db, view, graph, all, options, (file, text) => {
    const modules = nth(graph.files, file).meaning?.usage?.modules;
    if (kept.has(file) || (modules && modules.passesOn(text).length > 0)) texts.set(file, text);
  });
  const paths = graph.files.map(({ path }) => path);
  const published = new Map(
    [...usages].map((usage) => {
      const own = manifests.flatMap((file) => {
        const { path } = nth(graph.files, file);
        const text = texts.get(file);
        return usage.manifests.test(path) && text !== undefined ? [[path, text] as const] : [];
      });
      return [usage, usage.published(new Map(own), paths)] as const;
    }),
  );
  return { published, texts };
}

/** The statements of all files that pass names on, and their default exports. */
async function readPassing(db: Db, view: View, graph: WholeGraph, options: ReadOptions) {
  const passing = new Map<number, PassingText>();
  let hasPatterns = false;
  const files = graph.files.flatMap(({ meaning }, index) => (meaning?.usage?.modules ? [index] : []));
  await forEachText(db, view, graph, files, options, (file, text) => {
    const modules = graph.files[file]?.meaning?.usage?.modules;
    if (!modules) return;
    hasPatterns ||= modules.loadsByPattern(text);
    const [renamed, defaults] = [modules.renamed(text), modules.defaultLines(text)];
    if (renamed.length + defaults.length > 0) passing.set(file, { renamed, defaults });
  });
  return { passing, hasPatterns };
}

/** Drops declarations that unsure ones reach: something uses them. They are neither dead nor doubts of their own. */
function spread(states: Map<number, State>, reach: Reach): void {
  reach.from([...states.values()].flatMap((state) => (state.class === "unsure" ? [state.node] : [])));
  for (const state of states.values())
    if (state.class === null && reach.isReached[state.node]) states.delete(state.node);
}

const REASONS = {
  named: "its name stands elsewhere, and nothing tells that another is meant",
  unresolved: "a call of its name is not resolved",
  imported: "it is imported, though nothing uses the import",
  text: "a text names it",
  shape: "another type has a member of its name, through which it may be used",
};

interface Found {
  graph: WholeGraph;
  ways: Ways;
  states: Map<number, State>;
  reach: Reach;
  passed: PassedNames;
}

/** Holds the names of what is left against all texts, until nothing changes any more. */
async function readMentions(
  db: Db,
  view: View,
  { graph, ways, states, reach, passed }: Found,
  options: ReadOptions,
): Promise<void> {
  const left = [...states.values()].filter((state) => state.class === null);
  const byName = new Map<string, State[]>();
  for (const state of left)
    for (const name of new Set([state.declared.name, ...passed.aliasesOf(state.node)])) addToList(byName, name, state);
  const names = new Set(byName.keys());
  if (names.size === 0) return;
  const mentions = new Map<string, Mention[]>();
  const starts = new Map<number, { span: Span; node: number }[]>();
  for (const spans of graph.spansOf)
    for (const span of spans)
      if (span && names.has(span.name)) addToList(starts, span.file, { span, node: graph.nodeOf(span) });
  const places = new Map<string, { file: number; position: number; node: number; isMember: boolean }[]>();
  await forEachText(db, view, graph, [...graph.files.keys()], options, (file, text) => {
    for (const { name, mention } of mentionsIn(text, names, { file, language: nth(graph.files, file).meaning })) {
      const list = mentions.get(name) ?? [];
      if (list.length <= MOST_MENTIONS) list.push(mention);
      mentions.set(name, list);
    }
    for (const { span, node } of starts.get(file) ?? []) {
      const owner = ownerOf(graph, span);
      const found = wordAt(text, span.name, span.start);
      if (found === null) continue;
      const place = {
        file,
        position: found,
        node,
        isMember: owner !== undefined && isMemberOf(span.nodeType, owner.nodeType),
      };
      addToList(places, span.name, place);
    }
  });
  settle(graph, ways, { states, reach, byName, mentions, places });
}

function wordAt(text: string, name: string, from: number): number | null {
  for (let offset = text.indexOf(name, from); offset >= 0; offset = text.indexOf(name, offset + 1))
    if (!/[\w$]/.test(text[offset - 1] ?? "") && !/[\w$]/.test(text[offset + name.length] ?? "")) return offset;
  return null;
}

interface Left {
  states: Map<number, State>;
  reach: Reach;
  byName: ReadonlyMap<string, State[]>;
  mentions: ReadonlyMap<string, Mention[]>;
  places: DeclaredPlaces;
}

/** Judges each place until no declaration becomes unsure any more. */
function settle(graph: WholeGraph, _ways: Ways, { states, reach, byName, mentions, places }: Left): void {
  const byFile = groupBy(
    [...states.values()].flatMap((state) => nth(graph.nodes, state.node).spans.map((span) => ({ span, state }))),
    ({ span }) => span.file,
  );
  const importers = importersOf(graph);
  const around: Surroundings = {
    graph,
    edges: namedEdges(graph, new Set(byName.keys())),
    places,
    importers,
    unusedAround: (file, position) =>
      byFile.get(file)?.find(({ span, state }) => state.class === null && span.start <= position && position < span.end)
        ?.state.node,
  };
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const [name, list] of byName)
      for (const state of list) {
        if (state.class !== null || !states.has(state.node)) continue;
        const all = mentions.get(name) ?? [];
        if (all.length > MOST_MENTIONS) {
          state.class = "unsure";
          state.reason = "its name stands in too many places";
        } else judgePlaces(state, name, all, around);
        isChanged ||= state.class !== null;
      }
    spread(states, reach);
  }
}

function judgePlaces(state: State, name: string, all: readonly Mention[], around: Surroundings): void {
  let test: Mention | undefined;
  for (const mention of all) {
    const verdict = judge(state, name, mention, around);
    if (verdict.is === "test") test ??= mention;
    if (verdict.is !== "use") continue;
    state.class = "unsure";
    state.reason = REASONS[verdict.reason];
    state.place = mentionPlace(around.graph, mention);
    return;
  }
  // A declaration with several names keeps the test that has one of them.
  if (test) state.place = mentionPlace(around.graph, test);
}

const mentionPlace = (graph: WholeGraph, { file, line }: Mention) => ({ path: nth(graph.files, file).path, line });

/** The files that import a file, and those that import what passes it on, read as often as it is asked. */
function importersOf(graph: WholeGraph): (file: number) => ReadonlySet<number> {
  const direct = new Map<number, Set<number>>();
  for (const [from, list] of importsByFile(graph))
    for (const { target } of list) for (const { file } of nth(graph.nodes, target).spans) addToSet(direct, file, from);
  const known = new Map<number, ReadonlySet<number>>();
  return (file) => {
    const found = known.get(file);
    if (found) return found;
    // A file that imports an importer may have the name from there: two steps cover lists of exports of lists of exports.
    const all = new Set(direct.get(file));
    for (const near of [...all]) for (const far of direct.get(near) ?? []) all.add(far);
    known.set(file, all);
    return all;
  };
}

/** The declarations to tell: those that stand in none of the same class, largest first. */
function listed(graph: WholeGraph, ways: Ways, states: ReadonlyMap<number, State>): DeadSymbol[] {
  const told = [...states.values()].filter(({ node, class: own }) => {
    const outer = nth(ways.around, node).map((each) => states.get(each)?.class);
    return own !== null && !outer.some((each) => each === own || (each && own === "unsure"));
  });
  const symbols = told.map((state): DeadSymbol => {
    const { spans } = nth(graph.nodes, state.node);
    const users = nth(ways.users, state.node).filter((user) => user !== state.node && states.has(user));
    return {
      span: state.span,
      path: nth(graph.files, state.span.file).path,
      language: nth(graph.files, state.span.file).language ?? "",
      class: state.class ?? "unsure",
      reason: state.reason,
      place: state.place,
      through: [...new Set(users.map((user) => nth(nth(graph.nodes, user).spans, 0).qualifiedName))],
      lines: spans.reduce((sum, span) => sum + span.lineEnd - span.lineStart + 1, 0),
    };
  });
  return symbols.sort(
    (a, b) =>
      DEAD_CLASSES.indexOf(a.class) - DEAD_CLASSES.indexOf(b.class) ||
      b.lines - a.lines ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.span.start - b.span.start),
  );
}

function notJudged(graph: WholeGraph): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { language, meaning } of graph.files)
    if (language !== null && (!meaning?.usage || meaning.shape)) counts[language] = (counts[language] ?? 0) + 1;
  return counts;
}
