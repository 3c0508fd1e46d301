/** Go, by tree-sitter-go. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { extract } from "./extract.js";
import { linkage } from "./linkage.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { tests } from "./test-cases.js";
import { partOf } from "./text-parts.js";

export const go = defineLanguage({
  name: "go",
  family: "go",
  identity: PLAIN_IDENTITY,
  extensions: [".go"],
  extractorVersion: 1,
  grammar: async () => (await import("tree-sitter-go")).default,
  extract,
  partOf,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  tests,
});
