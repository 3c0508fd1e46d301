/** Whether two types of Go are identical, as the methods of an interface demand. */
import type { Program } from "../program.js";
import { nodeIdOf } from "../program-file.js";
import type { Ask } from "./ask.js";
import { libraryName } from "./library.js";
import type { GoType } from "./type.js";

const MOST_DEPTH = 12;

const ALIASES: Readonly<Record<string, string>> = { byte: "uint8", rune: "int32" };

/** The name of a type outside the project, by which two of its names are one. */
function fullName({ module, name }: Extract<GoType, { is: "outside" }>): string {
  return module === null ? (ALIASES[name] ?? name) : libraryName(module, name);
}

/** Compares types; the type parameters of an interface stand for whatever the other side has in their place. */
export class Comparison {
  private readonly bound = new Map<string, GoType>();

  constructor(
    private readonly ask: Ask,
    private readonly program: Program,
  ) {}

  /** Whether a method has the type that an interface asks for. A type that is not known is not the same as any. */
  isSame(one: GoType, asked: GoType, depth = 0): boolean {
    if (depth > MOST_DEPTH || one.is === "unknown" || asked.is === "unknown") return false;
    if (asked.is === "parameter") return this.isBound(one, asked.name, depth);
    if (one.is === "parameter") return false;
    switch (asked.is) {
      case "named":
        return (
          one.is === "named" && nodeIdOf(one.decl) === nodeIdOf(asked.decl) && this.areSame(one.args, asked.args, depth)
        );
      case "outside":
        return this.isSameOutside(one, asked, depth);
      case "pointer":
        return one.is === "pointer" && this.isSame(one.of, asked.of, depth + 1);
      case "list":
      case "chan":
        return one.is === asked.is && one.word === asked.word && this.isSame(one.of, asked.of, depth + 1);
      case "map":
        return (
          one.is === "map" && this.isSame(one.key, asked.key, depth + 1) && this.isSame(one.of, asked.of, depth + 1)
        );
      case "function":
        return (
          one.is === "function" &&
          one.isVariadic === asked.isVariadic &&
          this.areSame(one.parameters, asked.parameters, depth) &&
          this.areSame(one.results, asked.results, depth)
        );
      case "tuple":
        return one.is === "tuple" && this.areSame(one.of, asked.of, depth);
      case "struct":
        return one.is === "struct" && this.isSameStruct(one, asked, depth);
      default:
        return asked satisfies never;
    }
  }

  private areSame(one: readonly GoType[], asked: readonly GoType[], depth: number): boolean {
    return (
      one.length === asked.length && one.every((type, index) => this.isSame(type, asked[index] ?? type, depth + 1))
    );
  }

  private isBound(one: GoType, name: string, depth: number): boolean {
    const known = this.bound.get(name);
    if (known === undefined) {
      this.bound.set(name, one);
      return true;
    }
    if (known.is === "parameter" || one.is === "parameter")
      return known.is === "parameter" && one.is === "parameter" && known.name === one.name;
    return this.isSame(one, known, depth + 1);
  }

  private isSameOutside(one: GoType, asked: Extract<GoType, { is: "outside" }>, depth: number): boolean {
    return one.is === "outside" && fullName(one) === fullName(asked) && this.areSame(one.args, asked.args, depth);
  }

  private isSameStruct(
    one: Extract<GoType, { is: "struct" }>,
    asked: Extract<GoType, { is: "struct" }>,
    depth: number,
  ): boolean {
    if (one.names.join() !== asked.names.join()) return false;
    const { ask, program } = this;
    return one.types.every((type, index) => {
      const other = asked.types[index];
      if (other === undefined || one.file === null || asked.file === null) return false;
      const mine = ask.typeOf({ program, file: one.file, env: one.env }, type);
      return this.isSame(mine, ask.typeOf({ program, file: asked.file, env: asked.env }, other), depth + 1);
    });
  }
}
