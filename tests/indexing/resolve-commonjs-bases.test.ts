/** Classes that CommonJS modules export whole, as bases. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "./resolve-helpers.js";

test("a class extends what require() gives", () => {
  const sample = programOf({
    "base.js": "class Base { constructor() {} start() {} }\nmodule.exports = Base;",
    "a.js": `
      const Base = require("./base");
      class Derived extends Base {
        constructor() { super(); this.start(); }
        start() { super.start(); }
      }
      class Leaf extends Derived { run() { this.start(); super.start(); } }
      module.exports = Derived;`,
    "b.js": `
      const Derived = require("./a");
      class Other extends Derived { run() { this.start(); } }`,
  });
  const edges = [...edgesOf(sample, "a.js"), ...edgesOf(sample, "b.js")];
  for (const edge of [
    "Derived inherits base.js#Base (import)",
    "Derived.start overrides base.js#Base.start (import)",
    "Derived.constructor calls base.js#Base.constructor (import)",
    "Derived.start calls base.js#Base.start (import)",
    "Other inherits a.js#Derived (import)",
    "Other.run calls a.js#Derived.start (import)",
  ])
    expect(edges).toContain(edge);
});
