/** TypeScript: what the runtime's collections give, by the external names of what is called on it. */
import { expect, test } from "vitest";
import { edgesOf, programOf } from "../helpers.js";

const cases: { name: string; body: string; calls: string[] }[] = [
  {
    name: "values of a set",
    body: "set.values().next().value.save();",
    calls: ["Set.values", "Iterator.next", "User.save"],
  },
  { name: "keys of a set", body: "set.keys().next();", calls: ["Set.keys", "Iterator.next"] },
  {
    name: "entries of a set",
    body: "for (const [one, other] of set.entries()) { one.save(); other.rename(); }",
    calls: ["Set.entries", "User.save", "User.rename"],
  },
  { name: "a value that is added to a set", body: "set.add(user).has(user);", calls: ["Set.add", "Set.has"] },
  { name: "values of a map", body: "map.values().next();", calls: ["Map.values", "Iterator.next"] },
  {
    name: "keys of a map",
    body: "for (const key of map.keys()) key.trim(); map.keys().next();",
    calls: ["Map.keys", "String.trim", "Iterator.next"],
  },
  {
    name: "entries of a map",
    body: "const [key, value] = map.entries().next().value; key.trim(); value.save();",
    calls: ["Map.entries", "Iterator.next", "String.trim", "User.save"],
  },
  {
    name: "values of a list",
    body: "list.values().next().value.save();",
    calls: ["Array.values", "Iterator.next", "User.save"],
  },
  {
    name: "keys of a list",
    body: "for (const at of list.keys()) at.toFixed();",
    calls: ["Array.keys", "Number.toFixed"],
  },
  {
    name: "methods of iterators",
    body: "set.values().filter((u) => u.id).take(2).map((u) => u.owner()).toArray().slice(1)[0].merge();",
    calls: [
      "Set.values",
      "Iterator.filter",
      "Iterator.take",
      "Iterator.map",
      "User.owner",
      "Iterator.toArray",
      "Array.slice",
      "Team.merge",
    ],
  },
  {
    name: "a list that is only read",
    body: "fixed.filter(Boolean).push(user);",
    calls: ["ReadonlyArray.filter", "Array.push"],
  },
  { name: "a generator", body: "made.next().value.save();", calls: ["Generator.next", "User.save"] },
  { name: "a generator that ends in something else", body: "ending.next().value.save();", calls: ["Generator.next"] },
  {
    name: "a generator that is awaited",
    body: "const { value } = await slow.next(); value.save();",
    calls: ["AsyncGenerator.next", "User.save"],
  },
  {
    name: "entries of an object",
    body: "for (const [key, value] of Object.entries(index)) { key.trim(); value.save(); }",
    calls: ["Object.entries", "String.trim", "User.save"],
  },
];

test.each(cases)("$name", ({ body, calls }) => {
  const source = `
    class Team { merge() {} }
    class User { id = ""; save() {} rename() {} owner(): Team { return new Team(); } }
    export async function g(user: User, set: Set<User>, map: Map<string, User>, list: User[], fixed: ReadonlyArray<User>, made: Generator<User, void>, ending: Generator<User, Team>, slow: AsyncGenerator<User>, index: Record<string, User>) {
      ${body}
    }`;
  const edges = edgesOf(programOf({ "a.ts": source }), "a.ts", ["calls"]).filter((edge) => edge.startsWith("g "));
  const known = edges.filter((edge) => /\((?:exact|external)\)$/.test(edge));
  expect(known.map((edge) => edge.replace(/^.*[!#](\S+) .*$/, "$1")).sort()).toEqual([...calls].sort());
});
