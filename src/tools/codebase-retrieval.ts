import { z } from "zod";
import { estimateTokens } from "../base/estimate-tokens.js";
import { nth } from "../base/need.js";
import { countOf } from "../format/counts.js";
import { neighbourLines, neighbourText } from "../format/neighbours.js";
import { FORMS, fitPassages } from "../format/passages.js";
import { headOf, searchNotes } from "../format/search-notes.js";
import { withSnippets } from "../format/snippet.js";
import { neighboursOf } from "../graph/neighbours.js";
import { handlersNamed, routesNamedIn, withoutMethods } from "../graph/routes/named-routes.js";
import { nameBesidePath } from "../graph/symbol.js";
import { codeLanguageOf } from "../languages/index.js";
import { maskSecrets } from "../masking/secrets.js";
import type { Passage } from "../search/code/passages.js";
import { fitOf } from "../search/code/reason.js";
import type { CodeHit } from "../search/code/search.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { lineOf } from "./shared/context-units.js";
import * as params from "./shared/params.js";
import { findPassages, passageFields } from "./shared/passages.js";
import { settingsInQuestion } from "./shared/settings.js";
import { findCode } from "./shared/tests-reaching.js";

/** Answers are read whole: their size by default, in tokens, and the addition for each result above this number. */
const DEFAULT_TOKENS = 1500;
const DEFAULT_RESULTS = 10;
const TOKENS_OF_RESULT = 100;
/** Tokens of an answer in addition to its passages. */
const BESIDE = 140;
/** The neighbours of this many of the best are named. */
const NAMED = 3;
/** Files behind the passages that are named, and the share of the answer that they may take. */
const MOST_FURTHER = 8;
const OF_FURTHER = 0.12;
const LONGEST_NAME = 40;

export default defineTool({
  name: "codebase_retrieval",
  title: "Find code by description",
  toolset: "search",
  core: true,
  description:
    "Finds code by a question, how does it work, where is it handled: use it first, to understand, explain, edit or add to code that you do not know (login, caching, background jobs), and for the logic that checks, validates or decides something. Name all that the task involves.",
  readOnly: true,
  cost: 3,
  idempotent: true,
  answersPreviews: () => true,
  linksFiles: true,
  command: { name: "retrieve", positional: ["query"] },
  input: {
    query: params.longQuery("A question, or a bug report."),
    path_filter: params.pathFilter,
    top_k: z.int().min(1).max(50).default(DEFAULT_RESULTS).describe("Most results."),
    format: z.enum(["json", "human"]).optional().describe("How the text is written."),
  },
  output: {
    results: z.array(
      z.object({
        file: z.string(),
        content: z.string().describe("Rows: the number of the line, or of the first and last, a tab, the code."),
        score: z.number().describe("0 to 1: how likely it is that this is right."),
        lines: z.string().describe("First and last line: 45-78."),
        reason: z.string().describe("Why it was found."),
        form: z
          .enum(FORMS)
          .describe("Of content. steps: lines that call or decide; part: those that fit best; line: what it is."),
        called_by: z.string().optional().describe("Of the best; likely: by name, or through a base."),
        used_by: z.string().optional(),
        calls: z.string().optional(),
      }),
    ),
    metadata: z.object({
      workspace: z.string().describe("The project's name."),
      lastIndexed: z.string().nullable(),
      queryTimeMs: z.number(),
      totalResults: z.int().describe("Pieces of code that hold a word of the query."),
    }),
    further: z.array(z.string()).describe("Other files, best first: place and name."),
    words: z.array(z.string()).describe("The words of the query that were looked for."),
    bare: z.int().describe("Pieces left out, as they are imports, re-exports or unions of types alone."),
    notes: z.array(z.string()).describe("Routes that the query names, and words of it that are nowhere."),
  },
  brief: ({ results, metadata, words: _words, ...output }) => ({
    ...output,
    total: metadata.totalResults,
    results: results.map(({ form, ...one }) => ({ ...one, ...(form !== "whole" && { form }) })),
  }),
  async run(input, context) {
    const { path_filter: pathFilter } = input;
    const query = withoutMethods(input.query);
    const answer = await findPassages(context, { query, most: input.top_k, pathFilter, isFurther: true });
    const routes = await routesInWords(context, input.query);
    const settings = await settingsInQuestion(context, input.query);
    const { found, passages, bare, metadata } = answer;
    const budget = budgetOf(input.top_k, context) - estimateTokens(settings.join("\n"));
    const further = furtherFiles(answer.further, budget * OF_FURTHER);
    const fields = passageFields(answer);
    const neighbours = await neighboursOfBest(context, passages, fitOf(found.asked));
    const drafts = fields.map(({ content: text, ...one }, index) => ({
      text,
      isCode: codeLanguageOf(one.file) !== null,
      startLine: nth(passages, index).startLine,
      core: nth(passages, index).best.chunk,
      parts: nth(passages, index).parts,
      // Masked before it is cut: what is left of a secret is not known as one.
      line: maskSecrets(lineOfPassage(nth(passages, index), found.words)),
      beside: estimateTokens([headOfResult(one), ...neighbourText(neighbours[index] ?? {})].join("\n")) + 2,
    }));
    const left = budget - estimateTokens(furtherLine(further));
    const fitted = fitPassages(drafts, { words: found.words, budget: left });
    return {
      results: fields.map((one, index) => ({ ...one, ...nth(fitted, index), ...neighbours[index] })),
      metadata,
      further,
      words: found.words,
      bare,
      notes: [...routes, ...settings, ...searchNotes(found)],
    };
  },
  render(output, input) {
    if (input.format === "json") return JSON.stringify(output, null, 1);
    const { results, metadata, notes } = output;
    const found = results.length === 0 ? null : `${results.length} of ${metadata.totalResults} pieces of code`;
    const parts = [headOf(input.query, found), ...notes];
    for (const one of results) {
      parts.push("", headOfResult(one));
      if (one.content !== "") parts.push(one.content);
      parts.push(...neighbourText(one));
    }
    return [...parts, ...leftOutLines(output)].join("\n");
  },
  shrink: [
    (output) => ({ ...output, further: [] }),
    (output) => ({ ...output, results: shortened(output, 12) }),
    (output) => ({ ...output, results: shortened(output, 4) }),
    (output) => ({
      ...output,
      results: output.results.map(({ called_by: _by, used_by: _uses, calls: _calls, ...one }) => ({
        ...one,
        content: "",
        form: "line" as const,
      })),
    }),
  ],
});

/** The results with at most a number of lines each. */
function shortened<Result extends { content: string; form: (typeof FORMS)[number] }>(
  output: { results: readonly Result[]; words: readonly string[] },
  lines: number,
): Result[] {
  return withSnippets(output, lines).map((one, index) =>
    one.content === nth(output.results, index).content ? one : { ...one, form: "part" },
  );
}

function budgetOf(topK: number, { maxTokens, config }: Pick<ToolContext, "maxTokens" | "config">): number {
  const more = TOKENS_OF_RESULT * Math.max(0, topK - DEFAULT_RESULTS);
  return (maxTokens ?? Math.min(DEFAULT_TOKENS + more, config.maxTokens)) - BESIDE;
}

/** `POST /orders is handled by Orders.create (src/orders.ts:12), registered at src/app.ts:8.`, for each route that a question names. */
async function routesInWords({ db, view, searcher }: ToolContext, text: string): Promise<string[]> {
  if (routesNamedIn(text).length === 0) return [];
  const handlers = await handlersNamed(db, view, text, findCode({ searcher, view }));
  return handlers.map(({ asked, handler, path, line }) => {
    if (handler === null) return `${asked} is registered at ${path}:${line}.`;
    const name = nameBesidePath(handler.qualifiedName, handler.path, handler.nodeType);
    const where = path === handler.path ? "" : `, registered at ${path}:${line}`;
    return `${asked} is handled by ${name} (${handler.path}:${handler.lineStart})${where}.`;
  });
}

function neighboursOfBest({ db, view }: ToolContext, passages: readonly Passage[], fits: (name: string) => number) {
  return Promise.all(
    passages.slice(0, NAMED).map(async ({ best: { chunk } }) => {
      const found = chunk.language === null ? null : await neighboursOf(db, view, chunk, fits);
      return found === null ? {} : neighbourLines(found, chunk.path);
    }),
  );
}

/** The best piece in a line, with the other declarations of the passage. */
function lineOfPassage({ best, parts }: Passage, words: readonly string[]): string {
  const others = parts.flatMap((part) => (part.startLine === best.chunk.startLine ? [] : part.symbolNames));
  return `${lineOf(best, words)}${others.length > 0 ? `; ${others.join(", ")}` : ""}`;
}

const headOfResult = ({ file, lines, score, reason }: { file: string; lines: string; score: number; reason: string }) =>
  `${file}:${lines} (${score}) ${reason}`;

/** The places of further files, each with its declarations, in at most a number of tokens. */
function furtherFiles(hits: readonly CodeHit[], most: number): string[] {
  const files: string[] = [];
  for (const { chunk } of hits.slice(0, MOST_FURTHER)) {
    const name = maskSecrets(chunk.symbolNames[0] ?? "").slice(0, LONGEST_NAME);
    files.push(`${chunk.path}:${chunk.startLine}-${chunk.endLine} ${name}`.trimEnd());
    if (estimateTokens(furtherLine(files)) > most) return files.slice(0, -1);
  }
  return files;
}

const furtherLine = (files: readonly string[]) => (files.length > 0 ? `Further files: ${files.join("; ")}` : "");

interface LeftOut {
  results: readonly { form: string }[];
  bare: number;
  further: readonly string[];
}

/** Passages that are not shown, and how to get them. */
function leftOutLines({ results, bare, further }: LeftOut): string[] {
  const cut = results.filter(({ form }) => form !== "whole").length;
  const named = further.length > 0 ? ["", furtherLine(further)] : [];
  const said = [
    ...(cut > 0 ? [`Not shown whole: ${cut}; get_source reads their places, many in one call.`] : []),
    ...(bare > 0
      ? [`Left out: ${countOf(bare, "piece")} of imports or type unions alone; search_text finds these.`]
      : []),
  ];
  return [...named, ...(said.length > 0 ? ["", said.join(" ")] : [])];
}
