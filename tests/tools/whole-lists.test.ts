/** Lists of relations: whole, by file, sure ones first, and narrowed to some files before anything is counted. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import getCallees from "../../src/tools/get-callees.js";
import getCallers from "../../src/tools/get-callers.js";
import getDependencies from "../../src/tools/get-dependencies.js";
import getDependents from "../../src/tools/get-dependents.js";
import getImplementations from "../../src/tools/get-implementations.js";
import getReferences from "../../src/tools/get-references.js";
import { briefForm } from "../../src/tools/running/brief-form.js";
import type { ToolDefinition } from "../../src/tools/running/tool.js";
import { type FixtureFile, seedGraph } from "../graph/fixture.js";
import { runTool } from "../graph/run-tool.js";
import { emptyPglite } from "../helpers/store.js";

const call = (from: number, line: number, to: string) => ({
  from,
  kind: "calls" as const,
  tier: "exact" as const,
  line,
  to,
});
const fifty = Array.from({ length: 50 }, (_, index) => 10 + 3 * index);

const FILES: FixtureFile[] = [
  {
    path: "src/cart.ts",
    language: "typescript",
    symbols: [
      { id: "cart", kind: "class", name: "Cart", lines: [1, 40] },
      { id: "add", kind: "method", name: "add", qualified: "Cart.add", lines: [2, 9], parent: 1 },
      { id: "total", kind: "method", name: "total", qualified: "Cart.total", lines: [10, 19], parent: 1 },
      { id: "empty", kind: "method", name: "empty", qualified: "Cart.empty", lines: [20, 29], parent: 1 },
    ],
    edges: [call(3, 12, "add"), { ...call(4, 21, "cart"), kind: "references" }],
  },
  {
    path: "src/shop.ts",
    language: "typescript",
    text: Array.from({ length: 200 }, (_, index) => `cart.add(${index + 1});`).join("\n"),
    symbols: [
      { id: "fill", kind: "function", name: "fill", lines: [5, 170] },
      { id: "sell", kind: "function", name: "sell", lines: [172, 190] },
    ],
    edges: [
      { ...call(0, 1, "cart"), kind: "imports" },
      ...fifty.map((line) => call(1, line, "add")),
      call(2, 175, "add"),
      call(2, 176, "total"),
      { ...call(2, 180, "cart"), kind: "accepts" },
    ],
  },
  {
    path: "src/legacy.js",
    language: "javascript",
    symbols: [{ id: "old", kind: "function", name: "old", lines: [1, 9] }],
    edges: [
      { ...call(1, 3, "add"), tier: "unique", rule: "unique-name" },
      { ...call(1, 4, "total"), tier: "candidate", rule: "same-name" },
    ],
  },
  {
    path: "tests/cart.test.ts",
    language: "typescript",
    symbols: [{ id: "check", kind: "function", name: "check", lines: [1, 9] }],
    edges: [
      call(1, 4, "add"),
      { ...call(1, 5, "add"), tier: "unique", rule: "unique-name" },
      call(1, 6, "fill"),
      { ...call(1, 8, "logs"), tier: "external" },
    ],
  },
  {
    path: "src/store.ts",
    language: "typescript",
    symbols: [
      { id: "store", kind: "interface", name: "Store", lines: [1, 3] },
      { id: "save", kind: "method", name: "save", qualified: "Store.save", lines: [2, 2], parent: 1 },
      { id: "sqlStore", kind: "interface", name: "SqlStore", lines: [5, 6] },
      { id: "pgStore", kind: "class", name: "PgStore", lines: [8, 14] },
      { id: "pgSave", kind: "method", name: "save", qualified: "PgStore.save", lines: [9, 12], parent: 4 },
      { id: "pooled", kind: "class", name: "PooledPgStore", lines: [16, 20] },
      { id: "memory", kind: "class", name: "MemoryStore", lines: [22, 30] },
      { id: "run", kind: "function", name: "run", lines: [32, 40] },
    ],
    edges: [
      { ...call(7, 22, "store"), kind: "implements" },
      { ...call(3, 5, "store"), kind: "extends" },
      { ...call(4, 8, "sqlStore"), kind: "implements" },
      { ...call(6, 16, "pgStore"), kind: "inherits" },
      { ...call(5, 9, "save"), kind: "overrides", rule: "override" },
      call(8, 33, "save"),
    ],
  },
  {
    path: "tests/fake-store.ts",
    language: "typescript",
    symbols: [{ id: "fake", kind: "class", name: "FakeStore", lines: [1, 9] }],
    edges: [{ ...call(1, 1, "memory"), kind: "inherits" }],
  },
  {
    path: "src/Price.cs",
    language: "csharp",
    symbols: [
      { id: "price", kind: "class", name: "Price", lines: [1, 30] },
      {
        id: "of1",
        kind: "method",
        name: "Of",
        qualified: "Price.Of",
        signature: "(int cents)",
        lines: [2, 4],
        parent: 1,
      },
      {
        id: "of2",
        kind: "method",
        name: "Of",
        qualified: "Price.Of",
        signature: "(string s)",
        lines: [5, 9],
        parent: 1,
      },
      { id: "parse", kind: "method", name: "Parse", qualified: "Price.Parse", lines: [10, 19], parent: 1 },
    ],
    edges: [call(4, 11, "of1"), call(4, 12, "of2"), call(3, 6, "of1")],
  },
];

let sample: { db: Db; view: View };
beforeAll(async () => {
  const db = await emptyPglite();
  sample = { db, view: await seedGraph(db, "p", FILES) };
});

const ask = async (tool: unknown, args: Record<string, unknown>) => {
  const { output, text } = await runTool(tool as typeof getCallers, args, sample);
  return { output, lines: text.split("\n"), brief: briefForm(tool as ToolDefinition, output as never) };
};

describe("the words", () => {
  test("have all lines of all call sites under their files; code of the first; certainty as a heading", async () => {
    const { lines } = await ask(getCallers, { node_id: "add" });
    expect(lines).toEqual([
      "5 callers of Cart.add (src/cart.ts:2), 55 call sites: 53 sure, 2 likely",
      "src/cart.ts:12  Cart.total",
      "src/shop.ts",
      `  ${fifty.join(", ")}  fill`,
      "      10: cart.add(10);",
      "      13: cart.add(13);",
      "      16: cart.add(16);",
      "  175  sell",
      "      cart.add(175);",
      "tests/cart.test.ts:4, 5  check",
      "Likely: the only method of that name:",
      "src/legacy.js:3  old",
      "Values of 51 calls: not used 51",
    ]);
  });

  test("of a class have its members' uses where the list has not their lines, and its own uses of itself last", async () => {
    const { lines } = await ask(getReferences, { node_id: "cart" });
    expect(lines).toEqual([
      "3 users of Cart (src/cart.ts:1), 3 lines in 2 files",
      "src/shop.ts",
      "  1  imports",
      "  180  sell  accepts",
      "      cart.add(180);",
      "Inside it:",
      "src/cart.ts:21",
      "",
      "Uses of its members from outside it, 55 lines, of 2 members:",
      `  add 54  src/shop.ts:${fifty.join(", ")}, 175; tests/cart.test.ts:4, 5; src/legacy.js:3`,
      "  total 1  src/shop.ts:176",
    ]);
  });

  test("of a member count the uses through its interface", async () => {
    const { output } = await runTool(getReferences, { node_id: "pgSave" }, sample);
    expect(output.used_through).toEqual([{ node_id: "save", qualified_name: "Store.save", uses: 1 }]);
  });

  test("of implementations are a tree down to the last", async () => {
    const { lines, output } = await ask(getImplementations, { node_id: "store" });
    expect(lines).toEqual([
      "5 implementations of interface Store (src/store.ts:1), 2 direct",
      "src/store.ts:5  interface SqlStore  extends",
      "  src/store.ts:8  class PgStore  implements",
      "    src/store.ts:16  class PooledPgStore  inherits",
      "src/store.ts:22  class MemoryStore  implements",
      "  tests/fake-store.ts:1  class FakeStore  inherits",
    ]);
    expect(output.results.map(({ node_id, depth, via }) => [node_id, depth, via])).toEqual([
      ["sqlStore", 1, undefined],
      ["pgStore", 2, "sqlStore"],
      ["pooled", 3, "pgStore"],
      ["memory", 1, undefined],
      ["fake", 2, "memory"],
    ]);
  });

  test("of overloads have their parameters", async () => {
    const callees = await ask(getCallees, { node_id: "parse" });
    expect(callees.lines.slice(1)).toEqual([
      "11  Price.Of(int cents)  src/Price.cs:2",
      "12  Price.Of(string s)  src/Price.cs:5",
    ]);
    const callers = await ask(getCallers, { node_id: "of1" });
    expect(callers.lines[0]).toBe("2 callers of Price.Of(int cents) (src/Price.cs:2), 2 call sites");
  });

  test("of dependencies stand under the file that has them, each symbol once with the lines of each relation", async () => {
    const { lines } = await ask(getDependencies, { node_id: "file-src-shop-ts" });
    expect(lines).toEqual([
      "3 dependencies of src/shop.ts, in 54 lines",
      "src/cart.ts",
      "  Cart:1  imports 1; accepts 180",
      `  Cart.add:2  calls ${fifty.join(", ")}, 175`,
      "  Cart.total:10  calls 176",
    ]);
  });
});

test("source lines take at most 2,400 characters, cut to their shares: the other rows have their numbers", async () => {
  const text = Array.from({ length: 60 }, (_, index) => `deliver(${index}, "${"x".repeat(100)}");`).join("\n");
  const callers = Array.from({ length: 60 }, (_, index) => ({
    id: `caller${index}`,
    kind: "function" as const,
    name: `caller${index}`,
    lines: [index + 1, index + 1] as [number, number],
  }));
  const file: FixtureFile = {
    path: "src/deliver.ts",
    language: "typescript",
    text,
    symbols: [{ id: "deliver", kind: "function", name: "deliver", lines: [70, 71] }, ...callers],
    edges: callers.map((_, index) => call(index + 2, index + 1, "deliver")),
  };
  const view = await seedGraph(sample.db, "deliver", [file], 101);
  const { output } = await runTool(getCallers, { node_id: "deliver" }, { db: sample.db, view });
  const shown = output.results.flatMap((each) => each.text ?? []);
  expect(output.results).toHaveLength(60);
  expect(shown).toHaveLength(33);
  expect(shown[0]).toBe(`deliver(0, "${"x".repeat(59)}…`);
  expect(output.results.slice(0, shown.length).every((each) => each.text !== undefined)).toBe(true);
});

describe("the brief form", () => {
  test("has the same rows by file, and sections by certainty", async () => {
    const { brief } = await ask(getCallers, { node_id: "add" });
    expect(brief.results).toEqual([
      {
        uses: {
          "src/cart.ts": "12  Cart.total",
          "src/shop.ts": [
            `${fifty.join(", ")}  fill | 10: cart.add(10); | 13: cart.add(13); | 16: cart.add(16);`,
            "175  sell | cart.add(175);",
          ],
          "tests/cart.test.ts": "4, 5  check",
        },
      },
      { sure: "likely", uses: { "src/legacy.js": "3  old" } },
    ]);
    expect(brief).toMatchObject({ total: 5, lines: 55 });
  });

  test("of a tree is indented as the words are", async () => {
    const { brief } = await ask(getImplementations, { node_id: "memory" });
    expect(brief.results).toEqual([{ uses: ["tests/fake-store.ts:1  class FakeStore  inherits"] }]);
  });
});

describe("narrowed to some files", () => {
  const names = async (tool: unknown, args: Record<string, unknown>) => {
    const { output } = await ask(tool, args);
    return output.results.map(({ node_id }) => node_id);
  };

  test.each([
    { tests: "include", want: ["total", "fill", "sell", "check", "old"] },
    { tests: "exclude", want: ["total", "fill", "sell", "old"] },
    { tests: "only", want: ["check"] },
  ])("tests: $tests", async ({ tests, want }) => {
    expect(await names(getCallers, { node_id: "add", tests })).toEqual(want);
  });

  test("totals, counts and pages are those of the files that are listed", async () => {
    const args = { node_id: "add", path_filter: "src/shop.ts", limit: 1 };
    const { output, lines } = await ask(getCallers, args);
    expect(output).toMatchObject({
      total: 2,
      counted: { symbols: 2, lines: 51, files: 1 },
      calls_by_confidence: { exact: 51, import: 0, unique: 0, candidate: 0 },
    });
    expect(lines[0]).toBe("2 callers of Cart.add (src/cart.ts:2), 51 call sites");
    const next = await ask(getCallers, { ...args, cursor: output.next_cursor });
    expect(next.output.results.map(({ node_id }) => node_id)).toEqual(["sell"]);
    expect(next.output.next_cursor).toBeUndefined();
  });

  test("call sites in files that the filter leaves out are counted", async () => {
    const { output, lines } = await ask(getCallers, { node_id: "add", path_filter: "src/none-of-these.ts" });
    const all = await ask(getCallers, { node_id: "add" });
    expect(output).toMatchObject({ total: 0, filtered_out: all.output.counted.lines });
    expect(lines.join("\n")).toContain(
      `Not listed, because of path_filter or tests: ${all.output.counted.lines} call sites in other files.`,
    );
    expect(all.output.filtered_out).toBeUndefined();
  });

  test("less sure callers in other files are not told", async () => {
    const of = async (path_filter: string) => (await ask(getCallers, { node_id: "total", path_filter })).lines;
    expect(await of("src/shop.ts")).toEqual([
      "1 caller of Cart.total (src/cart.ts:10), 1 call site",
      expect.any(String),
      expect.any(String),
    ]);
    expect((await of("**/*.js")).slice(0, 3)).toEqual([
      "No known callers of Cart.total (src/cart.ts:10).",
      "Possible: one of several of that name:",
      expect.stringMatching(/^\S+\.js:\d+ {2}/),
    ]);
  });

  test("a walk goes on through files that are not listed", async () => {
    expect(await names(getImplementations, { node_id: "store", tests: "only" })).toEqual(["fake"]);
    const { lines } = await ask(getCallers, { node_id: "add", depth: 2, path_filter: "tests/**" });
    expect(lines.slice(0, 3)).toEqual([
      "1 caller of Cart.add (src/cart.ts:2), 2 call sites: 1 sure, 1 likely; 0 indirect",
      "Direct:",
      "tests/cart.test.ts:4, 5  check",
    ]);
  });

  test("of what a symbol needs, the files that have it: libraries are in none, and are not tests", async () => {
    expect(await names(getCallees, { node_id: "check", path_filter: "src/cart.ts" })).toEqual(["add"]);
    expect(await names(getCallees, { node_id: "check", tests: "only" })).toEqual([]);
    expect(await names(getDependencies, { node_id: "check", tests: "exclude" })).toEqual(["add", "fill"]);
  });

  test("the lists of every tool", async () => {
    expect(await names(getReferences, { node_id: "cart", path_filter: "src/cart.ts" })).toEqual(["empty"]);
    expect(await names(getDependents, { node_id: "cart", tests: "only" })).toEqual(["check"]);
    const { output } = await runTool(getReferences, { node_id: "cart", tests: "only" }, sample);
    expect(output.members).toMatchObject({ total: 1, uses: 2 });
  });

  test("a filter of an empty list is none", async () => {
    expect(await names(getCallers, { node_id: "fill", path_filter: "src/**" })).toEqual([]);
  });
});
