import type { Reader } from "../../../src/languages/language.js";
import { extract } from "./extract.js";

export const reader: Reader = {
  grammar: async () => (await import("tree-sitter-javascript")).default,
  extract,
  partOf: (tree, node) => (tree.type(node) === "comment" ? "comments" : null),
};
