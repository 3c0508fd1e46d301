/** TypeScript: the values of type aliases. */
import { BOTH, type TypeName } from "../../model/parse-result.js";
import { declaredPlace } from "../instance.js";
import { type Env, type Place, UNKNOWN } from "../place.js";
import type { Program } from "../program.js";
import { type Decl, symbolOf } from "../program-file.js";
import { severalOf } from "../several.js";

/** A value of the type that an alias stands for. An object type that has the alias's name is a type of its own. */
export function aliasValue(program: Program, alias: Decl, env: Env | undefined, imported: boolean): Place {
  const { file, index } = alias;
  const { declaredType: type } = symbolOf(alias);
  const isOwn = ({ root, path }: TypeName) => root.in === "file" && root.symbol === index && path.length === 0;
  const own: Place = { is: "instance", decls: [alias], imported, ...(env !== undefined && { env }) };
  const hasMembers = file.firstChild[index] !== -1;
  if (type === null) return hasMembers ? own : UNKNOWN;
  if (isOwn(type)) return own;
  if (type.root.in === "free" && type.root.name === BOTH && hasMembers) {
    const others = (type.args ?? []).filter((arg) => !isOwn(arg));
    const places = others.map((arg) =>
      program.evaluate.typedValue(program, { file, from: index, type: arg, ...(env && { env }) }),
    );
    return severalOf([own, ...places], false);
  }
  return declaredPlace(program, alias, env);
}
