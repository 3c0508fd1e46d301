/** Leads by uses: calls, references to functions and values, and the other kinds of edges that were asked for. */
import { need } from "../../base/need.js";
import type { EdgeKind } from "../../model/edge.js";
import { decidedEdges, type Incoming, incomingEdges } from "../../store/incoming.js";
import type { SymbolHead } from "../../store/symbol-heads.js";
import { readLines } from "../source-lines.js";
import { isShared, keyOf, sourceKeyOf } from "../symbol.js";
import { HOLDERS, MOST_ROWS, relationOf, runs } from "./lead.js";
import { addFieldMakers } from "./made-classes.js";
import { edgesFrom, type LeadSearch, targetHeads } from "./search.js";
import { addSetFields } from "./set-fields.js";

/** References to functions of which at most this many are read. */
const MOST_REFERENCES_READ = 300;
const MOST_LINES_READ = 3;

const NAMING: readonly EdgeKind[] = ["accepts", "inherits", "implements", "extends"];

/** Whether a use of the symbol may run it, or something in it. */
function isRun(head: SymbolHead, kind: EdgeKind): boolean {
  if (kind === "calls") return !isShared(head);
  if (kind === "imports") return head.nodeType === "file";
  // Other kinds are followed where they were asked for.
  return kind !== "references" || runs(head) || HOLDERS.has(head.nodeType);
}

/** Adds what some spans use. `sources`: the symbols, by the key of a span, whose uses those of the span are. */
export async function addUsed(
  search: LeadSearch,
  spans: readonly SymbolHead[],
  sources: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const kinds = search.filter.kinds.filter((kind) => kind !== "overrides");
  const edges = await edgesFrom(search, spans, kinds);
  const targets = await targetHeads(search, edges);
  const used = edges.flatMap((edge) => {
    const head = targets.get(edge.target);
    return head && isRun(head, edge.kind) ? [{ edge, head, line: edge.line }] : [];
  });
  for (const { edge, head } of await withoutNamed(search, used)) {
    const { kind, tier, rule, path, line } = edge;
    for (const from of sources.get(sourceKeyOf(edge)) ?? [])
      search.found.add({ from, to: head.nodeId, relation: relationOf(kind), tier, rule, path, line }, head);
  }
}

/** Adds the users of the symbols; with calls also the fields that keep them, and the makers of classes whose fields use them. */
export async function addUsers(search: LeadSearch, heads: readonly SymbolHead[]): Promise<void> {
  const { db, view, filter, found } = search;
  const byId = new Map(heads.map((head) => [head.nodeId, head]));
  const ids = [...byId.keys()];
  const isEnd = ids.some((id) => filter.ends.has(id));
  const asked = isEnd && filter.kinds.includes("references") ? [...filter.kinds, ...NAMING] : filter.kinds;
  const kinds = asked.filter((kind) => kind !== "overrides");
  const { edges, leftOut } = await incomingEdges(db, view, ids, { kinds, tiers: filter.tiers, limit: MOST_ROWS });
  found.cut(leftOut !== null);
  const decided = filter.tiers.includes("import")
    ? await decidedEdges(db, view, ids, { kinds: ["calls"], limit: MOST_ROWS })
    : [];
  const used = [...edges, ...decided.map((each) => each.edge)].flatMap((edge) => {
    const head = need(byId, edge.target);
    if (!filter.ends.has(edge.target) && !isRun(head, edge.kind)) return [];
    return edge.lines
      .slice(0, MOST_LINES_READ)
      .map((line) => ({ edge: { ...edge, path: edge.source.path }, head, line }));
  });
  const leading: Incoming[] = [];
  const seen = new Set<string>();
  for (const { edge, line } of await withoutNamed(search, used)) {
    const { source, target, kind, tier, rule, path } = edge;
    const key = `${keyOf(source)} ${target} ${kind} ${tier} ${rule}`;
    // Of several lines the first that may run it.
    if (seen.has(key)) continue;
    seen.add(key);
    found.add({ from: source.nodeId, to: target, relation: relationOf(kind), tier, rule, path, line }, source);
    leading.push({ ...edge, lines: [line, ...edge.lines.filter((each) => each !== line)] });
  }
  if (!filter.kinds.includes("calls")) return;
  await addFieldMakers(search, leading);
  const passedOn = leading.filter(({ kind, target }) => kind === "references" && runs(need(byId, target)));
  await addSetFields(search, passedOn, byId);
}

/** Uses without those of functions that only name them: see `isNamed`. Of many, those in the first files are looked at. */
async function withoutNamed<Use extends { edge: { kind: EdgeKind; path: string }; head: SymbolHead; line: number }>(
  { db, view }: LeadSearch,
  uses: readonly Use[],
): Promise<Use[]> {
  const passed = uses
    .filter(({ edge, head }) => edge.kind === "references" && runs(head))
    .slice(0, MOST_REFERENCES_READ);
  const texts = await readLines(
    db,
    view,
    passed.map(({ edge, line }) => ({ path: edge.path, line })),
  );
  const named = new Set(passed.filter(({ head }, index) => isNamed(texts[index] ?? "", head.name)));
  return uses.filter((use) => !named.has(use));
}

/** Whether a line only names a function: `Changed -= flush`, `nameof(flush)`, `onEnd === flush`, `flush.size = 3`. */
export function isNamed(text: string, name: string): boolean {
  let uses = 0;
  for (let offset = text.indexOf(name); offset >= 0; offset = text.indexOf(name, offset + name.length)) {
    const before = text.slice(0, offset);
    const after = text.slice(offset + name.length);
    if (/[\w$]$/.test(before) || /^[\w$]/.test(after)) continue;
    uses++;
    const isNamedBefore = /(?:-=|[=!]=)\s*(?:[\w$]+\??\.)*$|\bnameof\s*\([^)]*$/.test(before);
    const isNamedAfter = /^\s*(?:[=!]==?\s|\??\.\s*(?!(?:call|apply|bind|Invoke|BeginInvoke|DynamicInvoke)\b))/.test(
      after,
    );
    if (!isNamedBefore && !isNamedAfter) return false;
  }
  return uses > 0;
}
