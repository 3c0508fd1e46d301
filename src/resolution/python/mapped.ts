/** Python: relations between SQLAlchemy's models, and rows of results: `user.addresses[0]` is an Address, `row.User` a User. */

import { words } from "../../base/words.js";
import { CLASSES } from "../../languages/python/relationships.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import { declsOf } from "../name-index.js";
import { type External, type Place, UNKNOWN, type WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { firstDecl, type ProgramFile, symbolOf } from "../program-file.js";
import { pythonIndex } from "./state.js";

/** Members of the collection that a relation to many objects holds, and of a query for them. */
const OF_COLLECTIONS = words(`
  add all append clear copy count discard distinct extend filter filter_by first get index insert items join keys limit offset one one_or_none order_by
  paginate pop remove reverse scalar select sort update values
`);

/** Members of the attribute that a relation is, when a class is asked for it: parts of queries. */
const OF_ATTRIBUTES = words("and_ any contains has of_type property");

/** All classes of the project, as a file asks for one by its name. */
export function classes(file: ProgramFile): External {
  return { is: "external", module: CLASSES, name: "", type: null, args: [{ file, from: 0, type: UNKNOWN_TYPE }] };
}

/** The model that a relation leads to; undefined for other values. */
export function modelOfRelationship({ module, type, args }: External): WrittenType | undefined {
  return module === "sqlalchemy" && type === "Relationship" ? args?.[0] : undefined;
}

/** The class of a name in the project, the member of the model that a relation leads to, or the object of a class in a row; null for others. */
export function memberOfMapped(program: Program, place: External, name: string): Place | null {
  if (place.module === CLASSES) {
    const found = declsOf(program.index, pythonIndex(program).classes.get(name));
    return found.length === 1 ? { is: "symbols", decls: found, imported: true } : UNKNOWN;
  }
  if (place.isTuple === true) return objectInRow(program, place, name);
  const model = modelOfRelationship(place);
  if (model === undefined || OF_ATTRIBUTES.has(name) || OF_COLLECTIONS.has(name)) return null;
  const member = program.evaluate.step(program, program.evaluate.typedValue(program, model), name, null);
  return member.is === "missing" ? null : member;
}

/** The object in a row that the name of its class means. */
function objectInRow(program: Program, { args = [] }: External, name: string): Place | null {
  for (const part of args) {
    const value = program.evaluate.typedValue(program, part);
    if (value.is === "instance" && symbolOf(firstDecl(value)).name === name) return value;
  }
  return null;
}
