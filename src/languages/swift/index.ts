/** Swift, by tree-sitter-swift. */
import { defineLanguage } from "../language.js";
import { overloadOf, scopeOf } from "./identity.js";
import { linkage } from "./linkage.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { casesOf } from "./test-cases.js";
import { command, MANIFEST, runOf } from "./test-commands.js";
import { usage } from "./usage.js";

export const swift = defineLanguage({
  name: "swift",
  family: "swift",
  identity: {
    mergingKinds: ["class", "struct", "enum", "interface", "extension"],
    kindsAcrossFiles: ["class", "struct", "enum", "interface", "extension"],
    countsTypeParameters: false,
    hasAlternatives: true,
    hasOverloads: true,
    overloadOf,
    scopeOf,
  },
  extensions: [".swift"],
  extractorVersion: 9,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  routes,
  usage,
  tests: { areDeclared: true, cases: casesOf, manifest: MANIFEST, projectFile: null, runOf, command },
});
