/** The members that a member overrides or implements, by their parameters. */
import { isOverridable } from "../../edges/overrides.js";
import type { PlaceOf } from "../../place.js";
import type { Program } from "../../program.js";
import { type Decl, firstDecl, nodeIdOf, parentOf, symbolOf } from "../../program-file.js";
import type { OverridingBase } from "../../semantics.js";
import { classOf } from "../classes.js";
import { type FoundMethod, familyOf, takesTheSame } from "../hierarchy.js";
import { isKotlin } from "../packages.js";
import { ANY, bindingsOf, NO_BINDINGS, type Type, typeOfClass } from "../types.js";
import { typeIn } from "../written.js";

function methodOf(program: Program, decl: Decl): FoundMethod | null {
  const { parent, name } = symbolOf(decl);
  const owner = classOf(program, { file: decl.file, index: parent });
  const method = owner.methods(name).find(({ decl: own }) => own?.index === decl.index && own.file === decl.file);
  return method === undefined ? null : { method, bindings: NO_BINDINGS };
}

/** The nearest method of a base and its bases with the parameters of a member, or the property that a property of Kotlin overrides. */
export function overridden(
  program: Program,
  member: Decl,
  { base, place }: OverridingBase,
  isOverride: boolean,
): PlaceOf<"symbols"> | null {
  const { name, kind, isStatic, parent } = symbolOf(member);
  const isProperty = kind === "property" && isOverride && isKotlin(member.file);
  const own = isStatic || isProperty ? null : methodOf(program, member);
  if (own === null && !isProperty) return null;
  const args = (base.args ?? []).map((arg): Type => typeIn(program, member.file, parent, arg));
  const cls = classOf(program, firstDecl(place));
  // `new Base<>() { … }` does not say of what it is a base.
  const isOpen = args.length === 0 && symbolOf(parentOf(member)).name.startsWith("$");
  const type = typeOfClass(cls, isOpen ? cls.variables.map(() => ANY) : args);
  for (const each of familyOf(program, type).types) {
    if (own === null) {
      const decl = each.cls.field(name)?.decl ?? null;
      if (decl === null || symbolOf(decl).kind !== "property" || !isOverridable(symbolOf(decl))) continue;
      return { is: "symbols", decls: [decl], imported: decl.file !== member.file };
    }
    const bindings = bindingsOf(each);
    for (const method of each.cls.methods(name)) {
      const { decl } = method;
      if (decl === null || method.isStatic || !isOverridable(symbolOf(decl)) || nodeIdOf(decl) === nodeIdOf(member))
        continue;
      // Of Kotlin an override writes no defaults: it has those of what it overrides.
      const isAsOpen = method.least === own.method.least || isKotlin(member.file);
      if (!isAsOpen || method.most !== own.method.most) continue;
      if (takesTheSame(own, { method, bindings }))
        return { is: "symbols", decls: [decl], imported: decl.file !== member.file };
    }
  }
  return null;
}

/** Whether a method overrides another one of its name: neither is static. */
export function overrides(member: Decl, target: Decl): boolean {
  return !symbolOf(member).isStatic && !symbolOf(target).isStatic;
}

/** Whether two members of one type take the same parameters. */
export function takesTheSameHere(program: Program, one: Decl, other: Decl): boolean {
  const [mine, theirs] = [methodOf(program, one), methodOf(program, other)];
  return mine !== null && theirs !== null && takesTheSame(mine, theirs);
}
