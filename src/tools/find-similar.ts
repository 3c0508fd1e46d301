import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { nth } from "../base/need.js";
import { rounded } from "../format/rounded.js";
import { symbolFields, symbolLine, symbolShape } from "../format/symbols.js";
import { isCallable, isContainer, mergeSpans, readSymbol } from "../graph/symbol.js";
import type { NearChunk } from "../search/search.js";
import { type Chunk, chunksOfLines } from "../store/chunks.js";
import type { Db } from "../store/db/db.js";
import { headsInLines, type SymbolHead } from "../store/symbol-heads.js";
import { readSources } from "../store/texts.js";
import type { View } from "../store/views.js";
import { defineTool } from "./running/tool.js";
import * as params from "./shared/params.js";

/** The most of a longer symbol's source that is compared. */
const LONGEST = 20_000;

export default defineTool({
  name: "find_similar",
  title: "Similar symbols",
  toolset: "symbols",
  description:
    "Similar symbols, whose code means much the same: use it for other ways that an idea is written. For code as text use find_similar_code.",
  readOnly: true,
  cost: 2,
  idempotent: true,
  linksFiles: true,
  command: { name: "similar", positional: ["node_id"] },
  input: { node_id: params.nodeId, limit: params.limit(10, 50) },
  output: {
    results: z.array(z.object({ ...symbolShape, similarity: z.number().describe("A cosine: 1 means the same.") })),
  },
  brief: ({ results, ...output }) => ({ ...output, results: results.map((one) => ({ like: similarLine(one) })) }),
  async run(input, { db, view, searcher }) {
    const symbol = await readSymbol(db, view, input.node_id);
    const { primary } = symbol;
    const chunks = await chunksOfLines(db, view, primary);
    const [chunk] = chunks;
    const piece = {
      text: await sourceOf(db, view, primary, chunks),
      symbols: [primary.name],
      path: primary.path,
      ...(chunks.length === 1 && chunk?.symbolNames.length === 1 ? { chunkId: chunk.chunkId } : {}),
    };
    const near = await searcher.near(view, piece, { limit: 4 * input.limit + 10 });
    if (near === null)
      throw new CodeindexError(
        "provider_unavailable",
        searcher.meaning.model === null
          ? "Similarity needs vectors, and no embedder is configured."
          : "The vectors of this project are not made yet.",
        { node_id: input.node_id },
        [
          `search_code finds code by words, for instance those of ${primary.qualifiedName || primary.path}.`,
          "search_symbols finds symbols of a similar name.",
        ],
      );
    const own = new Set(symbol.spans.map(({ nodeId }) => nodeId));
    const similar = (await symbolsIn(db, view, near)).filter(({ head }) => !own.has(head.nodeId));
    return {
      results: similar.slice(0, input.limit).map(({ head, similarity }) => ({
        ...symbolFields(nth(mergeSpans([head]), 0)),
        similarity: rounded(similarity),
      })),
    };
  },
  render({ results }) {
    if (results.length === 0) return "Nothing similar found.";
    return results.map(similarLine).join("\n");
  },
});

/** `0.91  src/cart.ts:3-9  method Cart.add(item: Item)`. */
const similarLine = (one: Parameters<typeof symbolLine>[0] & { similarity: number }): string =>
  `${one.similarity.toFixed(2)}  ${symbolLine(one)}`;

/** The source of a span, as its chunks have it. */
async function sourceOf(db: Db, view: View, span: SymbolHead, chunks: readonly Chunk[]): Promise<string> {
  if (chunks.length === 0) return "";
  const [source = ""] = (await readSources(db, view.projectId, chunks.slice(0, 1))).values();
  return source
    .split("\n")
    .slice(span.lineStart - 1, span.lineEnd)
    .join("\n")
    .slice(0, LONGEST);
}

/** The functions, methods and types that the chunks are, the outermost of each, once. */
async function symbolsIn(
  db: Db,
  view: View,
  near: readonly NearChunk[],
): Promise<{ head: SymbolHead; similarity: number }[]> {
  const heads = await headsInLines(
    db,
    view,
    near.map(({ chunk }) => chunk),
  );
  const seen = new Set<string>();
  return near.flatMap(({ chunk, similarity }) => {
    const inside = heads.filter(
      (head) =>
        head.versionId === chunk.versionId && head.lineStart >= chunk.startLine && head.lineStart <= chunk.endLine,
    );
    const ordinals = new Set(inside.map(({ ordinal }) => ordinal));
    const outermost = inside.filter(
      ({ nodeType, parentOrdinal, nodeId }) =>
        (isCallable(nodeType) || isContainer(nodeType)) && !ordinals.has(parentOrdinal) && !seen.has(nodeId),
    );
    for (const { nodeId } of outermost) seen.add(nodeId);
    return outermost.map((head) => ({ head, similarity }));
  });
}
