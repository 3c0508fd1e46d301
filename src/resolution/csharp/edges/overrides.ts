/** C#: the members that a member overrides or implements, by their parameters. */
import { childrenNamed } from "../../declarations.js";
import { isOverridable, isSameMember } from "../../edges/overrides.js";
import type { PlaceOf } from "../../place.js";
import type { Program } from "../../program.js";
import { type Decl, firstDecl, nodeIdOf, parentOf, symbolOf } from "../../program-file.js";
import type { OverridingBase } from "../../semantics.js";
import { basesOfValue, bindingsOf, isInterface, takesTheSame, UNBOUND, valueOfPlace, valueOfType } from "../types.js";

/** The nearest member of a base and its bases with the parameters of a member. `named`: only the interface of this name is looked at. */
export function overridden(
  program: Program,
  member: Decl,
  { base, place }: OverridingBase,
  named: string | undefined,
  isOverride: boolean,
): PlaceOf<"symbols"> | null {
  const { file } = member;
  const { name, parent } = symbolOf(member);
  const args = (base.args ?? []).map((arg) => valueOfType(program, file, parent, arg));
  const value = valueOfPlace(place, args);
  const types = [value, ...basesOfValue(program, value)];
  program.caches.spent += types.length;
  for (const type of types) {
    // A class implements the interfaces of its own base list; its base class has implemented its own.
    if (type !== value && isInterface(type) !== isInterface(value)) continue;
    if (type.is !== "type" || (named !== undefined && symbolOf(firstDecl(type)).name !== named)) continue;
    const bindings = bindingsOf(program, type);
    const decls = type.decls.flatMap((holder) =>
      childrenNamed(program, holder.file, holder.index, name)
        .map((child) => ({ file: holder.file, index: child }))
        .filter(
          (other) =>
            isOverridable(symbolOf(other)) &&
            nodeIdOf(member) !== nodeIdOf(other) &&
            overrides(member, other, isOverride) &&
            takesTheSame(program, { decl: member, bindings: UNBOUND }, { decl: other, bindings }),
        ),
    );
    if (decls.length > 0) return { is: "symbols", decls, imported: type !== value && type.imported };
  }
  return null;
}

/** Whether a member overrides another one of its name: only `override` overrides a member of a class; anything else hides it. */
export function overrides(member: Decl, target: Decl, isOverride: boolean): boolean {
  const theirs = symbolOf(target);
  const parent = symbolOf(parentOf(target));
  if (parent.kind !== "interface" && !isOverride) return false;
  return isSameMember(symbolOf(member), theirs);
}

/** Whether two members of one type take the same parameters. */
export function takesTheSameHere(program: Program, one: Decl, other: Decl): boolean {
  return takesTheSame(program, { decl: one, bindings: UNBOUND }, { decl: other, bindings: UNBOUND });
}
