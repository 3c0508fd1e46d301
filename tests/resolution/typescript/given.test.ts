/** Values that the declaration of a name does not tell: later assignments, injected values, and parameters of callbacks in chains. */
import { describe, expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const KIND = `
  export class Kind { child: Kind; kids: Kind[]; isOpen: boolean; run() {} }
  export async function load(): Promise<Kind> { return new Kind(); }`;
/** As many classes have a method of the name as make it no use to go by that alone. */
const OTHERS = Array.from({ length: 9 }, (_, index) => `export class Other${index} { run() {} }`).join("\n");

function calls(body: string, name = "a.ts"): string[] {
  const program = programOf({ "kind.ts": KIND, "others.ts": OTHERS, [name]: body });
  return edgesOf(program, name, ["calls"]).filter((edge) => /Kind\.run|unresolved/.test(edge));
}

const RUN = "f calls kind.ts#Kind.run (import)";

describe("a name that is given its value after its declaration", () => {
  test.each([
    "let v; v = v ?? await load(); v.run();",
    "let v = null; v = v || (await load()); v.run();",
    "let v; v ??= await load(); v.run();",
    "let v; if (x) v = new Kind(); else v = await load(); v.run();",
    "let v; v = null; v = new Kind(); v.run();",
  ])("%s", (body) => {
    expect(calls(`import { Kind, load } from "./kind"; async function f(x) { ${body} }`)).toEqual([RUN]);
  });

  test("a variable of the module, and a parameter of JavaScript", () => {
    expect(
      calls(`import { load } from "./kind"; let v; async function f() { v = v ?? await load(); v.run(); }`),
    ).toEqual([RUN]);
    expect(
      calls(`import { load } from "./kind"; async function f(v) { v = v ?? await load(); v.run(); }`, "a.js"),
    ).toEqual([RUN]);
  });

  test.each(["let v; [v] = list; v = new Kind(); v.run();", "let v; for (v of list) v.run(); v = new Kind();"])(
    "is not known where one of the values is not: %s",
    (body) => {
      expect(calls(`import { Kind } from "./kind"; function f(list) { ${body} }`)).toEqual([
        "f calls ?run (unresolved)",
      ]);
    },
  );
});

describe("callbacks of chains", () => {
  test.each([
    "list.map((c) => c.child).filter((c) => c.isOpen).forEach((c) => c.run());",
    "list.filter(Boolean).map((c) => c.kids).flat().forEach((c) => c.run());",
    "list.map(function (c) { return c.child; }).find((c) => c.isOpen)!.run();",
    "list.map((c) => { const child = c.child; if (!child) return null; return child; }).forEach((c) => c.run());",
    "[...groups.values()].flat().forEach((c) => c.run());",
    "list.map((c) => ({ c })).filter((x) => x.c).forEach(({ c }) => c.run());",
    "list.flat().forEach((c) => c.run());",
  ])("%s", (body) => {
    const source = `import { Kind } from "./kind"; function f(list: Kind[], groups: Map<string, Kind[]>) { ${body} }`;
    expect(calls(source)).toEqual([RUN]);
  });
});

test("Angular's inject gives an instance of the class, or what a token is for", () => {
  const program = programOf({
    "a.ts": `
      import { inject, InjectionToken } from "@angular/core";
      import { TestBed } from "@angular/core/testing";
      class Service { get() {} }
      abstract class Store { abstract save(): void }
      const CLOCK = new InjectionToken<Clock>("clock");
      interface Clock { now(): number }
      class Page {
        private service = inject(Service);
        readonly store = inject(Store, { optional: true });
        clock = inject(CLOCK);
        open() { this.service.get(); this.store?.save(); this.clock.now(); }
      }
      function check() { TestBed.inject(Service).get(); }`,
  });
  expect(edgesOf(program, "a.ts", ["calls"]).filter((edge) => !edge.includes("external"))).toEqual([
    "Page.open calls a.ts#Service.get (exact)",
    "Page.open calls a.ts#Store.save (exact)",
    "Page.open calls a.ts#Clock.now (exact)",
    "check calls a.ts#Service.get (exact)",
  ]);
});
