import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { symbolLine, symbolShape } from "../format/symbols.js";
import { readSymbol } from "../graph/symbol.js";
import * as params from "./params.js";
import { defineTool } from "./tool.js";

export default defineTool({
  name: "find_similar",
  title: "Similar symbols",
  toolset: "symbols",
  description:
    "Finds symbols whose code means something similar to that of a given symbol, by comparing vectors. This version builds no vectors yet, so every call answers provider_unavailable: use search_code with words from the symbol, or search_symbols with a part of its name.",
  readOnly: true,
  idempotent: true,
  command: { name: "similar", positional: ["node_id"] },
  input: { node_id: params.nodeId, limit: params.limit(10, 50) },
  output: { results: z.array(z.object({ ...symbolShape, similarity: z.number() })) },
  async run(input, { db, view }) {
    const { primary } = await readSymbol(db, view, input.node_id);
    throw new CodeindexError(
      "provider_unavailable",
      "Similarity needs vectors, which this version does not build yet.",
      { node_id: input.node_id },
      [
        `search_code finds code by words, for instance those of ${primary.qualifiedName || primary.path}.`,
        "search_symbols finds symbols of a similar name.",
      ],
    );
  },
  render({ results }) {
    return results.map((symbol) => `${symbol.similarity.toFixed(2)}  ${symbolLine(symbol)}`).join("\n");
  },
});
