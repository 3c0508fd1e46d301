/** The parse result of a Kotlin file is made here, from its syntax tree. */
import type { ParseResult } from "../../model/parse-result.js";
import { parseResultOf } from "../parse-result-of.js";
import type { SyntaxTree } from "../syntax.js";
import { withAnnotatedTypes } from "./annotated-types.js";
import { declare } from "./declarations.js";
import { refer } from "./references.js";
import { withTypeArguments } from "./type-arguments.js";

/** Reads symbols, imports and references. Any tree gives a result. */
export function extract(read: SyntaxTree): ParseResult {
  const tree = withAnnotatedTypes(withTypeArguments(read));
  const declarations = declare(tree);
  const references = refer(declarations);
  const { symbols, imports } = declarations;
  return parseResultOf(tree, "kotlin", { symbols, references, imports });
}
