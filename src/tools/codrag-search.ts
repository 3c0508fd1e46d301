import { z } from "zod";
import { headOf, nearMissNote } from "../format/search-notes.js";
import { runTool } from "./running/run-inside.js";
import { defineTool } from "./running/tool.js";
import searchCode from "./search-code.js";
import { hitInput, hitShape, placeOfHit } from "./shared/codrag.js";
import { withStrength } from "./shared/strength.js";

const PREVIEW = 300;

export default defineTool({
  name: "codrag_search",
  title: "CoDRAG: search",
  toolset: "codrag",
  description: "Searches code, best first, with scores to look into: use it as search_code, in the shapes of CoDRAG.",
  readOnly: true,
  idempotent: true,
  upperCaseErrors: true,
  command: { name: "codrag_search", positional: ["query"] },
  input: hitInput(10),
  output: {
    results: z.array(z.object({ ...hitShape, preview: z.string() })),
    notes: z.array(z.string()),
  },
  brief: false,
  async run({ query, k, min_score }, context) {
    const { results, notes } = await runTool(searchCode, { query, limit: k, threshold: 0, explain: true }, context);
    const strong = withStrength(results, min_score);
    const best = strong.length === 0 ? withStrength(results.slice(0, 1), 0) : [];
    return {
      results: strong.map(({ path, chunk, strength, content }) => ({
        ...placeOfHit(path, chunk.startLine, chunk.endLine),
        score: strength,
        preview: shorten(content),
      })),
      notes: [...notes, ...best.map(({ strength }) => nearMissNote(strength))],
    };
  },
  render({ results, notes }, { query }) {
    const head = headOf(query, results.length === 0 ? null : `${results.length} results`);
    const lines = results.flatMap(({ chunk_id, score, preview }) => ["", `${chunk_id} (${score})`, preview]);
    return [head, ...notes, ...lines].join("\n");
  },
  shrink: [({ results, notes }) => ({ results: results.map((one) => ({ ...one, preview: "" })), notes })],
});

function shorten(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > PREVIEW ? `${trimmed.slice(0, PREVIEW)}…` : trimmed;
}
