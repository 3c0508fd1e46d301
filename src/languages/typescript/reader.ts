/** How TypeScript is read, and TypeScript with JSX. */
import type { Reader } from "../language.js";
import { extract } from "./extract.js";
import { maskJsx, maskTypes } from "./mask.js";
import { maskBroken } from "./mask-broken.js";
import { partOf } from "./text-parts.js";

export const typescript: Reader = {
  grammar: async () => (await import("tree-sitter-typescript")).default.typescript,
  maskForGrammar: maskTypes,
  maskBroken,
  extract: (tree) => extract(tree, "typescript", { hasJsx: false, isJavaScript: false }),
  partOf,
};

export const tsx: Reader = {
  grammar: async () => (await import("tree-sitter-typescript")).default.tsx,
  maskForGrammar: (source) => maskJsx(maskTypes(source)),
  maskBroken,
  extract: (tree) => extract(tree, "tsx", { hasJsx: true, isJavaScript: false }),
  partOf,
};
