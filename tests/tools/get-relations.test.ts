/** Relations of several kinds in one answer, against a real index. */
import { describe, expect, test } from "vitest";
import { useProject } from "../helpers/app.js";

const ask = useProject({
  "src/mail.ts": "export function send(options: object, to?: string): void {}\n",
  "src/orders.ts": `import { send } from "./mail";

export const handlers = { send };

export function confirm(order: { id: string }) {
  send({
    to: "customer",
    subject: order.id,
  });
  send(
    { to: "shop" },
    order.id,
  );
}
export const onOrder = confirm;
`,
  "src/load.ts": `export async function load(id: string) {
  return parse(id);
}
function parse(id: string) {
  return { id };
}
`,
  "src/load-all.ts": `import { load } from "./load";

export async function loadAll() {
  const one = await load("a")
    .then((one) => one.id)
    .catch(() => null);
  const two = load("b");
  await Promise.all([one, two]);
}
`,
  "src/again.ts": `import { load } from "./load";
export const loaders = [load];
`,
  "pay/plugin.py": `class Plugin:
    @property
    def is_on(self) -> bool:
        return True

    @property
    def idle(self) -> bool:
        return False


def run(plugin: Plugin):
    if plugin.is_on:
        return 1
    return plugin.is_on
`,
  "src/traced.ts": `export const traced = (name: string) => <F>(run: F): F => (name ? run : run);
`,
  "src/present.ts": `import { traced } from "./traced";

function present(id: string) {
  return { id };
}
export default traced("present")(present);
`,
  "src/pages.ts": `import present from "./present";

export function page(id: string) {
  return present(id);
}
export function start() {
  return page("a");
}
`,
  "src/shapes.ts": `export interface Drawn { draw(): void }
export interface Solid extends Drawn { weigh(): number }
export class Circle implements Drawn { draw() {} }
export class Ball implements Solid { draw() {} weigh() { return 1; } }
export class Cube implements Solid { draw() {} weigh() { return 2; } }
`,
  "src/store.ts": `export interface Store {
  read(key: string): string;
}
export class FileStore implements Store {
  read(key: string) {
    return key;
  }
}
export class NoStore implements Store {
  read() {
    return "";
  }
}
export function byInterface(store: Store) {
  return store.read("a");
}
export function byClass(store: FileStore) {
  return store.read("b");
}
`,
});

const relations = async (args: object) => (await ask("get_relations", args)).text;

test("a call of several lines is shown with its arguments", async () => {
  const text = await relations({ symbols: ["send"], relations: ["callers"] });
  expect(text).toContain('send({ to: "customer", subject: order.id, });');
});

test("a call shows how its promise is handled", async () => {
  const text = await relations({ symbols: ["load"], relations: ["callers"] });
  expect(text).toContain('await load("a").then((one) => one.id).catch(() => null);');
});

test("a class that implements two of the types asked about stands once", async () => {
  const asked = { symbols: ["Solid", "Drawn", "Solid.weigh"], relations: ["implementations"] };
  const text = await relations(asked);
  expect(text.match(/src\/shapes\.ts:4 {2}Ball$/gm)).toHaveLength(1);
  expect(text).toContain("4 implementations of interface Drawn (src/shapes.ts:1), 2 direct");
  expect(text).toContain("src/shapes.ts:3  class Circle  implements\nand all 2 that stand with Solid");
  const { structured } = await ask("get_relations", { ...asked, detail: "full" });
  expect(structured).toMatchObject({ groups: [{}, { told_before: ["all 2 that stand with Solid"] }, {}] });
});

test("references beside callers have no imports of files that call it", async () => {
  const asked = { symbols: ["load"], relations: ["callers", "references"] };
  const { text, structured } = await ask("get_relations", { ...asked, detail: "full" });
  expect(text).toMatch(/3 users other than calls of it, .*; left out: 1 import in files of the callers\n/);
  expect(text).toContain("src/again.ts\n  1  imports");
  expect(text).not.toMatch(/src\/load-all\.ts.*imports/);
  expect(structured).toMatchObject({ groups: [{}, { total: 3, imports_beside: 1 }] });
  expect(await relations({ ...asked, relations: ["references"] })).toMatch(/src\/load-all\.ts\n {2}1 {2}imports/);
});

test("depth means callers of callers, and callees where these are asked for", async () => {
  const deep = { symbols: ["loadAll"], depth: 2 };
  expect(await relations(deep)).not.toMatch(/indirect, step 2/i);
  expect(await relations(deep)).toMatch(/\d callees of it, calls in \d lines\n\d/);
  expect(await relations({ ...deep, relations: ["callees"] })).toMatch(/indirect, step 2/i);
});

test("calls that differ have a text each, with arguments of further lines", async () => {
  const text = await relations({ symbols: ["send"], relations: ["callers"] });
  expect(text).toContain('6: send({ to: "customer", subject: order.id, });');
  expect(text).toContain('10: send({ to: "shop" }, order.id,);');
});

test("references beside callers have no calls again", async () => {
  const text = await relations({ symbols: ["send"], relations: ["callers", "references"] });
  expect(text).toContain("1 caller of send (src/mail.ts:1), 2 call sites");
  expect(text).toMatch(/\d users? other than calls of it/);
  expect(text.match(/confirm/g)).toHaveLength(1);
});

test("calls of a value that is made of a function may come to the function", async () => {
  const text = await relations({ symbols: ["present"] });
  expect(text).toContain("1 caller of values that are made of it, whose calls may come here:");
  expect(text).toContain("src/pages.ts:4  page  via default");
  expect(await relations({ symbols: ["present"], depth: 2 })).toContain("src/pages.ts:7  start");
  expect((await ask("get_source", { symbols: ["present"] })).text).toContain(
    "called by: through default: page src/pages.ts:4",
  );
});

test("a list of functions is not a function that is made of them", async () => {
  expect(await relations({ symbols: ["src/load.ts:load"], relations: ["callers"] })).not.toContain("made of it");
});

test("the second list about a symbol does not name it again", async () => {
  const text = await relations({ symbols: ["send", "byClass"] });
  expect(text).toMatch(/^1 caller of send \(src\/mail\.ts:1\)/);
  expect(text).toContain("\n\nNo known callees of it.");
  expect(text).toMatch(/No known callers of byClass \(src\/store\.ts:\d+\)/);
});

test("a list beside the references points to these, and says so in a field", async () => {
  const listed = (detail: "brief" | "full", relations: string[]) =>
    ask("get_relations", { symbols: ["handlers"], relations, detail });
  const groupsOf = ({ structured }: { structured: object }) => (structured as { groups: object[] }).groups;
  const both = await listed("full", ["callers", "references"]);
  expect(groupsOf(both)).toMatchObject([
    { relation: "callers", beside: ["references"] },
    { relation: "references", beside: ["callers"] },
  ]);
  expect(both.text).not.toContain("get_references");
  const alone = await listed("full", ["callers"]);
  expect(groupsOf(alone)).toMatchObject([{ relation: "callers" }]);
  expect(alone.structured).not.toHaveProperty("groups.0.beside");
  const { structured } = await listed("brief", ["callers", "references"]);
  expect(structured).not.toHaveProperty("groups.0.beside");
  expect(structured).toHaveProperty("groups.1.beside", ["callers"]);
});

test("of what is passed on and never called, the uses are in the list of references", async () => {
  const passed = { symbols: ["src/orders.ts:confirm"], relations: ["callers", "references"] };
  const both = await relations(passed);
  expect(both).toContain("src/orders.ts:15  onOrder  references");
  expect(both).not.toContain("Handed on");
  expect(await relations({ ...passed, relations: ["callers"] })).toContain("Handed on or kept as a value");
});

test("a gap of the whole index is told once", async () => {
  const text = await relations({ symbols: ["send", "confirm"], relations: ["callers", "references"] });
  const lines = text.split("\n").filter((line) => /^Not counted/.test(line));
  expect(new Set(lines).size).toBe(lines.length);
});

describe("a method and the interface's method that it implements", () => {
  const both = { symbols: ["Store.read", "FileStore.read"], relations: ["callers"] };

  test("have each caller once, with the one that it calls", async () => {
    const text = await relations(both);
    for (const caller of ["byInterface", "byClass"]) expect(text.match(new RegExp(caller, "g"))).toHaveLength(1);
    expect(text).toContain(
      "1 caller of what it overrides or implements, whose calls may come here; all listed with Store.read.",
    );
    expect(text).toContain(
      "1 caller of what implements or overrides it, whose calls do not go through it; all listed with FileStore.read.",
    );
  });

  test("asked about alone has those of the other one", async () => {
    const text = await relations({ ...both, symbols: ["FileStore.read"] });
    expect(text).toMatch(/whose calls may come here:\n.*byInterface {2}via Store\.read/);
  });

  test("a second implementation does not repeat the callers of the interface", async () => {
    const text = await relations({ ...both, symbols: ["FileStore.read", "NoStore.read"] });
    expect(text.match(/byInterface/g)).toHaveLength(1);
    expect(text).toContain("whose calls may come here; all listed with FileStore.read.");
  });

  test("has the same in the structured answer", async () => {
    const { structured } = await ask("get_relations", { ...both, detail: "full" });
    expect(structured).toMatchObject({
      groups: [
        { results: [{ name: "byInterface" }], of_overriders: [], of_overriders_total: 1 },
        { results: [{ name: "byClass" }], via_interface: [], via_interface_total: 1 },
      ],
    });
  });
});

test("reads of a property are told beside its callers", async () => {
  const { text } = await ask("get_relations", { symbols: ["Plugin.is_on", "Plugin.idle"], relations: ["callers"] });
  expect(text).toContain("A property, used without a call in 2 places; the list of references has them.");
  expect(text).toContain("pay/plugin.py:12, 14  run  references");
  expect(text).toMatch(/No known callers of Plugin\.idle/);
});
