import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brief } from "../../src/format/brief.js";
import type { EdgeKind, EdgeRule, EdgeTier } from "../../src/model/edge.js";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import trace from "../../src/tools/trace.js";
import { type FixtureFile, fileId, seedGraph } from "../graph/fixture.js";
import { errorOf, runTool } from "../graph/run-tool.js";
import { dedent } from "../helpers/dedent.js";
import { openPglite, openPostgres } from "../helpers/store.js";

/** An edge by ordinals; its line is that of the text that holds `at`. */
function edges(
  text: string,
  list: [from: number, kind: EdgeKind, to: string, at: string, tier?: EdgeTier, rule?: EdgeRule][],
) {
  const lines = text.split("\n");
  return list.map(([from, kind, to, at, tier = "exact", rule = "scope"]) => ({
    from,
    kind,
    to,
    tier,
    rule,
    line: lines.findIndex((each) => each.includes(at)) + 1,
  }));
}

const app = `app.get("/users", (c) => {
  return listUsers(c)
})
export function boot() {
  onEnd(cleanUp)
  use(handlers)
  app.use(Audit)
}
function cleanUp() { close() }
const handlers = { load: loadAll }
`;
const users = `export function listUsers(c) {
  return repo.find(c.id)
}
interface Repo { find(id) }
class SqlRepo implements Repo {
  constructor() { connect() }
  find(id) { return query(id) }
}
function query(id) {}
function connect() {}
export function makeRepo() { return new SqlRepo() }
class Pool {
  size = open()
}
function open() {}
export function makePool() { return new Pool() }
class BigPool extends Pool {}
export function makeBig() { return new BigPool() }
class Box {
  lid = fill()
  constructor() {}
}
function fill() {}
export function makeBox() { return new Box() }
`;
const store = `class Store {
  onChange
  save() { this.onChange() }
}
export function wire(store) {
  store.onChange = flush
}
function flush() { write() }
function write() {}
function close() {}
function loadAll() {}
export class Audit {
  invoke() { write() }
}
`;
const bus = `export function publish(id) {
  queue.push(new Saved(id))
  fn(id)
}
class Saved {}
export class Mailer {
  handle(saved) { saved as Saved; send() }
}
function send() {}
export function emit() { target.deliver() }
function deliver() { send() }
export function guess() { x.send() }
`;

const controller = `[Route("carts")]
class CartController {
    [HttpPost("pay/{id}")]
    [Authorize]
    public void Pay(int id) { }
}
`;

const FILES: FixtureFile[] = [
  {
    path: "src/app.ts",
    language: "typescript",
    text: app,
    symbols: [
      { id: "boot", kind: "function", name: "boot", lines: [4, 8], flags: ["isExported"] },
      { id: "cleanUp", kind: "function", name: "cleanUp", lines: [9, 9] },
      { id: "handlers", kind: "constant", name: "handlers", lines: [10, 10] },
      { id: "handlersLoad", kind: "property", name: "load", qualified: "handlers.load", lines: [10, 10], parent: 3 },
    ],
    edges: edges(app, [
      [0, "calls", "listUsers", "return listUsers"],
      [1, "references", "cleanUp", "onEnd(cleanUp)"],
      [1, "references", "handlers", "use(handlers)"],
      [1, "references", "audit", "app.use(Audit)"],
      [2, "calls", "closeFn", "close()"],
      [4, "references", "loadAll", "loadAll"],
    ]),
  },
  {
    path: "src/users.ts",
    language: "typescript",
    text: users,
    symbols: [
      { id: "listUsers", kind: "function", name: "listUsers", lines: [1, 3], flags: ["isExported"] },
      { id: "repo", kind: "interface", name: "Repo", lines: [4, 4] },
      { id: "repoFind", kind: "method", name: "find", qualified: "Repo.find", lines: [4, 4], parent: 2 },
      { id: "sqlRepo", kind: "class", name: "SqlRepo", lines: [5, 8] },
      {
        id: "sqlCtor",
        kind: "constructor",
        name: "constructor",
        qualified: "SqlRepo.constructor",
        lines: [6, 6],
        parent: 4,
      },
      { id: "sqlFind", kind: "method", name: "find", qualified: "SqlRepo.find", lines: [7, 7], parent: 4 },
      { id: "query", kind: "function", name: "query", lines: [9, 9] },
      { id: "connect", kind: "function", name: "connect", lines: [10, 10] },
      { id: "makeRepo", kind: "function", name: "makeRepo", lines: [11, 11], flags: ["isExported"] },
      { id: "pool", kind: "class", name: "Pool", lines: [12, 14] },
      { id: "poolSize", kind: "field", name: "size", qualified: "Pool.size", lines: [13, 13], parent: 10 },
      { id: "openFn", kind: "function", name: "open", lines: [15, 15] },
      { id: "makePool", kind: "function", name: "makePool", lines: [16, 16], flags: ["isExported"] },
      { id: "bigPool", kind: "class", name: "BigPool", lines: [17, 17] },
      { id: "makeBig", kind: "function", name: "makeBig", lines: [18, 18], flags: ["isExported"] },
      { id: "box", kind: "class", name: "Box", lines: [19, 22] },
      { id: "boxLid", kind: "field", name: "lid", qualified: "Box.lid", lines: [20, 20], parent: 16 },
      {
        id: "boxCtor",
        kind: "constructor",
        name: "constructor",
        qualified: "Box.constructor",
        lines: [21, 21],
        parent: 16,
      },
      { id: "fill", kind: "function", name: "fill", lines: [23, 23] },
      { id: "makeBox", kind: "function", name: "makeBox", lines: [24, 24], flags: ["isExported"] },
    ],
    edges: edges(users, [
      [1, "calls", "repoFind", "repo.find"],
      [4, "implements", "repo", "class SqlRepo"],
      [5, "calls", "connect", "connect()"],
      [6, "overrides", "repoFind", "find(id) { return"],
      [6, "calls", "query", "return query"],
      [9, "calls", "sqlRepo", "new SqlRepo"],
      [11, "calls", "openFn", "size = open()"],
      [13, "calls", "pool", "new Pool"],
      [17, "calls", "fill", "lid = fill()"],
      [20, "calls", "boxCtor", "new Box"],
      [14, "inherits", "pool", "class BigPool"],
      [15, "calls", "bigPool", "new BigPool"],
    ]),
  },
  {
    path: "src/store.ts",
    language: "typescript",
    text: store,
    symbols: [
      { id: "store", kind: "class", name: "Store", lines: [1, 4] },
      { id: "onChange", kind: "field", name: "onChange", qualified: "Store.onChange", lines: [2, 2], parent: 1 },
      { id: "save", kind: "method", name: "save", qualified: "Store.save", lines: [3, 3], parent: 1 },
      { id: "wire", kind: "function", name: "wire", lines: [5, 7], flags: ["isExported"] },
      { id: "flush", kind: "function", name: "flush", lines: [8, 8] },
      { id: "write", kind: "function", name: "write", lines: [9, 9] },
      { id: "closeFn", kind: "function", name: "close", lines: [10, 10] },
      { id: "loadAll", kind: "function", name: "loadAll", lines: [11, 11] },
      { id: "audit", kind: "class", name: "Audit", lines: [12, 14], flags: ["isExported"] },
      { id: "auditInvoke", kind: "method", name: "invoke", qualified: "Audit.invoke", lines: [13, 13], parent: 9 },
    ],
    edges: edges(store, [
      [3, "calls", "onChange", "this.onChange()"],
      [4, "references", "onChange", "store.onChange ="],
      [4, "references", "flush", "store.onChange ="],
      [5, "calls", "write", "flush()"],
      [10, "calls", "write", "invoke()"],
    ]),
  },
  {
    path: "src/bus.ts",
    language: "typescript",
    text: bus,
    symbols: [
      { id: "publish", kind: "function", name: "publish", lines: [1, 4], flags: ["isExported"] },
      { id: "saved", kind: "class", name: "Saved", lines: [5, 5] },
      { id: "mailer", kind: "class", name: "Mailer", lines: [6, 8], flags: ["isExported"] },
      { id: "handle", kind: "method", name: "handle", qualified: "Mailer.handle", lines: [7, 7], parent: 3 },
      { id: "send", kind: "function", name: "send", lines: [9, 9] },
      { id: "emit", kind: "function", name: "emit", lines: [10, 10], flags: ["isExported"] },
      { id: "deliver", kind: "function", name: "deliver", lines: [11, 11] },
      { id: "guess", kind: "function", name: "guess", lines: [12, 12], flags: ["isExported"] },
      { id: "variables", kind: "interface", name: "Variables", qualified: "../mail.Variables", lines: [13, 13] },
    ],
    edges: edges(bus, [
      [1, "calls", "saved", "new Saved"],
      [1, "calls", "?fn", "fn(id)", "unresolved", "unknown-value"],
      [4, "accepts", "saved", "handle(saved)"],
      [4, "calls", "send", "send() }"],
      [6, "calls", "?deliver", "target.deliver", "unresolved", "unknown-receiver"],
      [7, "calls", "send", "function deliver"],
      [8, "calls", "send", "x.send()", "candidate", "same-name"],
      [8, "calls", "write", "x.send()", "unique", "unique-name"],
    ]),
  },
  {
    path: "Web/CartController.cs",
    language: "csharp",
    text: controller,
    symbols: [
      { id: "cartController", kind: "class", name: "CartController", lines: [2, 6] },
      { id: "pay", kind: "method", name: "Pay", qualified: "CartController.Pay", lines: [5, 5], parent: 1 },
    ],
  },
  {
    path: "tests/users.test.ts",
    language: "typescript",
    text: dedent`
      import { listUsers } from '../src/users'
      listUsers()
    `,
    symbols: [{ id: "helper", kind: "function", name: "helper", lines: [2, 2] }],
    edges: [
      { from: 0, kind: "calls", tier: "exact", line: 2, to: "listUsers" },
      { from: 1, kind: "calls", tier: "exact", line: 2, to: "save" },
    ],
  },
];

const sample = {} as { db: Db; view: View };
let remove: (() => Promise<void>) | undefined;
beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL;
  const opened = server ? await openPostgres(server) : await openPglite();
  remove = opened.remove;
  sample.db = opened.db;
  sample.view = await seedGraph(sample.db, "ways", FILES, 1);
});
afterAll(() => remove?.());

const traced = (args: Record<string, unknown>) => runTool(trace, args, sample);
const chainsOf = (output: Awaited<ReturnType<typeof traced>>["output"]) =>
  (output.ways ?? []).map(({ start, steps }) => [start, ...steps].map(({ node_id }) => node_id).join(" "));

describe("a way", () => {
  test.each([
    { by: "calls", from: "cleanUp", to: "close", want: "cleanUp closeFn", relations: "calls" },
    {
      by: "a callback that is passed on",
      from: "boot",
      to: "close",
      want: "boot cleanUp closeFn",
      relations: "references calls",
    },
    {
      by: "a function in an object",
      from: "boot",
      to: "loadAll",
      want: "boot handlers handlersLoad loadAll",
      relations: "references holds references",
    },
    {
      by: "what implements an interface",
      from: "listUsers",
      to: "query",
      want: "listUsers repoFind sqlFind query",
      relations: "calls overridden calls",
    },
    {
      by: "a constructor",
      from: "makeRepo",
      to: "connect",
      want: "makeRepo sqlRepo sqlCtor connect",
      relations: "calls makes calls",
    },
    {
      by: "a field that is set where it is declared",
      from: "makePool",
      to: "open",
      want: "makePool pool openFn",
      relations: "calls calls",
    },
    {
      by: "a function that is kept in a field",
      from: "Store.save",
      to: "write",
      want: "save onChange flush write",
      relations: "calls sets calls",
    },
    {
      by: "code at the top level of a file",
      from: "src/app.ts",
      to: "Repo",
      want: `${fileId("src/app.ts")} listUsers repoFind`,
      relations: "calls calls",
    },
    { by: "one of several of a name", from: "guess", to: "send", want: "guess send", relations: "calls" },
    {
      by: "a field of a class whose constructor is called",
      from: "makeBox",
      to: "fill",
      want: "makeBox boxCtor fill",
      relations: "calls calls",
    },
    {
      by: "a base class, which is made with the derived one",
      from: "makeBig",
      to: "open",
      want: "makeBig bigPool pool openFn",
      relations: "calls inherits calls",
    },
    {
      by: "a message that one makes and nothing but its type tells who takes it",
      from: "publish",
      to: "Mailer.handle",
      want: "publish handle",
      relations: "message",
    },
    {
      by: "a class that is given away",
      from: "boot",
      to: "Audit.invoke",
      want: "boot auditInvoke",
      relations: "given",
    },
  ])("by $by", async ({ from, to, want, relations }) => {
    const { output } = await traced({ from, to });
    expect(chainsOf(output)[0]).toBe(want);
    expect(output.ways![0]!.steps.map(({ relation }) => relation).join(" ")).toBe(relations);
  });

  test("has the file, line and code of each step, and what is in doubt", async () => {
    const { text } = await traced({ from: "listUsers", to: "query" });
    expect(text.split("\n")).toEqual([
      "listUsers → Repo.find → SqlRepo.find → query: 3 steps, certain",
      "src/users.ts:2  calls Repo.find",
      "    return repo.find(c.id)",
      "src/users.ts:7  is overridden by SqlRepo.find",
      "    find(id) { return query(id) }",
      "src/users.ts:7  calls query",
      "    find(id) { return query(id) }",
    ]);
    const passed = await traced({ from: "boot", to: "close" });
    expect(passed.text.split("\n").slice(0, 2)).toEqual([
      "boot → cleanUp → close: 2 steps, certain, if what gets cleanUp runs it",
      "src/app.ts:5  passes on or keeps cleanUp",
    ]);
    const guessed = await traced({ from: "guess", to: "send" });
    expect(guessed.text).toContain("guess → send: 1 step, maybe");
    expect(guessed.text).toContain("(maybe: others have that name)");
    expect((await traced({ from: "guess", to: "write" })).text).toContain("(likely: the only one of that name)");
  });

  test("between places and node_ids", async () => {
    const { output } = await traced({ from: "src/store.ts:3", to: "flush" });
    expect(chainsOf(output)).toEqual(["save onChange flush"]);
  });

  test("of no doubt where that is asked for", async () => {
    const { output } = await traced({ from: "guess", to: "send", min_confidence: "import" });
    expect(output.ways).toEqual([]);
  });

  test("from what a symbol of a test calls goes through tests", async () => {
    expect(chainsOf((await traced({ from: "helper", to: "write" })).output)).toEqual([
      "helper save onChange flush write",
    ]);
  });

  test("from a class to a member of its own begins at the others", async () => {
    expect(chainsOf((await traced({ from: "Store", to: "Store.onChange" })).output)).toEqual(["save onChange"]);
  });

  test("to what is named after a module", async () => {
    const { output } = await traced({ from: "guess", to: "../mail.Variables" });
    expect(output.to).toMatchObject([{ node_id: "variables" }]);
  });

  test("with direction in is the way back", async () => {
    expect(chainsOf((await traced({ from: "write", to: "flush", direction: "in" })).output)).toEqual(["flush write"]);
  });

  test("in brief is its chain and its lines", async () => {
    const { output } = await traced({ from: "cleanUp", to: "close" });
    const short = trace.brief ? trace.brief(output) : {};
    expect(brief(short)).toMatchObject({
      ways: [{ way: "cleanUp → close", steps: [{ at: "src/app.ts:9", text: "function cleanUp() { close() }" }] }],
    });
    expect(brief(short)).not.toHaveProperty("nodes");
  });
});

describe("where no way is known", () => {
  test("one back is told", async () => {
    const { output, text } = await traced({ from: "query", to: "listUsers" });
    expect(output.ways).toEqual([]);
    expect(output.ways_back).toHaveLength(1);
    expect(text).toContain("No way is known from query (src/users.ts:9) to listUsers (src/users.ts:1)");
    expect(text).toContain("There is one back:\nlistUsers → Repo.find");
  });

  test("calls of the name of what leads there may be the missing step", async () => {
    const { output, text } = await traced({ from: "emit", to: "send", min_confidence: "exact" });
    expect(output.gaps?.joining).toMatchObject([
      { calls: "deliver", file_path: "src/bus.ts", line: 10, may_be: { symbol: "deliver", line_start: 11 } },
    ]);
    expect(text).toContain(
      "src/bus.ts:10  deliver, called on a value of unknown type, may be deliver (src/bus.ts:11)\n    export function emit() { target.deliver() }",
    );
  });

  test("so may a message that one side makes and the other takes, and calls of values", async () => {
    const { output, text } = await traced({ from: "publish", to: "send", min_confidence: "exact" });
    expect(output.gaps?.shared).toMatchObject([{ symbol: "Saved", from: { line: 2 }, to: { line: 7 } }]);
    expect(output.gaps?.open).toMatchObject([{ calls: "fn", line: 3 }]);
    expect(text).toContain("Both sides use Saved (src/bus.ts:5):");
  });

  test("so may whoever holds an object that is made on the way, and a function that is passed on", async () => {
    const made = await traced({ from: "makeRepo", to: "query", min_confidence: "exact" });
    expect(made.output.gaps?.made).toMatchObject([
      { line: 11, makes: { symbol: "SqlRepo" }, member: { symbol: "SqlRepo.find" } },
    ]);
    expect(made.text).toContain(
      "src/users.ts:11  makeRepo makes what has SqlRepo.find (src/users.ts:7), which leads to query",
    );
    const passed = await traced({ from: "publish", to: "close", min_confidence: "exact" });
    expect(passed.text).toContain("src/app.ts:5  boot refers to cleanUp (src/app.ts:9)\n    onEnd(cleanUp)");
  });

  test("how far both sides got is told", async () => {
    const { output, text } = await traced({ from: "connect", to: "write" });
    expect(output.gaps).toMatchObject({ from_reached: 1, to_reached: 7 });
    expect(text).toContain("Callers of write end at");
  });

  test("a search that was cut says so", async () => {
    const { output, text } = await traced({ from: "listUsers", to: "query", hops: 2 });
    expect(output).toMatchObject({ ways: [], cut: "steps" });
    expect(text).toContain("The search was cut at its most steps");
  });

  test("the same symbol is said to be the same", async () => {
    expect((await traced({ from: "query", to: "query" })).text).toContain("are the same");
  });
});

describe("to alone", () => {
  test("gives routes first, with their labels, and tests apart", async () => {
    const { output, text } = await traced({ to: "query" });
    expect(output.entries).toMatchObject([{ entry: "route", label: "GET /users" }]);
    expect(output.test_files).toEqual({ files: 1, paths: ["tests/users.test.ts"] });
    expect(text).toContain("route GET /users: src/app.ts → listUsers → Repo.find → SqlRepo.find → query");
    expect(text).toContain("Tests apart: 1 test file");
  });

  test("gives exported functions that nobody calls, and who gives a class away in doubt", async () => {
    const { output, text } = await traced({ to: "write" });
    expect(output.entries!.map(({ start, entry }) => `${entry} ${start.node_id}`).sort()).toEqual([
      "exported boot",
      "exported guess",
      "exported wire",
      "uncalled save",
    ]);
    expect(text).toContain("gives away the class of Audit.invoke  (maybe: what gets the class may run it)");
  });

  test("has no class beside the call of its constructor", async () => {
    const { output } = await traced({ to: "fill" });
    expect(output.entries!.map(({ start }) => start.node_id)).toEqual(["makeBox"]);
  });

  test("of a route itself, says which", async () => {
    const { text } = await traced({ to: "CartController" });
    expect(text).toContain("Itself a route: CartController.Pay: POST pay/{id}");
  });

  test("of what nothing leads to, says so", async () => {
    expect((await traced({ to: "publish" })).text).toContain("Nothing known leads to publish (src/bus.ts:1)");
  });
});

describe("parameters", () => {
  test.each([{ query: "cleanUp" }, { node_id: "cleanUp" }])("%j is from", async (old) => {
    expect(chainsOf((await traced({ ...old, to: "close" })).output)).toEqual(["cleanUp closeFn"]);
  });

  test.each([
    { args: {}, code: "invalid_parameter" },
    { args: { from: " " }, code: "invalid_parameter" },
    { args: { from: "nobodyIsCalledThis", to: "query" }, code: "not_found" },
    { args: { from: "query", to: "src/none.ts:3" }, code: "not_found" },
    { args: { from: "query", to: "write", hops: 21 }, code: "invalid_parameter" },
  ])("$args: $code", async ({ args, code }) => {
    expect((await errorOf((async () => traced(args))())).code).toBe(code);
  });

  test("a call that is cancelled ends", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    const call = trace.run({ from: "listUsers", to: "query", include_external: false, max_nodes: 25, max_edges: 50 }, {
      ...sample,
      signal: gone,
    } as never);
    await expect(call).rejects.toThrow("gone");
  });
});
