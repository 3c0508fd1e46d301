/** Python: type variables that a file imports: `from shop.types import T`. */
import type { TypeExpr } from "../../model/parse-result.js";
import { isStep } from "../../model/steps.js";
import { named } from "../../model/type-forms.js";
import { typePlace } from "../lookup.js";
import type { Place, WrittenType } from "../place.js";
import type { Program } from "../program.js";
import { type ProgramFile, symbolOf } from "../program-file.js";
import { pythonCaches, pythonIndex } from "./state.js";

/** Whether the type of a variable is that of a type variable, which stands for itself. */
export function isTypeVariable(type: TypeExpr | null): boolean {
  return type?.kind === "named" && type.root.in === "parameter" && type.path.length === 0;
}

/** Names of type variables in a file that imports them, by the numbers of the imports. */
export type Imported = ReadonlyMap<number, string>;

/** The type variables that a file imports. */
export function importedVariables(program: Program, file: ProgramFile): Imported {
  const { typeVariables: known } = pythonCaches(program);
  const before = known.get(file.id);
  if (before !== undefined) return before;
  const found = new Map<number, string>();
  known.set(file.id, found);
  const { typeVariables } = pythonIndex(program);
  for (const [number, { imported, local }] of file.imports.entries()) {
    if (!typeVariables.has(imported)) continue;
    const place = typePlace(program, file, 0, named({ in: "import", import: number }));
    if (variableAt(place) !== null) found.set(number, local);
  }
  return found;
}

/** The type variable that a place is; null for any other. */
export function variableAt(place: Place): WrittenType | null {
  if (place.is !== "symbols") return null;
  const [decl, ...others] = place.decls;
  const type = decl === undefined || others.length > 0 ? null : symbolOf(decl).declaredType;
  return decl !== undefined && type !== null && isTypeVariable(type)
    ? { file: decl.file, from: decl.index, type }
    : null;
}

/** The name of the type variable that a type is, itself or as `type[T]`; null for other types. */
export function variableNamed(type: TypeExpr, imported: Imported): string | null {
  if (type.kind !== "named") return null;
  const { root, path } = type;
  if (root.in === "parameter") return root.name;
  return root.in === "import" && path.every((step) => isStep(step, "value"))
    ? (imported.get(root.import) ?? null)
    : null;
}
