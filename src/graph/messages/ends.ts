/** The functions at the two ends of a name: senders and takers. */
import escapeStringRegexp from "escape-string-regexp";
import { groupBy } from "../../base/groups.js";
import { wholeWord } from "../../base/whole-word.js";
import { pathClassOf } from "../../model/paths.js";
import { incomingEdges } from "../../store/incoming.js";
import { childHeads, headsAt, type SymbolHead } from "../../store/symbol-heads.js";
import type { GraphReader } from "../graph-reader.js";
import { MOST_ROWS } from "../leads/lead.js";
import { isCallable, isConstructible, keepsValue, keyOf, parentOf } from "../symbol.js";
import { chosenBy, handedBy } from "./choosers.js";
import { linesOf, type PlacedUse } from "./reader.js";
import { SENDS } from "./topic-use.js";

/** Users of a name, a queue or a function that gives one, that are looked at. */
const MOST_USES = 60;
/** Methods of a class of takers that it is there for. */
const IS_TAKER = /^(?:process|handle|consume|execute|run|receive|on[A-Z])/i;

/** A sender or taker of a name, and the line with the name. */
export interface End {
  head: SymbolHead;
  path: string;
  line: number;
}

/** The functions that send under a name: the sending methods of a class of that name, or the users of a field with that queue. */
export async function sendersOf(reader: GraphReader, uses: readonly PlacedUse[]): Promise<End[]> {
  const ends: End[] = [];
  for (const { source, line, how, kept } of uses) {
    const end = (head: SymbolHead): End => ({ head, path: source.path, line });
    if (how === "called") ends.push(end(source));
    else if (how === "super") {
      const methods = await membersOf(reader, source);
      ends.push(...methods.filter(({ name }) => SENDS.test(name)).map(end));
    } else {
      const field = kept ?? source.name;
      const isMaker = isCallable(source.nodeType) && source.nodeType !== "constructor";
      const users =
        isCallable(source.nodeType) || isConstructible(source.nodeType)
          ? await membersOf(reader, source)
          : await usersOf(reader, source, "references");
      ends.push(...(await sendingBy(reader, users, field)).map(({ head }) => end(head)));
      if (isMaker) ends.push(...(await sendingBy(reader, await usersOf(reader, source, "calls"), source.name)));
    }
  }
  return once(ends);
}

/** The functions with a line that sends by a field or constant, or by the result of a function: `this.queue.add(`, `MailQueue.getInstance()?.add(`. */
async function sendingBy(reader: GraphReader, heads: readonly SymbolHead[], field: string): Promise<End[]> {
  const texts = await linesOf(reader, heads);
  const named = new RegExp(wholeWord(field));
  return heads.flatMap((head) => {
    const { path, lineStart, lineEnd, nodeType } = head;
    const lines = (texts.get(path) ?? []).slice(lineStart - 1, lineEnd);
    const isSending = mayRun(nodeType) && sendsBy(lines.join("\n"), field);
    if (!isSending) return [];
    const found = lines.findIndex((line) => named.test(line));
    return [{ head, path, line: lineStart + Math.max(0, found) }];
  });
}

/** Whether a text sends by a name: by the name itself, by the result of calling it, or by a variable with that result. */
function sendsBy(text: string, name: string): boolean {
  const given = `(?<![\\w$])${escapeStringRegexp(name)}(?:\\([^()]{0,200}\\))?`;
  const kept = new RegExp(
    `([\\w$]{1,80})\\s*(?::[^=\\n]{0,80})?=\\s*(?:await\\s+)?(?:[\\w$]+\\s*\\.\\s*)*${given}\\s*[;\\n]`,
  ).exec(text);
  const names = [given, ...(kept?.[1] === undefined ? [] : [`(?<![\\w$])${escapeStringRegexp(kept[1])}`])];
  return names.some((each) => {
    const [, verb = ""] = new RegExp(`${each}\\s*[?!]?\\.\\s*(\\w+)\\s*(?:<[^()]*>)?\\(`).exec(text) ?? [];
    return SENDS.test(verb);
  });
}

/** Whether a symbol is run: a function, or a key or constant whose value a library made of one. */
const mayRun = (nodeType: string): boolean => isCallable(nodeType) || keepsValue(nodeType);

/**
 * The functions that receive the messages: of a class of workers, the constructors of its derived classes; of a class with a decorator, its handling
 * methods.
 */
export async function takersOf(
  reader: GraphReader,
  uses: readonly PlacedUse[],
  asked: ReadonlySet<string>,
): Promise<End[]> {
  const ends: End[] = [];
  for (const { source, line, how, until } of uses) {
    const end = (head: SymbolHead): End => ({ head, path: source.path, line });
    if (how === "super") ends.push(...(await derivedConstructors(reader, source)).map(end));
    else if (how === "marked") ends.push(...(await markedBy(reader, source, line)).map(end));
    else if (how === "handed") ends.push(...(await handedBy(reader, source, [line, until ?? line])).map(end));
    else if (how === "chosen") ends.push(...(await chosenBy(reader, source, [line, until ?? line], asked)).map(end));
    else if (source.nodeType === "field") ends.push(...(await membersOf(reader, source, "constructor")).map(end));
    else ends.push(end(source));
  }
  return once(ends.filter(({ head }) => !ONLY_GIVES.test(head.name)));
}

/** A function that gives a queue, as a `switch` over their names does, takes nothing. */
const ONLY_GIVES = /^(?:get)?[iI]nstance$|^(?:get|create|make)\w*(?:Queue|Producer|Publisher)$/;

/** The functions below a decorator: one, or of a class those that handle. */
async function markedBy(reader: GraphReader, source: SymbolHead, line: number): Promise<SymbolHead[]> {
  const { db, view } = reader;
  if (isCallable(source.nodeType)) return [source];
  const isOwn = source.ordinal > 0 && line <= source.lineStart;
  const inside = isOwn ? [] : await childHeads(db, view, [source], { limit: MOST_ROWS });
  const below = inside.filter(({ lineStart }) => line <= lineStart).sort((a, b) => a.lineStart - b.lineStart);
  const marked = isOwn ? source : below[0];
  if (marked === undefined || !isConstructible(marked.nodeType)) return marked === undefined ? [] : [marked];
  const methods = await membersOf(reader, marked);
  const texts = await linesOf(reader, methods);
  const isMarked = ({ path, lineStart }: SymbolHead) => /@Process\b/.test(texts.get(path)?.[lineStart - 2] ?? "");
  return methods.filter((head) => IS_TAKER.test(head.name) || isMarked(head));
}

const once = (ends: readonly End[]): End[] => [...new Map(ends.map((end) => [end.head.nodeId, end])).values()];

/** The methods, or other members, of a class or of the class around one of its members. */
async function membersOf({ db, view }: GraphReader, of: SymbolHead, nodeType = "method"): Promise<SymbolHead[]> {
  const classes = isConstructible(of.nodeType) ? [of] : await headsAt(db, view, [parentOf(of)]);
  return childHeads(
    db,
    view,
    classes.filter(({ ordinal }) => ordinal > 0),
    { nodeType, limit: MOST_ROWS },
  );
}

/** The symbols that refer to one, or call it. */
async function usersOf(
  { db, view, tiers }: GraphReader,
  { nodeId }: SymbolHead,
  kind: "references" | "calls",
): Promise<SymbolHead[]> {
  const { edges } = await incomingEdges(db, view, [nodeId], { kinds: [kind], tiers, limit: MOST_USES });
  return [...new Map(edges.map(({ source }) => [keyOf(source), source])).values()];
}

/** The constructors of the classes that extend the class of a constructor: they run it. Itself where no class does. */
async function derivedConstructors(reader: GraphReader, maker: SymbolHead): Promise<SymbolHead[]> {
  const { db, view, tiers } = reader;
  const [owner] = await headsAt(db, view, [parentOf(maker)]);
  if (owner === undefined) return [maker];
  const { edges } = await incomingEdges(db, view, [owner.nodeId], {
    kinds: ["inherits"],
    tiers,
    limit: MOST_ROWS,
  });
  const derived = edges.map(({ source }) => source).filter(({ path }) => pathClassOf(path) === "source");
  const own = await childHeads(db, view, derived, { nodeType: "constructor", limit: MOST_ROWS });
  const made = groupBy(own, (head) => keyOf(parentOf(head)));
  const found = derived.flatMap((head) => made.get(keyOf(head)) ?? [head]);
  return found.length > 0 ? found : [maker];
}
