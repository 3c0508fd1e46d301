/** Java, by tree-sitter-java. */

import { casesByAnnotation } from "../annotated-tests.js";
import { defineLanguage } from "../language.js";
import { runtimeGlobals, runtimeMembers } from "../platform-runtime.js";
import { BUILD_FILES, command, runOf } from "../platform-tests.js";
import { extract } from "./extract.js";
import { linkage } from "./linkage.js";
import { partOf } from "./text-parts.js";

export const java = defineLanguage({
  name: "java",
  family: "java",
  identity: {
    mergingKinds: [],
    kindsAcrossFiles: ["namespace"],
    countsTypeParameters: false,
    hasAlternatives: false,
    hasOverloads: true,
  },
  extensions: [".java"],
  extractorVersion: 1,
  grammar: async () => (await import("tree-sitter-java")).default,
  extract,
  partOf,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  tests: { areDeclared: true, cases: casesByAnnotation, manifest: null, projectFile: BUILD_FILES, runOf, command },
  opensNamespaces: true,
});
