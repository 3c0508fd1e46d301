/** Java, by tree-sitter-java. */
import { casesByAnnotation } from "../jvm/annotated-tests.js";
import { routes } from "../jvm/routes.js";
import { runtimeGlobals, runtimeMembers } from "../jvm/runtime.js";
import { BUILD_FILES, command, runOf } from "../jvm/test-commands.js";
import { usage } from "../jvm/usage.js";
import { defineLanguage } from "../language.js";
import { withoutPackage } from "../qualified-name.js";
import { linkage } from "./linkage.js";

export const java = defineLanguage({
  name: "java",
  family: "java",
  world: "jvm",
  identity: {
    mergingKinds: [],
    kindsAcrossFiles: ["namespace"],
    countsTypeParameters: false,
    hasAlternatives: false,
    hasOverloads: true,
  },
  extensions: [".java"],
  extractorVersion: 4,
  nameBesidePath: withoutPackage,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  routes,
  usage,
  tests: { areDeclared: true, cases: casesByAnnotation, manifest: null, projectFile: BUILD_FILES, runOf, command },
  opensNamespaces: true,
});
