/** The tests of TypeScript and JavaScript. */
import type { TestConventions } from "../testing.js";
import { casesByCall } from "./test-cases.js";
import { command, runOf } from "./test-commands.js";

export const tests: TestConventions = {
  areDeclared: false,
  cases: casesByCall,
  manifest: "package.json",
  projectFile: null,
  runOf,
  command,
};
