/** TypeScript, and TypeScript with JSX. */
import { PLAIN_IDENTITY } from "../../model/node-id.js";
import { defineLanguage } from "../language.js";
import { linkage } from "./linkage.js";
import { routes } from "./routes.js";
import { runtimeGlobals, runtimeMembers } from "./runtime.js";
import { runtimeMethods } from "./runtime-methods.js";
import { tests } from "./tests.js";
import { usage } from "./usage.js";

export const typescript = defineLanguage({
  name: "typescript",
  family: "typescript",
  world: "web",
  extensions: [".ts", ".mts", ".cts"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 30,
  reader: async () => (await import("./reader.js")).typescript,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  runtimePackages: new Set(["typescript", "@types/node"]),
  linkage,
  usage,
  tests,
  routes,
  renamesExports: true,
  mayIgnoreArguments: true,
});

export const tsx = defineLanguage({
  name: "tsx",
  family: "typescript",
  world: "web",
  extensions: [".tsx"],
  identity: PLAIN_IDENTITY,
  extractorVersion: 30,
  reader: async () => (await import("./reader.js")).tsx,
  runtimeMembers,
  runtimeMethods,
  runtimeGlobals,
  runtimePackages: new Set(["typescript", "@types/node"]),
  linkage,
  usage,
  tests,
  routes,
  renamesExports: true,
  mayIgnoreArguments: true,
  checksTags: true,
});
