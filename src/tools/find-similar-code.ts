import { z } from "zod";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { present } from "../base/need.js";
import { rounded } from "../format/rounded.js";
import { NO_FILE } from "../format/search-notes.js";
import { snippet } from "../format/snippet.js";
import { toToon } from "../format/toon.js";
import { markupOf } from "../repository/documents.js";
import { LIKENESSES } from "../search/code/likeness.js";
import type { SimilarHit } from "../search/code/similar.js";
import { readSources } from "../store/texts.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import * as params from "./shared/params.js";

const LONGEST = 20_000;

const result = z.object({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  content: z.string(),
  similarity: z.number().describe("0 to 1: how much of words, order and meaning both have."),
  likeness: z
    .enum(LIKENESSES)
    .describe(
      "identical: the same tokens; near_duplicate: nearly, or one holds most of the other; same_shape: the same but for names and values; similar: shares words or meaning.",
    ),
  kind: z.string(),
  breadcrumb: z.string().nullable(),
  shared_words: z.array(z.string()).describe("Words that both have, the rarest first."),
  meaning: z.number().nullable().describe("How near in meaning, as a cosine; null where that is not known."),
});

type Result = z.infer<typeof result>;

/** A cosine below this is chance. */
const WORTH_SAYING = 0.2;

export default defineTool({
  name: "find_similar_code",
  title: "Similar code",
  toolset: "search",
  description:
    "Duplicates of a snippet: use it for duplicated code to change alike, and to reuse what is there. By node_id use find_similar.",
  readOnly: true,
  cost: 4,
  idempotent: true,
  linksFiles: true,
  command: { name: "similar-code", positional: ["path", "line_start", "line_end"] },
  input: {
    code: params.code("The piece; or give path.", LONGEST).optional(),
    path: params.path.optional(),
    line_start: z.int().min(1).optional().describe("Of the piece in path."),
    line_end: z.int().min(1).optional().describe("Inclusive."),
    language: params.language,
    path_filter: params.pathFilter,
    maxResults: params.limit(20, 100),
    format: params.format,
  },
  output: {
    results: z.array(result),
    notes: z.array(z.string()),
  },
  brief: ({ results, ...output }) => ({
    ...output,
    results: results.map(({ kind: _kind, meaning, shared_words, likeness, ...one }) => ({
      ...one,
      likeness: inWords({ likeness, meaning, shared_words }),
    })),
  }),
  async run(input, context) {
    const { searcher, view } = context;
    const { text, except, isCut } = await pieceOf(input, context);
    const { hits, isFiltered, problem } = await searcher.searchSimilar(view, {
      text,
      limit: input.maxResults,
      // Prose is like no code, whatever words it has.
      ...(markupOf(except?.path ?? "") === null && { documents: false }),
      ...(except && { except }),
      ...(input.language === undefined ? {} : { languages: [input.language] }),
      ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
    });
    return {
      results: hits.map(resultOf),
      notes: [
        ...(problem === null ? [] : [`${problem} This compares words and shapes alone.`]),
        ...(isFiltered ? [NO_FILE] : []),
        ...(isCut ? [`The piece is long: its first ${LONGEST} characters are compared.`] : []),
      ],
    };
  },
  render(output, input) {
    const { results, notes } = output;
    if (input.format === "json") return JSON.stringify(output, null, 1);
    if (input.format === "toon")
      return toToon(
        results.map(({ shared_words, ...one }) => ({ ...one, shared_words: shared_words.join(" ") })),
        { notes },
      );
    const duplicates = results.filter(({ likeness }) => likeness !== "similar").length;
    const head =
      results.length === 0
        ? "Nothing similar found."
        : `${results.length} similar pieces of code${duplicates > 0 ? `, ${duplicates} of them duplicates or of the same shape` : ""}`;
    const parts = [head, ...notes];
    for (const one of results) {
      const name = one.breadcrumb === null ? "" : ` ${one.breadcrumb}`;
      parts.push("", `${one.path}:${one.start_line}-${one.end_line}${name} (${one.similarity}): ${inWords(one)}`);
      if (one.content !== "") parts.push(one.content);
    }
    return parts.join("\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map((one) => withLines(one, 12)) }),
    (output) => ({ ...output, results: output.results.map((one) => withLines(one, 4)) }),
    (output) => ({ ...output, results: output.results.map((one) => ({ ...one, content: "" })) }),
  ],
});

interface Piece {
  code?: string | undefined;
  path?: string | undefined;
  line_start?: number | undefined;
  line_end?: number | undefined;
}

/** The text of the piece and, where it is given by its place, what to leave out. */
async function pieceOf({ code, path, line_start, line_end }: Piece, { db, searcher, view }: ToolContext) {
  if ((code === undefined) === (path === undefined))
    throw invalidParameter("code", "give either the code, or the path of a file that has it");
  if (path === undefined) {
    if (line_start !== undefined || line_end !== undefined)
      throw invalidParameter("line_start", "goes with path, not with code");
    return { text: present(code), isCut: false };
  }
  const { files } = await searcher.snapshot(view);
  const wanted = path.replace(/^\.?\//, "");
  const file = files.find((one) => one.path === wanted);
  if (file === undefined)
    throw new CodeindexError("not_found", `No file ${wanted} is in the index.`, { path: wanted }, [
      "list_directory shows paths; explain_path says what became of one.",
    ]);
  const [source = ""] = (await readSources(db, view.projectId, [file])).values();
  const lines = source.split("\n");
  const startLine = line_start ?? 1;
  const endLine = Math.min(line_end ?? lines.length, lines.length);
  if (startLine > endLine)
    throw invalidParameter(
      "line_start",
      `is ${startLine}; ${endLine === line_end ? "line_end" : "the last line"} is ${endLine}`,
    );
  const text = lines.slice(startLine - 1, endLine).join("\n");
  const except = { path: wanted, startLine, endLine };
  return { text: text.slice(0, LONGEST), except, isCut: text.length > LONGEST };
}

function resultOf({ chunk, text, similarity, likeness, shared, meaning }: SimilarHit): Result {
  return {
    path: chunk.path,
    start_line: chunk.startLine,
    end_line: chunk.endLine,
    content: text,
    similarity: rounded(similarity),
    likeness,
    kind: chunk.kind,
    breadcrumb: chunk.breadcrumb,
    shared_words: shared,
    meaning: meaning === null ? null : rounded(meaning),
  };
}

function inWords({ likeness, shared_words, meaning }: Pick<Result, "likeness" | "shared_words" | "meaning">): string {
  const parts = [
    ...(likeness === "similar" ? [] : [likeness.replace("_", " ")]),
    ...(shared_words.length > 0 ? [`shares ${shared_words.join(", ")}`] : []),
    ...(meaning !== null && meaning >= WORTH_SAYING ? [`${Math.round(meaning * 100)}% alike in meaning`] : []),
  ];
  return parts.join("; ") || "a little of each";
}

function withLines(one: Result, most: number): Result {
  return { ...one, content: snippet(one.content, one.shared_words, most) };
}
