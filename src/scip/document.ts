/** One document of an index, as far as edges need it: where symbols occur. Its documentation, diagnostics and text are passed over. */
import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { type BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { lastOf, nth } from "../base/need.js";
import { invalid, readFields } from "./wire.js";

/** How the columns of a document count: bytes of UTF-8, UTF-16 units, or characters. */
export type PositionEncoding = "utf8" | "utf16" | "utf32";

export interface ScipDocument {
  path: string;
  /** null: the indexer does not say. */
  encoding: PositionEncoding | null;
  /** Hash of the text, where the document has it. */
  textHash: string | null;
  /** Every symbol that occurs, once. */
  symbols: string[];
  /** By fives: line, first and last column (exclusive), all from 0; number of the symbol; 1 where it is defined there. */
  occurrences: number[];
  /** By twos, numbers of symbols: the first implements or overrides the second. */
  implementations: number[];
}

const DOCUMENT = { path: 1, occurrences: 2, symbols: 3, text: 5, encoding: 6 };
const OCCURRENCE = { range: 1, symbol: 2, roles: 3 };
const SYMBOL = { symbol: 1, relationships: 4 };
const RELATIONSHIP = { symbol: 1, isImplementation: 3 };
const ENCODINGS: (PositionEncoding | null)[] = [null, "utf8", "utf16", "utf32"];
const DEFINITION = 1;
/** How many numbers say where an occurrence is and of what. */
const OCCURRENCE_SIZE = 5;

/** One place at which a symbol occurs. */
export interface Occurrence {
  /** From 0. */
  line: number;
  /** The first column, from 0. */
  start: number;
  /** The last column, exclusive. */
  end: number;
  symbol: string;
  isDefinition: boolean;
}

/** The occurrences of a document, one by one. */
export function* occurrencesIn({ occurrences, symbols }: ScipDocument): Generator<Occurrence> {
  for (let index = 0; index < occurrences.length; index += OCCURRENCE_SIZE)
    yield {
      line: nth(occurrences, index),
      start: nth(occurrences, index + 1),
      end: nth(occurrences, index + 2),
      symbol: nth(symbols, nth(occurrences, index + 3)),
      isDefinition: nth(occurrences, index + 4) === 1,
    };
}

/** The symbols of a document that implement or override others, one by one. */
export function* implementationsIn({ implementations, symbols }: ScipDocument): Generator<{
  symbol: string;
  implemented: string;
}> {
  for (let index = 0; index < implementations.length; index += 2)
    yield {
      symbol: nth(symbols, nth(implementations, index)),
      implemented: nth(symbols, nth(implementations, index + 1)),
    };
}

/** Reads a document. Throws `scip_invalid` for any other bytes. */
export function readDocument(bytes: Uint8Array): ScipDocument {
  const document: ScipDocument = {
    path: "",
    encoding: null,
    textHash: null,
    symbols: [],
    occurrences: [],
    implementations: [],
  };
  const numbers = new Map<string, number>();
  const seen = new Set<string>();
  const numberOf = (symbol: string): number => {
    let number = numbers.get(symbol);
    if (number === undefined) {
      number = document.symbols.push(symbol) - 1;
      numbers.set(symbol, number);
    }
    return number;
  };
  readFields(bytes, (field, reader) => {
    if (field === DOCUMENT.path) document.path = reader.string();
    else if (field === DOCUMENT.occurrences) readOccurrence(reader.bytes(), document, numberOf, seen);
    else if (field === DOCUMENT.symbols) readRelationships(reader.bytes(), document, numberOf);
    else if (field === DOCUMENT.text) document.textHash = textHash(reader.string());
    else if (field === DOCUMENT.encoding) document.encoding = ENCODINGS[reader.int32()] ?? null;
    else return false;
    return true;
  });
  if (document.path === "") throw invalid("A document in it has no path.");
  return document;
}

/** Adds an occurrence once, as indexers repeat themselves. One over several lines is not a name, and is passed over. */
function readOccurrence(
  bytes: Uint8Array,
  document: ScipDocument,
  numberOf: (symbol: string) => number,
  seen: Set<string>,
): void {
  const range: number[] = [];
  let symbol = "";
  let roles = 0;
  readFields(bytes, (field, reader, type) => {
    if (field === OCCURRENCE.range) readNumbers(reader, type, range);
    else if (field === OCCURRENCE.symbol) symbol = reader.string();
    else if (field === OCCURRENCE.roles) roles = reader.int32();
    else return false;
    return true;
  });
  const [line = -1, start = -1, endLine] = range;
  const isOneLine = range.length === 3 || (range.length === 4 && endLine === line);
  const end = isOneLine ? lastOf(range) : -1;
  if (symbol === "" || line < 0 || start < 0 || end < start) return;
  const occurrence = [line, start, end, numberOf(symbol), roles & DEFINITION];
  const key = occurrence.join();
  if (seen.has(key)) return;
  seen.add(key);
  document.occurrences.push(...occurrence);
}

/** Repeated numbers stand packed in one field; older writers give each a field. */
function readNumbers(reader: BinaryReader, type: WireType, into: number[]): void {
  if (type !== WireType.LengthDelimited) {
    into.push(reader.int32());
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) into.push(reader.int32());
}

function readRelationships(bytes: Uint8Array, document: ScipDocument, numberOf: (symbol: string) => number): void {
  let symbol = "";
  const implemented: string[] = [];
  readFields(bytes, (field, reader) => {
    if (field === SYMBOL.symbol) symbol = reader.string();
    else if (field === SYMBOL.relationships) {
      let target = "";
      let isImplementation = false;
      readFields(reader.bytes(), (about, inner) => {
        if (about === RELATIONSHIP.symbol) target = inner.string();
        else if (about === RELATIONSHIP.isImplementation) isImplementation = inner.bool();
        else return false;
        return true;
      });
      if (isImplementation && target !== "") implemented.push(target);
    } else return false;
    return true;
  });
  if (symbol === "") return;
  for (const target of implemented) document.implementations.push(numberOf(symbol), numberOf(target));
}

/** The hash of a document's text. */
export function textHash(text: string): string {
  return hash("sha256", text, "base64");
}

/** A document as bytes, for the time until it is matched. */
export function packDocument(document: ScipDocument): Buffer {
  return deflateRawSync(JSON.stringify(document), { level: 1 });
}

/** Reads what `packDocument` wrote. */
export function unpackDocument(bytes: Buffer): ScipDocument {
  return JSON.parse(inflateRawSync(bytes).toString()) as ScipDocument;
}
