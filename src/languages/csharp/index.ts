/** C#, by tree-sitter-c-sharp. */
import { defineLanguage } from "../language.js";
import { extract } from "./extract.js";
import { linkage } from "./linkage.js";
import { maskForGrammar } from "./mask/mask.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { casesByAttribute } from "./test-cases.js";
import { command, runOf } from "./test-commands.js";
import { partOf } from "./text-parts.js";

export const csharp = defineLanguage({
  name: "csharp",
  family: "csharp",
  identity: {
    mergingKinds: [],
    kindsAcrossFiles: ["namespace", "class", "struct", "interface", "record"],
    countsTypeParameters: true,
    hasAlternatives: true,
    hasOverloads: true,
  },
  extensions: [".cs", ".csx"],
  extractorVersion: 13,
  grammar: async () => (await import("tree-sitter-c-sharp")).default,
  maskForGrammar,
  extract,
  partOf,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  tests: { areDeclared: true, cases: casesByAttribute, manifest: null, projectFile: ".csproj", runOf, command },
  routes,
  opensNamespaces: true,
});
