/** Members that `declare module "x"` adds to a type belong to that type, wherever it is declared and used. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put } from "../helpers.js";

test("members of every block for a module of the project, also where it is named by a barrel", () => {
  const program = programOf({
    "kit/index.ts": `export * from "./query";`,
    "kit/query.ts": `
      export interface Query { one(): void }
      export class Builder { plain() {} }
      export function local(query: Query, builder: Builder) { query.one(); query.two(); query.three(); builder.extra(); }`,
    "two.ts": `import "./kit"; declare module "./kit" { interface Query { two(): void } interface Added { run(): void } }`,
    "three.ts": `
      declare module "./kit/query" { interface Query { three(): void } interface Builder { extra(): void } }
      export {};`,
    "use.ts": `
      import type { Added, Query } from "./kit";
      export function use(query: Query, added: Added) { query.two(); query.three(); added.run(); }`,
  });
  expect(edgesOf(program, "kit/query.ts", ["calls"])).toEqual([
    "local calls kit/query.ts#Query.one (exact)",
    "local calls two.ts#./kit.Query.two (import)",
    "local calls three.ts#./kit/query.Query.three (import)",
    "local calls three.ts#./kit/query.Builder.extra (import)",
  ]);
  expect(edgesOf(program, "use.ts", ["calls", "accepts"])).toEqual([
    "use accepts kit/query.ts#Query (import)",
    "use accepts two.ts#./kit.Added (import)",
    "use calls two.ts#./kit.Query.two (import)",
    "use calls three.ts#./kit/query.Query.three (import)",
    "use calls two.ts#./kit.Added.run (import)",
  ]);
});

test("the blocks for a library are one type, and none of them is a mere candidate", () => {
  const program = programOf({
    "one.ts": `import "lib"; declare module "lib" { interface App { one(): void } }`,
    "two.ts": `import "lib"; declare module "lib" { interface App { two(): void } }`,
    "use.ts": `import type { App } from "lib"; export function use(app: App) { app.one(); app.two(); }`,
  });
  expect(edgesOf(program, "use.ts", ["calls", "accepts"])).toEqual([
    "use accepts one.ts#lib.App (import)",
    "use accepts two.ts#lib.App (import)",
    "use calls one.ts#lib.App.one (import)",
    "use calls two.ts#lib.App.two (import)",
  ]);
});

test("interfaces in a namespace that several files declare globally", () => {
  const program = programOf({
    "one.ts": `declare global { namespace Web { interface Request { user(): void } } } export {};`,
    "two.d.ts": `declare namespace Web { interface Request { send(): void } }`,
    "use.ts": `export function use(request: Web.Request) { request.user(); request.send(); }`,
  });
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual([
    "use calls one.ts#global.Web.Request.user (import)",
    "use calls two.d.ts#Web.Request.send (import)",
  ]);
});

test("a block that comes later is found by files that were resolved before", () => {
  const program = programOf({
    "query.ts": "export interface Query {}",
    "use.ts": `import type { Query } from "./query"; export function use(query: Query) { query.late(); }`,
  });
  program.program.settle();
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls ?late (unresolved)"]);
  put(program, "late.ts", `declare module "./query" { interface Query { late(): void } } export {};`);
  expect(program.program.affected()).toContain("use.ts");
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls late.ts#./query.Query.late (import)"]);
});

test("a block whose module re-exported the type adds nothing once that module is gone", () => {
  const bystanders = Array.from({ length: 4 }, (_, number) => [`bystander-${number}.ts`, ""] as const);
  const program = programOf({
    ...Object.fromEntries(bystanders),
    "query.ts": "export interface Query {}",
    "index.ts": `export * from "./query";`,
    "late.ts": `declare module "./index" { interface Query { late(): void } } export {};`,
    "use.ts": `import type { Query } from "./query"; export function use(query: Query) { query.late(); }`,
  });
  program.program.settle();
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls late.ts#./index.Query.late (import)"]);
  program.program.remove("index.ts");
  expect(program.program.affected()).toContain("use.ts");
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls ?late (unresolved)"]);
});

test("the members that a project adds to the runtime's Window, and those of the runtime", () => {
  const program = programOf({
    "chat.ts":
      "declare global { interface Window { chat(text: string): void; theme: Theme } interface Theme { name: string } } export {};",
    "use.ts": "export function use() { window.chat(window.theme.name); self.chat(document.title); window.alert(); }",
  });
  expect(edgesOf(program, "use.ts")).toEqual([
    "use calls chat.ts#global.Window.chat (import)",
    "use references chat.ts#global.Window.theme (import)",
    "use references chat.ts#global.Theme.name (import)",
    "use calls !alert (external)",
  ]);
});

test("a use of window is resolved again when a file adds the member", () => {
  const program = programOf({ "use.ts": "export function use() { window.chat(); }" });
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls !chat (external)"]);
  program.program.settle();
  put(program, "chat.ts", "declare global { interface Window { chat(): void } } export {};");
  expect(program.program.affected()).toContain("use.ts");
  expect(edgesOf(program, "use.ts", ["calls"])).toEqual(["use calls chat.ts#global.Window.chat (import)"]);
});
