/** The functions of objects that functions give back: they are symbols, calls in them are theirs, and calls of them are found. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put } from "../helpers.js";

const FACTORY = `
  import { log } from "./log";
  export function createStore(name: string) {
    let count = 0;
    return {
      add(by: number) { log(name); this.show(); },
      show: () => log(count),
      twice: function () { this.add(2); },
      get size() { return log(count); },
    };
  }
  export const makeTimer = () => ({ stop() { log("stop"); } });
  export class Kit {
    tools() { const tools = { saw() { log("saw"); } }; return tools; }
  }`;

const FILES = { "log.ts": "export function log(what: unknown) {}", "factory.ts": FACTORY };

test("calls in the functions of an object that is given back or kept are theirs", () => {
  const calls = edgesOf(programOf(FILES), "factory.ts", ["calls"]);
  expect(calls).toEqual([
    "createStore.add calls log.ts#log (import)",
    "createStore.add calls factory.ts#createStore.show (exact)",
    "createStore.show calls log.ts#log (import)",
    "createStore.twice calls factory.ts#createStore.add (exact)",
    "createStore calls log.ts#log (import)",
    "makeTimer.stop calls log.ts#log (import)",
    "Kit.tools.saw calls log.ts#log (import)",
  ]);
});

test("calls of them lead there, through variables, patterns and chains", () => {
  const program = programOf({
    ...FILES,
    "use.ts": `
      import { createStore, Kit, makeTimer } from "./factory";
      const store = createStore("a");
      function use() {
        store.add(1);
        const { show } = createStore("b");
        show();
        makeTimer().stop();
        new Kit().tools().saw();
      }`,
  });
  expect(edgesOf(program, "use.ts", ["calls"]).filter((edge) => edge.startsWith("use"))).toEqual([
    "use calls factory.ts#createStore.add (import)",
    "use calls factory.ts#createStore (import)",
    "use calls factory.ts#createStore.show (import)",
    "use calls factory.ts#makeTimer.stop (import)",
    "use calls factory.ts#makeTimer (import)",
    "use calls factory.ts#Kit.tools.saw (import)",
    "use calls factory.ts#Kit.tools (import)",
    "use calls factory.ts#Kit (import)",
  ]);
});

test("reading one without a call is a use of it", () => {
  const program = programOf({
    ...FILES,
    "use.ts": `import { makeTimer } from "./factory"; export function use() { later(makeTimer().stop); }`,
  });
  expect(edgesOf(program, "use.ts", ["references"])).toEqual(["use references factory.ts#makeTimer.stop (import)"]);
});

test("the objects of callbacks without a name have no symbols", () => {
  const program = programOf({
    "a.test.ts": `
      function check() {}
      function suite() { it("works", () => { const api = { get() { check(); } }; return { set: () => check() }; }); }`,
  });
  const { symbols } = program.parses.get("a.test.ts")!;
  expect(symbols.map(({ qualifiedName }) => qualifiedName)).toEqual(["", "check", "suite"]);
  expect(edgesOf(program, "a.test.ts", ["calls"])).toContain("suite calls a.test.ts#check (exact)");
});

test("callers are resolved again when what a function gives back gets another member", () => {
  const program = programOf({
    "make.ts": "export function make() { return { start() {} }; }",
    "use.ts": `import { make } from "./make"; const made = make(); export function use() { made.stop(); }`,
  });
  edgesOf(program, "use.ts");
  program.program.settle();
  put(program, "make.ts", "export function make() { return { start() {}, stop() {} }; }");
  expect(program.program.affected()).toContain("use.ts");
  expect(edgesOf(program, "use.ts", ["calls"])).toContain("use calls make.ts#make.stop (import)");
});

test("a function whose object is of a declared type implements it, and its members those of the type", () => {
  const program = programOf({
    "jobs.ts": `
      export interface Producer { enqueue(id: number): Promise<void>; stop: () => void }
      export interface Limits { most: number }
      declare function run(id: number): Promise<void>;
      export const makeProducer = (): Producer => ({ enqueue: async (id) => run(id), stop: () => {} });
      export class Kit {
        async make(): Promise<Producer> { return { enqueue: (id) => run(id), stop() {} }; }
      }
      export function connect() {
        const producer: Producer = { enqueue: (id) => run(id), stop() {} };
        use(producer);
      }
      export const readLimits = (): Limits => ({ most: 3 });
      export function promised(producer: Promise<Producer>): Limits { return { most: 4 }; }`,
  });
  expect(edgesOf(program, "jobs.ts", ["implements", "overrides"])).toEqual([
    "makeProducer implements jobs.ts#Producer (exact)",
    "Kit.make implements jobs.ts#Producer (exact)",
    "connect implements jobs.ts#Producer (exact)",
    "makeProducer.enqueue overrides jobs.ts#Producer.enqueue (exact)",
    "makeProducer.stop overrides jobs.ts#Producer.stop (exact)",
    "Kit.make.enqueue overrides jobs.ts#Producer.enqueue (exact)",
    "Kit.make.stop overrides jobs.ts#Producer.stop (exact)",
    "connect.enqueue overrides jobs.ts#Producer.enqueue (exact)",
    "connect.stop overrides jobs.ts#Producer.stop (exact)",
  ]);
});

test("functions that an object in an object names are its members", () => {
  const program = programOf({
    "clsi.ts": `
      import { callbackify } from "node:util";
      async function stop(id: string) {}
      async function start(id: string) {}
      export default { stop: callbackify(stop), promises: { stop, begin: start } };`,
    "compile.ts": `
      import clsi from "./clsi";
      async function compile(id: string) {
        await clsi.promises.begin(id);
        await clsi.promises.stop(id);
      }`,
  });
  expect(edgesOf(program, "compile.ts", ["calls"])).toEqual([
    "compile calls clsi.ts#start (import)",
    "compile calls clsi.ts#stop (import)",
  ]);
});

test("a member that overrides the one of the type is no further use of it", () => {
  const program = programOf({
    "jobs.ts": `
      export interface Producer { stop(): void; size: number }
      export const make = (): Producer => ({ stop() {}, size: 3 });`,
  });
  expect(edgesOf(program, "jobs.ts", ["references", "overrides"])).toEqual([
    "make.stop overrides jobs.ts#Producer.stop (exact)",
    "make references jobs.ts#Producer.size (exact)",
  ]);
});
