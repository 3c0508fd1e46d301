/** Questions that a benchmark asks, drawn from the index by src/measure/bench/queries.ts. */
import { describe, expect, test } from "vitest";
import {
  drawCases,
  drawLiteral,
  drawRegex,
  drawWords,
  humpsOf,
  type Samples,
  withTypo,
} from "../../../src/measure/bench/queries.js";
import { createRandom } from "../../../src/measure/bench/random.js";
import { TOOLS } from "../../../src/tools/index.js";
import { checkInput } from "../../../src/tools/running/check-input.js";

const TEXT = `/** Rotates refresh tokens. */
export function rotateTokens(store: TokenStore): void {
  const expired = store.list().filter((token) => token.isExpired);
  for (const token of expired) store.remove(token.id);
}
`;
const symbol = (name: string) => ({ nodeId: `id-${name}`, name, qualifiedName: `Store.${name}`, nodeType: "method" });
const samples: Samples = {
  files: [
    { path: "index.ts", lineCount: 1 },
    { path: "src/auth/tokens.ts", lineCount: 300 },
  ],
  symbols: [symbol("rotateTokens"), symbol("x")],
  popular: [symbol("list")],
  bases: [],
  texts: [TEXT, "", "\n\n"],
  jobId: "job",
};

describe("cases", () => {
  test("are the same for the same seed", () => {
    expect(drawCases(samples, createRandom(7), 5)).toEqual(drawCases(samples, createRandom(7), 5));
    expect(drawCases(samples, createRandom(7), 5)).not.toEqual(drawCases(samples, createRandom(8), 5));
  });

  test("have one input more than is timed", () => {
    for (const { inputs } of drawCases(samples, createRandom(1), 5)) expect(inputs).toHaveLength(6);
  });

  test("are accepted by their tools", () => {
    for (const { tool, inputs } of drawCases(samples, createRandom(1), 50)) {
      const definition = TOOLS.find(({ name }) => name === tool)!;
      for (const input of inputs)
        expect(() => checkInput(definition, input), `${tool} ${JSON.stringify(input)}`).not.toThrow();
    }
  });

  test("are none for an empty index", () => {
    expect(drawCases({ ...samples, files: [], symbols: [] }, createRandom(1), 5)).toEqual([]);
  });

  test("leave out tools that there is nothing for", () => {
    const rows = drawCases({ ...samples, texts: [], jobId: null }, createRandom(1), 1).map(({ tool }) => tool);
    expect(rows).not.toContain("search_code");
    expect(rows).not.toContain("get_job");
    expect(rows).toContain("get_callers");
  });
});

describe("drawn from a text", () => {
  const random = createRandom(3);
  test("words stand in it", () => {
    for (let index = 0; index < 50; index++)
      for (const word of drawWords(TEXT, random).split(" ")) expect(TEXT).toContain(word);
  });

  test("literals stand in it", () => {
    for (let index = 0; index < 50; index++) expect(TEXT).toContain(drawLiteral(TEXT, random));
  });

  test("expressions compile", () => {
    for (let index = 0; index < 50; index++) expect(() => new RegExp(drawRegex(TEXT, random))).not.toThrow();
  });
});

describe("humps", () => {
  const cases = [
    { name: "getUserName", want: "gUN" },
    { name: "HTTPServer", want: "HS" },
    { name: "parse", want: "pars" },
    { name: "x", want: "x" },
  ];
  test.each(cases)("of $name are $want", ({ name, want }) => {
    expect(humpsOf(name)).toBe(want);
  });
});

test("a typo swaps two neighbours behind the first letter", () => {
  for (const name of ["parse", "getUserName", "list"]) {
    const typo = withTypo(name, createRandom(5));
    expect([...typo].sort()).toEqual([...name].sort());
    expect(typo[0]).toBe(name[0]);
  }
});
