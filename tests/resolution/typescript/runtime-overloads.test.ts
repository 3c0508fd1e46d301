/** TypeScript: global interfaces that tell more overloads of the runtime's types, by src/resolution/typescript/free-names.ts. */
import { testEdges } from "../helpers.js";

testEdges([
  {
    name: "a type of the runtime keeps its members where a file declares more overloads of one",
    files: {
      "array.d.ts": `
interface Array<T> {
  filter<S extends T>(predicate: BooleanConstructor): Array<S>;
}
`,
      "user.ts": `
export class User {
  greet() {}
  friends(): Array<User> { return []; }
}
`,
      "a.ts": `
import { User } from "./user";
export function all(users: Array<User>, more: User[]) {
  users.map((user) => user.greet());
  for (const one of users) one.friends().find(Boolean)?.greet();
  more.some((user) => user.friends());
}
`,
    },
    of: "a.ts",
    has: ["all calls user.ts#User.greet (import)", "all calls user.ts#User.friends (import)"],
    hasNot: [/unresolved/, /array\.d\.ts/],
  },
  {
    name: "a type of the runtime has the members that a file adds",
    files: {
      "array.d.ts": `
interface Array<T> {
  lastOne(): T;
}
`,
      "a.ts": `
export function last(users: Array<string>) {
  users.lastOne();
}
`,
    },
    of: "a.ts",
    has: ["last calls array.d.ts#Array.lastOne (import)"],
  },
]);
