/** Members and classes that code outside of the index may call, since the class derives from a type there: `RolesGuard.canActivate` of a `CanActivate`. */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { firstFew } from "../../format/counts.js";
import { externalName, outsideBases } from "../../graph/calls/outside.js";
import { hasFlag, type SymbolHead } from "../../store/symbol-heads.js";
import type { ToolContext } from "../running/tool.js";

/** Types that are named. */
const MOST_BASES = 3;
const CALLED: ReadonlySet<string> = new Set(["method", "property", "class", "struct", "record"]);

/**
 * `RolesGuard derives from CanActivate (@nestjs/common), outside the index: what is there may call it.` Undefined where no class around it derives
 * from such a type, or it is private or static, as no such member is called through a base.
 */
export async function calledFromOutside(
  { db, view }: Pick<ToolContext, "db" | "view">,
  member: SymbolHead,
): Promise<string | undefined> {
  if (!CALLED.has(member.nodeType) || member.access === "private" || hasFlag(member, "isStatic")) return undefined;
  const bases = await outsideBases(db, view, member);
  if (bases.length === 0) return undefined;
  const told = [...groupBy(bases, ({ by }) => by.nodeId).values()].map((own) => {
    const names = own.map(({ base }) => `${externalName(base)}${base.module === null ? "" : ` (${base.module})`}`);
    return `${nth(own, 0).by.name} derives from ${firstFew([...new Set(names)], MOST_BASES).join(", ")}`;
  });
  return `${firstFew(told, MOST_BASES).join("; ")}, outside the index: code there may call it.`;
}
