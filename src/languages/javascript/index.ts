/** JavaScript, and JavaScript with JSX: the extraction of TypeScript over another grammar, which reads JSX in both. */
import { createRequire } from "node:module";
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { extract } from "../typescript/extract.js";
import { linkage } from "../typescript/linkage.js";
import { maskJsx } from "../typescript/mask.js";
import { maskBroken } from "../typescript/mask-broken.js";
import { routes } from "../typescript/routes.js";
import { runtimeGlobals, runtimeMembers } from "../typescript/runtime.js";
import { runtimeMethods } from "../typescript/runtime-methods.js";
import { tests } from "../typescript/tests.js";
import { partOf } from "../typescript/text-parts.js";
import { maskBrokenFlow, maskFlow } from "./flow.js";

const require = createRequire(import.meta.url);

/** The reading of JavaScript with the types of Flow, most of which the grammar of TypeScript reads. */
const withTypes = {
  grammar: () => (require("tree-sitter-typescript") as { tsx: unknown }).tsx,
  mask: maskFlow,
  maskLines: maskBrokenFlow,
};

export const javascript = defineLanguage({
  name: "javascript",
  family: "javascript",
  extensions: [".js", ".mjs", ".cjs"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 20,
  grammar: async () => (await import("tree-sitter-javascript")).default,
  maskForGrammar: maskJsx,
  maskBroken,
  otherwise: withTypes,
  extract: (tree) => extract(tree, "javascript"),
  partOf,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
  tests,
  routes,
  renamesExports: true,
});

export const jsx = defineLanguage({
  name: "jsx",
  family: "javascript",
  extensions: [".jsx"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 20,
  grammar: async () => (await import("tree-sitter-javascript")).default,
  maskForGrammar: maskJsx,
  maskBroken,
  otherwise: withTypes,
  extract: (tree) => extract(tree, "jsx"),
  partOf,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
  tests,
  routes,
  renamesExports: true,
});
