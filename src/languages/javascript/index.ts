/** JavaScript, and JavaScript with JSX: the extraction of TypeScript over another grammar, which reads JSX in both. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { linkage } from "../typescript/linkage.js";
import { routes } from "../typescript/routes.js";
import { runtimeGlobals, runtimeMembers } from "../typescript/runtime.js";
import { runtimeMethods } from "../typescript/runtime-methods.js";
import { tests } from "../typescript/tests.js";
import { usage } from "../typescript/usage.js";

export const javascript = defineLanguage({
  name: "javascript",
  family: "javascript",
  world: "web",
  extensions: [".js", ".mjs", ".cjs"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 30,
  reader: async () => (await import("./reader.js")).javascript,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
  usage,
  tests,
  routes,
  renamesExports: true,
  mayIgnoreArguments: true,
  failsAtRunTime: true,
  takesAnyNumber: true,
});

export const jsx = defineLanguage({
  name: "jsx",
  family: "javascript",
  world: "web",
  extensions: [".jsx"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 30,
  reader: async () => (await import("./reader.js")).jsx,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  linkage,
  usage,
  tests,
  routes,
  renamesExports: true,
  mayIgnoreArguments: true,
  failsAtRunTime: true,
  takesAnyNumber: true,
});
