/** Locals that hold a function from elsewhere: a call of the local calls the function, and naming the local does not name the function. */
import { expect, test } from "vitest";
import { edgesOf, programOf, testEdges } from "../helpers.js";

testEdges([
  {
    name: "a local that holds a member of an object, of `this` and of the runtime",
    files: {
      "box.ts": `
        export const tools = { Hammer: class Hammer {} };
        export class Box {
          constructor(private readonly done: (value: number) => void) {}
          open() {
            const { done } = this;
            const finish = this.done;
            const Tool = tools.Hammer;
            const log = console.log;
            if (finish) finish(1);
            new Tool();
            log(done);
          }
        }`,
    },
    of: "box.ts",
    has: [
      "Box.open calls box.ts#Box.done (exact)",
      "Box.open calls box.ts#tools.Hammer (exact)",
      "Box.open calls !console.log (external)",
    ],
    hasNot: [/unresolved/],
  },
  {
    name: "a local of a test that holds an export of a CommonJS module",
    files: {
      "utils.cjs": "exports.stringify = function (value) {};",
      "use.cjs": `
        const utils = require("./utils.cjs");
        describe("stringify", function () {
          var stringify = utils.stringify;
          it("makes text", () => stringify(1));
        });`,
    },
    of: "use.cjs",
    has: ["file calls utils.cjs#stringify (import)"],
    hasNot: [/unresolved/],
  },
  {
    name: "not a local that gets another value, nor a parameter with a default",
    files: {
      "codec.ts": "export class Codec { decode() {} encode() {} }",
      "use.ts": `
        import { Codec } from "./codec";
        export function go(codec: Codec, given = codec.decode) {
          let work = codec.decode;
          work = codec.encode;
          work();
          given();
        }`,
    },
    of: "use.ts",
    hasNot: [/calls codec/],
  },
  {
    name: "a function-typed field is called by call and apply, a method named call is not",
    files: {
      "map.ts": `
        export class Mapped {
          constructor(private readonly selector: (item: number) => number, private readonly rpc: { call(name: string): void }) {}
          one(self: unknown) { this.selector.call(self, 1); }
          two(self: unknown) { const selector = this.selector; selector.call(self, 1); }
          three(self: unknown) { const { selector: select } = this; select.apply(self, [1]); }
          four() { this.rpc.call("x"); }
        }`,
    },
    of: "map.ts",
    has: [
      "Mapped.one calls map.ts#Mapped.selector (exact)",
      "Mapped.two calls map.ts#Mapped.selector (exact)",
      "Mapped.three calls map.ts#Mapped.selector (exact)",
    ],
    hasNot: [/calls map\.ts#Mapped\.rpc/],
  },
]);

test("another name for a constant uses it in the first place alone", () => {
  const program = programOf({
    "config.ts": "export const URL_OF = process.env.URL; export function parse() {}",
    "use.ts": `
      import { parse, URL_OF } from "./config";
      export function go(list: string[]) {
        const app = URL_OF;
        const read = parse;
        list.push(app);
        list.map(read);
        read();
      }`,
  });
  expect(edgesOf(program, "use.ts", ["references", "calls"]).filter((edge) => edge.includes("config.ts"))).toEqual([
    "go references config.ts#URL_OF (import)",
    "go references config.ts#parse (import)",
    "go calls config.ts#parse (import)",
  ]);
});
