/** How Razor is read: as the class that the compiler makes of it. */
import type { ParseResult } from "../../model/parse-result.js";
import { reader } from "../csharp/reader.js";
import type { Reader } from "../language.js";
import { placeInSource } from "../rewritten.js";
import type { SyntaxTree } from "../syntax.js";
import { type FileClass, rewrite } from "./class.js";
import { UNNAMED } from "./name.js";

/** Components of Blazor. */
export const component = readerOf("razor", {
  base: "Microsoft.AspNetCore.Components.ComponentBase",
  method: "BuildRenderTree",
});

/** Views and pages of ASP.NET. */
export const view = readerOf("cshtml", {
  base: "Microsoft.AspNetCore.Mvc.Razor.RazorPage",
  method: "ExecuteAsync",
});

function readerOf(language: string, made: FileClass): Reader {
  return {
    ...reader,
    rewrite: (source) => rewrite(source, made),
    extract: (tree) => extract(tree, language),
  };
}

/** Extracts the program of a file. Its symbols have offsets of the source, and its class is a component. */
function extract(tree: SyntaxTree, language: string): ParseResult {
  const result = reader.extract(tree);
  placeInSource(result, tree);
  for (const symbol of result.symbols) if (symbol.name === UNNAMED) symbol.kind = "component";
  return { ...result, language };
}
