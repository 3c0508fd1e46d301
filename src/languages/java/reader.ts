/** How Java is read. */
import type { Reader } from "../language.js";
import { extract } from "./extract.js";
import { maskBroken } from "./mask.js";
import { partOf } from "./text-parts.js";

export const reader: Reader = {
  grammar: async () => (await import("tree-sitter-java")).default,
  maskBroken,
  extract,
  partOf,
};
