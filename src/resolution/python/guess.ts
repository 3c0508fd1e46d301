/** Python: calls on values of unknown types. Pure. */
import type { Reference, Root, TypeExpr } from "../../model/parse-result.js";
import { rootPlace } from "../lookup.js";
import type { Program } from "../program.js";
import type { ProgramFile } from "../program-file.js";
import { valueAt } from "./values.js";

/** Whether a library gives the value that an expression starts with. */
export function isOfLibrary(program: Program, file: ProgramFile, { from, root }: Reference): boolean {
  let first: Root = root;
  while (first.in === "instance") {
    const type: TypeExpr = first.type;
    if (type.kind !== "named") return false;
    first = type.root;
  }
  const place = rootPlace(program, file, from, first, "any");
  return (place.is === "symbols" ? valueAt(program, place) : place).is === "external";
}
