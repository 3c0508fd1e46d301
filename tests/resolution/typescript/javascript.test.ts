/** JavaScript: members that assignments make, and types that JSDoc comments give. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

const LIB = `
  class Log { write() {} }
  class Noise { write() {} close() {} start() {} add() {} }
  class Server {
    constructor(log) { this.log = log ?? new Log(); this.hooks = new Hooks(); this.run = this.run.bind(this); this.onClose = null; }
    run() { this.hooks.add(); this.log.write(); this.close(); }
    close() { this.onClose = new Log(); }
  }
  function Hooks() { this.list = []; this.first = new Log(); this.start = function () { this.first.write(); }; }
  Hooks.prototype.add = function () { this.first.write(); this.start(); return this; };
  Hooks.prototype = { all() { return this.list; }, stop() { this.add(); } };
  module.exports = { Server, Hooks, Log, create: (options) => new Server(options.log) };
`;

const cases: { name: string; source: string; calls: string[] }[] = [
  {
    name: "fields of a class",
    source: "const s = new lib.Server(); s.hooks.add(); s.onClose.write();",
    calls: ["Server.constructor", "Hooks.add", "Log.write"],
  },
  {
    name: "members of what a function makes",
    source: "const h = new Hooks(); h.first.write(); h.start(); h.all();",
    calls: ["Hooks", "Log.write", "Hooks.start", "Hooks.all"],
  },
  { name: "an exported arrow's result", source: "lib.create({}).run();", calls: ["create", "Server.run"] },
  {
    name: "parameters",
    source: dedent`
      /**
       * Runs.
       * @param {Log} log - writes
       * @param {Array<Server>} servers
       * @param {{ inner: number }} [options]
       */
      function go(log, servers) { log.write(); servers.forEach((s) => s.run()); for (const s of servers) s.close(); }`,
    calls: ["Log.write", "Server.run", "Server.close"],
  },
  {
    name: "results",
    source: dedent`
      /** @returns {Promise<Server|null>} */
      async function make() { return external(); }
      async function go() { (await make()).run(); }`,
    calls: ["Server.run"],
  },
  {
    name: "variables, imported types and casts",
    source: dedent`
      /** @type {import('./lib').Server[]} */
      const all = external();
      function go() { all[0].run(); /** @type {Log} */ const l = external(); l.write(); }`,
    calls: ["Server.run", "Log.write"],
  },
  {
    name: "a typedef that imports",
    source: dedent`
      /** @typedef {import('./lib').Server} Other */
      /** @param {Other} o */
      function go(o) { o.run(); }`,
    calls: ["Server.run"],
  },
];

test.each(cases)("$name", ({ source, calls }) => {
  const use = dedent`
    const lib = require("./lib");
    const { Server, Hooks, Log } = require("./lib");
    ${source}`;
  const edges = edgesOf(programOf({ "use.js": use, "lib.js": LIB }), "use.js", ["calls"]);
  expect(edges.map((edge) => edge.replace(/^.*calls (?:lib\.js#)?(\S+) .*$/, "$1"))).toEqual(
    expect.arrayContaining(calls),
  );
  expect(edges.filter((edge) => /Noise/.test(edge))).toEqual([]);
});

test("members of the file itself", () => {
  const edges = edgesOf(programOf({ "lib.js": LIB }), "lib.js", ["calls"]);
  expect(edges).toEqual(
    expect.arrayContaining([
      "Server.run calls lib.js#Hooks.add (exact)",
      "Server.run calls lib.js#Log.write (exact)",
      "Hooks.start calls lib.js#Log.write (exact)",
      "Hooks.add calls lib.js#Hooks.start (exact)",
    ]),
  );
});

test("a method that its comment says returns this", () => {
  const sample = programOf({
    "a.js": `
      class Client {
        /** @returns {this} */
        register(store) { this.stores = store; return this; }
        start() {
          this.register(1)
            .register(2);
        }
      }`,
  });
  const call = "Client.start calls a.js#Client.register (exact)";
  expect(edgesOf(sample, "a.js", ["calls"])).toEqual([call, call]);
});

test("the rest of what a module gives", () => {
  const sample = programOf({
    "errors.js": `
      const codes = { NOT_FOUND: make("NOT_FOUND") };
      function trace() {}
      module.exports = codes;
      module.exports.trace = trace;`,
    "use.js": `
      const { trace, ...errors } = require("./errors");
      function run() { trace(); throw new errors.NOT_FOUND(); }`,
  });
  expect(edgesOf(sample, "use.js", ["calls"])).toEqual([
    "run calls errors.js#trace (import)",
    "run calls errors.js#codes.NOT_FOUND (import)",
  ]);
});

test("a callback tells what then of an unknown promise gives", () => {
  const sample = programOf({
    "db.js": `
      export class Collection { add() {} }
      class Other { add() {} }
      export function open(client) {
        return client.connect().then((raw) => new Collection(raw)).catch((error) => { throw error; });
      }
      export class Store {
        connect(client) { return client.connect; }
        all() { return this.connect({}).then(() => new Collection()); }
      }`,
    "use.js": `
      import { open, Store } from "./db";
      export function run(client) { return open(client).then((collection) => collection.add()); }
      export async function runAll() { const all = await new Store().all(); all.add(); }`,
  });
  const adds = edgesOf(sample, "use.js", ["calls"]).filter((edge) => edge.includes("add"));
  expect(adds).toEqual(["run calls db.js#Collection.add (import)", "runAll calls db.js#Collection.add (import)"]);
});

test("an assignment in a constructor is no other member than the method, accessor or field of its name further down", () => {
  const program = programOf({
    "heap.js": `
      class Heap {
        constructor(options) {
          this.score = options.score || this.score;
          this.size = 0;
          this.items = options.items;
          this.name = options.name;
        }
        push(item) { this.score(item); this.size = this.items; return this.name; }
        score(item) { return item; }
        set size(size) {}
        items = [];
      }`,
  });
  const names = program.parses.get("heap.js")!.symbols.map(({ kind, qualifiedName }) => `${kind} ${qualifiedName}`);
  expect(names.filter((name) => /score|size|items|name/.test(name))).toEqual([
    "field Heap.name",
    "method Heap.score",
    "property Heap.size",
    "field Heap.items",
  ]);
  expect(edgesOf(program, "heap.js", ["calls"])).toEqual(["Heap.push calls heap.js#Heap.score (exact)"]);
});
