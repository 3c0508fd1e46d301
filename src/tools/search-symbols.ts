import { z } from "zod";
import { countOf } from "../format/counts.js";
import { decodeCursor, encodeCursor, hasMore } from "../format/page.js";
import { byInWords, headFields, symbolFields, symbolShape, withSignature } from "../format/symbols.js";
import { outsideNamed } from "../graph/calls/outside.js";
import { isOfLanguage } from "../graph/lookup.js";
import { settingNamed } from "../graph/settings/names.js";
import { globTest } from "../search/filters.js";
import { alternativesOf, IN_TURN, isNamed } from "../search/symbols/by-name.js";
import type { SymbolHit } from "../search/symbols/rank.js";
import { isOfKind } from "../search/symbols/search.js";
import { defineTool, type ToolContext } from "./running/tool.js";
import { exportedAsShape, symbolsExportedAs } from "./shared/exported-as.js";
import { symbolsOfModule } from "./shared/in-module.js";
import * as params from "./shared/params.js";
import { handlersOfRoute, routeGiven } from "./shared/route-subjects.js";
import { outsideInWords } from "./shared/subjects.js";

/** The rank of what has no other before it. */
const BEST = -1;

export default defineTool({
  name: "search_symbols",
  title: "Search symbols by name",
  toolset: "symbols",
  core: true,
  description:
    'Finds the symbol, class, function, method or type that is called or named something: use it to locate where one is defined or declared. Exact names come first, then those that start with it, parts, humps (gUN finds getUserName) and misspellings. Takes "phrases", prefix*, AND, OR, NOT, ( ), name: and qualified_name:.',
  readOnly: true,
  idempotent: true,
  answersPreviews: () => true,
  command: { name: "symbols", positional: ["query"] },
  input: {
    query: params.query("Such as UserService.login, Auth*, POST /cats."),
    node_type: params.nodeType,
    language: params.language,
    path_filter: params.pathFilter,
    limit: params.limit(20, 50),
    cursor: params.cursor,
  },
  output: {
    results: z.array(
      z.object({
        ...symbolShape,
        rank: z.number().describe("Lower is better; always negative."),
        exported_as: exportedAsShape.optional(),
        handles: z.string().optional(),
      }),
    ),
    note: z.string().optional().describe("Names that no symbol here has."),
  },
  async run(input, context) {
    const { searcher, view } = context;
    const offset = decodeCursor(input.cursor);
    const handlers = await handlersNamed(input.query, input, context);
    if (handlers.length > 0) return pageOf(handlers, offset, input.limit);
    const names = alternativesOf(input.query);
    const end = offset + input.limit;
    const hits = await searcher.searchSymbols(view, {
      text: input.query,
      ...(input.node_type === undefined ? {} : { nodeType: input.node_type }),
      ...(input.language === undefined ? {} : { languages: [input.language] }),
      ...(input.path_filter === undefined ? {} : { pathFilter: input.path_filter }),
      // The first ones of each name tell which are named so.
      limit: Math.max(end + 1, names.length * IN_TURN),
    });
    const isNamedSo = hits.some(({ symbol }) => symbol.name === input.query || symbol.qualifiedName === input.query);
    const { language, path_filter: pathFilter } = input;
    const aliases = isNamedSo ? [] : await symbolsExportedAs(context, input.query, { language, pathFilter });
    const ofModule = isNamedSo || pathFilter !== undefined ? [] : await symbolsOfModule(context, input.query);
    const ahead = ofModule.filter((one) => isOfKind(one.primary, input.node_type) && isOfLanguage(one, language));
    const isAhead = new Set(ahead.map(({ primary }) => primary.nodeId));
    const best = -Math.round((hits[0]?.score ?? 0) * 100 + 100) / 100;
    const found = [
      ...aliases
        .filter(({ symbol }) => isOfKind(symbol.primary, input.node_type))
        .map(({ symbol, exported_as }) => ({ ...symbolFields(symbol), rank: best, exported_as })),
      ...ahead.map((symbol) => ({ ...symbolFields(symbol), rank: best })),
      ...hits
        .filter(({ symbol }) => !isAhead.has(symbol.nodeId))
        .map(({ symbol, score }) => ({ ...headFields(symbol), rank: -Math.round(score * 100) / 100 })),
    ];
    const isFound = isNamedSo || found.length > hits.length || offset > 0;
    const outside = isFound ? [] : await outsideNamed(context.db, view, input.query);
    return {
      ...pageOf(found, offset, input.limit),
      ...(outside.length > 0 && { note: outsideInWords(outside) }),
      ...(names.length > 1 && offset === 0 && found.length > 0 && noteFields(hits, names)),
    };
  },
  render(output, input) {
    const { results } = output;
    if (results.length === 0 && input.cursor !== undefined) return `No further symbol matches ${input.query}.`;
    if (results.length === 0 && output.note !== undefined) return output.note;
    if (results.length === 0 && settingNamed(input.query) !== null)
      return `No symbol matches ${input.query}. If it is a setting, get_relations tells where it is set, read and used.`;
    if (results.length === 0)
      return `No symbol matches ${input.query}. Try a shorter part of the name with *, or search_text for text inside code.`;
    const lines = results.map((symbol) => {
      const type = symbol.return_type === null ? "" : `: ${symbol.return_type}`;
      const declared = `${withSignature(symbol.qualified_name, symbol.parameter_signature)}${type}`;
      const alias = symbol.exported_as;
      const exported = alias ? `, exported as ${alias.name} at ${alias.file_path}:${alias.line}` : "";
      const handles = symbol.handles === undefined ? "" : `, handles ${symbol.handles}`;
      return `${symbol.file_path}:${symbol.line_start} ${symbol.node_type} ${declared}${byInWords(symbol)}${exported}${handles} [${symbol.node_id}]`;
    });
    const heading = `${countOf(results.length, "symbol", { more: hasMore(output) })} for ${input.query}`;
    return [heading, ...(output.note === undefined ? [] : [output.note]), ...lines].join("\n");
  },
  shrink: [
    (output) => ({
      ...output,
      results: output.results.map((symbol) => ({ ...symbol, parameter_signature: null, return_type: null })),
    }),
  ],
});

/** The results from `offset` on, and the cursor of the next. */
function pageOf<Result>(found: readonly Result[], offset: number, limit: number) {
  const end = offset + limit;
  return {
    results: found.slice(offset, end),
    ...(found.length > end ? { truncated: true, next_cursor: encodeCursor(end) } : {}),
  };
}

/** The handlers of a route that is asked for, `POST /orders`, as results; none where it is no route, or no route here. */
async function handlersNamed(
  query: string,
  { node_type: kind, language, path_filter: paths }: { node_type?: string; language?: string; path_filter?: string },
  context: ToolContext,
) {
  const route = routeGiven(query);
  if (route === null) return [];
  const isListed = paths === undefined ? () => true : globTest(paths);
  const found = await handlersOfRoute(context, route);
  return found.flatMap(({ symbol, route: told }) => {
    const { primary } = symbol;
    if (!isOfKind(primary, kind) || !isOfLanguage(symbol, language) || !isListed(primary.path, null)) return [];
    const handles = primary.name === told ? {} : { handles: told };
    return [{ ...symbolFields(symbol), rank: BEST, ...handles }];
  });
}

/** Which of several names no symbol has; that of the others longer ones are left out. */
function noteFields(hits: readonly SymbolHit[], names: readonly string[]): { note: string } {
  const unnamed = names.filter((name) => !hits.some(({ symbol }) => isNamed(symbol, name)));
  const notes = [
    ...(unnamed.length > 0 ? [`No symbol is named ${unnamed.join(", ")}: listed are the nearest.`] : []),
    ...(unnamed.length < names.length ? ["Longer names than those that symbols have: ask with name*."] : []),
  ];
  return { note: notes.join(" ") };
}
