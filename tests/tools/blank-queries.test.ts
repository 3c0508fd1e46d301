/** A query of spaces alone is refused by every tool that takes one, with one error. */
import { expect, test } from "vitest";
import { TOOLS } from "../../src/tools/index.js";
import { PROFILES } from "../../src/tools/profiles/index.js";
import { checkInput } from "../../src/tools/running/check-input.js";

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
  for (const blank of ["", " ", "\t\n"])
    expect(() => checkInput(tool, { [parameter]: blank })).toThrow(`${parameter}: must not be empty`);
});

const faces = Object.values(PROFILES).flatMap(({ name, tools }) =>
  tools.flatMap((tool) =>
    Object.keys(tool.input)
      .filter((parameter) => QUERIES.includes(parameter))
      .map((parameter) => ({ name: `${name} ${tool.name}`, tool, parameter })),
  ),
);

test.each(faces)("$name: $parameter", ({ tool, parameter }) => {
  for (const blank of ["", " ", "\t\n"])
    expect(() => checkInput(tool, { [parameter]: blank })).toThrow(`${parameter}: must not be empty`);
});
