/** TypeScript: the types that conditions leave of a union. Every example imports the model, and names what is used of it on the way. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put } from "./resolve-helpers.js";

const MODEL = `
  export enum Kind { Text, Image, Group }
  export const DONE = "done"; export const FAILED = "failed";
  export class Query { run() {} }
  export interface Added { type: "added"; query: Query; at: number }
  export interface Updated { type: "updated"; query: Query; action: string }
  export interface Reset { type: "reset" | "cleared"; all: boolean; action: string }
  export type Change = Updated | Reset;
  export type Event = Added | Change;
  export interface Sent { event: Event }
  export class Text { readonly kind = Kind.Text; body = ""; draw() {} }
  export class Image { readonly kind = Kind.Image; body = ""; draw() {} }
  export class Group { kind: Kind.Group; parts: Element[]; draw() {} }
  export type Element = Text | Image | Group;
  export class Done { readonly state = DONE; value = 1; detail() {} }
  export class Failed { readonly state = FAILED; error = 2; detail() {} }
  export class Waiting { readonly state = "waiting" as const; detail() {} }
  export type Work = Done | Failed | Waiting;
  export interface Box<T> { tag: T; lid: number }
  export interface Crate { tag: "crate"; lid: number }
  export interface Loose { tag: string; lid: number }
  export interface Maybe { tag?: "maybe"; lid: number }
  export class Animal { name = ""; cry() {} }
  export class Dog extends Animal { bark() {} }
  export class Cat extends Animal { purr() {} }
  export class Stone { name = ""; size?: number }
  export const isDog = (value: unknown): value is Dog => value instanceof Dog;
  export function isCat(value: Cat | Stone): value is Cat { return true; }
  export class Zoo { isAnimal(value: Animal | Stone): value is Animal { return true; } }
  export function isOld(value: Animal | Stone): boolean { return true; }
`;

/** The parameters of a function \`g\` with a body, and which members are meant in it, the last of those that are named there. */
const cases: { name: string; given: string; body: string; uses: string[] }[] = [
  {
    name: "a literal that is the same",
    given: "e: Event",
    body: "if (e.type === 'updated') e.action;",
    uses: ["Updated.action"],
  },
  {
    name: "a literal of several, the other way round",
    given: "e: Event",
    body: "if ('cleared' == e.type) e.action;",
    uses: ["Reset.action"],
  },
  {
    name: "a literal that is another one",
    given: "e: Event",
    body: "if (e.type !== 'updated') e.action; else e.action;",
    uses: ["Reset.action", "Updated.action"],
  },
  {
    name: "one literal of two does not rule the type out",
    given: "e: Event",
    body: "if (e.type !== 'reset') e.action;",
    uses: ["Reset.action (candidate)", "Updated.action (candidate)"],
  },
  {
    name: "an early return",
    given: "e: Event",
    body: "if (e.type === 'updated') return; e.action;",
    uses: ["Reset.action"],
  },
  {
    name: "either of two",
    given: "e: Event",
    body: "if (e.type === 'added' || e.type === 'updated') e.action;",
    uses: ["Updated.action"],
  },
  {
    name: "neither of two",
    given: "e: Event",
    body: "if (e.type !== 'added' && e.type !== 'updated') return; e.action;",
    uses: ["Updated.action"],
  },
  {
    name: "in a condition, behind && and ?",
    given: "e: Event",
    body: "e.type === 'updated' && e.action; e.type === 'updated' ? e.action : e.at;",
    uses: ["Added.at", "Updated.action"],
  },
  {
    name: "in a loop",
    given: "e: Event",
    body: "while (e.type === 'updated') e.action;",
    uses: ["Updated.action"],
  },
  {
    name: "cases",
    given: "e: Event",
    body: "switch (e.type) { case 'added': e.query; break; case 'updated': { e.action; return; } default: e.action; }",
    uses: ["Added.query", "Reset.action", "Updated.action"],
  },
  {
    name: "cases that lead to one place, and from one to the next",
    given: "e: Event",
    body: "switch (e.type) { case 'added': case 'updated': e.action; case 'reset': e.query; break; case 'cleared': e.all; }",
    uses: ["Added.query (candidate)", "Reset.all", "Updated.action", "Updated.query (candidate)"],
  },
  {
    name: "members of an enum, as types and as values",
    given: "e: Element",
    body: "if (e.kind === Kind.Image) e.body; else if (e.kind === Kind.Group) e.parts; else e.draw();",
    uses: ["Group.parts", "Image.body", "Text.draw"],
  },
  {
    name: "constants",
    given: "w: Work",
    body: "if (w.state === DONE) w.detail(); else if (w.state === 'failed') w.detail(); else w.detail();",
    uses: ["Done.detail", "Failed.detail", "Waiting.detail"],
  },
  {
    name: "a literal that is a type argument",
    given: "b: Box<'box'> | Crate",
    body: "if (b.tag === 'box') b.lid; else b.lid;",
    uses: ["Box.lid", "Crate.lid"],
  },
  {
    name: "a type stays whose literal is not known",
    given: "b: Box<'box'> | Loose | Crate",
    body: "if (b.tag === 'box') b.lid;",
    uses: ["Box.lid (candidate)", "Loose.lid (candidate)"],
  },
  {
    name: "a type stays that need not have the literal",
    given: "b: Maybe | Crate",
    body: "if (b.tag === 'maybe') b.lid; if (b.tag !== 'maybe') b.tag;",
    uses: ["Crate.tag (candidate)", "Maybe.lid", "Maybe.tag (candidate)"],
  },
  {
    name: "all stay where none would",
    given: "e: Event",
    body: "if (e.type === 'gone') e.action;",
    uses: ["Reset.action (candidate)", "Updated.action (candidate)"],
  },
  {
    name: "object types without a name",
    given: "r: { ok: true; pet: Dog } | { ok: false; pet: Cat }",
    body: "if (r.ok === true) r.pet.bark(); else r.pet.purr();",
    uses: ["Cat.purr", "Dog.bark"],
  },
  {
    name: "a property that is true or false",
    given: "r: { ok: true; pet: Dog } | { ok: false; pet: Cat }",
    body: "if (!r.ok) { r.pet.purr(); return; } r.pet.bark();",
    uses: ["Cat.purr", "Dog.bark"],
  },
  {
    name: "what is looked up in a narrowed local",
    given: "e: Event",
    body: "if (e.type === 'updated') { const { query } = e; const copy = e; copy.action; }",
    uses: ["Updated.action", "Updated.query"],
  },
  {
    name: "a local that is given another value",
    given: "e: Event, other: Event",
    body: "if (e.type === 'updated') { e = other; e.action; }",
    uses: ["Reset.action (candidate)", "Updated.action (candidate)"],
  },
  {
    name: "a property that is there, and one that is not",
    given: "e: Event",
    body: "if ('query' in e) e.query; else e.action;",
    uses: ["Added.query (candidate)", "Reset.action", "Updated.query (candidate)"],
  },
  {
    name: "a property that need not be there",
    given: "v: Dog | Stone",
    body: "if ('size' in v) v.name; if (!('size' in v)) v.size;",
    uses: ["Stone.name", "Stone.size"],
  },
  {
    name: "a guard",
    given: "v: Cat | Stone",
    body: "if (isCat(v)) v.name; else v.name;",
    uses: ["Animal.name", "Stone.name"],
  },
  {
    name: "a guard that is a method, and types derived from what it tells",
    given: "v: Cat | Dog | Stone, zoo: Zoo",
    body: "if (!zoo.isAnimal(v)) v.name; else v.cry();",
    uses: ["Animal.cry", "Stone.name"],
  },
  {
    name: "a guard of what nothing is known of, and of a base",
    given: "v: unknown, a: Animal",
    body: "if (isDog(v)) v.bark(); if (!isDog(a)) return; a.bark(); a.cry();",
    uses: ["Animal.cry", "Dog.bark"],
  },
  {
    name: "one of two guards",
    given: "v: unknown",
    body: "if (isDog(v) || isCat(v)) v.bark();",
    uses: ["Dog.bark"],
  },
  {
    name: "a guard of elements",
    given: "all: (Cat | Stone)[]",
    body: "all.filter(isCat).map((one) => one.name); all.find((one): one is Stone => !isCat(one)).size;",
    uses: ["Animal.name", "Stone.size"],
  },
  {
    name: "a property that a pattern takes and a condition narrows",
    given: "{ event }: Sent",
    body: "if (event.type === 'updated') event.action;",
    uses: ["Sent.event", "Updated.action"],
  },
  {
    name: "a function that tells nothing",
    given: "v: Cat | Stone",
    body: "if (isOld(v)) v.name;",
    uses: ["Animal.name (candidate)", "Stone.name (candidate)"],
  },
  {
    name: "no instance of a class",
    given: "v: Cat | Stone",
    body: "if (v instanceof Cat) return; v.name;",
    uses: ["Stone.name"],
  },
];

const NAMES = [...MODEL.matchAll(/(?:enum|const|class|interface|type|function) (\w+)/g)].map(([, name]) => name).join();

test.each(cases)("$name", ({ given, body, uses }) => {
  const sample = programOf({
    "model.ts": MODEL,
    "a.ts": `import { ${NAMES} } from "./model";\nexport function g(${given}) { ${body} }`,
  });
  const found = edgesOf(sample, "a.ts", ["calls", "references"]).flatMap((edge) => {
    const [, member, tier] = /^g \w+ model\.ts#(\w+\.\w+) \((\w+)\)$/.exec(edge) ?? [];
    return member === undefined ? [] : [tier === "candidate" ? `${member} (candidate)` : member];
  });
  const asked = /\.(?:type|kind|state|tag)\b|Kind\.|isAnimal/;
  expect([...new Set(found)].filter((use) => uses.includes(use) || !asked.test(use)).sort()).toEqual(uses);
});

test("a function that stands behind an early return is known before it", () => {
  const sample = programOf({
    "model.ts": MODEL,
    "a.ts": `import { Event } from "./model";
      export function g(e: Event) { help(e); if (e.type === "added") return; function help(e: Event) {} }`,
  });
  expect(edgesOf(sample, "a.ts", ["calls"])).toEqual(["g calls a.ts#g.help (exact)"]);
});

test("what is told of a local by its literals and by guards of other files is found again when these change", () => {
  const sample = programOf({
    "literals.ts": `export type First = "a"; export type Second = "b";`,
    "types.ts": `import { First, Second } from "./literals";
      export interface One { tag: First; size: number } export interface Two { tag: Second; size: number }`,
    "guards.ts": `import { One, Two } from "./types"; export function isOne(v: unknown): v is One { return true; }`,
    "a.ts": `import { One, Two } from "./types"; import { isOne } from "./guards";
      export function byTag(v: One | Two) { if (v.tag === "a") v.size; }
      export function byGuard(v: One | Two) { if (isOne(v)) v.size; }`,
    ...Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`other${at}.ts`, ""])),
  });
  const uses = () => edgesOf(sample, "a.ts", ["references"]).filter((edge) => edge.includes(".size"));
  expect(uses()).toEqual([
    "byTag references types.ts#One.size (import)",
    "byGuard references types.ts#One.size (import)",
  ]);
  sample.program.settle();
  put(sample, "literals.ts", `export type First = "b"; export type Second = "a";`);
  expect([...sample.program.affected()]).toContain("a.ts");
  expect(uses()[0]).toBe("byTag references types.ts#Two.size (import)");
  sample.program.settle();
  put(
    sample,
    "guards.ts",
    `import { One, Two } from "./types"; export function isOne(v: unknown): v is Two { return true; }`,
  );
  expect([...sample.program.affected()]).toContain("a.ts");
  expect(uses()[1]).toBe("byGuard references types.ts#Two.size (import)");
});
