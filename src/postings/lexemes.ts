/**
 * Terms as lexemes of a tsvector. A lexeme is a hash of project and term. So a GIN index of many projects has lists of each project's own, a question
 * never reads those of another, and lexemes are shorter than identifiers. Positions are not places: they say how often a term stands in the text
 * (weight D), and in which names it stands. Pure.
 */
import { hash } from "node:crypto";
import { nth } from "../base/need.js";
import { uint16At, uint32At } from "../base/numbers.js";
import { FIELD, IN_TEXT, type PackedTerms } from "./file-terms.js";

/** Characters of base64: of a million terms, 1 in 70,000 shares its lexeme with another. */
const LENGTH = 6;
/** Lexemes that are kept, as most words of a file stand in others too. */
const KEPT = 200_000;
/** The highest count; the positions above it name fields. */
const MOST_TIMES = 16_000;
const D = 0;
const C = 1 << 14;
const B = 2 << 14;
const A = 3 << 14;
/** The position of each field, with its weight. */
const PLACES: readonly (readonly [field: number, position: number, weight: number])[] = [
  [FIELD.name, 16_001, A],
  [FIELD.wholeName, 16_002, A],
  [FIELD.fileName, 16_003, B],
  [FIELD.scope, 16_004, C],
  [FIELD.folder, 16_005, C],
];

/** Lexemes of the terms of a project. */
export interface Lexemes {
  of(term: string): string;
  /** Of chunks that declare a term as a whole name: an index finds these without a look at their weights. */
  ofName(term: string): string;
}

/** The lexemes of one project. */
export function createLexemes(projectId: string): Lexemes {
  const kept = new Map<string, string>();
  const of = (term: string): string => {
    let lexeme = kept.get(term);
    if (lexeme === undefined) {
      lexeme = hash("sha1", `${projectId}\0${term}`, "base64url").slice(0, LENGTH);
      if (kept.size >= KEPT) kept.clear();
      kept.set(term, lexeme);
    }
    return lexeme;
  };
  return { of, ofName: (term) => `=${of(term)}` };
}

/** A chunk's terms, or a file's. */
export interface TermVector {
  /** Terms in its text, each as often as it stands there. */
  length: number;
  /** A tsvector in its binary form. */
  terms: Buffer;
}

/** The vectors of the chunks of a file, in their order, and of the file: the terms in the texts of all its chunks. */
export function termVectors(packed: PackedTerms, lexemes: Lexemes): { chunks: TermVector[]; file: TermVector } {
  const documents = Array.from(packed.lengths, () => new Map<string, number>());
  const file = new Map<string, number>();
  for (const [index, term] of packed.terms.entries()) {
    const lexeme = lexemes.of(term);
    for (let position = uint32At(packed.starts, index); position < uint32At(packed.starts, index + 1); position++) {
      const count = uint16At(packed.counts, position);
      const own = nth(documents, uint32At(packed.documents, position));
      const before = own.get(lexeme) ?? 0;
      own.set(lexeme, Math.min(IN_TEXT, (before & IN_TEXT) + (count & IN_TEXT)) | ((before | count) & ~IN_TEXT));
      if ((count & FIELD.wholeName) !== 0) own.set(lexemes.ofName(term), 0);
      if ((count & IN_TEXT) > 0) file.set(lexeme, (file.get(lexeme) ?? 0) + (count & IN_TEXT));
    }
  }
  let total = 0;
  const chunks = documents.map((own, index) => {
    const length = uint32At(packed.lengths, index);
    total += length;
    return { length, terms: encode(own, positionsOf) };
  });
  return { chunks, file: { length: total, terms: encode(file, (count) => [Math.min(count, MOST_TIMES) | D]) } };
}

/** The positions that a posting's count stands for. */
function positionsOf(count: number): number[] {
  const positions = (count & IN_TEXT) > 0 ? [(count & IN_TEXT) | D] : [];
  for (const [field, position, weight] of PLACES) if ((count & field) !== 0) positions.push(position | weight);
  return positions;
}

function encode(terms: ReadonlyMap<string, number>, positions: (count: number) => number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 + terms.size * (LENGTH + 4 + 2 * (PLACES.length + 1)));
  let offset = bytes.writeInt32BE(terms.size, 0);
  for (const [lexeme, count] of terms) {
    offset += bytes.write(lexeme, offset, "latin1");
    offset = bytes.writeUInt8(0, offset);
    const own = positions(count);
    offset = bytes.writeUInt16BE(own.length, offset);
    for (const position of own) offset = bytes.writeUInt16BE(position, offset);
  }
  return bytes.subarray(0, offset);
}

/** The counts of some lexemes in tsvectors. */
export interface TermReader {
  /** Calls `found` with the number of each lexeme that a tsvector, in its binary form, has of those sought, and its count: that of a posting. */
  read(terms: Buffer, found: (number: number, count: number) => void): void;
}

/** A reader of the lexemes with these numbers. */
export function createTermReader(sought: ReadonlyMap<string, number>): TermReader {
  // Most lexemes of a chunk are not sought, and two letters tell so.
  const mayBegin = new Uint8Array(1 << 16);
  for (const lexeme of sought.keys()) mayBegin[(lexeme.charCodeAt(0) << 8) | lexeme.charCodeAt(1)] = 1;
  return {
    read(terms, found) {
      const size = terms.readInt32BE(0);
      let offset = 4;
      for (let index = 0; index < size; index++) {
        const end = terms.indexOf(0, offset + LENGTH);
        const number =
          mayBegin[terms.readUInt16BE(offset)] === 1 ? sought.get(terms.toString("latin1", offset, end)) : undefined;
        const positions = terms.readUInt16BE(end + 1);
        offset = end + 3 + 2 * positions;
        if (number === undefined) continue;
        let count = 0;
        for (let from = end + 3; from < offset; from += 2) count |= countOf(terms.readUInt16BE(from) & 16_383);
        found(number, count);
      }
    },
  };
}

function countOf(position: number): number {
  if (position <= MOST_TIMES) return position;
  return PLACES.find(([, place]) => place === position)?.[0] ?? 0;
}

/** A tsquery for what holds any of some lexemes. */
export const anyOf = (lexemes: readonly string[]): string => lexemes.map((lexeme) => `'${lexeme}'`).join("|");
