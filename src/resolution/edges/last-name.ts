/** The last names of expressions, by which unresolved references are counted. */
import { flattenStep } from "../../model/flat-types.js";
import type { NamedType, Reference } from "../../model/parse-result.js";
import { isCalledStep } from "../../model/steps.js";
import { type ProgramFile, symbolAt } from "../program-file.js";

/** The last name of a base as it is written; null where the base has no name. */
export function nameOfBase(file: ProgramFile, { root, path }: NamedType): string | null {
  const last = path.at(-1);
  if (last !== undefined) return flattenStep(last);
  if (root.in === "free") return file.traits.bareName(root.name);
  return root.in === "import" ? importedName(file, root.import) : null;
}

/** The name of an import in its module, or the local name where it has none there. */
function importedName(file: ProgramFile, index: number): string | null {
  const item = file.imports[index];
  if (item === undefined) return null;
  return /^(?:\*|default|)$/.test(item.imported) ? item.local : item.imported;
}

/** The last name of a reference; null where the reference has no name. */
export function lastNameOf(file: ProgramFile, { root, path }: Reference): string | null {
  const last = path.at(-1);
  if (last !== undefined) return flattenStep(last);
  if (root.in === "free") return file.traits.bareName(root.name);
  if (root.in === "import") return importedName(file, root.import);
  if (root.in === "file") return symbolAt(file, root.symbol).name || null;
  return null;
}

/** The name before the last name of a reference, calls between them left out: `b` of `a.b().c`. */
export function nameBeforeLast(file: ProgramFile, reference: Reference): string | null {
  const path = reference.path.filter((step) => !isCalledStep(step));
  return path.length === 0 ? null : lastNameOf(file, { ...reference, path: path.slice(0, -1) });
}
