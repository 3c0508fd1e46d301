/** Classes that CommonJS modules export whole, as bases. */
import { expect, test } from "vitest";
import { dedent } from "../../helpers/dedent.js";
import { edgesOf, programOf } from "../helpers.js";

test("a class extends what require() gives", () => {
  const sample = programOf({
    "base.js": dedent`
      class Base { constructor() {} start() {} }
      module.exports = Base;`,
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

test("a class implements what its comment says", () => {
  const sample = programOf({
    "channel.js": dedent`
      class Channel { send() {} get last() {} }
      module.exports = Channel;`,
    "types/store.d.ts": `
      declare namespace Stores { interface Store { get(): void } }
      export default Stores;`,
    "a.js": `
      const Channel = require("./channel");
      /** @typedef {import('./types/store').default.Store} Store */
      /**
       * A user.
       * @implements {Channel}
       * @implements {Store}
       */
      class User { send() {} get last() {} get() {} }`,
  });
  expect(edgesOf(sample, "a.js", ["implements", "overrides"])).toEqual([
    "User implements channel.js#Channel (import)",
    "User implements types/store.d.ts#Stores.Store (import)",
    "User.send overrides channel.js#Channel.send (import)",
    "User.last overrides channel.js#Channel.last (import)",
    "User.get overrides types/store.d.ts#Stores.Store.get (import)",
  ]);
});

test("the whole result of require() is used as a value, and by its prototype", () => {
  const sample = programOf({
    "base.js": dedent`
      class Base { toJSON() {} }
      module.exports = Base;`,
    "a.js": `
      const Base = require("./base");
      function run(value) {
        if (value instanceof Base) return new Set(Base);
        return Base.prototype.toJSON.call(value);
      }`,
  });
  expect(edgesOf(sample, "a.js", ["references", "calls"])).toEqual([
    "run references base.js#Base (import)",
    "run calls !Set (external)",
    "run references base.js#Base (import)",
    "run calls base.js#Base.toJSON (import)",
  ]);
});

test("names that a pattern takes from deep inside a module", () => {
  const sample = programOf({
    "constants.js": "exports.TIME = { DAY: { length: 24, name() {} } };\nexports.other = 1;",
    "a.js": `
      const {
        TIME: { DAY },
        other,
      } = require("./constants");
      DAY.name();
      console.log(other);`,
  });
  const edges = edgesOf(sample, "a.js", ["references", "calls", "imports"]);
  for (const edge of [
    "file imports constants.js#other (import)",
    "file references constants.js#TIME (import)",
    "file references constants.js#TIME.DAY (import)",
    "file calls constants.js#TIME.DAY.name (import)",
  ])
    expect(edges).toContain(edge);
});
