/** How JavaScript is read, and JavaScript with JSX: by the extraction of TypeScript over another grammar, which reads JSX in both. */
import { createRequire } from "node:module";
import type { Reader } from "../language.js";
import { extract } from "../typescript/extract.js";
import { maskJsx } from "../typescript/mask.js";
import { maskBroken } from "../typescript/mask-broken.js";
import { partOf } from "../typescript/text-parts.js";
import { maskBrokenFlow, maskFlow } from "./flow.js";

const require = createRequire(import.meta.url);

const common = {
  grammar: async () => (await import("tree-sitter-javascript")).default,
  maskForGrammar: maskJsx,
  maskBroken,
  /** The reading of JavaScript with the types of Flow, most of which the grammar of TypeScript reads. */
  otherwise: {
    grammar: () => (require("tree-sitter-typescript") as { tsx: unknown }).tsx,
    mask: maskFlow,
    maskLines: maskBrokenFlow,
  },
  partOf,
} satisfies Partial<Reader>;

export const javascript: Reader = {
  ...common,
  extract: (tree) => extract(tree, "javascript", { hasJsx: true, isJavaScript: true }),
};

export const jsx: Reader = { ...common, extract: (tree) => extract(tree, "jsx", { hasJsx: true, isJavaScript: true }) };
