/** Names that stand for the name of a topic: `mails: Topic.MAILS` in an object, `const MAILS = Topic.MAILS`. */
import escapeStringRegexp from "escape-string-regexp";
import { incomingEdges } from "../../store/incoming.js";
import { outgoingEdges } from "../../store/outgoing.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { keepsValue, readSymbols } from "../symbol.js";
import { linesOf } from "./reader.js";

const MOST_USES = 60;
const MOST_ALIASES = 5;

/** A name with its aliases, and the names that it is an alias of, each by its node_id. */
export async function withAliases(reader: GraphReader, head: SymbolHead): Promise<Map<string, SymbolHead>> {
  const { db, view, tiers } = reader;
  const filter = { kinds: ["references"] as const, tiers, limit: MOST_USES };
  const { edges } = await incomingEdges(db, view, [head.nodeId], filter);
  const keeping = edges.map(({ source }) => source).filter(({ nodeType }) => keepsValue(nodeType));
  const own = await outgoingEdges(db, view, [head], filter);
  const kept = (await readSymbols(db, view, [...new Set(own.map(({ target }) => target))]))
    .map(({ primary }) => primary)
    .filter(({ nodeType }) => keepsValue(nodeType));
  if (keeping.length === 0 && kept.length === 0) return new Map([[head.nodeId, head]]);
  const lines = await linesOf(reader, [head, ...keeping]);
  const isKept = (by: SymbolHead, name: string) => isSetTo(lines.get(by.path)?.[by.lineStart - 1] ?? "", name);
  const aliases = [
    ...keeping.filter((by) => isKept(by, head.name)),
    ...kept.filter(({ name }) => isKept(head, name)),
  ].slice(0, MOST_ALIASES);
  return new Map([head, ...aliases].map((one) => [one.nodeId, one]));
}

/** Whether a line sets something to a name alone: `mails: Topic.MAILS,`. */
function isSetTo(line: string, name: string): boolean {
  const end = line.slice(-300).trimEnd();
  return new RegExp(`[:=]\\s{0,5}(?:[\\w$]{1,80}\\.){0,5}${escapeStringRegexp(name)}\\s{0,5}[,;]?$`).test(end);
}
