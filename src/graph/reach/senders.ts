/** Senders of the messages that symbols of a walk to tests take. */
import { groupBy } from "../../base/groups.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { type MessageSender, messageSenders } from "../messages/message-senders.js";
import type { ReachingWalk } from "./test-walk.js";

/** The senders of what some symbols take. Each symbol is looked at once in a walk. */
export async function sendersOf(walk: ReachingWalk, heads: readonly SymbolHead[]): Promise<MessageSender[]> {
  const { db, view, tiers, senders } = walk;
  const unknown = heads.filter(({ nodeId }) => !senders.has(nodeId));
  const found = await messageSenders(db, view, unknown, { tiers, isUncalled: () => tiers.includes("candidate") });
  const byTaker = groupBy(found, ({ taker }) => taker.nodeId);
  for (const { nodeId } of unknown) senders.set(nodeId, byTaker.get(nodeId) ?? []);
  return heads.flatMap(({ nodeId }) => senders.get(nodeId) ?? []);
}
