/** Code that programs write: what would be followed for ever, or grows with each step, ends soon. */
import { expect, test } from "vitest";
import { dedent } from "../helpers/dedent.js";
import { edgesOf, programOf } from "../resolution/helpers.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

const MODEL = `
  export class Cli { command(o: { builder: (b: Cli) => Cli }): this { return this; } option(n: string, o: unknown): Cli { return this; } }
  export function pair<A, B>(a: A, b: B): { a: A; b: B } { return { a, b }; }
`;

const cases: { name: string; source: string; has: string }[] = [
  {
    name: "conditional types that ask for themselves",
    source: `
      type Deep<T, U> = T extends { a: infer A } ? Deep<A, Deep<U, T>> : U extends { b: infer B } ? Deep<Deep<B, U>, B> : Deep<[T, U], Deep<U, T>>;
      type Wide<T> = ${numbers(30)
        .map((at) => `T extends Box<${at}> ? Wide<Wide<T>>`)
        .join(" : ")} : T;
      interface Box<N> { n: N }
      export function g(c: Cli, ${numbers(40)
        .map((at) => `d${at}: Deep<Cli, Box<${at}>>, w${at}: Wide<Cli>`)
        .join(", ")}) {
        c.option("x", 1);
        ${numbers(40)
          .map((at) => `d${at}.go().on(); w${at}.go().on();`)
          .join("\n")}
      }`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "mapped types of each other",
    source: `
      type A<T> = { [K in keyof T]: B<T[K]> }; type B<T> = { [K in keyof T]: A<A<T[K]>> };
      export const g = (c: Cli, a: A<B<Cli>>) => { c.option("x", 1); a${".x".repeat(60)}(); };`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "a chain of 1,000 calls",
    source: `export const g = (cli: Cli) => cli${numbers(1_000)
      .map((at) => `.option("o${at}", { at: [${at}, cli] })`)
      .join("")}.command({ builder: (b) => b });`,
    has: "g calls model.ts#Cli.command (import)",
  },
  {
    name: "a chain of 200 calls with callbacks that are chains",
    source: `export const g = (cli: Cli) => cli${numbers(200)
      .map(
        () =>
          `.command({ builder: (b) => b${numbers(10)
            .map((at) => `.option("o${at}", { default: b })`)
            .join("")} })`,
      )
      .join("")};`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "locals that hold each other twice",
    source: `export function g(v0: Cli) { ${numbers(40)
      .map((at) => `const v${at + 1} = pair(v${at}, v${at});`)
      .join(" ")} v40.a.b.a; v0.option("x", 1); }`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "types that are unions of each other with arguments",
    source: `${numbers(12)
      .map(
        (at) =>
          `type T${at}<X> = ${numbers(12)
            .map((to) => `T${to}<T${(to + 1) % 12}<X>>`)
            .join(" | ")} | Box<X>;`,
      )
      .join("\n")} interface Box<X> { value: X; go(): void } export const g = (t: T0<Cli>) => t.value.option("x", 1);`,
    has: "g accepts model.ts#Cli (import)",
  },
  {
    name: "values that are made of each other",
    source: `${numbers(60)
      .map((at) => `export const v${at} = v${(at + 1) % 60}.x ?? v${(at + 7) % 60}.y ?? v${(at + 13) % 60}();`)
      .join("\n")} export const g = (c: Cli) => { v0.x.y(); c.option("x", 1); };`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "20,000 lines",
    source: `export function g(c: Cli) { c.option("x", 1); }\n${numbers(20_000)
      .map((at) => `export const n${at} = make(n${at - 1}, { at: ${at} });`)
      .join("\n")}`,
    has: "g calls model.ts#Cli.option (import)",
  },
  {
    name: "20,000 objects of one type",
    source: `interface Icon { path(): string }\n${numbers(20_000)
      .map((at) => `export const icon${at}: Icon = { path: () => "M ${at}" };`)
      .join("\n")}`,
    has: "icon19999.path overrides use.ts#Icon.path (exact)",
  },
];

test.each(cases)(
  "$name",
  ({ source, has }) => {
    const sample = programOf({
      "use.ts": dedent`
        import { Cli, pair } from "./model";
        ${source}`,
      "model.ts": MODEL,
    });
    expect(edgesOf(sample, "use.ts")).toContain(has);
  },
  60_000,
);
