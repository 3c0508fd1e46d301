/** TypeScript, and TypeScript with JSX. */
import { defineLanguage } from "../language.js";
import { extract } from "./extract.js";
import { linkage } from "./linkage.js";
import { maskJsx, maskTypes } from "./mask.js";
import { maskBroken } from "./mask-broken.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { runtimeMethods } from "./runtime-methods.js";

export const typescript = defineLanguage({
  name: "typescript",
  family: "typescript",
  extensions: [".ts", ".mts", ".cts"],
  extractorVersion: 19,
  grammar: async () => (await import("tree-sitter-typescript")).default.typescript,
  maskForGrammar: maskTypes,
  maskBroken,
  extract: (tree) => extract(tree, "typescript"),
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
});

export const tsx = defineLanguage({
  name: "tsx",
  family: "typescript",
  extensions: [".tsx"],
  extractorVersion: 19,
  grammar: async () => (await import("tree-sitter-typescript")).default.tsx,
  maskForGrammar: (source) => maskJsx(maskTypes(source)),
  maskBroken,
  extract: (tree) => extract(tree, "tsx"),
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
});
