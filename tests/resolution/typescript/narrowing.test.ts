/** TypeScript: the types that conditions leave of a union. Every example imports the model, and names what is used of it on the way. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf, put } from "../helpers.js";

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
  export class Shadow { type = ""; action = ""; cry() {} }
  export function isAnimal(value: Animal | Stone): value is Animal { return true; }
  export function isAlive<T extends Animal>(value: T | null): value is T { return value !== null; }
  export function isMade<T extends Animal>(value: unknown, by: new () => T): value is T { return value instanceof by; }
  export class Left { static readonly kind = "b"; static side = 1; kind: "a"; name = ""; }
  export class Right { static readonly kind = "a"; kind: "b"; side = 1; name = ""; }
  export function isFull(value: Cat | Stone): value is Required<Cat> { return true; }
  export type FullCat = Required<Cat>;
  export function isFullAlias(value: Cat | Stone): value is FullCat { return true; }
  export function isText(value: unknown): value is Box<string> { return true; }
  export function isAdded(value: Event): value is Extract<Event, { type: "added" }> { return true; }
  export class Free { kind: Kind; body = ""; }
  export const TEXT = Kind.Text; export const KINDS = { text: Kind.Text }; export declare const CURRENT: Kind;
  export enum Dup { A = 1, B = 1, C }
  export interface One { dup: Dup.A; name: string; far: string } export interface Two { dup: Dup.B; name: string; far: string }
  export interface Three { dup: Dup.A } export interface Four { dup: Dup.C; far: string }
  export interface Base { id: string } export type Both = Base & { own: string };
  export interface Named extends Base { id: string; own: string } export interface Far extends Both { own: string }
  export interface Other { id: string; other: string }
  export function isNamed(value: unknown): value is Base { return true; }
  export class Index { [key: string]: any; name = ""; } export class Derived extends Index {}
  export interface Hex { code: 0x10; text: string } export interface Other10 { code: 10; text: string }
  export interface Quoted { said: 'it\\'s'; text: string } export interface Plain { said: "it's"; text: string }
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
    name: "a member that is looked up in a narrowed local",
    given: "e: Event",
    body: "if (e.type === 'updated') { const { query } = e; const copy = e; copy.action; }",
    uses: ["Updated.action", "Updated.query"],
  },
  ...[
    "if (e.type === 'updated') { e = other; e.action; }",
    "if (e.type !== 'updated') return; if (other) { e = other; } e.action;",
    "while (e.type === 'updated') { e.action; e = other; }",
    "for (; e.type === 'updated'; e = other) e.action;",
    "if (e.type === 'updated' && (e = other)) e.action;",
    "if (e.type === 'updated') { [e] = [other]; e.action; }",
    "if (e.type === 'updated') { ({ a: { e = other } } = of); e.action; }",
    "if (e.type === 'updated') { e ||= other; e.action; }",
    "if (e.type === 'updated') { for (e of [other]) e.action; }",
    "if (e.type !== 'updated') return; try { e = other; } finally {} e.action;",
    "if (e.type === 'updated') list.push(() => e.action); e = other;",
    "const change = () => { e = other; }; if (e.type === 'updated') { change(); e.action; }",
    "if (e.type !== 'updated') return; var e: Event = other; e.action;",
    "switch (e.type) { case 'added': e = other; case 'updated': e.action; }",
  ].map((body) => ({
    name: `a local that is given another value: ${body}`,
    given: "e: Event, other: Event",
    body,
    uses: ["Reset.action (candidate)", "Updated.action (candidate)"],
  })),
  {
    name: "a local that is declared below",
    given: "e: Event",
    body: "{ const f = () => { if (e.type === 'updated') e.action; }; const e: Shadow = new Shadow(); }",
    uses: ["Shadow.action"],
  },
  {
    name: "a variable that is declared below",
    given: "e: Event",
    body: "const f = () => { e.type === 'updated' && e.action; var e: Shadow = new Shadow(); }",
    uses: ["Shadow.action"],
  },
  {
    name: "a function that may be called from before a condition",
    given: "e: Event",
    body: "help(); if (e.type !== 'updated') return; function help() { e.action; }",
    uses: ["Reset.action (candidate)", "Updated.action (candidate)"],
  },
  {
    name: "elements that a guard of their base lets through",
    given: "cats: Cat[]",
    body: "cats.filter(isAnimal).map((one) => { one.name; one.purr(); });",
    uses: ["Animal.name", "Cat.purr"],
  },
  {
    name: "elements that a guard of any type lets through",
    given: "cats: (Cat | null)[]",
    body: "cats.filter(isAlive).map((one) => one.purr()); cats.find(isAlive).purr();",
    uses: ["Cat.purr"],
  },
  {
    name: "a guard of a type that the call gives",
    given: "v: unknown, s: Dog | Stone",
    body: "if (isMade(v, Cat)) v.cry(); if (!isMade(s, Cat)) s.name;",
    uses: ["Animal.cry (candidate)", "Animal.name (candidate)", "Shadow.cry (candidate)", "Stone.name (candidate)"],
  },
  {
    name: "a static member is not what a value has",
    given: "v: Left | Right",
    body: "if (v.kind === 'a') v.name; if ('side' in v) v.name;",
    uses: ["Left.name", "Right.name (candidate)"],
  },
  {
    name: "a type that is only a part of the guard's type",
    given: "v: Cat | Stone, b: Box<number> | Box<string> | Crate, e: Event",
    body: "if (!isFull(v)) v.name; if (!isText(b)) b.lid; if (!isAdded(e)) e.query;",
    uses: [
      "Added.query (candidate)",
      "Animal.name (candidate)",
      "Box.lid (candidate)",
      "Crate.lid (candidate)",
      "Stone.name (candidate)",
      "Updated.query (candidate)",
    ],
  },
  {
    name: "a guard that need not be there",
    given: "v: Cat | Stone",
    body: "if (!isCat?.(v)) v.name;",
    uses: ["Animal.name (candidate)", "Stone.name (candidate)"],
  },
  {
    name: "an alias may leave out what its type has",
    given: "v: Cat | Stone",
    body: "if (!isFullAlias(v)) v.name;",
    uses: ["Animal.name (candidate)", "Stone.name (candidate)"],
  },
  {
    name: "a constant that is a member of an enum",
    given: "e: Text | Free",
    body: "if (e.kind === TEXT) e.body; const own = Kind.Image; if (e.kind === own) e.body;",
    uses: ["Free.body (candidate)", "Text.body (candidate)"],
  },
  {
    name: "a constant of which nothing is known",
    given: "e: Text | Free",
    body: "if (e.kind === CURRENT) e.body; if (e.kind === KINDS.text) e.body; let own = Kind.Text; if (e.kind === own) e.body;",
    uses: ["Free.body (candidate)", "Text.body (candidate)"],
  },
  {
    name: "members of an enum that are one value",
    given: "v: One | Two | Three | Four",
    body: "if (v.dup === Dup.A) v.name; if (v.dup === Dup.C) v.far;",
    uses: ["Four.far", "One.name (candidate)", "Two.name (candidate)"],
  },
  {
    name: "a value that is what a guard tells without saying so",
    given: "v: Named | Other",
    body: "if (isNamed(v)) v.id;",
    uses: ["Named.id (candidate)", "Other.id (candidate)"],
  },
  {
    name: "a base that is reached through an alias",
    given: "v: Far | Named",
    body: "if (isNamed(v)) v.own;",
    uses: ["Far.own (candidate)", "Named.own (candidate)"],
  },
  {
    name: "a type that may have any property",
    given: "v: Index | Derived | Stone",
    body: "if ('size' in v) v.name;",
    uses: ["Index.name (candidate)", "Stone.name (candidate)"],
  },
  {
    name: "literals that are written in several ways",
    given: "v: Hex | Other10, q: Quoted | Plain",
    body: 'if (v.code === 16) v.text; if (q.said === "it\'s") q.text;',
    uses: ["Hex.text", "Plain.text (candidate)", "Quoted.text (candidate)"],
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
    "a.ts": dedent`
      import { ${NAMES} } from "./model";
      export function g(${given}) { ${body} }`,
  });
  const found = edgesOf(sample, "a.ts", ["calls", "references"]).flatMap((edge) => {
    const [, member, tier] = /^g(?:\.\w+)? \w+ model\.ts#(\w+\.\w+) \((\w+)\)$/.exec(edge) ?? [];
    return member === undefined ? [] : [tier === "candidate" ? `${member} (candidate)` : member];
  });
  const asked = /\.(?:type|kind|state|tag|dup|code|said)\b|^(?:Kind|Dup|KINDS)\.|isAnimal/;
  expect([...new Set(found)].filter((use) => uses.includes(use) || !asked.test(use)).sort()).toEqual(uses);
});

test("conditions count for no depth of names", () => {
  const returns = Array.from({ length: 420 }, (_, index) => `if (o.k${index}) return;`).join(" ");
  const blocks = "{ const c = new A(); } { const c = new B(); c.go(); }";
  const source = `class A { go() {} } class B { go() {} } export function g(o: any) { ${returns} ${blocks} }`;
  expect(edgesOf(programOf({ "a.ts": source }), "a.ts", ["calls"])).toContain("g calls a.ts#B.go (exact)");
});

const thousand = (each: (at: number) => string) => Array.from({ length: 1_000 }, (_, index) => each(index)).join(" ");

test.each([
  { name: "cases that fall through", body: `switch (e.kind) { ${thousand((at) => `case "k${at}": e.action;`)} }` },
  {
    name: "the rest of many cases",
    body: `switch (e.kind) { ${thousand((at) => `case "k${at}": return;`)} default: ${"e.action; ".repeat(100)} }`,
  },
  {
    name: "one of many values",
    body: `if (${thousand((at) => `e.kind === "k${at}" ||`)} false) { ${"e.action; ".repeat(100)} }`,
  },
  { name: "many branches", body: thousand((at) => `if (e.kind === "k${at}") e.action; else`).replace(/else$/, "") },
])("notes on conditions grow no faster than they do: $name", ({ body }) => {
  const source = `interface A { kind: "k1"; action: string } interface B { kind: "k2"; action: string }
    export function g(e: A | B) { ${body} }`;
  const { parses } = programOf({ "a.ts": source });
  expect(JSON.stringify(parses.get("a.ts")!.references).length).toBeLessThan(1_500_000);
});

test("a function that stands behind an early return is known before it", () => {
  const sample = programOf({
    "model.ts": MODEL,
    "a.ts": `import { Event } from "./model";
      export function g(e: Event) { help(e); if (e.type === "added") return; function help(e: Event) {} }`,
  });
  expect(edgesOf(sample, "a.ts", ["calls"])).toEqual(["g calls a.ts#g.help (exact)"]);
});

test("types of a local by its literals and by guards of other files are found again when these change", () => {
  const sample = programOf({
    "literals.ts": `export type First = "a"; export type Second = "b";`,
    "types.ts": `import { First, Second } from "./literals";
      export interface One { tag: First; size: number } export interface Two { tag: Second; size: number }`,
    "guards.ts": `import { One, Two } from "./types"; export function isOne(v: unknown): v is One { return true; }`,
    "a.ts": `import { One, Two } from "./types"; import { isOne } from "./guards";
      export function byTag(v: One | Two) { if (v.tag === "a") v.size; }
      export function byGuard(v: One | Two) { if (isOne(v)) v.size; }`,
    ...Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`other${index}.ts`, ""])),
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
