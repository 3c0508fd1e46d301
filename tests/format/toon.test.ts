/** Answers as TOON, by src/format/toon.ts. */
import { decode } from "@toon-format/toon";
import { expect, test } from "vitest";
import { toToon } from "../../src/format/toon.js";

test("names each field once, and leaves out those that say nothing", () => {
  const rows = [
    { path: "src/a.ts", lines: "1-3", doc: null, code: 'say("a, b");\n  end' },
    { path: "src/b.ts", lines: "7-9", doc: null, code: "" },
  ];
  const text = toToon(rows, { total: 2, notes: [] });
  expect(text).toBe(
    ["total: 2", "results[2]{path,lines,code}:", '  src/a.ts,1-3,"say(\\"a, b\\");\\n  end"', '  src/b.ts,7-9,""'].join(
      "\n",
    ),
  );
  expect(decode(text)).toMatchObject({ results: [{ code: rows[0]!.code }, { path: "src/b.ts" }] });
});

test("takes nothing, and text that was cut within a character", () => {
  expect(toToon([])).toBe("results: []");
  expect(decode(toToon([{ code: "\ud83d cut" }], { notes: ["\ude00"] }))).toEqual({
    notes: ["\uFFFD"],
    results: [{ code: "\uFFFD cut" }],
  });
});
