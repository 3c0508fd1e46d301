/** The parse result of a Java file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { parseResultOf } from "../parse-result-of.js";
import type { SyntaxTree } from "../syntax.js";
import { declare } from "./declarations.js";
import { addLombok } from "./lombok.js";
import { refer } from "./references.js";
import { readDeclaredTypes } from "./types.js";

/** Reads symbols, imports and references. Any tree gives a result. */
export function extract(tree: SyntaxTree): ParseResult {
  const declarations = declare(tree);
  readDeclaredTypes(declarations);
  addLombok(declarations);
  const references = refer(declarations);
  const { symbols, imports } = declarations;
  return parseResultOf(tree, "java", { symbols, references, imports });
}
