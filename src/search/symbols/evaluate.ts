/** Evaluates the parts of a symbol query: words, AND, OR and NOT. */
import { nth, present } from "../../base/need.js";
import { WHOLE, wholeName } from "../../postings/symbol-terms.js";
import { intersected, type Matches, united } from "./matches.js";
import { OPERATOR, type SymbolQuery } from "./query.js";
import { findPiece, type Reader } from "./reader.js";

/** Symbols that satisfy the query; where `within` is given, those outside it may be left out. */
export async function evaluate(reader: Reader, query: SymbolQuery, within: Matches | null = null): Promise<Matches> {
  switch (query.kind) {
    case "word":
    case "phrase":
      return evaluateWord(reader, query, within);
    case "and": {
      let all: Matches | null = null;
      for (const part of query.parts) {
        const matches: Matches = await evaluate(reader, part, all ?? within);
        all = all === null ? matches : intersected(all, matches);
      }
      return present(all);
    }
    case "or": {
      const parts = await Promise.all(query.parts.map((part) => evaluate(reader, part, within)));
      return parts.reduce(united);
    }
    case "not": {
      const keep = await evaluate(reader, query.keep, within);
      for (const dense of (await evaluate(reader, query.drop, keep)).keys()) keep.delete(dense);
      return keep;
    }
  }
}

/** A word or phrase: all its parts, the last as a prefix where asked. Which order they stand in is looked at in the rows. */
async function evaluateWord(
  reader: Reader,
  { text, isPrefix, column }: Extract<SymbolQuery, { kind: "word" | "phrase" }>,
  within: Matches | null,
): Promise<Matches> {
  const isInName = column === "name";
  const whole = reader.match(nth(await reader.find([WHOLE + wholeName(text)]), 0), false);
  // Its signs are not words: by its words alone it would be any operator.
  if (OPERATOR.test(text) && whole.size > 0) return whole;
  const pieces = text.split(/[^\p{L}\p{M}\p{N}_$]+/u).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
  const found = await Promise.all(
    pieces.map((piece, index) => findPiece(reader, piece, isPrefix && index === pieces.length - 1)),
  );
  // Rare ones first: of a frequent one only what is in those is kept.
  found.sort((a, b) => a.documents - b.documents);
  let all: Matches | null = null;
  for (const { parts, names } of found) {
    const kept: Matches | null = all ?? within;
    const matches = united(reader.match(parts, isInName, kept), reader.match(names, false, kept));
    all = all === null ? matches : intersected(all, matches);
  }
  return all === null ? whole : united(all, whole);
}
