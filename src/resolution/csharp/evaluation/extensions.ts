/** Extension members of a name, as far as a file sees them. */
import { declsOf } from "../../name-index.js";
import { firstDecl, type ProgramSymbol, symbolOf } from "../../program-file.js";
import { isVisibleExtension, withoutHidden } from "../names.js";
import { csharpIndex } from "../state.js";
import { basesOfValue, bindingsOf, libraryNames } from "../types.js";
import { type Member, NOTHING, notNull, type Value } from "../value.js";
import { type Evaluation, isMethod } from "./evaluation.js";

/** At most this many extensions of one name are looked through. */
const MOST_EXTENSIONS = 400;

/** The extensions with a name that this file sees and that fit a value or type. `extendedBy` gives the type that a symbol extends. */
export function extensionsOf(
  e: Evaluation,
  value: Value,
  name: string,
  extendedBy: (symbol: ProgramSymbol) => string | null | undefined,
): Member[] {
  const { program, file } = e;
  const packed = csharpIndex(program).extensions.get(name);
  if (packed === undefined || packed.length > MOST_EXTENSIONS) return [];
  const names = typeNames(e, value);
  const decls = declsOf(program.index, packed).filter((decl) => {
    const symbol = symbolOf(decl);
    const extended = extendedBy(symbol);
    if (extended === null || extended === undefined) return false;
    const isNamed = names.has(extended) || symbol.typeParameters.includes(extended);
    return isNamed && isVisibleExtension(program, file, decl);
  });
  return withoutHidden(program, file, decls).map((decl) => ({ decl, bindings: bindingsOf(program, NOTHING) }));
}

/** The bare names that extensions may call a value's type by. */
function typeNames(e: Evaluation, value: Value): Set<string> {
  const { program } = e;
  const names = new Set(["object"]);
  for (const each of [value, notNull(value), ...basesOfValue(program, value)]) {
    if (each.is === "type") names.add(symbolOf(firstDecl(each)).name);
    for (const name of libraryNames(program, each)) names.add(name);
  }
  return names;
}

/** Whether the program declares an extension of the name. */
export function isDeclaredExtension(e: Evaluation, name: string): boolean {
  return csharpIndex(e.program).extensions.has(name);
}

/** The type that an extension property extends; null for other symbols. */
export function propertyOf(symbol: ProgramSymbol): string | null {
  return isMethod(symbol) ? null : symbol.extends;
}
