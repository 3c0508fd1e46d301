/** How Kotlin is read. */
import type { Reader } from "../language.js";
import { extract } from "./extract.js";
import { maskForGrammar } from "./mask.js";
import { partOf } from "./text-parts.js";

export const reader: Reader = {
  grammar: async () => (await import("@tree-sitter-grammars/tree-sitter-kotlin")).default,
  maskForGrammar,
  extract,
  partOf,
};
