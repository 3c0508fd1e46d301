/** Writes SCIP indexes, as indexers do. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

export interface SampleOccurrence {
  range: number[];
  symbol: string;
  isDefinition?: boolean;
}

export interface SampleDocument {
  path: string;
  occurrences: SampleOccurrence[];
  /** Symbols, with those that they implement or override. */
  implementations?: [symbol: string, implemented: string][];
  text?: string;
  /** 1: UTF-8, 2: UTF-16, 3: UTF-32. */
  encoding?: number;
  documentation?: string;
}

const message = (writer: BinaryWriter, field: number, write: (inner: BinaryWriter) => void): void => {
  writer.tag(field, WireType.LengthDelimited).fork();
  write(writer);
  writer.join();
};

/** The bytes of a document. */
export function documentBytes(document: SampleDocument): Uint8Array {
  const writer = new BinaryWriter();
  writer.tag(1, WireType.LengthDelimited).string(document.path);
  for (const { range, symbol, isDefinition } of document.occurrences) {
    message(writer, 2, (inner) => {
      message(inner, 1, (packed) => {
        for (const number of range) packed.int32(number);
      });
      inner.tag(2, WireType.LengthDelimited).string(symbol);
      if (isDefinition) inner.tag(3, WireType.Varint).int32(1);
    });
  }
  for (const [symbol, implemented] of document.implementations ?? []) {
    message(writer, 3, (inner) => {
      inner.tag(1, WireType.LengthDelimited).string(symbol);
      message(inner, 4, (relationship) => {
        relationship.tag(1, WireType.LengthDelimited).string(implemented);
        relationship.tag(3, WireType.Varint).bool(true);
      });
    });
  }
  if (document.documentation !== undefined)
    message(writer, 3, (inner) => inner.tag(3, WireType.LengthDelimited).string(document.documentation!));
  writer.tag(4, WireType.LengthDelimited).string("typescript");
  if (document.text !== undefined) writer.tag(5, WireType.LengthDelimited).string(document.text);
  if (document.encoding !== undefined) writer.tag(6, WireType.Varint).int32(document.encoding);
  return writer.finish();
}

/** The metadata field that an index begins with. */
export function metadataBytes(projectRoot = "file:///build"): Uint8Array {
  const writer = new BinaryWriter();
  message(writer, 1, (inner) => {
    message(inner, 2, (tool) => tool.tag(1, WireType.LengthDelimited).string("scip-sample"));
    inner.tag(3, WireType.LengthDelimited).string(projectRoot);
  });
  return writer.finish();
}

/** A field of the index with a document in it. */
export function documentField(bytes: Uint8Array): Uint8Array {
  return new BinaryWriter().tag(2, WireType.LengthDelimited).bytes(bytes).finish();
}

/** A whole index. */
export function indexBytes(documents: readonly SampleDocument[], projectRoot?: string): Buffer {
  return Buffer.concat([
    metadataBytes(projectRoot),
    ...documents.map((document) => documentField(documentBytes(document))),
  ]);
}

/** Occurrences found by their text: line (from 1), name, symbol; "def" where it is defined there. The `nth` of that name in the line. */
export function documentOf(
  path: string,
  text: string,
  names: [line: number, name: string, symbol: string, role?: "def", nth?: number][],
  more: Partial<SampleDocument> = {},
): SampleDocument {
  const lines = text.split("\n");
  const occurrences = names.map(([line, name, symbol, role, nth = 0]) => {
    const found = [...lines[line - 1]!.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, "g"))][nth];
    if (!found) throw new Error(`${path}:${line} has no ${name}`);
    return { range: [line - 1, found.index, found.index + name.length], symbol, isDefinition: role === "def" };
  });
  return { path, occurrences, ...more };
}

/** Bytes as a stream gives them, a number at a time. */
export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < bytes.length; index += size) yield bytes.subarray(index, index + size);
}
