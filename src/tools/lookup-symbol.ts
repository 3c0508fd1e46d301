import { z } from "zod";
import { CodeindexError } from "../base/errors.js";
import { countOf } from "../format/counts.js";
import { notIndexedFields, notIndexedLines } from "../format/gaps.js";
import { pageOf } from "../format/page.js";
import { symbolFields, symbolFlags, symbolFlagsShape, symbolLine, symbolShape } from "../format/symbols.js";
import { symbolsByQualifiedName, symbolsNamedLike } from "../graph/lookup.js";
import { type CodeSymbol, printable } from "../graph/symbol.js";
import { gapsOfNames } from "../graph/ways/gaps.js";
import { defineTool } from "./running/tool.js";
import { exportedAsShape, symbolsExportedAs } from "./shared/exported-as.js";
import * as params from "./shared/params.js";

export default defineTool({
  name: "lookup_symbol",
  title: "Look up a symbol",
  toolset: "symbols",
  description:
    "Looks up a fully qualified name, exactly: use it to get the node_id. With a part of the name use search_symbols.",
  readOnly: true,
  idempotent: true,
  linksFiles: true,
  command: { name: "lookup", positional: ["qualified_name"] },
  input: {
    qualified_name: params.query("Class.method; in C# Namespace.Class.Method."),
    language: params.language,
    limit: params.limit(20, 100),
    cursor: params.cursor,
  },
  output: {
    results: z.array(
      z.object({ ...symbolShape, ...symbolFlagsShape, spans: z.int(), exported_as: exportedAsShape.optional() }),
    ),
    total: z.int(),
  },
  async run(input, context) {
    const { db, view } = context;
    const name = input.qualified_name;
    const declared = await symbolsByQualifiedName(db, view, name, input.language);
    const found: { symbol: CodeSymbol; exported_as?: z.infer<typeof exportedAsShape> }[] =
      declared.length > 0
        ? declared.map((symbol) => ({ symbol }))
        : await symbolsExportedAs(context, name, { language: input.language });
    if (found.length === 0) {
      const near = await symbolsNamedLike(db, view, name, { language: input.language, limit: 5 });
      const names = [...new Set(near.map(({ symbol }) => symbol.primary.qualifiedName))];
      const last = name.split(/[.#:/\\]+/).at(-1) ?? "";
      const gaps = await gapsOfNames(context, [last]);
      const unread = notIndexedFields(gaps).not_indexed;
      const scope = input.language ? ` in ${input.language}` : "";
      throw new CodeindexError(
        "not_found",
        `No symbol${scope} has the qualified name '${printable(name)}'.`,
        { qualified_name: name, near: names, ...(unread ? { not_indexed: unread } : {}) },
        [
          ...notIndexedLines(unread).filter((line) => line !== ""),
          ...(names.length > 0 ? [`Did you mean ${names.join(" or ")}?`] : []),
          "search_symbols finds symbols by a part of their name.",
        ],
      );
    }
    const { results, ...page } = pageOf(found, input.limit, input.cursor);
    return {
      results: results.map(({ symbol, ...alias }) => ({
        ...symbolFields(symbol),
        ...symbolFlags(symbol),
        spans: symbol.spans.length,
        ...alias,
      })),
      total: found.length,
      ...page,
    };
  },
  render({ results, total }, input) {
    return [
      results.some((symbol) => symbol.exported_as)
        ? `${countOf(total, "symbol")} exported as ${input.qualified_name}`
        : `${countOf(total, "symbol")} with the qualified name ${input.qualified_name}`,
      ...results.flatMap((symbol) => [
        symbolLine(symbol),
        `    node_id ${symbol.node_id}${symbol.spans > 1 ? `, declared in ${symbol.spans} places` : ""}${
          symbol.exported_as ? `, exported at ${symbol.exported_as.file_path}:${symbol.exported_as.line}` : ""
        }`,
      ]),
    ].join("\n");
  },
});
