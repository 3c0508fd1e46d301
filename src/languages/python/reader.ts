/** How Python is read. */
import type { Reader } from "../language.js";
import { extract } from "./extract.js";
import { partOf } from "./text-parts.js";

export const reader: Reader = {
  grammar: async () => (await import("tree-sitter-python")).default,
  extract,
  partOf,
};
