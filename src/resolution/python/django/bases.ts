/** Python: bases that are not names of classes: `models.Manager.from_queryset(Orders)`, and variables that hold such a class. */
import { isOperation, isWalk, type TypeExpr } from "../../../model/parse-result.js";
import { declaredPlace, toInstance } from "../../instance.js";
import { type Place, UNKNOWN } from "../../place.js";
import type { Program } from "../../program.js";
import { firstDecl, type ProgramFile, symbolOf } from "../../program-file.js";
import { MADE_OF } from "../state.js";

/** Whether a field of a type may hold a manager, as far as the names in the type tell: fields of the database hold none. */
export function mayBeManager(type: TypeExpr | null): boolean {
  if (type?.kind !== "named" || !isWalk(type)) return false;
  const { root, path } = type.root.in === "call" ? type.root.of : type;
  const last = path.filter((step) => !isOperation(step)).at(-1);
  return root.in !== "instance" && !(typeof last === "string" && /(?:Field|Key)$/.test(last));
}

/** The classes that a base means which a variable holds or a call makes, as instances of them; null for other bases. */
export function madeBases(program: Program, base: Place): Place[] | null {
  const value = heldClass(program, base);
  const members = value.is === "several" && !value.isUnion ? value.members : [value];
  const isMade = (place: Place) => place.is === "symbols" && place.env?.has(MADE_OF) === true;
  if (!members.some(isMade)) return null;
  return members.map((member) => {
    const made = toInstance(program, member);
    return made.is === "instance" && member.is === "symbols" && isMade(member) && member.env !== undefined
      ? { ...made, env: member.env }
      : made;
  });
}

function heldClass(program: Program, base: Place): Place {
  if (base.is !== "symbols") return base;
  const decl = firstDecl(base);
  const { kind } = symbolOf(decl);
  if (kind !== "variable" && kind !== "constant" && kind !== "field") return base;
  return mayBeManager(symbolOf(decl).declaredType) ? declaredPlace(program, decl) : UNKNOWN;
}

/** The classes of a file with a manager of a type that changed: relations lead to the manager without naming it. */
export function ownersOfManagers(file: ProgramFile, types: ReadonlySet<string>): string[] {
  return file.symbols.flatMap(({ kind, name, isMergeable, parent, declaredType }) => {
    if (kind !== "field" || !isMergeable || !types.has(name) || !mayBeManager(declaredType)) return [];
    const owner = file.symbols[parent];
    return owner !== undefined && namesIn(file, declaredType).some((each) => types.has(each)) ? [owner.name] : [];
  });
}

/** The names that a call of a class is written with. */
function namesIn(file: ProgramFile, type: TypeExpr | null): string[] {
  if (type?.kind !== "named") return [];
  const { root, path } = type.root.in === "call" ? type.root.of : type;
  const names = path.filter((step) => typeof step === "string");
  if (root.in === "file") names.push(file.symbols[root.symbol]?.name ?? "");
  const item = root.in === "import" ? file.imports[root.import] : undefined;
  if (item !== undefined) names.push(item.imported, item.local);
  return names;
}
