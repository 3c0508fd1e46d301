/** Keys of object literals: each is a use of the property of the type that is expected of the object in its place. */
import { testEdges } from "../helpers.js";

const OPTIONS = `
  export interface Inner { deep: number }
  export interface Options { retries: number; label?: string; inner?: Inner; list?: Inner[]; run?(): void; on?: (inner: Inner) => Inner }
  export type Shape = { kind: "circle"; radius: number } | { kind: "square"; side: number };
  export class Machine { constructor(public options: Options) {} }
  export class Robot extends Machine { name = "robot"; }
  export function take(options: Options, more?: Partial<Options>): void {}
  export function generic<T>(value: T): T { return value; }
  export function bound<T extends Options>(value: T): T { return value; }`;
const IMPORTS = `import { bound, generic, type Inner, Machine, type Options, Robot, type Shape, take } from "./options";`;
const RETRIES = "options.ts#Options.retries (import)";
const LABEL = "options.ts#Options.label (import)";
const DEEP = "options.ts#Inner.deep (import)";

/** Cases of one file beside `options.ts`. */
const within = (text: string) => ({ files: { "options.ts": OPTIONS, "use.ts": `${IMPORTS}\n${text}` }, of: "use.ts" });

const givesRetries = {
  "an argument": "export function use() { take({ retries: 3 }); }",
  "a shorthand": "export function use(retries: number) { take({ retries }); }",
  "a name in quotes": `export function use() { take({ "retries": 3 }); }`,
  "an argument of new": "export function use() { new Machine({ retries: 3 }); }",
  "an argument of new, of a class without a constructor of its own":
    "export function use() { new Robot({ retries: 3 }); }",
  "a returned object": "export function use(): Options { return { retries: 3 }; }",
  "a returned object of an asynchronous function":
    "export async function use(): Promise<Options> { return { retries: 3 }; }",
  "the body of an arrow function": "export const use = (): Options => ({ retries: 3 });",
  "an object with as": "export function use() { return { retries: 3 } as Options; }",
  "an object with a cast before it": "export function use() { return <Options>{ retries: 3 }; }",
  "an element of an array": "export function use() { const all: Options[] = [{ retries: 3 }]; }",
  "an element of a constant array": "export function use() { return [{ retries: 3 }] as const satisfies Options[]; }",
  "a property of a Record": "export function use() { const all: Record<string, Options> = { a: { retries: 3 } }; }",
  "an index signature": "export function use() { const all: { [key: string]: Options } = { a: { retries: 3 } }; }",
  "a Partial": "export function use() { const part: Partial<Options> = { retries: 3 }; }",
  "a Pick": `export function use() { const part: Pick<Options, "retries"> = { retries: 3 }; }`,
  "a default of a parameter": "export function use(options: Options = { retries: 3 }) {}",
  "a default in a pattern": "export function use({ options = { retries: 3 } }: { options?: Options }) {}",
  "a value beside a spread": "export function use(options: Options) { take({ ...options, retries: 3 }); }",
  "an object that is spread": "export function use(is: boolean) { take({ ...(is && { retries: 3 }) }); }",
  "an assignment": "export function use(options: Options) { options = { retries: 3 }; }",
  "an assignment of a default": "export function use(options?: Options) { options ??= { retries: 3 }; }",
  "the value after ??": "export function use(options?: Options) { const own = options ?? { retries: 3 }; }",
  "a type argument": "export function use() { generic<Options>({ retries: 3 }); }",
  "the bound of a type parameter": "export function use() { bound({ retries: 3 }); }",
  "a value that a list takes": "export function use(all: Options[]) { all.push({ retries: 3 }); }",
  "a value that a map takes": `export function use(all: Map<string, Options>) { all.set("a", { retries: 3 }); }`,
  "a result of a callback": "export function use(all: Options[]) { all.map((each): Options => ({ retries: 3 })); }",
  "what a list is mapped to":
    "export function use(all: Options[]): Options[] { return all.map((each) => { return { ...each, retries: 3 }; }); }",
  "what a list is mapped to, by a type argument":
    "export function use(all: Inner[]) { all.map<Options>((each) => ({ retries: 3 })); }",
  "a state of React that is mapped": `
    import { useState } from "react";
    export function use() {
      const [, set] = useState<Options[]>([]);
      set((all) => all.map((each) => (each.retries > 3 ? { ...each, retries: 3 } : each)));
    }`,
  "a state of React": `
    import { useState } from "react";
    export function use() { const [, set] = useState<Options | null>(null); set({ retries: 3 }); }`,
  "a first state of React": `
    import { useState } from "react";
    export function use() { useState<Options>({ retries: 3 }); }`,
  "a state of React by a callback": `
    import { useState } from "react";
    export function use() { const [, set] = useState<Options>(null!); set((before) => ({ ...before, retries: 3 })); }`,
  "a pattern that is assigned": "export function use(o: Options) { let n; ({ retries: n } = o); }",
  "a shorthand in a pattern that is assigned":
    "export function use(o: Options) { let retries; ({ retries = 3 } = o); }",
};

testEdges([
  ...Object.entries(givesRetries).map(([name, text]) => ({
    name: `${name} uses the property`,
    ...within(text),
    has: [`use references ${RETRIES}`],
  })),
  {
    name: "objects in objects use the properties of the inner types",
    ...within(
      "export function use() { take({ retries: 3, inner: { deep: 1 }, list: [{ deep: 2 }], on: () => ({ deep: 3 }) }); }",
    ),
    has: [`use references ${RETRIES}`, `use references ${DEEP}`, "use references options.ts#Options.inner (import)"],
  },
  {
    name: "an argument of super uses the property",
    ...within("export class Own extends Machine { constructor() { super({ retries: 3 }); } }"),
    has: [`Own.constructor references ${RETRIES}`],
  },
  {
    name: "a method of an object uses the member of its type",
    ...within("export function use() { take({ retries: 3, run() {} }); }"),
    has: ["use references options.ts#Options.run (import)"],
  },
  {
    name: "a member that overrides one says so once",
    ...within("export const own: Options = { retries: 3 };"),
    has: [`own.retries overrides ${RETRIES}`],
    hasNot: [`own references ${RETRIES}`],
  },
  {
    name: "an attribute uses the properties of its object",
    files: {
      "options.ts": OPTIONS,
      "use.tsx": `
        import type { Options } from "./options";
        function Panel({ options }: { options: Options }) { return <a/>; }
        export function Page() { return <Panel options={{ retries: 3 }}/>; }`,
    },
    of: "use.tsx",
    has: [`Page references ${RETRIES}`],
  },
  {
    name: "a key belongs to the arguments of its own place",
    ...within(`export function use() { take({ retries: 3 }, { label: "a" }); }`),
    has: [`use references ${RETRIES}`, `use references ${LABEL}`],
  },
  {
    name: "a literal tells which type of a union an object is of",
    ...within(`
      interface Open { state: "open"; since: number }
      interface Closed { state: "closed"; since: number }
      export function use(all: (Open | Closed)[]) { all.push({ state: "closed", since: 3 }); }`),
    has: ["use references use.ts#Closed.since (exact)", "use references use.ts#Closed.state (exact)"],
    hasNot: [/Open\.|candidate/],
  },
  {
    name: "an object of either type of a union may be of both",
    ...within(`
      interface Open { state: "open"; since: number }
      interface Closed { state: "closed"; since: number }
      export function use(all: (Open | Closed)[], state: any) { all.push({ state, since: 3 }); }`),
    has: ["use references use.ts#Closed.since (candidate)", "use references use.ts#Open.since (candidate)"],
  },
  {
    name: "keys whose type is not known use nothing",
    ...within(
      "export function use(log: unknown) { const own = { retries: 3 }; generic({ retries: 3 }); console.log({ retries: 3 }); return { retries: 3 }; }",
    ),
    hasNot: [/retries/],
  },
  {
    name: "a key that is computed uses nothing",
    ...within("const retries = 'label';\nexport function use() { take({ [retries]: 3 }); }"),
    hasNot: [/Options\./],
  },
  {
    name: "a variable without a type and a first value expects nothing",
    ...within(
      "export function use(is: boolean) { let own; if (is) own = new Machine(null!); else own = { options: 3 }; }",
    ),
    hasNot: [/Machine\.options/],
  },
  {
    name: "the parameters of a callback do not hide the names around it",
    ...within(`
      interface Run { each(give: (inner: Inner) => Options): void }
      export function use(run: Run) { run.each((run) => ({ retries: 3 })); }`),
    has: [`use references ${RETRIES}`],
  },
]);
