/** Keys of the objects that schemas are made of, as symbols: they are members of what the schemas give, and of nothing else. */
import { OUTPUT } from "../model/steps.js";
import { type Decl, symbolOf } from "./program-file.js";

/** Whether a symbol is the key of a schema: its type is what the schema under it gives. */
export function isSchemaKey(decl: Decl): boolean {
  const { declaredType: type } = symbolOf(decl);
  return type?.kind === "named" && type.path.at(-1) === OUTPUT;
}
