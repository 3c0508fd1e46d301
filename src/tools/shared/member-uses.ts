/** Uses of a type's members for a list of its callers: a class that a container makes has none, and is used through its interface. */
import { memberUsesFields, memberUsesLines } from "../../format/member-uses.js";
import { type Listed, usedThrough } from "../../graph/calls/callers.js";
import { usesOfMembers } from "../../graph/calls/member-uses.js";
import { type CodeSymbol, nameBesidePath, readSymbols } from "../../graph/symbol.js";
import type { ToolContext } from "../running/tool.js";

/** Uses of the members of a type, and of the bases with members that it overrides: a line each, below the name of the type or base. */
export async function memberUsesInWords(
  { db, view }: Pick<ToolContext, "db" | "view">,
  symbol: CodeSymbol,
  listed: Listed,
): Promise<string[]> {
  const bases = await usedThrough(db, view, symbol, listed);
  const types = [
    symbol,
    ...(await readSymbols(
      db,
      view,
      bases.map(({ base }) => base.nodeId),
    )),
  ];
  const told: string[] = [];
  for (const type of types) {
    const uses = await usesOfMembers(db, view, type, listed);
    if (uses === null || uses.members.length === 0) continue;
    const [, head = "", ...rows] = memberUsesLines(memberUsesFields(uses, new Set()));
    const { qualifiedName, path, nodeType } = type.primary;
    const base = nameBesidePath(qualifiedName, path, nodeType);
    told.push(
      type === symbol ? head : head.replace("its members from outside it", `members of ${base}, a base of it`),
      ...rows,
    );
  }
  return told;
}
