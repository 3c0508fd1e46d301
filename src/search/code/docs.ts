/** Search for what is written for people: sections of documents, by heading, and doc comments of code, in one order. */
import { addToList } from "../../base/groups.js";
import { nth, present } from "../../base/need.js";
import { wordsOf } from "../../postings/terms.js";
import type { Chunk } from "../../store/chunks.js";
import type { Db } from "../../store/db/db.js";
import { type DocComment, docsInSpans } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { FileFilters } from "../filters.js";
import { conceptsOf } from "./concepts.js";
import type { Factor, Signal } from "./ranking/weights.js";
import { type RankedText, reasonsFor } from "./reason.js";
import type { CodeHit, CodeHits, CodeQuery } from "./search.js";

/** Pieces of code whose doc comments are read. */
const CODE_READ = 120;
/** Gain of a section whose heading holds the whole query. */
const HEADING = 0.35;
/** Long sections are several pieces. */
const PARTS_OF_SECTION = 3;
/** Rules that put prose below code, which is not a question here, or short pieces before long ones. */
const WITHOUT: ReadonlySet<Signal | Factor> = new Set(["prose", "callable", "comment", "slight"]);

export interface DocQuery extends Pick<FileFilters, "path" | "pathFilter"> {
  text: string;
  offset: number;
  limit: number;
}

export interface DocHit {
  path: string;
  startLine: number;
  endLine: number;
  text: string;
  kind: "section" | "text" | "doc_comment";
  /** A document's headings, or what a doc comment is about. */
  breadcrumb: string | null;
  /** 0 to 1. */
  relevance: number;
  reason: string;
}

export interface DocHits
  extends Pick<CodeHits, "words" | "unknown" | "missed" | "isFiltered" | "nearMiss" | "isNoise" | "meaning"> {
  hits: DocHit[];
  hasMore: boolean;
}

/** `search` finds chunks of the view by words. */
export async function searchDocs(
  db: Db,
  view: View,
  search: (query: CodeQuery) => Promise<CodeHits>,
  query: DocQuery,
): Promise<DocHits> {
  const end = query.offset + query.limit;
  const common = { ...query, offset: 0, threshold: 0, without: WITHOUT };
  const sections = await search({ ...common, documents: true, limit: PARTS_OF_SECTION * (end + 1) });
  const code = await search({ ...common, documents: false, limit: CODE_READ });
  const spans = code.hits.map(({ chunk }) => chunk);
  const docs = await docsInSpans(db, view.projectId, spans);
  const unknown = sections.unknown.filter((word) => code.unknown.includes(word));
  const sought = soughtIn(sections.asked, unknown);
  const reasonOf = reasonsFor(sections.asked);
  const found = [
    ...sections.hits.map((hit) => sectionHit(hit, reasonOf, sought)),
    ...docs.flatMap((doc) => commentHit(doc, nth(code.hits, doc.span), reasonOf, sought)),
  ];
  found.sort(
    (a, b) => b.relevance - a.relevance || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine),
  );
  const hits = onePerSection(found);
  return {
    hits: hits.slice(query.offset, end),
    hasMore: hits.length > end,
    words: sections.words,
    unknown,
    missed: sections.missed,
    isFiltered: sections.isFiltered && code.isFiltered,
    nearMiss: null,
    isNoise: sections.isNoise && code.isNoise,
    meaning: sections.meaning,
  };
}

/** The best piece of each section, which says where others are. */
function onePerSection(hits: readonly DocHit[]): DocHit[] {
  const sections = new Map<string, DocHit[]>();
  for (const [index, hit] of hits.entries()) {
    const key = hit.kind === "section" ? `${hit.path}\n${hit.breadcrumb}` : String(index);
    addToList(sections, key, hit);
  }
  return [...sections.values()].map(([best, ...others]) => {
    if (others.length === 0) return present(best);
    const lines = others.map(({ startLine, endLine }) => `${startLine}-${endLine}`).join(", ");
    return { ...present(best), reason: `${present(best).reason}; more of this section in lines ${lines}` };
  });
}

type Sought = readonly { weight: number; terms: ReadonlySet<string> }[];

function soughtIn(text: string, unknown: readonly string[]): Sought {
  return conceptsOf(text)
    .filter(({ word }) => !unknown.includes(word))
    .map(({ weight, terms }) => ({ weight, terms: new Set(terms.map(({ term }) => term)) }));
}

/** The share of the query, 0 to 1, that a text holds. */
function shareIn(sought: Sought, text: string): number {
  const terms = wordsOf(text).flatMap((word) => word.terms);
  let held = 0;
  let all = 0;
  for (const { weight, terms: wanted } of sought) {
    all += weight;
    if (terms.some((term) => wanted.has(term))) held += weight;
  }
  return all === 0 ? 0 : held / all;
}

function sectionHit(hit: CodeHit, reasonOf: (found: RankedText) => string, sought: Sought): DocHit {
  const { chunk, text } = hit;
  const heading = chunk.breadcrumb?.split(" › ").at(-1) ?? "";
  return {
    ...placeOfChunk(chunk),
    text,
    kind: chunk.kind === "section" ? "section" : "text",
    breadcrumb: chunk.breadcrumb,
    relevance: 1 - (1 - hit.strength) * (1 - HEADING * shareIn(sought, heading)),
    reason: reasonOf(hit),
  };
}

/** A doc comment counts as much as its piece of code, as far as the query's words are in it. */
function commentHit(doc: DocComment, hit: CodeHit, reasonOf: (found: RankedText) => string, sought: Sought): DocHit[] {
  const share = shareIn(sought, `${doc.name} ${doc.doc}`);
  if (shareIn(sought, doc.doc) === 0) return [];
  const startLine = commentStart(hit, doc.lineStart);
  const chunk = { path: hit.chunk.path, startLine, symbolNames: [doc.name], breadcrumb: null, kind: doc.nodeType };
  return [
    {
      path: hit.chunk.path,
      startLine,
      endLine: doc.lineStart,
      text: doc.doc,
      kind: "doc_comment",
      breadcrumb: doc.qualifiedName || null,
      relevance: hit.strength * share * share,
      reason: reasonOf({ chunk, text: doc.doc, sum: hit.sum, factors: hit.factors }),
    },
  ];
}

/** The line where the comment above a declaration begins. */
function commentStart({ chunk, text }: CodeHit, declaration: number): number {
  const lines = text.split("\n");
  let line = declaration;
  while (line > chunk.startLine && /^\s*(\*|\/\*|\/\/|#|@|\[)/.test(lines[line - 1 - chunk.startLine] ?? "")) line--;
  return line;
}

function placeOfChunk({ path, startLine, endLine }: Chunk) {
  return { path, startLine, endLine };
}
