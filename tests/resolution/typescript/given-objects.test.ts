/** Functions of objects that a call is given, whose result is kept or exported: they are symbols, calls in them are theirs, and they are not members of the result. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const LOG = { "log.ts": "export function log(what: unknown) {}" };

test("calls in the functions of a definition that is exported are theirs, and a call of one goes to its type's", () => {
  const program = programOf({
    ...LOG,
    "tool.ts": `
      export interface Tool { name: string; run(input: string): void; render(): void }
      export function defineTool(tool: Tool): Tool { return tool; }`,
    "echo.ts": `
      import { log } from "./log";
      import { defineTool } from "./tool";
      export default defineTool({ name: "echo", run(input) { log(input); this.render(); }, render: () => log("text") });`,
    "use.ts": `
      import echo from "./echo";
      export function use() { echo.run("a"); }`,
  });
  expect(edgesOf(program, "echo.ts", ["calls"])).toEqual([
    "default calls tool.ts#defineTool (import)",
    "default.run calls log.ts#log (import)",
    "default.run calls echo.ts#default.render (exact)",
    "default.render calls log.ts#log (import)",
  ]);
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls tool.ts#Tool.run (import)"]);
});

test("a function that gives back what it was given gives the object's functions", () => {
  const program = programOf({
    "same.ts": "export function same<T>(value: T): T { return value; }",
    "use.ts": `
      import { same } from "./same";
      const kit = same({ saw() {} });
      export function use() { kit.saw(); }`,
  });
  expect(edgesOf(program, "use.ts", ["calls"])).toContain("use calls use.ts#kit.saw (exact)");
});

test("stores of libraries: calls inside are the functions', and those of the library's result are not bound to them", () => {
  const program = programOf({
    ...LOG,
    "store.ts": `
      import { defineStore } from "pinia";
      import { create } from "zustand";
      import { log } from "./log";
      export const useCart = create<Cart>()((set) => ({ add: (item) => set(log(item)) }));
      export const useShop = defineStore("shop", { actions: { add() { this.refresh(); }, async refresh() { log("all"); } } });
      export function use() { useCart.add(); useShop.add(); }`,
  });
  const calls = edgesOf(program, "store.ts", ["calls"]);
  expect(calls).toContain("useCart.add calls log.ts#log (import)");
  expect(calls).toContain("useShop.add calls store.ts#useShop.refresh (exact)");
  expect(calls).toContain("useShop.refresh calls log.ts#log (import)");
  expect(calls.filter((edge) => /^use calls .*#use/.test(edge))).toEqual([]);
});

test("a local function of a callback is not a sure member of what the call gives", () => {
  const program = programOf({
    "use.ts": `
      import { start } from "library";
      const server = start(() => { function close() {} close(); });
      export function use() { server.close(); }`,
  });
  // Only its name says that the call may go there.
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual([
    "server calls library!start (external)",
    "server calls use.ts#server.close (exact)",
    "use calls use.ts#server.close (candidate)",
  ]);
});

test("calls in a key whose value is a call are the key's, and the key is not a member of what the call gives", () => {
  const program = programOf({
    ...LOG,
    "router.ts": `
      import { procedure, router } from "./trpc";
      import { log } from "./log";
      export const templates = router({
        find: procedure.query(async () => log("find")),
        admin: router({ reset: procedure.query(async () => log("reset")) }),
        email: { send: procedure.query(async () => log("send")) },
      });`,
    "trpc.ts": `
      export const procedure = { query(run: () => unknown) { return { run }; } };
      export interface Router { find: string }
      export function router(given: object): Router { return { find: "" }; }`,
    "use.ts": `
      import { templates } from "./router";
      export function use() { return templates.find; }`,
  });
  expect(edgesOf(program, "router.ts", ["calls"]).filter((edge) => edge.includes("log.ts"))).toEqual([
    "templates.find calls log.ts#log (import)",
    "templates.admin.reset calls log.ts#log (import)",
    "templates.email.send calls log.ts#log (import)",
  ]);
  expect(edgesOf(program, "use.ts", ["references"])).toEqual([
    "use references router.ts#templates (import)",
    "use references trpc.ts#Router.find (import)",
  ]);
});
