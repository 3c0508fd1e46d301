/**
 * Research: a question to places, over several hops. The first finds places by words, meaning and names; each further one follows the edges of the
 * best places that matter for the focus, and asks the question again with words of the names that were found.
 */
import { need } from "../../base/need.js";
import { symbolsMeant } from "../../graph/lookup.js";
import type { FindText } from "../../graph/messages/texts.js";
import { isPart } from "../../graph/parts.js";
import { tiersUpTo } from "../../graph/relations.js";
import type { FindFiles } from "../../graph/routes/declared.js";
import { isShared } from "../../graph/symbol.js";
import { nameOf, pathClassOf } from "../../model/paths.js";
import { identifierTerms } from "../../postings/terms.js";
import type { Db } from "../../store/db/db.js";
import { countCallersUpTo } from "../../store/edge-counts.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import { isOfQuestion } from "../code/concepts.js";
import { fitOf, reasonsFor } from "../code/reason.js";
import type { CodeHits } from "../code/search.js";
import type { Searcher } from "../search.js";
import { bestPlaces, OF_SAME_NAME } from "./account.js";
import { declarationsOf } from "./declarations.js";
import { followEdges, type Hop, type Link } from "./follow.js";
import { followNames, followNamesBack } from "./mentions.js";
import { followMessages } from "./messages.js";
import type { Focus, Question, Toward } from "./question.js";
import { createRequestFinder } from "./requests.js";
import { type ScoredPlace, spread } from "./spread.js";
import { BY_MESSAGE, BY_NAME, BY_REQUEST, LAST_CALLS, type Weights, weightsFor } from "./weights.js";

export interface ResearchRequest {
  question: Question;
  focus: Focus | null;
  /** Hops, 1 to 5. */
  depth: number;
  /** Only below this folder; "." for all. */
  folder: string;
  /** Words that are looked for besides those of the question. */
  added: readonly string[];
}

/** An account of a hop. */
export interface HopReport {
  hop: number;
  /** Places that it began at. */
  from: number;
  edges: number;
  /** Places that were new. */
  found: number;
  /** Words that the question was asked again with. */
  words: string[];
  isCapped: boolean;
}

export interface Research {
  places: Map<string, ScoredPlace>;
  links: Link[];
  /** The symbols at the ends of the links, by node_id. */
  heads: Map<string, SymbolHead>;
  hops: HopReport[];
  /** The first answer of the search. It tells the words of the question that are nowhere. */
  first: CodeHits;
  /** Whether it was about callers or implementations of a symbol that is there. */
  toward: Toward | null;
  /** Names of the question that symbols have, and those that none has. */
  named: string[];
  unnamed: string[];
  /** Places outside the folder that edges lead to. */
  outside: number;
}

export interface ResearchIndex {
  db: Db;
  view: View;
  searcher: Pick<Searcher, "searchCode">;
  /** Finds files outside of tests by texts in them. */
  find: FindFiles;
  /** Finds code with names of topics that are texts. */
  findTopics: FindText;
  signal: AbortSignal;
  progress(done: number, total: number, message: string): void;
}

/** Hits of the question, and of the question asked again. */
const HITS = 80;
const HITS_AGAIN = 40;
const HITS_OF_NAME = 10;
const TIERS = tiersUpTo("unique");
/** A hit of the question asked again counts this much. */
const AGAIN = 0.6;
/** Places that a hop follows the edges of. */
const FRONTIER = 20;
/** Where the question names what it is about, all are followed. */
const FRONTIER_OF_NAMED = 200;
/** Places whose calls are followed behind the last hop: the last that are found would be told without what they do. */
const FOLLOWED_AT_LAST = 40;
const MOST_OF_NAME = 4;
const MOST_WORDS = 8;
/** Symbols whose callers are counted, and how far. */
const MOST_COUNTED = 400;
const COUNTED_TO = 200;

/** Does the research. Throws the reason of `signal` between any two steps. */
export async function research(index: ResearchIndex, request: ResearchRequest): Promise<Research> {
  const { signal, progress, db, view } = index;
  const { question, focus, depth } = request;
  const total = depth + 1;
  progress(0, total, "looking for the question");
  const places = new Map<string, ScoredPlace>();
  const first = await find(index, request, request.added, HITS);
  signal.throwIfAborted();
  const { named, unnamed } = await addNamed(index, question, places);
  const toward = named.length > 0 ? question.toward : null;
  if (toward === null) await addHits(index, first, places, 1, 0);
  signal.throwIfAborted();
  progress(1, total, `question: ${places.size} places`);
  const heads = new Map<string, SymbolHead>();
  const state: Research = { places, links: [], heads, hops: [], first, toward, named, unnamed, outside: 0 };
  const weights = weightsFor(focus, toward);
  const take = createTake(index, request, state);
  const requestsFrom = createRequestFinder(db, view, index.find);
  const followed = new Set<string>();
  for (let hop = 1; hop <= depth; hop++) {
    // Where one symbol is asked about, only what leads to it is followed.
    const isReached = ({ head, by }: ScoredPlace) =>
      !followed.has(head.nodeId) && (toward === null || by !== null || isNamed(head, named));
    const variety = { perFile: 1, perName: toward === null ? OF_SAME_NAME : 1 };
    const most = toward === null ? FRONTIER : FRONTIER_OF_NAMED;
    const frontier = bestPlaces([...places.values()].filter(isReached), most, variety).map(({ head }) => head);
    const before = places.size;
    for (const { nodeId } of frontier) followed.add(nodeId);
    const step = await followEdges(db, view, frontier, weights, signal);
    await take(step, { from: frontier, weights, hop });
    if (toward === null)
      for (const names of [
        await followNames(db, view, frontier),
        await followNamesBack(db, view, frontier, (name) => findName(index, request, name)),
      ])
        await take(names, { from: frontier, weights: BY_NAME, hop });
    if (toward === null) {
      const requests = await requestsFrom(frontier);
      signal.throwIfAborted();
      await take(requests, { from: frontier, weights: BY_REQUEST, hop });
      const messages = await followMessages(
        { db, view, tiers: TIERS },
        frontier,
        step,
        hop === 1 ? index.findTopics : undefined,
      );
      signal.throwIfAborted();
      await take(messages, { from: frontier, weights: BY_MESSAGE, hop });
    }
    const words = toward === null ? wordsLearnt(places, question.text, state.hops) : [];
    if (words.length > 0) {
      const again = await find(index, request, [...request.added, ...words], HITS_AGAIN);
      signal.throwIfAborted();
      await addHits(index, again, places, AGAIN, hop);
      signal.throwIfAborted();
    }
    const found = places.size - before;
    state.hops.push({ hop, from: frontier.length, edges: step.edges, found, words, isCapped: step.isCapped });
    progress(hop + 1, total, `hop ${hop}: ${step.edges} edges of ${frontier.length} places, ${found} new places`);
    if (frontier.length === 0) break;
  }
  if (toward === null) {
    const left = [...places.values()].filter(({ head }) => !followed.has(head.nodeId));
    const last = bestPlaces(left, FOLLOWED_AT_LAST, { perFile: 1, perName: OF_SAME_NAME }).map(({ head }) => head);
    await take(await followEdges(db, view, last, LAST_CALLS, signal), { from: last, weights: LAST_CALLS, hop: depth });
  }
  return state;
}

/** Makes the function that passes scores from some places along links, into what is known. */
function createTake({ db, view, signal }: ResearchIndex, { question, folder }: ResearchRequest, state: Research) {
  const { toward } = state;
  const fits = fitnessOf(question.text);
  const isInside = insideOf(folder);
  const outside = new Set<string>();
  const isWanted = (head: SymbolHead) => {
    if (isShared(head)) return false;
    if (!isInside(head.path)) outside.add(head.nodeId);
    return isInside(head.path) && (question.isAboutTests || toward !== null || isCode(head));
  };
  return async (
    { links, heads }: Pick<Hop, "links" | "heads">,
    { from, weights, hop }: { from: readonly SymbolHead[]; weights: Weights; hop: number },
  ): Promise<void> => {
    const ends = [...new Set(links.map(({ target }) => target))].slice(0, MOST_COUNTED);
    const counts = await countCallersUpTo(db, view, ends, { tiers: ["exact", "import"], most: COUNTED_TO });
    signal.throwIfAborted();
    const calls = new Map(ends.map((key, position) => [key, counts[position] ?? 0]));
    spread(state.places, new Set(from.map(({ nodeId }) => nodeId)), {
      links,
      heads,
      weights,
      hop,
      fitOf: toward === null ? fits : () => 1,
      callsOf: (key) => (toward === null ? (calls.get(key) ?? 0) : 0),
      isWanted,
    });
    state.links.push(...links);
    for (const [key, head] of heads) state.heads.set(key, head);
    state.outside = outside.size;
  };
}

const isCode = ({ path }: SymbolHead) => ["source", "generated"].includes(pathClassOf(path));

/** Whether paths are below a folder. */
function insideOf(folder: string): (path: string) => boolean {
  const start = folder.replace(/^\.\/?|\/+$/g, "");
  return (path) => start === "" || path === start || path.startsWith(`${start}/`);
}

const isNamed = (head: SymbolHead, names: readonly string[]) =>
  names.some(
    (name) => head.qualifiedName === name || head.name === name || head.qualifiedName.endsWith(`.${lastPart(name)}`),
  );

const lastPart = (name: string) => name.split(/[.#:]+/).at(-1) ?? name;

function find(index: ResearchIndex, request: ResearchRequest, added: readonly string[], limit: number) {
  return searchFor(index, request, { text: request.question.text, added, limit });
}

/** Pieces of code with a name. */
async function findName(index: ResearchIndex, request: ResearchRequest, name: string) {
  const { hits } = await searchFor(index, request, { text: name, semanticWeight: 0, limit: HITS_OF_NAME });
  index.signal.throwIfAborted();
  return hits;
}

function searchFor(
  { searcher, view }: ResearchIndex,
  { question, folder }: ResearchRequest,
  query: { text: string; added?: readonly string[]; semanticWeight?: number; limit: number },
) {
  return searcher.searchCode(view, {
    path: folder,
    documents: false,
    tests: question.isAboutTests ? "include" : "exclude",
    offset: 0,
    threshold: 0,
    ...query,
  });
}

/** Adds the symbols that the question names, each as good as a best hit. */
async function addNamed({ db, view }: ResearchIndex, question: Question, places: Map<string, ScoredPlace>) {
  const named: string[] = [];
  const unnamed: string[] = [];
  for (const { name, isCode: isWritten } of question.names) {
    const spelled = name.replaceAll(/::|#/g, ".");
    const found = (await symbolsMeant(db, view, spelled, () => true)).filter(
      ({ primary }) => primary.ordinal > 0 && (isWritten || primary.name === lastPart(spelled)),
    );
    const code = found.filter(({ primary }) => question.isAboutTests || isCode(primary));
    const meant = (code.length > 0 ? code : found).slice(0, MOST_OF_NAME);
    if (meant.length === 0) {
      if (isWritten || question.toward !== null) unnamed.push(name);
      continue;
    }
    named.push(name);
    for (const { primary } of meant)
      places.set(primary.nodeId, {
        head: primary,
        score: isWritten || question.toward !== null ? 0.95 : 0.6,
        hop: 0,
        reason: "the question names it",
        by: null,
        lines: null,
      });
  }
  return { named, unnamed };
}

/** Adds what hits declare: each the declaration that its piece is of. */
async function addHits(
  { db, view }: ResearchIndex,
  { hits, asked }: CodeHits,
  places: Map<string, ScoredPlace>,
  worth: number,
  hop: number,
): Promise<void> {
  const heads = await declarationsOf(db, view, hits, asked);
  const reasonOf = reasonsFor(asked);
  const top = hits[0]?.strength ?? 1;
  for (const [index, hit] of hits.entries()) {
    const head = heads[index];
    if (!head) continue;
    const score = worth * (0.6 * (hit.strength / Math.max(top, 0.01)) + 0.35 / (1 + index / 8));
    const known = places.get(head.nodeId);
    if (known === undefined)
      places.set(head.nodeId, {
        head,
        score,
        hop,
        reason: reasonOf(hit),
        by: null,
        lines: { start: hit.chunk.startLine, end: hit.chunk.endLine },
      });
    else {
      known.score = Math.max(known.score, score);
      known.reason ??= reasonOf(hit);
      known.lines ??= { start: hit.chunk.startLine, end: hit.chunk.endLine };
    }
  }
}

/** 0 to 1: how many of the words that carry a question a symbol has in its name, its owner's and its file's. Two are all. */
function fitnessOf(text: string): (head: SymbolHead) => number {
  const held = fitOf(text);
  return ({ qualifiedName, path }) => {
    const file = nameOf(path).replace(/\.\w+$/, "");
    return Math.min(
      1,
      Math.floor(held(qualifiedName.replaceAll(/[^\p{L}\p{N}_$]+/gu, "_"))) / 2 +
        Math.min(0.5, Math.floor(held(file)) / 4),
    );
  };
}

/** Words of the names of the best places that the question does not have: the most frequent among them. */
function wordsLearnt(places: ReadonlyMap<string, ScoredPlace>, text: string, hops: readonly HopReport[]): string[] {
  const known = new Set(text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? []);
  for (const { words } of hops) for (const word of words) known.add(word);
  const best = [...places.values()].sort((a, b) => b.score - a.score).slice(0, 16);
  const scores = new Map<string, number>();
  // The name of a file is its path, and a statement's is that, or its route.
  for (const { head, score } of best)
    for (const term of head.ordinal === 0 || isPart(head) ? [] : new Set(identifierTerms(head.name).slice(-4)))
      if (term.length > 2 && !known.has(term) && !isOfQuestion(term)) scores.set(term, (scores.get(term) ?? 0) + score);
  return [...scores.keys()].sort((a, b) => need(scores, b) - need(scores, a) || (a < b ? -1 : 1)).slice(0, MOST_WORDS);
}
