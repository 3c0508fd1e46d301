/** A query of spaces alone is refused by every tool that takes one, with one error. */
import { expect, test } from "vitest";
import { CodeindexError } from "../../src/errors.js";
import { TOOLS } from "../../src/tools/index.js";
import { PROFILES } from "../../src/tools/profiles/index.js";
import { checkInput } from "../../src/tools/schema.js";

const QUERIES = ["query", "qualified_name", "code"];
const cases = TOOLS.flatMap((tool) =>
  Object.keys(tool.input)
    .filter((parameter) => QUERIES.includes(parameter))
    .map((parameter) => ({ name: tool.name, tool, parameter })),
);

test("there are tools that take a query", () => {
  expect(cases.length).toBeGreaterThan(10);
});

test.each(cases)("$name: $parameter", ({ tool, parameter }) => {
  for (const blank of ["", " ", "\t\n"]) expect(() => checkInput(tool, { [parameter]: blank })).toThrow(CodeindexError);
  for (const blank of ["", " ", "\t\n"])
    expect(() => checkInput(tool, { [parameter]: blank })).toThrow(`${parameter}: must not be empty`);
});

test("every tool of a profile that takes a query is made of such a tool", () => {
  const names = new Set(cases.map(({ name }) => name));
  for (const { tools } of Object.values(PROFILES))
    for (const { name, input } of tools)
      if (Object.keys(input).some((parameter) => QUERIES.includes(parameter))) expect(names).toContain(name);
});
