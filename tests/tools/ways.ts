/** A project with ways of every kind from one symbol to another, and `trace` asked about it. */
import { afterAll, beforeAll } from "vitest";
import type { EdgeKind, EdgeRule, EdgeTier } from "../../src/model/edge.js";
import type { Db } from "../../src/store/db/db.js";
import type { View } from "../../src/store/views.js";
import trace from "../../src/tools/trace.js";
import { type FixtureFile, seedGraph } from "../graph/fixture.js";
import { runTool } from "../graph/run-tool.js";
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

/** The project in a database of its own, for the tests of a file; and the tool, asked about it. */
export function useWays() {
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
  return { sample, traced: (args: Record<string, unknown>) => runTool(trace, args, sample) };
}

type Traced = Awaited<ReturnType<ReturnType<typeof useWays>["traced"]>>;

/** The ways of an answer, each by the node ids of its symbols. */
export const chainsOf = (output: Traced["output"]): string[] =>
  (output.ways ?? []).map(({ start, steps }) => [start, ...steps].map(({ node_id }) => node_id).join(" "));
