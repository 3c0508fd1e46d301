/** C#, by tree-sitter-c-sharp. */
import { defineLanguage } from "../language.js";
import { withoutNamespace } from "../qualified-name.js";
import { linkage } from "./linkage.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { casesByAttribute } from "./test-cases.js";
import { command, runOf } from "./test-commands.js";
import { usage } from "./usage.js";

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
  extractorVersion: 18,
  nameBesidePath: withoutNamespace,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers,
  runtimeGlobals,
  linkage,
  usage,
  tests: { areDeclared: true, cases: casesByAttribute, manifest: null, projectFile: ".csproj", runOf, command },
  routes,
  opensNamespaces: true,
});
