/** Code for a question as passages with their reasons: what codebase_retrieval shows, and its profile whole. */
import { rounded } from "../../format/rounded.js";
import { type Passage, passagesOf } from "../../search/code/passages.js";
import { reasonsFor } from "../../search/code/reason.js";
import type { CodeHit, CodeHits } from "../../search/code/search.js";
import type { ToolContext } from "../running/tool.js";

export interface FoundPassages {
  found: CodeHits;
  passages: Passage[];
  /** Pieces of imports, re-exports or unions alone that were passed over. */
  bare: number;
  /** The best hits of files that no passage is of, where they were asked for. */
  further: CodeHit[];
  metadata: { workspace: string; lastIndexed: string | null; queryTimeMs: number; totalResults: number };
}

/** Pieces that are read in addition to the wanted number, as some are joined or passed over. */
const MORE = 8;
/** Hits that are read besides, where further files are wanted: no more, as then with ten passages no more chunks are ranked. */
const FOR_FURTHER = 36;

/** Which passages are wanted of a query. */
export interface PassageRequest {
  query: string;
  /** The most passages. */
  most: number;
  /** Files to look in, as every tool takes them. */
  pathFilter?: string | undefined;
  /** Whether the best hits of other files are wanted behind them. */
  isFurther?: boolean;
}

/** The best passages for a query, and the files behind them. */
export async function findPassages(
  { searcher, view, project }: Pick<ToolContext, "searcher" | "view" | "project">,
  { query, most, pathFilter, isFurther = false }: PassageRequest,
): Promise<FoundPassages> {
  const started = performance.now();
  const found = await searcher.searchCode(view, {
    text: query,
    offset: 0,
    limit: most + MORE + (isFurther ? FOR_FURTHER : 0),
    threshold: 0,
    ...(pathFilter !== undefined && { pathFilter }),
  });
  const { passages, bare, further } = passagesOf(found.hits, { query: found.asked, most });
  const queryTimeMs = Math.round((performance.now() - started) * 10) / 10;
  return {
    found,
    passages,
    bare,
    further,
    metadata: { workspace: project.name, lastIndexed: view.indexedAt, queryTimeMs, totalResults: found.total },
  };
}

/** Fields of each passage in every form of an answer, with its whole text. */
export function passageFields({ found, passages }: Pick<FoundPassages, "found" | "passages">) {
  const reasonOf = reasonsFor(found.asked);
  return passages.map(({ best, startLine, endLine, text, parts, copies, overloads, more }) => ({
    file: best.chunk.path,
    content: text,
    score: rounded(best.relevance),
    lines: `${startLine}-${endLine}`,
    reason: [
      reasonOf({ ...best, chunk: { ...best.chunk, symbolNames: parts.flatMap((part) => part.symbolNames) }, text }),
      ...overloadsAt(overloads),
      ...sameIn(copies),
      ...(more.length > 0 ? [`more here: ${more.map(linesKey).join(", ")}`] : []),
    ].join("; "),
  }));
}

const linesKey = ({ startLine, endLine }: { startLine: number; endLine: number }) => `${startLine}-${endLine}`;

/** Overloads, and copies, that a reason names. */
const MOST_OVERLOADS = 6;
const MOST_COPIES = 3;

function overloadsAt(overloads: Passage["overloads"]): string[] {
  if (overloads.length === 0) return [];
  const places = overloads.slice(0, MOST_OVERLOADS).map(({ startLine, endLine }) => `${startLine}-${endLine}`);
  const more = overloads.length - places.length;
  return [`overloads in ${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}

function sameIn(copies: Passage["copies"]): string[] {
  if (copies.length === 0) return [];
  const places = copies.slice(0, MOST_COPIES).map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);
  const more = copies.length - places.length;
  return [`the same in ${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`];
}
