/** JavaScript: types that JSDoc comments declare, and what they say of fields and functions. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const STORE = `
  export class Store { save() {} }
  /**
   * @typedef {Object} Options What to run with.
   * @property {Store} store the store
   * @property {Store[]} [others]
   * @property {function(Store): void} done
   */
  /** @typedef {{ store: Store,
   *   list?: Store[] }} Inline */
  /** @typedef {Store | null} Maybe */
  /** @param {Options} o */
  export function own(o) { o.store.save(); o.others[0].save(); o.done(o.store); }`;

const FILES = { "store.js": STORE };
const SAVE = "store.js#Store.save (import)";

test("the properties of a typedef are members of it, in its own file and in others", () => {
  const program = programOf({
    ...FILES,
    "use.js": `
      /** @typedef {import("./store").Options} Options */
      /** @param {Options} o */
      export function imported(o) { o.store.save(); }
      /** @param {import("./store").Inline} o */
      export function inline(o) { o.store.save(); for (const each of o.list) each.save(); }
      /** @param {import("./store").Maybe} o */
      export function alias(o) { o.save(); }`,
  });
  expect(edgesOf(program, "store.js", ["calls"])).toEqual([
    "own calls store.js#Store.save (exact)",
    "own calls store.js#Options.done (exact)",
  ]);
  expect(edgesOf(program, "use.js", ["calls"])).toEqual([
    `imported calls ${SAVE}`,
    `inline calls ${SAVE}`,
    `alias calls ${SAVE}`,
  ]);
  const { symbols } = program.parses.get("store.js")!;
  const declared = symbols.filter(({ name }) => name === "Options" || name === "done");
  expect(declared.map(({ kind, nameLine, isExported }) => [kind, nameLine, isExported])).toEqual([
    ["type", 4, true],
    ["property", 7, false],
  ]);
});

test("type parameters of a comment go through functions that give back what they are given", () => {
  const program = programOf({
    ...FILES,
    "use.js": `
      import { Store } from "./store";
      /**
       * @template T
       * @param {T} value
       * @returns {T}
       */
      const same = (value) => value;
      /**
       * @template {object} T, U
       * @param {() => T} make
       * @returns {Promise<T>}
       */
      async function later(make) { return make(); }
      function wrapped() { same(new Store()).save(); }
      async function waited() { (await later(() => new Store())).save(); }`,
  });
  expect(edgesOf(program, "use.js", ["calls"]).filter((edge) => edge.includes("save"))).toEqual([
    `wrapped calls ${SAVE}`,
    `waited calls ${SAVE}`,
  ]);
});

test("fields by their comments, also those that nothing is given to", () => {
  const program = programOf({
    ...FILES,
    "use.js": `
      import { Store } from "./store";
      export class Box {
        /** @type {Store} */
        declared = null;
        constructor() {
          /** @type {Store} */
          this.given = make();
          /** @type {Store | undefined} */
          this.named;
        }
        declaredOne() { this.declared.save(); }
        givenOne() { this.given.save(); }
        namedOne() { this.named.save(); }
      }`,
  });
  expect(edgesOf(program, "use.js", ["calls"]).filter((edge) => edge.includes("save"))).toEqual([
    `Box.declaredOne calls ${SAVE}`,
    `Box.givenOne calls ${SAVE}`,
    `Box.namedOne calls ${SAVE}`,
  ]);
});

test("functions of a prototype, and namespaces that declaration files make global", () => {
  const program = programOf({
    "globals.d.ts": `
      declare namespace Kit { interface Tool { use(): void } function pick(): Tool; namespace Inner { class Saw { cut(): void } } }
      declare const tool: Kit.Tool;`,
    "use.js": `
      function Machine() {}
      Machine.prototype.start = function () { this.stop(); };
      Machine.prototype.stop = function () {};
      function run() { new Machine().start(); Kit.pick().use(); new Kit.Inner.Saw().cut(); tool.use(); }`,
  });
  expect(edgesOf(program, "use.js", ["calls"])).toEqual([
    "Machine.start calls use.js#Machine.stop (exact)",
    "run calls use.js#Machine.start (exact)",
    "run calls use.js#Machine (exact)",
    "run calls globals.d.ts#Kit.Tool.use (import)",
    "run calls globals.d.ts#Kit.pick (import)",
    "run calls globals.d.ts#Kit.Inner.Saw.cut (import)",
    "run calls globals.d.ts#Kit.Inner.Saw (import)",
  ]);
});

test("a function that makes values is a type", () => {
  const program = programOf({
    "query.js": `
      /**
       * @param {Query} other the other
       * @returns {Promise<Query>} the query
       */
      async function query(other) { other.run(); return make(other); }
      function Query() {}
      Query.prototype.run = function () {};
      class Other { run() {} }
      module.exports = query;`,
    "use.js": `
      const query = require("./query");
      async function use() { const made = await query(); made.run(); }
      function useAgain() { query().then((made) => made.run()); }`,
  });
  expect(edgesOf(program, "query.js", ["calls"])).toContain("query calls query.js#Query.run (exact)");
  const runs = edgesOf(program, "use.js", ["calls"]).filter((edge) => edge.includes("run"));
  expect(runs).toEqual(["use calls query.js#Query.run (import)", "useAgain calls query.js#Query.run (import)"]);
});
