/** Python, by tree-sitter-python. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { commands } from "./commands.js";
import { linkage } from "./linkage.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { runtimeMethods } from "./runtime-methods.js";
import { signals } from "./signals.js";
import { casesByName } from "./test-cases.js";
import { command, runOf } from "./test-commands.js";
import { usage } from "./usage.js";

export const python = defineLanguage({
  name: "python",
  family: "python",
  identity: { ...PLAIN_IDENTITY, mergingKinds: [] },
  extensions: [".py", ".pyi", ".pyw"],
  extractorVersion: 14,
  reader: async () => (await import("./reader.js")).reader,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
  routes,
  signals,
  commands,
  usage,
  tests: { areDeclared: true, cases: casesByName, manifest: "pyproject.toml", projectFile: null, runOf, command },
  renamesExports: true,
  failsAtRunTime: true,
});
