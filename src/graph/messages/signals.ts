/**
 * Functions that send a signal, and functions that take it, with no call between them: `order.save()` runs the receivers of `post_save` of `Order`.
 * Conventions of each language (languages/signals.ts) tell both from the text, so what they give is likely, and no edges.
 */
import { groupBy } from "../../base/groups.js";
import { nth } from "../../base/need.js";
import { lastName } from "../../base/words.js";
import { languageNamed } from "../../languages/index.js";
import type { Signal, SignalConventions } from "../../languages/signals.js";
import type { EdgeTier } from "../../model/edge.js";
import type { Db } from "../../store/db/db.js";
import { type Incoming, incomingEdges } from "../../store/incoming.js";
import { childHeads, headsByName, type SymbolHead } from "../../store/symbol-heads.js";
import type { View } from "../../store/views.js";
import type { GraphReader } from "../graph-reader.js";
import { MOST_ROWS } from "../leads/lead.js";
import { readTexts } from "../source-lines.js";
import { isCallable, isConstructible, keepsValue, keyOf } from "../symbol.js";

/** Functions that are looked at, signals that are followed, and classes of one name. */
const MOST_LOOKED_AT = 400;
const MOST_SIGNALS = 20;
const MOST_NAMESAKES = 5;
const MOST_EDGES = 1000;
const MOST_FILES = 150;
const MOST_BYTES = 4_000_000;

/** A sender of a signal, its line, and the taker. */
export interface SignalSender {
  source: SymbolHead;
  line: number;
  taker: SymbolHead;
  /** `post_save of Order`. */
  signal: string;
}

interface Taking {
  taker: SymbolHead;
  signal: Signal;
  conventions: SignalConventions;
}

/** The senders of the signals that some functions take. */
export async function signalSenders(
  db: Db,
  view: View,
  heads: readonly SymbolHead[],
  tiers: readonly EdgeTier[],
): Promise<SignalSender[]> {
  const reader = { db, view, tiers };
  const functions = heads.filter(({ nodeType, language }) => isCallable(nodeType) && conventionsOf(language));
  const taken = await takenBy(reader, functions.slice(0, MOST_LOOKED_AT));
  const bySignal = [...groupBy(taken, ({ signal }) => inWords(signal))].slice(0, MOST_SIGNALS);
  const found: SignalSender[] = [];
  for (const [signal, takings] of bySignal)
    for (const { source, line } of await sendersOf(reader, nth(takings, 0)))
      for (const { taker } of takings) if (taker.nodeId !== source.nodeId) found.push({ source, line, taker, signal });
  return found;
}

const conventionsOf = (language: string): SignalConventions | undefined => languageNamed(language)?.signals;
const inWords = ({ name, of }: Signal): string => (of === null ? name : `${name} of ${lastName(of)}`);

/** The signals that functions take: by the decorators above them, and by lines that connect them. */
async function takenBy(reader: GraphReader, functions: readonly SymbolHead[]): Promise<Taking[]> {
  if (functions.length === 0) return [];
  const { db, view, tiers } = reader;
  const { edges } = await incomingEdges(
    db,
    view,
    functions.map(({ nodeId }) => nodeId),
    { kinds: ["references"], tiers, limit: MOST_ROWS },
  );
  const lines = await linesOf(reader, [...functions, ...edges.map(({ source }) => source)]);
  const connecting = groupBy(edges, ({ target }) => target);
  return functions.flatMap((taker) => {
    const conventions = conventionsOf(taker.language);
    if (conventions === undefined) return [];
    const own = conventions.taken(lines.get(taker.path) ?? [], taker.lineStart);
    const connected = (connecting.get(taker.nodeId) ?? []).flatMap(({ source, lines: places }) =>
      places.flatMap((line) => conventions.connected(lines.get(source.path)?.[line - 1] ?? "", taker.name)),
    );
    return [...own, ...connected].map((signal) => ({ taker, signal, conventions }));
  });
}

/** The functions with a line that sends a signal. They refer to the signal or its class, or call a method that sends it. */
async function sendersOf(
  reader: GraphReader,
  { signal, conventions }: Taking,
): Promise<{ source: SymbolHead; line: number }[]> {
  const { db, view, tiers } = reader;
  const methods = conventions.sentBy(signal);
  const name = methods.length > 0 && signal.of !== null ? lastName(signal.of) : signal.name;
  const named = await headsByName(db, view, name, { suffix: name, limit: MOST_NAMESAKES * 4 });
  const isCarrier = ({ name: own, nodeType }: SymbolHead) =>
    own === name && (methods.length > 0 ? isConstructible(nodeType) : keepsValue(nodeType));
  const carriers = named.filter(isCarrier).slice(0, MOST_NAMESAKES);
  const members =
    methods.length === 0 ? [] : await childHeads(db, view, carriers, { nodeType: "method", limit: MOST_ROWS });
  const sending = members.filter((member) => methods.includes(member.name));
  const usesOf = async (targets: readonly SymbolHead[]): Promise<Incoming[]> => {
    const ids = targets.map(({ nodeId }) => nodeId);
    return (await incomingEdges(db, view, ids, { kinds: ["calls", "references", "accepts"], tiers, limit: MOST_EDGES }))
      .edges;
  };
  const calls = (await usesOf(sending)).filter(({ kind }) => kind === "calls");
  const uses = await usesOf(carriers);
  const wholes = wholesOf(uses);
  const lines = await linesOf(reader, wholes);
  const places = [
    ...calls.flatMap(({ source, lines: own }) => own.map((line) => ({ source, line }))),
    ...wholes.flatMap((source) => {
      const own = lines.get(source.path) ?? [];
      const isTop = source.ordinal === 0;
      const range = isTop ? { from: 1, to: own.length } : { from: source.lineStart, to: source.lineEnd };
      const sent = conventions.sent({ lines: own, ...range }, signal);
      const used = new Set(uses.filter((edge) => edge.source.nodeId === source.nodeId).flatMap((edge) => edge.lines));
      // Of a file only the lines that name it: the others are in functions.
      return sent.filter((line) => !isTop || used.has(line)).map((line) => ({ source, line }));
    }),
  ];
  return [...new Map(places.map((place) => [`${place.source.path}:${place.line}`, place])).values()];
}

/** The functions and files that uses stand in, each once. */
function wholesOf(uses: readonly Incoming[]): SymbolHead[] {
  const sources = uses
    .map(({ source }) => source)
    .filter(({ ordinal, nodeType }) => ordinal === 0 || isCallable(nodeType));
  return [...new Map(sources.map((head) => [keyOf(head), head])).values()];
}

async function linesOf({ db, view }: GraphReader, heads: readonly SymbolHead[]): Promise<Map<string, string[]>> {
  const paths = [...new Set(heads.map(({ path }) => path))].slice(0, MOST_FILES);
  const texts = await readTexts(db, view, paths, MOST_BYTES, "given");
  return new Map([...texts].map(([path, text]) => [path, text.split("\n")]));
}
