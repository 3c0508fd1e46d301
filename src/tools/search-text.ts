import { z } from "zod";
import { CodeindexError } from "../errors.js";
import { matchesByFile } from "../format/brief.js";
import { decodeCursor, encodeCursor, hasMore } from "../format/page.js";
import { countOf } from "../format/symbols.js";
import * as params from "./params.js";
import { defineTool } from "./tool.js";

/** How long one search may take, in milliseconds. */
const TIME_LIMIT = 5_000;

const lines = z.array(z.string());

export default defineTool({
  name: "search_text",
  title: "Search text",
  toolset: "search",
  core: true,
  description:
    "Greps all indexed files: use it for every place of an exact text or regular expression, such as messages, config keys, TODOs. For declarations use search_symbols; for uses of a symbol, get_relations.",
  readOnly: true,
  cost: 2,
  idempotent: true,
  command: { name: "grep", positional: ["query"] },
  input: {
    query: params.query("Text, or expression with regex."),
    regex: z.boolean().default(false).describe("JavaScript's, within a line."),
    case_sensitive: z.boolean().default(false).describe("Mind the case."),
    whole_word: z.boolean().default(false).describe("No parts of words."),
    path_filter: params.pathFilter,
    extensions: z.array(z.string().max(100)).max(50).optional().describe("Such as ts."),
    languages: z.array(z.enum(params.LANGUAGE_FAMILIES)).max(10).optional().describe("Only these."),
    context_lines: z.int().min(0).max(10).default(0).describe("Lines around each."),
    limit: params.limit(50, 200),
    cursor: params.cursor,
  },
  output: {
    results: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        column: z.int().describe("Of the line's first match, from 1."),
        text: z.string().describe("The line, cut to 300 characters around the match."),
        before: lines,
        after: lines,
      }),
    ),
    timed_out: z.boolean().describe("The time was up before all files were searched: there may be more."),
    note: z.string().optional(),
  },
  brief: ({ results, ...output }) => ({ ...output, results: matchesByFile(results) }),
  async run(input, { searcher, view, signal }) {
    const offset = decodeCursor(input.cursor);
    const end = offset + input.limit;
    const found = await searcher.searchText(view, {
      text: input.query,
      isRegExp: input.regex,
      isCaseSensitive: input.case_sensitive,
      isWholeWord: input.whole_word,
      ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
      ...(input.extensions === undefined ? {} : { extensions: input.extensions }),
      ...(input.languages === undefined ? {} : { languages: input.languages }),
      contextLines: input.context_lines,
      limit: end + 1,
      timeoutMs: TIME_LIMIT,
      signal,
    });
    const results = found.matches
      .slice(offset, end)
      .map(({ path, line, column, text, before, after }) => ({ path, line, column, text, before, after }));
    if (found.isTimedOut && results.length === 0) {
      throw new CodeindexError(
        "index_timeout",
        `The search was stopped after ${TIME_LIMIT / 1000} seconds with nothing found; not all files that may match were searched.`,
      );
    }
    const isCut = found.matches.length > end;
    return {
      results,
      timed_out: found.isTimedOut,
      ...(found.isTimedOut
        ? {
            note: `Stopped after ${TIME_LIMIT / 1000} seconds: not all files that may match were searched. Narrow it with path_filter or a longer literal.`,
          }
        : {}),
      ...(isCut ? { truncated: true, next_cursor: encodeCursor(end) } : found.isTimedOut ? { truncated: true } : {}),
    };
  },
  render(output, input) {
    const { results, note } = output;
    const asked = input.regex ? `/${input.query}/` : JSON.stringify(input.query);
    const parts: string[] = [];
    if (results.length === 0) parts.push(`No ${input.cursor === undefined ? "" : "further "}line matches ${asked}.`);
    else parts.push(`${countOf(results.length, "matching line", { more: hasMore(output) })} for ${asked}`);
    if (note !== undefined) parts.push(note);
    for (const { path, line, column, text, before, after } of results) {
      if (before.length + after.length > 0) parts.push("");
      for (const [index, one] of before.entries()) parts.push(`${path}-${line - before.length + index}-${one}`);
      parts.push(`${path}:${line}:${column}: ${text.trim()}`);
      for (const [index, one] of after.entries()) parts.push(`${path}-${line + 1 + index}-${one}`);
    }
    return parts.join("\n");
  },
  shrink: [
    (output) => ({ ...output, results: output.results.map((match) => ({ ...match, before: [], after: [] })) }),
    (output) => ({ ...output, results: output.results.map((match) => ({ ...match, text: match.text.slice(0, 120) })) }),
  ],
});
