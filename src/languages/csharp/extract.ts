/** The parse result of a C# file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { parseResultOf } from "../parse-result-of.js";
import type { SyntaxTree } from "../syntax.js";
import { declare } from "./declarations/declarations.js";
import { readDeclaredTypes } from "./names/declared-types.js";
import { createNames } from "./names/names.js";
import { refer } from "./references/references.js";

/** Reads symbols, usings and references. Any tree gives a result. */
export function extract(tree: SyntaxTree): ParseResult {
  const declarations = declare(tree);
  const names = createNames(tree, declarations);
  readDeclaredTypes(names);
  const references = refer(tree, declarations, names);
  const { symbols, imports } = declarations;
  return parseResultOf(tree, "csharp", { symbols, references, imports });
}
