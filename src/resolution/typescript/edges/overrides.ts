/** TypeScript: the members that a member overrides or implements, by their names. */
import { nth } from "../../../base/need.js";
import { isSpent } from "../../budget.js";
import { addOverride, isObject, isOverridable } from "../../edges/overrides.js";
import { nodeIdOf, symbolAt, symbolOf } from "../../program-file.js";
import type { Work } from "../../semantics.js";
import { declaredMember } from "../members.js";

/**
 * Adds the `overrides` edges of functions that are assigned to a member which the type declares, `t.name = () => …`: a call of `t.name` calls the declared
 * member.
 */
export function declaredMemberEdges(work: Work): void {
  const { program, file, parse } = work;
  for (let index = 1; index < file.symbols.length; index++) {
    const { name, parent, kind } = symbolAt(file, index);
    if (parent <= 0 || kind !== "method" || !isObject(file.symbols[parent]) || isSpent(program)) continue;
    // Functions inside the object literal are not assigned later.
    if (nth(parse.symbols, index).start < nth(parse.symbols, parent).end) continue;
    const declared = declaredMember(program, { file, index: parent }, name);
    if (declared === null) continue;
    const [target] = declared.decls;
    if (target === undefined) continue;
    const isImport = declared.imported || target.file !== file;
    if (nodeIdOf(target) !== file.nodeIds[index] && isOverridable(symbolOf(target)))
      addOverride(work, index, target, isImport);
  }
}
