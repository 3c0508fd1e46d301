/** Object literals that spread others: their members are those of what they spread, until a later property hides one. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put, testEdges } from "../helpers.js";

/** Actions of Redux as applications collect them: a default export for each subject, and one of them all. */
const ACTIONS = {
  "users.js": `
    const LIMIT = 50;
    const load = (id) => ({ id });
    load.failure = (error) => ({ error });
    export default { load, LIMIT };`,
  "boards.js": "export function open() {} export function close() {}",
  "index.js": `
    import users from "./users";
    import * as boards from "./boards";
    export default { ...users, ...boards, close() {} };`,
};

testEdges([
  {
    name: "a default export that spreads default exports and modules",
    files: {
      ...ACTIONS,
      "use.js": `
        import actions from "./index";
        export function go() { actions.load(actions.LIMIT); actions.load.failure(); actions.open(); actions.close(); }`,
    },
    of: "use.js",
    has: [
      "go calls users.js#load (import)",
      "go calls users.js#load.failure (import)",
      "go calls boards.js#open (import)",
      "go references users.js#LIMIT (import)",
      // The property of the object itself stands behind what it spreads.
      "go calls index.js#default.close (import)",
    ],
    hasNot: [/unresolved/, /boards\.js#close/],
  },
  {
    name: "CommonJS modules, constants and locals that spread",
    files: {
      "base.cjs": "exports.one = () => 1; exports.two = () => 2;",
      "all.cjs": `const base = require("./base.cjs"); const all = { ...base, three() {} }; module.exports = all;`,
      "use.cjs": `
        const all = require("./all.cjs");
        exports.go = function go() {
          all.one(); all.three();
          const more = { ...all, extra: 1 };
          more.two();
        };`,
    },
    of: "use.cjs",
    has: ["go calls base.cjs#one (import)", "go calls all.cjs#all.three (import)", "go calls base.cjs#two (import)"],
    hasNot: [/unresolved/],
  },
  {
    name: "a copy of a value has the properties of its type",
    files: {
      "user.ts": "export class User { id = 1; rename(name: string) {} }",
      "use.ts": `
        import type { User } from "./user";
        export function copy(user: User) { const next = { ...user, seen: true }; next.id = 2; next.rename("b"); }`,
    },
    of: "use.ts",
    has: ["copy references user.ts#User.id (import)", "copy calls user.ts#User.rename (import)"],
  },
  {
    name: "a property whose value is not known hides what was spread before it, and so does a spread of something unknown",
    files: {
      "base.ts": "export const base = { run() {}, stop() {} };",
      "use.ts": `
        import { base } from "./base";
        export function one(run: any) { const both = { ...base, run }; both.run(); both.stop(); }
        export function two(given) { const both = { ...base, ...given }; both.run(); }`,
    },
    of: "use.ts",
    has: ["one calls base.ts#base.stop (import)"],
    hasNot: [/calls base\.ts#base\.run/],
  },
]);

test("files that use a spread object are resolved again when what it spreads gains a member", () => {
  const program = programOf({
    ...ACTIONS,
    "use.js": `import actions from "./index"; export function go() { actions.archive(); }`,
  });
  expect(edgesOf(program, "use.js", ["calls"])).toEqual(["go calls ?archive (unresolved)"]);
  program.program.settle();
  put(program, "boards.js", "export function open() {} export function archive() {}");
  expect(program.program.affected()).toContain("use.js");
  expect(edgesOf(program, "use.js", ["calls"])).toEqual(["go calls boards.js#archive (import)"]);
});

test("objects that spread each other many times over, and in a circle, are read", () => {
  const steps = Array.from(
    { length: 40 },
    (_, index) => `const step${index + 1} = { ...step${index}, more${index}: on, ...step${index} };`,
  );
  const program = programOf({
    "a.js": `
      const on = () => 1;
      const step0 = { run() {} };
      ${steps.join("\n")}
      const one = { ...other, x: on }; const other = { ...one, y: on };
      function go() { step40.run(); one.walk(); }`,
  });
  expect(edgesOf(program, "a.js", ["calls"])).toEqual([
    "go calls a.js#step0.run (exact)",
    "go calls ?walk (unresolved)",
  ]);
});
