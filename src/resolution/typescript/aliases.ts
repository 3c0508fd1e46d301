/** TypeScript: the values of type aliases. */
import type { TypeExpr } from "../../model/parse-result.js";
import { declaredPlace } from "../instance.js";
import { type Env, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";

/** A value of the type that an alias stands for. An object type that has the alias's name is a type of its own. */
export function aliasValue(program: Program, alias: Decl, env: Env | undefined, imported: boolean): Place {
  const { file, index } = alias;
  const { declaredType: type } = symbolOf(alias);
  const isOwn = (part: TypeExpr) =>
    part.kind === "named" && part.root.in === "file" && part.root.symbol === index && part.path.length === 0;
  const own: Place = { is: "instance", decls: [alias], imported, env };
  const hasMembers = file.firstChild[index] !== -1;
  if (type === null) return hasMembers ? own : UNKNOWN;
  if (isOwn(type)) return own;
  if (type.kind === "both" && hasMembers) {
    const others = type.of.filter((part) => !isOwn(part));
    const places = others.map((part) => program.evaluate.typedValue(program, { file, from: index, type: part, env }));
    return severalOf([own, ...places], false);
  }
  return declaredPlace(program, alias, env);
}
