/** Reading an index as it arrives: its documents whole, however the bytes are cut, and nothing else for one. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { describe, expect, test } from "vitest";
import { readDocument } from "../../src/scip/document.js";
import { readIndex } from "../../src/scip/wire.js";
import { documentBytes, documentField, inChunks, indexBytes, metadataBytes, type SampleDocument } from "./encode.js";

const LIMIT = { mostDocumentBytes: 10_000 };
const one: SampleDocument = {
  path: "src/a.ts",
  occurrences: [{ range: [0, 4, 8], symbol: "local 1", isDefinition: true }],
};
const two: SampleDocument = { path: "src/b.ts", occurrences: [{ range: [2, 1, 2, 5], symbol: "local 2" }] };

async function read(bytes: Uint8Array, chunk = 7): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of readIndex(inChunks(bytes, chunk), LIMIT)) {
    if (part.is === "metadata") parts.push(`${part.metadata.tool} at ${part.metadata.projectRoot}`);
    else if (part.is === "document") parts.push(readDocument(part.bytes).path);
    else parts.push(`too large: ${part.size}`);
  }
  return parts;
}

test.each([1, 2, 3, 64, 100_000])("documents are whole where %i bytes arrive at a time", async (chunk) => {
  expect(await read(indexBytes([one, two]), chunk)).toEqual(["scip-sample at file:///build", "src/a.ts", "src/b.ts"]);
});

test("a document beyond the limit is passed over, and the next is read", async () => {
  const large = documentBytes({ ...one, documentation: "x".repeat(20_000) });
  const bytes = Buffer.concat([metadataBytes(), documentField(large), documentField(documentBytes(two))]);
  expect((await read(bytes)).slice(1)).toEqual([`too large: ${large.length}`, "src/b.ts"]);
});

test("symbols of other packages are passed over", async () => {
  const external = new BinaryWriter().tag(3, WireType.LengthDelimited).bytes(Buffer.from("anything")).finish();
  const bytes = Buffer.concat([metadataBytes(), external, documentField(documentBytes(one))]);
  expect((await read(bytes)).slice(1)).toEqual(["src/a.ts"]);
});

describe("input that is not an index is refused, with the reason", () => {
  const whole = indexBytes([one, two]);
  const cases: { name: string; bytes: Uint8Array; says: RegExp }[] = [
    { name: "nothing", bytes: Buffer.alloc(0), says: /empty/ },
    { name: "text", bytes: Buffer.from("hello, this is no protobuf at all"), says: /not a SCIP index/ },
    { name: "JSON", bytes: Buffer.from('{"documents": []}'), says: /SCIP index/ },
    { name: "gzip", bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]), says: /not a SCIP index/ },
    { name: "another message", bytes: documentField(documentBytes(one)), says: /does not begin with the metadata/ },
    { name: "half a document", bytes: whole.subarray(0, whole.length - 5), says: /cut off/ },
    { name: "half a length", bytes: Buffer.concat([metadataBytes(), Buffer.from([0x12, 0x80])]), says: /cut off/ },
    {
      name: "a document of rubbish",
      bytes: Buffer.concat([metadataBytes(), documentField(Buffer.alloc(40, 0xff))]),
      says: /broken/,
    },
    {
      name: "an unknown field",
      bytes: Buffer.concat([metadataBytes(), Buffer.from([0x4a, 1, 0])]),
      says: /field 9/,
    },
    {
      name: "a document without a path",
      bytes: Buffer.concat([metadataBytes(), documentField(documentBytes({ ...one, path: "" }))]),
      says: /no path/,
    },
  ];
  test.each(cases)("$name", async ({ bytes, says }) => {
    await expect(read(bytes)).rejects.toMatchObject({
      code: "scip_invalid",
      message: expect.stringMatching(says) as string,
    });
  });
});

test("occurrences over several lines, outside of any line, or said twice are not names", () => {
  const occurrences = [
    { range: [1, 0, 4], symbol: "local 1" },
    { range: [1, 0, 1, 4], symbol: "local 1" },
    { range: [1, 0, 2, 4], symbol: "local 2" },
    { range: [-1, 0, 4], symbol: "local 3" },
    { range: [1, 9, 4], symbol: "local 4" },
    { range: [1], symbol: "local 5" },
  ];
  const document = readDocument(documentBytes({ path: "a.ts", occurrences }));
  expect(document).toMatchObject({ symbols: ["local 1"], occurrences: [1, 0, 4, 0, 0] });
});
