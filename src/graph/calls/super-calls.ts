/** Calls of a member of the base, `super.add(job)`. They run that member, never an override. */
import type { Db } from "../../store/db/db.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { Lead, Leads } from "../leads/lead.js";
import { readLines } from "../source-lines.js";
import { keyOf, parentOf } from "../symbol.js";

const OF_BASE = /\b(?:super(?:\s*\([^()]*\))?|base)\s*(?:\.|::)/;

/** The same leads, in which calls of the base by the member that overrides it are marked. `near`: the symbols that the leads were looked for from. */
export async function withSuperCalls(db: Db, view: View, found: Leads, near: readonly SymbolHead[]): Promise<Leads> {
  const heads = new Map([...near.map((head) => [head.nodeId, head] as const), ...found.heads]);
  const may = found.leads.filter(({ relation, from, to }) => {
    const [own, called] = [heads.get(from), heads.get(to)];
    const areMethods = own?.nodeType === "method" && called?.nodeType === "method" && own.name === called.name;
    return relation === "calls" && areMethods && keyOf(parentOf(own)) !== keyOf(parentOf(called));
  });
  const texts = await readLines(db, view, may);
  const marked = new Set(may.filter((_, index) => OF_BASE.test(texts[index] ?? "")));
  return { ...found, leads: found.leads.map((lead) => (marked.has(lead) ? { ...lead, isOfBase: true } : lead)) };
}

/** The stand-in for the target of a call of the base: it leads where the target does, but not to its overriders. */
const asBase = (id: string) => `${id} as base`;

/** Leads in which such calls lead to a stand-in for the member. */
export function apartFromOverriding(leads: readonly Lead[]): Lead[] {
  const bases = new Set(leads.flatMap(({ isOfBase, to }) => (isOfBase ? [to] : [])));
  return leads.flatMap((lead) => {
    const own = lead.isOfBase ? { ...lead, to: asBase(lead.to) } : lead;
    const isCopied = bases.has(lead.from) && lead.relation !== "overridden";
    return isCopied ? [own, { ...own, from: asBase(lead.from) }] : [own];
  });
}

/** The symbol of a lead's end. */
export const symbolAt = (id: string): string => (id.endsWith(asBase("")) ? id.slice(0, -asBase("").length) : id);
