import { z } from "zod";
import { invalidParameter } from "../base/errors.js";
import { estimateTokens } from "../base/estimate-tokens.js";
import { FORMS, keysOf, pack, seenWord } from "../format/pack.js";
import { headOf, searchNotes } from "../format/search-notes.js";
import { EDGE_KINDS } from "../model/edge.js";
import { defineTool } from "./running/tool.js";
import { hitUnits, neighbourUnits } from "./shared/context-units.js";
import * as params from "./shared/params.js";

/** The most hits that are named, whatever `k` is. */
const NAMED = 40;
/** Tokens of the answer in addition to the context: the index line, the pieces left out, and `seen`. */
const BESIDE = 110;
const DEFAULT_CHARACTERS = 6000;
const DEFAULT_PIECES = 5;
/** Tokens of an average piece. */
const TOKENS_OF_PIECE = 150;

export default defineTool({
  name: "get_context",
  title: "Context for a prompt",
  toolset: "search",
  description:
    "Packs what you must read for a prompt into one text of a length you choose: use it instead of many reads. The best pieces whole with their imports and class, others as a line each.",
  readOnly: true,
  cost: 4,
  idempotent: true,
  command: { name: "pack", positional: ["query"] },
  input: {
    query: params.longQuery("The task, in words or code; a stack trace."),
    k: z.int().min(1).max(50).optional().describe(`Most pieces; default ${DEFAULT_PIECES}.`),
    max_chars: z.int().min(200).max(20_000).optional().describe(`Most characters; default ${DEFAULT_CHARACTERS}.`),
    include_sources: z.boolean().default(true).describe("Name each piece's place."),
    include_scores: z.boolean().default(false).describe("Show scores."),
    min_score: z.number().min(0).max(1).default(0.15).describe("Least score."),
    structured: z.boolean().default(false).describe("List the pieces too."),
    trace_expand: z
      .strictObject({
        hops: z.int().min(1).max(5).default(1).describe("How many steps far (1 to 5)."),
        direction: z.enum(["in", "out", "both"]).default("both").describe("out: what a piece uses; in: what uses it."),
        edge_kinds: z
          .array(z.enum(EDGE_KINDS))
          .min(1)
          .max(EDGE_KINDS.length)
          .default(["calls", "imports"])
          .describe("Which relations to follow."),
        max_nodes: z.int().min(1).max(100).default(25).describe("How many symbols at most (1 to 100)."),
        max_edges: z.int().min(1).max(200).default(50).describe("How many relations at most (1 to 200)."),
      })
      .optional()
      .describe("{} adds callers and callees; fields as in trace: hops, direction, edge_kinds, max_nodes, max_edges."),
    seen: z.string().max(1000).default("").describe("seen of the last answer: only what is new."),
  },
  output: {
    context: z.string(),
    chunks: z
      .array(
        z.object({
          source_path: z.string(),
          span: z.object({ start_line: z.int(), end_line: z.int() }),
          score: z.number().nullable().describe("0 to 1; null for what trace_expand added."),
          form: z.enum(FORMS).describe("whole: all of it; part: the lines that fit best; line: its name and place."),
          text: z.string().optional().describe("The code alone, where there is room to say it twice."),
          relation: z.string().nullable(),
          also_in: z.array(z.string()).describe("Other places with the same text."),
        }),
      )
      .optional()
      .describe("With structured: the pieces in the order of the text."),
    total_chars: z.int().optional().describe("With structured."),
    estimated_tokens: z.int().optional().describe("With structured."),
    left_out: z.int().describe("Pieces that fit the query and found no room."),
    known: z.int().describe("Pieces that were left out as `seen` names them."),
    seen: z.string().describe("Names the pieces that you have now: pass it with the next call."),
    notes: z.array(z.string()),
  },
  brief: ({ chunks, ...output }) => ({
    ...output,
    // The pieces are in context.
    ...(chunks && { chunks: chunks.map(({ text: _said, ...chunk }) => chunk) }),
  }),
  async run(input, { db, searcher, view, config, maxTokens }) {
    const seen = keysOf(input.seen);
    if (seen === null) throw invalidParameter("seen", "is not the seen of an earlier answer; leave it out to see all");
    const tokens = Math.max(40, (maxTokens ?? config.maxTokens) - BESIDE - estimateTokens(input.seen));
    const asMany = maxTokens === null ? 0 : Math.min(NAMED, Math.floor(tokens / TOKENS_OF_PIECE));
    const most = input.k ?? Math.max(DEFAULT_PIECES, asMany);
    const found = await searcher.searchCode(view, {
      text: input.query,
      offset: 0,
      limit: Math.max(NAMED, most),
      threshold: input.min_score,
    });
    const units = await hitUnits(db, view, found.hits, most);
    const expand = input.trace_expand;
    if (expand !== undefined)
      units.push(
        ...(await neighbourUnits(db, view, await searcher.snapshot(view), found.hits, {
          hops: expand.hops,
          direction: expand.direction,
          edgeKinds: expand.edge_kinds,
          maxNodes: expand.max_nodes,
          maxEdges: expand.max_edges,
        })),
      );
    const packed = pack(units, {
      tokens,
      characters: input.max_chars ?? (maxTokens === null ? DEFAULT_CHARACTERS : Number.POSITIVE_INFINITY),
      most,
      sources: input.include_sources,
      scores: input.include_scores,
      seen,
      words: found.words,
    });
    const chunks = packed.shown.map(({ unit, form, also, text }) => ({
      source_path: unit.path,
      span: { start_line: unit.startLine, end_line: unit.endLine },
      score: unit.score,
      form,
      text,
      relation: unit.relation,
      also_in: also,
    }));
    return {
      context: packed.text,
      ...(input.structured && {
        chunks,
        total_chars: packed.text.length,
        estimated_tokens: estimateTokens(packed.text),
      }),
      left_out: packed.leftOut,
      known: packed.known,
      seen: seenWord(seen, packed.keys),
      notes: searchNotes(found),
    };
  },
  shrink: [
    ({ chunks, ...output }) => ({
      ...output,
      ...(chunks && { chunks: chunks.map(({ text: _said, ...chunk }) => chunk) }),
    }),
  ],
  shrunk: () => "The pieces are in context alone.",
  render({ context, left_out, known, seen, notes }, input) {
    const parts = context === "" ? [headOf(input.query, known > 0 ? "Nothing new found" : null)] : [context];
    const said = [...notes];
    if (known > 0) said.push(`${known} that you have left out.`);
    if (left_out > 0) said.push(`${left_out} more fit: raise max_tokens or max_chars.`);
    if (seen !== "") said.push(`seen: ${seen}`);
    return [...parts, ...(said.length > 0 ? ["", said.join(" ")] : [])].join("\n");
  },
});
