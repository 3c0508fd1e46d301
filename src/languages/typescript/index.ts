/** TypeScript, and TypeScript with JSX. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { extract } from "./extract.js";
import { linkage } from "./linkage.js";
import { maskJsx, maskTypes } from "./mask.js";
import { maskBroken } from "./mask-broken.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { runtimeMethods } from "./runtime-methods.js";
import { tests } from "./tests.js";
import { partOf } from "./text-parts.js";

export const typescript = defineLanguage({
  name: "typescript",
  family: "typescript",
  extensions: [".ts", ".mts", ".cts"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 20,
  grammar: async () => (await import("tree-sitter-typescript")).default.typescript,
  maskForGrammar: maskTypes,
  maskBroken,
  extract: (tree) => extract(tree, "typescript"),
  partOf,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  runtimePackages: new Set(["typescript", "@types/node"]),
  linkage,
  tests,
  routes,
  renamesExports: true,
});

export const tsx = defineLanguage({
  name: "tsx",
  family: "typescript",
  extensions: [".tsx"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 20,
  grammar: async () => (await import("tree-sitter-typescript")).default.tsx,
  maskForGrammar: (source) => maskJsx(maskTypes(source)),
  maskBroken,
  extract: (tree) => extract(tree, "tsx"),
  partOf,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  runtimePackages: new Set(["typescript", "@types/node"]),
  linkage,
  tests,
  routes,
  renamesExports: true,
});
