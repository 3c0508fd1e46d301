/** Answers that fit their budget, by src/format/fit.ts: less of each result before fewer results, and a word of the rest. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateTokens } from "../../src/base/estimate-tokens.js";
import { type Answer, type FitRequest, fitAnswer } from "../../src/format/fit.js";
import { decodeCursor } from "../../src/format/page.js";

type Row = { path: string; code: string };
const rows = (count: number, lines: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `src/file${index}.ts`,
    code: "const value = compute();\n".repeat(lines),
  }));

const request = (output: Answer, budget: number, more: Partial<FitRequest> = {}): FitRequest => ({
  output,
  render: (shown) => (shown.results as Row[]).map(({ path, code }) => `${path}\n${code}`).join("\n"),
  shrink: [
    (shown) => ({
      ...shown,
      results: (shown.results as Row[]).map((row) => ({ ...row, code: row.code.slice(0, 25) })),
    }),
  ],
  budget,
  offset: 40,
  footer: "[index: alpha]",
  ...more,
});

describe("fitAnswer", () => {
  test("a text that fits is left as it is", () => {
    const output = { results: rows(2, 1) };
    const { structured, text } = fitAnswer(request(output, 500));
    expect(structured).toBe(output);
    expect(text).toMatch(/^src\/file0\.ts\n[\s\S]*\n\n\[index: alpha\]$/);
  });

  test("less of each result comes before fewer results", () => {
    const { structured, text } = fitAnswer(request({ results: rows(10, 50) }, 500));
    expect(structured.results).toHaveLength(10);
    expect(text).toContain("Each result is shown in less detail to fit 500 tokens. Raise max_tokens to see more.");
  });

  test("fewer results: the cursor goes on after the last that is shown", () => {
    const { structured, text } = fitAnswer(request({ results: rows(200, 50) }, 500));
    const shown = (structured.results as Row[]).length;
    expect(shown).toBeGreaterThan(3);
    expect(structured.truncated).toBe(true);
    expect(decodeCursor(structured.next_cursor)).toBe(40 + shown);
    expect(text).toContain(`Shown: ${shown} of 200 results`);
    expect(text).toContain(structured.next_cursor);
  });

  test("a tool without pages says how to see more all the same", () => {
    const { structured, text } = fitAnswer(request({ results: rows(200, 50) }, 500, { offset: null }));
    expect(structured).not.toHaveProperty("next_cursor");
    expect(text).toContain("Raise max_tokens to see more.");
  });

  test.each<[string, Answer, number | null, string | undefined]>([
    ["how many there were", { results: [], total: 12 }, 40, "No more results: 12 in all."],
    ["that there are no more", { results: [] }, 40, "No more results."],
    ["nothing on the first page", { results: [], total: 0 }, 0, undefined],
    ["nothing without pages", { results: [] }, null, undefined],
  ])("a cursor behind the last result: says %s", (_, output, offset, note) => {
    expect(fitAnswer(request(output, 500, { offset })).structured.note).toBe(note);
  });

  test("the page's own cursor is told in words", () => {
    const { text } = fitAnswer(request({ results: rows(1, 1), truncated: true, next_cursor: "bzIw" }, 500));
    expect(text).toContain('More results follow: call again with cursor "bzIw".');
  });

  test("one long text is cut at a line", () => {
    const content = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join("\n");
    const { structured, text } = fitAnswer(
      request({ content }, 300, { render: (shown) => String(shown.content), shrink: [], offset: null }),
    );
    expect(structured.truncated).toBe(true);
    expect(String(structured.content)).toMatch(/^line 0\n[\s\S]*line \d+$/);
    expect(text).toContain("Long parts are cut to fit 300 tokens.");
  });

  test("no answer is longer than its budget, whatever is in it", () => {
    const output = fc.record({
      results: fc.array(fc.record({ path: fc.string({ maxLength: 300 }), code: fc.string({ maxLength: 4000 }) }), {
        maxLength: 60,
      }),
      extra: fc.array(fc.string({ maxLength: 500 }), { maxLength: 20 }),
    });
    fc.assert(
      fc.property(output, fc.integer({ min: 200, max: 3000 }), (answer, budget) => {
        const render = (shown: Answer) =>
          [...(shown.results as Row[]).flatMap(({ path, code }) => [path, code]), ...(shown.extra as string[])].join(
            "\n",
          );
        const { text } = fitAnswer(request(answer, budget, { render }));
        return estimateTokens(text) <= budget;
      }),
      { numRuns: 200 },
    );
  });
});
