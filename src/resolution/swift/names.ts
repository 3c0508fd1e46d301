/** Free names of Swift: members of the types around, then what the module and its imports declare at their top level. */
import { childrenNamed, MOST_DECLARATIONS } from "../declarations.js";
import { isTypeKind } from "../name-index.js";
import type { Program } from "../program.js";
import { type Decl, type ProgramFile, parentAt, symbolAt, symbolOf } from "../program-file.js";
import { type Evaluation, type Meaning, ofValue, UNKNOWN_MEANING } from "./evaluation.js";
import { fits } from "./labels.js";
import { membersOf } from "./members.js";
import { isHolder } from "./parts.js";
import { modulesOf } from "./state.js";
import { selfValue, typeNamed } from "./types.js";
import { NOTHING, type Value } from "./value.js";
import { moduleOf, topLevel } from "./visibility.js";

/** The meaning of a name in the symbol `from`. `labels`: those of a call. */
export function meaningOfName(
  e: Evaluation,
  from: number,
  name: string,
  labels: readonly string[] | undefined,
): Meaning {
  const { program, file } = e;
  if (name.startsWith("#")) {
    const macros = macrosNamed(program, file, name.slice(1)).filter((decl) => fits(symbolOf(decl), labels));
    return { ...UNKNOWN_MEANING, decls: macros, outside: macros.length > 0 ? null : name };
  }
  const inside = memberAround(e, from, name, labels);
  if (inside.decls.length > 0) return inside;
  const decls = topLevel(program, file, name).filter((decl) => !isMacro(decl));
  if (decls.length > MOST_DECLARATIONS) return { ...UNKNOWN_MEANING, decls: decls.slice(0, MOST_DECLARATIONS + 1) };
  const fitting = decls.filter((decl) => isTypeKind(symbolOf(decl).kind) || fits(symbolOf(decl), labels));
  if (fitting.length > 0) return { ...UNKNOWN_MEANING, decls: fitting };
  const type = typeNamed(program, file, from, name);
  if (type.is === "parameter") return ofValue({ is: "meta", of: type });
  if (type.is === "meta" && type.of.is === "type") return { ...UNKNOWN_MEANING, value: type };
  if (decls.length > 0) return { ...UNKNOWN_MEANING, isMissing: inside.outside === null, outside: inside.outside };
  if (isModule(e, name)) return { ...UNKNOWN_MEANING, outside: name };
  if (type.is === "meta") return { ...UNKNOWN_MEANING, value: startsUpper(name) ? type : NOTHING, outside: name };
  return { ...UNKNOWN_MEANING, outside: name };
}

/** The macros of a name. Functions and macros have names of their own. */
export function macrosNamed(program: Program, file: ProgramFile, name: string): Decl[] {
  return topLevel(program, file, name).filter(isMacro);
}

/** Whether a declaration is a macro: a function without a body that stands in no protocol. */
function isMacro(decl: Decl): boolean {
  const { kind, isAbstract } = symbolOf(decl);
  return kind === "function" && isAbstract;
}

const startsUpper = (name: string) => /^\p{Lu}/u.test(name);

/** Whether a name is a module that the file imports, or the file's own. */
export function isModule({ program, file }: Evaluation, name: string): boolean {
  return (
    file.imports.some(({ specifier }) => specifier === name) ||
    (modulesOf(program).hasModule(name) && moduleOf(program, file) === name)
  );
}

/** The member that a bare name means in the types around a symbol. */
function memberAround(
  { program, file }: Evaluation,
  from: number,
  name: string,
  labels: readonly string[] | undefined,
): Meaning {
  let isStatic = false;
  let outside: string | null = null;
  for (let position = from; position > 0; position = parentAt(file, position)) {
    const symbol = symbolAt(file, position);
    if (!isHolder(symbol)) {
      const local = childrenNamed(program, file, position, name);
      if (local.length > 0 && symbol.kind !== "type")
        return { ...UNKNOWN_MEANING, decls: local.map((index): Decl => ({ file, index })) };
      isStatic ||= symbol.isStatic;
      continue;
    }
    const self = selfValue(program, { file, index: position });
    const members = membersOf(program, self, { file, name, labels, isStatic });
    const decls = members.decls.filter((decl) => isUsable(decl, isStatic));
    if (decls.length > 0) {
      const receiver: Value = isStatic ? { is: "meta", of: self } : self;
      return { ...UNKNOWN_MEANING, decls, receiver, owner: members.owner };
    }
    // A class of a library may have the member.
    outside ??= members.outside === null ? null : `${members.outside}.${name}`;
    // A type in a type sees the static members of the outer one.
    isStatic = true;
  }
  return { ...UNKNOWN_MEANING, outside };
}

/** Whether a bare name may mean a member: `init` is always written on something, and values have no members of their type. */
function isUsable(decl: Decl, isStatic: boolean): boolean {
  const { kind, isStatic: isOfType } = symbolOf(decl);
  if (kind === "constructor") return false;
  return isTypeKind(kind) || isOfType === isStatic;
}
