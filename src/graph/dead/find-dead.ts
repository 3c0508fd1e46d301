/**
 * Declarations without a use, by two witnesses that must agree: no edge leads there from the beginnings of programs, and no text names them. Code at
 * the top level of files counts as run, so whole files are not judged.
 *
 *   nobody    nothing uses it, or only dead code does
 *   tests     only tests use it
 *   unsure    no edge leads to it, but a convention or a text leaves a doubt, as its reason says
 *
 * The answer leaves out declarations that only an unsure one uses: they share its fate.
 */
import { nth } from "../../base/need.js";
import { pathClassOf } from "../../model/paths.js";
import type { Db } from "../../store/db/db.js";
import type { View } from "../../store/views.js";
import { createTextReader, type ReadOptions, readWholeGraph, type Span } from "../files/whole-graph.js";
import { noteUnreached } from "./conventions.js";
import { holdAgainstTexts } from "./hold-against-texts.js";
import { judgedNodes, notJudged, rootsOf } from "./judged.js";
import { importsByFile } from "./open.js";
import { modulesAsValues, passedNames, readPassing } from "./passed.js";
import { createReach, waysOf } from "./reach.js";
import { DEAD_CLASSES, type DeadClass, type DeadSearch, dropReached } from "./search.js";

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

/** The dead declarations of a view. `withTests`: those in test files as well. Throws as `readWholeGraph` does. */
export async function findDead(
  db: Db,
  view: View,
  { withTests, ...options }: ReadOptions & { withTests: boolean },
): Promise<DeadCode> {
  const graph = await readWholeGraph(db, view, options);
  const readTexts = createTextReader(db, view, graph, options);
  const imports = importsByFile(graph);
  const { passing, values, hasPatterns } = await readPassing(graph, readTexts);
  const passed = passedNames(graph, imports, passing);
  const ways = waysOf(graph, passed);
  const judged = judgedNodes(graph, withTests);
  const isJudged = (node: number) => judged.has(node);
  const isTest = (file: number) => !withTests && pathClassOf(nth(graph.files, file).path) === "test";
  const reach = createReach(ways, isJudged);
  reach.from(rootsOf(graph, judged, (file) => !isTest(file)));
  const valued = modulesAsValues(graph, imports, values);
  const search = { graph, readTexts, imports, passed, valued, hasPatterns, ways, judged, reach, states: new Map() };
  await noteUnreached(search);
  dropReached(search);
  await holdAgainstTexts(search);
  const fromTests = createReach(ways, isJudged);
  fromTests.from(rootsOf(graph, judged, () => true));
  decideRest(search, fromTests.isReached);
  return { symbols: listed(search), judged: judged.size, notJudged: notJudged(graph) };
}

/** Decides the declarations that nothing made unsure: tests come to them, or nothing does. */
function decideRest({ states }: DeadSearch, isTested: Uint8Array): void {
  for (const state of states.values()) {
    if (state.class !== null) continue;
    const isOfTests = isTested[state.node] === 1 || state.place !== null;
    state.class = isOfTests ? "tests" : "nobody";
    state.reason = isOfTests ? "only tests use it" : "nothing uses it";
  }
}

/** The declarations to tell: those that stand in none of the same class, largest first. */
function listed({ graph, ways, states }: DeadSearch): DeadSymbol[] {
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
