/** The local variables of a file while it is read, where a variable is a name in a block. A variable stands for the expression that tells its type. */
import { addToList } from "../base/groups.js";
import type { Chain } from "./chain.js";

/** The locals that are seen at one place of the walk. */
export interface Locals {
  /** The value of a name. Null: a field of a type inside the function has the name. */
  find: (name: string) => Chain | null | undefined;
  declare: (name: string, value: Chain | null) => void;
  /** The number of locals: `leave` goes back to it. */
  enter: () => number;
  leave: (mark: number) => void;
}

/** No locals. */
export function createLocals(): Locals {
  const byName = new Map<string, (Chain | null)[]>();
  const names: string[] = [];
  return {
    find: (name) => byName.get(name)?.at(-1),
    declare(name, value) {
      addToList(byName, name, value);
      names.push(name);
    },
    enter: () => names.length,
    leave(mark) {
      while (names.length > mark) {
        const name = names.pop();
        if (name !== undefined) byName.get(name)?.pop();
      }
    },
  };
}
