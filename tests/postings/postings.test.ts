/** Segments of posting lists: built, read and merged by src/postings. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SegmentBuilder, TrigramSegmentBuilder } from "../../src/postings/build.js";
import type { PackedTerms } from "../../src/postings/file-terms.js";
import { mergeSegments, segmentsToMerge } from "../../src/postings/merge.js";
import { createPostings, decodeLengths, entriesOf, findTerms, readPostings } from "../../src/postings/read.js";
import { compareTerms, type SegmentBlock, type SegmentRows } from "../../src/postings/segment.js";
import { trigrams } from "../../src/postings/trigrams.js";

/** Counts by term of documents 0, 1, …, packed. */
function packed(documents: Record<string, number>[]): PackedTerms {
  const terms = [...new Set(documents.flatMap((counts) => Object.keys(counts)))];
  const postings = terms.map((term) =>
    documents.flatMap((counts, document) => (term in counts ? [{ document, count: counts[term]! }] : [])),
  );
  const starts = [0];
  for (const list of postings) starts.push(starts.at(-1)! + list.length);
  return {
    terms,
    starts: Uint32Array.from(starts),
    documents: Uint32Array.from(postings.flat(), ({ document }) => document),
    counts: Uint16Array.from(postings.flat(), ({ count }) => count),
    lengths: Uint32Array.from(documents, (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)),
  };
}

/** A segment as an object: term → document → count. */
function contents(segment: { firstDocument: number; blocks: SegmentBlock[] }): Record<string, Record<number, number>> {
  const all: Record<string, Record<number, number>> = {};
  const read = createPostings();
  for (const { data } of segment.blocks) {
    for (const { term, ...entry } of entriesOf(data)) {
      readPostings(entry, segment.firstDocument, read);
      const documents = [...read.documents.subarray(0, entry.documents)];
      all[term.toString("utf8")] = Object.fromEntries(
        documents.map((document, index) => [document, read.counts[index]!]),
      );
    }
  }
  return all;
}

async function merged(segments: SegmentRows[], isLive: (document: number) => boolean): Promise<SegmentRows | null> {
  const blocks: SegmentBlock[] = [];
  const head = await mergeSegments(
    segments.map((segment) => ({
      head: segment,
      async *blocks() {
        yield* segment.blocks;
      },
    })),
    isLive,
    async (more) => {
      blocks.push(...more);
    },
  );
  return head === null ? null : { ...head, blocks };
}

describe("a segment", () => {
  test("holds what was added, with lengths", () => {
    const builder = new SegmentBuilder("word");
    builder.add(10, packed([{ auth: 2, user: 1 }, { user: 300 }]));
    builder.add(900_000, packed([{ auth: 1 }]));
    const segment = builder.build()!;
    expect(contents(segment)).toEqual({ auth: { 10: 2, 900000: 1 }, user: { 10: 1, 11: 300 } });
    expect(segment).toMatchObject({ firstDocument: 10, lastDocument: 900_000, documentCount: 3 });
    expect(decodeLengths(segment)).toEqual({
      documents: Uint32Array.from([10, 11, 900_000]),
      lengths: Uint32Array.from([3, 300, 1]),
    });
  });

  test("of nothing is null", () => {
    expect(new SegmentBuilder("word").build()).toBeNull();
    expect(new TrigramSegmentBuilder().build()).toBeNull();
  });

  test("refuses documents out of order", () => {
    const builder = new SegmentBuilder("word");
    builder.add(5, packed([{ a: 1 }]));
    expect(() => builder.add(5, packed([{ a: 1 }]))).toThrow(RangeError);
  });

  test("orders terms by their UTF-8 bytes and finds each in its block", () => {
    const term = fc.string({
      unit: fc.constantFrom("a", "b", "é", "\u{1f600}", "\uffee", "漢", "="),
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.uniqueArray(term, { minLength: 1, maxLength: 60 }), term, (terms, other) => {
        const builder = new SegmentBuilder("name");
        builder.add(7, packed([Object.fromEntries(terms.map((one, index) => [one, index + 1]))]));
        const { blocks } = builder.build()!;
        const order = blocks.flatMap(({ data }) => [...entriesOf(data)].map((entry) => entry.term));
        expect(order).toEqual([...order].sort(Buffer.compare));
        expect([...terms].sort(compareTerms)).toEqual(order.map((one) => one.toString("utf8")));
        const find = (sought: string[]) => {
          const found: string[] = [];
          const bytes = sought.map((one) => Buffer.from(one, "utf8"));
          findTerms(
            blocks[0]!.data,
            bytes,
            (index, { documents }) => found.push(sought[index]!) && expect(documents).toBe(1),
          );
          return found;
        };
        for (const one of terms) expect(find([one])).toEqual([one]);
        const some = [...new Set([...terms.filter((_, index) => index % 3 > 0), other, `${other}a`])].sort(
          compareTerms,
        );
        expect(find(some)).toEqual(some.filter((one) => terms.includes(one)));
      }),
    );
  });

  test("has many blocks when it is large, each beginning with its first term", () => {
    const builder = new SegmentBuilder("word");
    for (let document = 0; document < 200; document++)
      builder.add(
        document,
        packed([Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`term${document}x${index}`, 1]))]),
      );
    const { blocks } = builder.build()!;
    expect(blocks.length).toBeGreaterThan(10);
    for (const { firstTerm, data } of blocks) {
      expect(data.length).toBeLessThan(20_000);
      expect([...entriesOf(data)][0]!.term.toString("utf8")).toBe(firstTerm);
    }
  });
});

test("a trigram segment leads from trigrams to file versions", () => {
  const builder = new TrigramSegmentBuilder();
  builder.add(3, trigrams("abcd"));
  builder.add(9, trigrams("xabc é漢"));
  const all = contents(builder.build()!);
  expect(all.abc).toEqual({ 3: 1, 9: 1 });
  expect(all.bcd).toEqual({ 3: 1 });
  expect(Object.keys(all)).toHaveLength(6);
});

describe("merging", () => {
  test("gives what one builder of the live documents gives, also when ids interleave", async () => {
    const counts = fc.dictionary(fc.constantFrom("a", "ab", "abc", "b", "漢", "é"), fc.integer({ min: 1, max: 9 }), {
      minKeys: 1,
      noNullPrototype: true,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ counts, segment: fc.nat(3), isLive: fc.boolean() }), { minLength: 1, maxLength: 30 }),
        async (documents) => {
          const builders = [0, 1, 2, 3].map(() => new SegmentBuilder("word"));
          const whole = new SegmentBuilder("word");
          for (const [id, document] of documents.entries()) {
            builders[document.segment]!.add(id * 3, packed([document.counts]));
            if (document.isLive) whole.add(id * 3, packed([document.counts]));
          }
          const segments = builders.map((builder) => builder.build()).filter((segment) => segment !== null);
          const got = await merged(segments, (id) => documents[id / 3]!.isLive);
          const want = whole.build();
          if (want === null) expect(got).toBeNull();
          else {
            expect(contents(got!)).toEqual(contents(want));
            expect(got!.lengths).toEqual(want.lengths);
            expect(got).toMatchObject({ firstDocument: want.firstDocument, documentCount: want.documentCount });
          }
        },
      ),
    );
  });

  test("is due when eight of about one size have gathered", () => {
    const sized = (count: number, documentCount: number) =>
      Array.from({ length: count }, (_, index) => ({ documentCount, firstDocument: index }));
    expect(segmentsToMerge(sized(7, 100))).toEqual([]);
    expect(segmentsToMerge(sized(17, 100)).map((group) => group.length)).toEqual([8, 8]);
    expect(segmentsToMerge([...sized(7, 2), ...sized(7, 3_000)])).toEqual([]);
  });
});
