/** The tool get_callers (src/tools/get-callers.ts): sure callers, calls without a known target, and those of an interface. */
import { expect, test } from "vitest";
import { unresolvedTarget } from "../../src/model/edge.js";
import getCallers from "../../src/tools/get-callers.js";
import { seedGraph } from "../graph/fixture.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { useSample } from "../graph/with-sample.js";
import { dedent } from "../helpers/dedent.js";

const sample = useSample();
const callers = (args: Record<string, unknown>) => runTool(getCallers, args, sample);

test("lists the sure callers with every line, and says what it leaves out", async () => {
  const { output, text } = await callers({ node_id: "svcLogin" });
  expect(output.results).toMatchObject([
    {
      node_id: "appStart",
      file_path: "src/app.ts",
      line_start: 3,
      line: 5,
      lines: [5, 9],
      confidence: "exact",
      edge_type: "calls",
    },
  ]);
  expect(output.calls_by_confidence).toEqual({ exact: 2, import: 0, unique: 0, candidate: 1 });
  expect(output.unresolved).toEqual({
    count: 2,
    by_reason: { "unknown-receiver": 1, "no-such-member": 1 },
    locations: [
      { name: "login", file_path: "src/legacy.js", line: 4, reason: "unknown-receiver" },
      { name: "login", file_path: "src/legacy.js", line: 7, reason: "no-such-member" },
    ],
  });
  expect(text.split("\n").slice(0, 5)).toEqual([
    "1 caller of AuthService.login (src/auth.ts:10), 2 call sites; below 1 possible",
    "src/app.ts:5, 9  start",
    '    auth.login("me");',
    "Possible: one of several of that name:",
    "src/legacy.js:2  run",
  ]);
  expect(text).toContain(
    "2 calls of this name with an unknown target (unknown-receiver 1, no-such-member 1): src/legacy.js:4, src/legacy.js:7",
  );
});

test("by its place the same as by its node_id", async () => {
  const [byId, byPlace] = [await callers({ node_id: "svcLogin" }), await callers({ node_id: "src/auth.ts:12" })];
  expect(byPlace).toEqual(byId);
  expect((await callers({ node_id: "src/auth.ts" })).text).toContain("its dependents are what depends on it");
});

test("calls of the interface member are a list of their own", async () => {
  const { output, text } = await callers({ node_id: "svcLogin" });
  expect(output.via_interface).toMatchObject([{ node_id: "appHandle", line: 15, via: "authLogin" }]);
  expect(text).toContain(
    "1 caller of what it overrides or implements, whose calls may come here:\nsrc/app.ts:15  handle  via Auth.login",
  );
});

test("calls of the implementation alone are a list of their own, too", async () => {
  const { output, text } = await callers({ node_id: "authLogin" });
  expect(output.of_overriders).toMatchObject([{ node_id: "appStart", lines: [5, 9], via: "svcLogin" }]);
  expect(text).toContain(
    "1 caller of what implements or overrides it, whose calls do not go through it:\nsrc/app.ts:5, 9  start  via AuthService.login",
  );
});

test("min_confidence: candidate lists candidates below the sure ones, in words", async () => {
  const { output, text } = await callers({ node_id: "svcLogin", min_confidence: "candidate" });
  expect(text.split("\n").slice(0, 5)).toEqual([
    "2 callers of AuthService.login (src/auth.ts:10), 3 call sites: 2 sure, 1 possible",
    "src/app.ts:5, 9  start",
    '    auth.login("me");',
    "Possible: one of several of that name:",
    "src/legacy.js:2  run",
  ]);
  expect(output.results.map(({ node_id, confidence }) => [node_id, confidence])).toEqual([
    ["appStart", "exact"],
    ["legacyRun", "candidate"],
  ]);
});

test("callers of a class are those who call its constructor", async () => {
  const { output } = await callers({ node_id: "svcClass" });
  expect(output.results).toMatchObject([{ node_id: "appStart", line: 4, confidence: "import" }]);
  expect(output.results[0]!.via).toBeUndefined();
});

test("depth 2 adds callers of callers, once each", async () => {
  const { output, text } = await callers({ node_id: "svcLogin", depth: 3 });
  expect(text.split("\n").slice(0, 6)).toEqual([
    "1 caller of AuthService.login (src/auth.ts:10), 2 call sites; 2 indirect; below 1 possible",
    "Direct:",
    "src/app.ts:5, 9  start",
    '    auth.login("me");',
    "Indirect, step 2:",
    "src/app.ts:22  (top level)  via start",
  ]);
  expect(output.results.map(({ node_id, depth, via }) => [node_id, depth, via])).toEqual([
    ["appStart", 1, undefined],
    ["file-src-app-ts", 2, "appStart"],
    ["legacyRun", 2, "appStart"],
  ]);
});

test("with depth, what is unknown of the callers that were followed counts too", async () => {
  const one = await callers({ node_id: "svcHash", min_confidence: "unique" });
  const two = await callers({ node_id: "svcHash", min_confidence: "unique", depth: 2 });
  expect([one, two].map(({ output }) => output.unresolved.count)).toEqual([0, 2]);
  expect(two.text).toContain("of this name and its callers' with an unknown target");
});

test("a recursive function is its own caller, and a walk ends", async () => {
  const { output } = await callers({ node_id: "appHandle", depth: 5 });
  expect(output.results.map(({ node_id }) => node_id)).toEqual(["appHandle"]);
});

test("code at the top level of a file is a caller", async () => {
  const { output, text } = await callers({ node_id: "appStart" });
  expect(output.results.map(({ node_type, line }) => [node_type, line])).toEqual([
    ["file", 22],
    ["function", 5],
  ]);
  expect(text).toContain("\nsrc/app.ts:22  (top level)\n");
});

test("no callers is said in so many words", async () => {
  const { output, text } = await callers({ node_id: "cartTotal" });
  expect(output).toMatchObject({ results: [], total: 0, unresolved: { count: 0 } });
  expect(text).toBe("No known callers of Cart.Total (Shop/Cart.Totals.cs:6).");
});

test("a function that is passed as a value and never called is told not to be dead code", async () => {
  const edge = (from: number, line: number, to: string) => ({
    from,
    kind: "references" as const,
    tier: "exact" as const,
    line,
    to,
  });
  const symbol = (id: string, kind: "function" | "class", index: number) => ({
    id,
    kind,
    name: id,
    lines: [index, index] as [number, number],
  });
  const file = {
    path: "src/on.ts",
    language: "typescript",
    symbols: [
      symbol("onEnd", "function", 1),
      symbol("onStart", "function", 2),
      symbol("Type", "class", 3),
      symbol("setUp", "function", 4),
    ],
    edges: [
      ...[edge(4, 90, "onEnd"), edge(4, 95, "onEnd"), edge(0, 9, "onStart"), edge(4, 5, "Type")],
      { ...edge(4, 4, "Type"), kind: "accepts" as const },
    ],
  };
  const view = await seedGraph(sample.db, "values", [file], 101);
  const told = async (node_id: string) => (await runTool(getCallers, { node_id }, { db: sample.db, view })).text;
  expect((await told("onEnd")).split("\n")).toEqual([
    "No known callers of onEnd (src/on.ts:1).",
    "",
    "Handed on or kept as a value, for what gets it to call:",
    "src/on.ts:90  setUp",
    "src/on.ts:95  setUp",
  ]);
  expect(await told("onStart")).toContain("src/on.ts:9  (top level)");
  expect(await told("Type")).toContain("Referred to without a call in 2 places;");
  expect((await told("setUp")).split("\n")).toHaveLength(1);
});

test("a short list tells what each caller does with the value", async () => {
  const text = [
    "export function find(id: string) {}",
    "async function send(id: string) {",
    "  const found = await find(id);",
    "  if (found.isOpen) mail(found.address);",
    "}",
    "async function warm() {",
    "  const first = await find('a');",
    "}",
    "const all = () => find('b').address;",
  ].join("\n");
  const symbol = (id: string, lines: [number, number]) => ({ id, kind: "function" as const, name: id, lines });
  const call = (from: number, line: number) => ({
    from,
    kind: "calls" as const,
    tier: "exact" as const,
    line,
    to: "find",
  });
  const file = {
    path: "src/find.ts",
    language: "typescript",
    text,
    symbols: [symbol("find", [1, 1]), symbol("send", [2, 5]), symbol("warm", [6, 8]), symbol("all", [9, 9])],
    edges: [call(2, 3), call(3, 7), call(4, 9)],
  };
  const view = await seedGraph(sample.db, "results", [file], 103);
  const told = (await runTool(getCallers, { node_id: "find" }, { db: sample.db, view })).text;
  expect(told.split("\n").slice(1)).toEqual([
    "src/find.ts",
    "  3  send",
    "      const found = await find(id); → .isOpen :4; .address :4",
    "  7  warm",
    "      const first = await find('a'); → not used",
    "  9  all",
    "      const all = () => find('b').address;",
  ]);
});

test("every call of the name is accounted for: its own, possible ones with their source, those of others", async () => {
  const method = (id: string, index: number, parent: number) => ({
    id,
    kind: "method" as const,
    name: "add",
    lines: [index, index] as [number, number],
    parent,
  });
  const type = (id: string, index: number) => ({
    id,
    kind: "class" as const,
    name: id,
    lines: [index, index + 1] as [number, number],
  });
  const call = (line: number, to: string, tier: "exact" | "candidate" = "exact") => ({
    from: 5,
    kind: "calls" as const,
    tier,
    line,
    to,
  });
  const text = dedent`
    class Cart {
     add
    }
    class Bag {
     add
    }
    function fill() {
      cart.add(1);
      bag.add(2);
      it.add(3);
    }
  `;
  const file = {
    path: "src/add.ts",
    text,
    language: "typescript",
    symbols: [
      type("Cart", 1),
      method("cartAdd", 2, 1),
      type("Bag", 4),
      method("bagAdd", 5, 3),
      { id: "fill", kind: "function" as const, name: "fill", lines: [7, 11] as [number, number] },
    ],
    edges: [
      call(8, "cartAdd"),
      call(9, "bagAdd"),
      call(10, "cartAdd", "candidate"),
      call(10, "bagAdd", "candidate"),
      { ...call(10, unresolvedTarget("add")), tier: "unresolved" as const, rule: "unknown-receiver" as const },
    ],
  };
  const view = await seedGraph(sample.db, "add", [file], 104);
  const told = (await runTool(getCallers, { node_id: "cartAdd" }, { db: sample.db, view })).text;
  expect(told.split("\n")).toEqual([
    "1 caller of add (src/add.ts:2), 1 call site; below 1 possible",
    "src/add.ts:8  fill",
    "    cart.add(1);",
    "Possible: one of several of that name:",
    "src/add.ts:10  fill",
    "    it.add(3);",
    "Other calls of this name: 1 of add (src/add.ts:5).",
  ]);
});

test("calls of a name that too many symbols have are candidates of each member of that name", async () => {
  const where = (line: number, rule: "too-many" | "unknown-receiver") => ({
    from: 4,
    kind: "calls" as const,
    tier: "unresolved" as const,
    rule,
    line,
    to: unresolvedTarget("where"),
  });
  const symbol = (id: string, name: string, kind: "class" | "method" | "function", index: number, parent = 0) => ({
    id,
    kind,
    name,
    lines: [index, index] as [number, number],
    parent,
  });
  const file = {
    path: "src/many.ts",
    language: "typescript",
    symbols: [
      symbol("manyQuery", "Query", "class", 1),
      symbol("manyWhere", "where", "method", 2, 1),
      symbol("freeWhere", "where", "function", 3),
      symbol("manyList", "list", "function", 4),
    ],
    edges: [where(10, "too-many"), where(12, "too-many"), where(14, "unknown-receiver")],
  };
  const view = await seedGraph(sample.db, "many", [file], 102);
  const ask = (args: Record<string, unknown>) => runTool(getCallers, args, { db: sample.db, view });
  const { output } = await ask({ node_id: "manyWhere", min_confidence: "candidate" });
  expect(output.results).toMatchObject([
    { node_id: "manyList", lines: [10, 12], confidence: "candidate", rule: "same-name" },
  ]);
  expect(output.calls_by_confidence).toEqual({ exact: 0, import: 0, unique: 0, candidate: 2 });
  expect(output.unresolved).toMatchObject({ count: 1, by_reason: { "unknown-receiver": 1 } });
  expect((await ask({ node_id: "manyWhere" })).text).toContain(
    "No known callers of where (src/many.ts:2).\nPossible: one of several of that name:\nsrc/many.ts:10, 12  list",
  );
  // A function is not called on a value.
  const plain = await ask({ node_id: "freeWhere", min_confidence: "candidate" });
  expect(plain.output.results).toEqual([]);
  expect(plain.output.unresolved.by_reason).toEqual({ "unknown-receiver": 1, "too-many": 2 });
});

test("pages go on where the last one stopped", async () => {
  const first = await callers({ node_id: "appStart", limit: 1 });
  const second = await callers({ node_id: "appStart", limit: 1, cursor: first.output.next_cursor });
  expect([first, second].map(({ output }) => output.results[0]!.node_id)).toEqual(["file-src-app-ts", "legacyRun"]);
  expect(second.output.next_cursor).toBeUndefined();
});

test.each([
  { name: "unknown", id: "AAAAAAAAAAA" },
  { name: "of a deleted file", id: "goneFn" },
  { name: "with NUL", id: "a\0b" },
  { name: "a path", id: "../../etc/passwd" },
  { name: "not Latin", id: "Ж😀" },
])("a node_id that is $name: not_found, with the way on", async ({ id }) => {
  const error = await errorOf(callers({ node_id: id }));
  expect(error.code).toBe("not_found");
  expect(error.suggestions.join()).toContain("search_symbols");
});

test.each([
  { args: { node_id: "" }, parameter: "node_id" },
  { args: {}, parameter: "node_id" },
  { args: { node_id: "svcLogin", depth: 6 }, parameter: "depth" },
  { args: { node_id: "svcLogin", limit: 0 }, parameter: "limit" },
  { args: { node_id: "svcLogin", min_confidence: "sure" }, parameter: "min_confidence" },
  { args: { node_id: "svcLogin", cursor: "nonsense" }, parameter: "cursor" },
])("$args: invalid_parameter naming $parameter", async ({ args, parameter }) => {
  const error = await errorOf((async () => callers(args))());
  expect(error).toMatchObject({ code: "invalid_parameter", context: { parameter } });
});
