/** Go, by tree-sitter-go. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { linkage } from "./linkage.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { tests } from "./test-cases.js";
import { usage } from "./usage.js";

export const go = defineLanguage({
  name: "go",
  family: "go",
  identity: PLAIN_IDENTITY,
  extensions: [".go"],
  extractorVersion: 3,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  routes,
  usage,
  tests,
});
