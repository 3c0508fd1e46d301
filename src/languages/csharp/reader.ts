/** How C# is read. */
import type { Reader } from "../language.js";
import { extract } from "./extract.js";
import { maskForGrammar } from "./mask/mask.js";
import { partOf } from "./text-parts.js";

export const reader: Reader = {
  grammar: async () => (await import("tree-sitter-c-sharp")).default,
  maskForGrammar,
  extract,
  partOf,
};
