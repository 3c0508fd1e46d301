/**
 * The uses of the value that a call gives: `.providerId :45; tested :47; returned :52` of `const found = await find(id)`, and `passed to all` of a call
 * whose line says nothing of it. Works on the text alone, for any language with brackets or indentation. Pure.
 */
import escapeStringRegexp from "escape-string-regexp";
import { nth } from "../base/need.js";
import { around, callAt, lineOffset, openingOf } from "../graph/calls/call-text.js";
import type { CodeLines } from "./step-code.js";

/** Lines above a use in which the call that it is passed to may begin. */
const MOST_ABOVE = 8;
/** The most kinds of uses that an answer lists, and the most lines of each. */
const MOST_KINDS = 6;
const MOST_LINES = 4;
/** Links of a chain that give what they are called on, or nothing of its own. */
const HANDS_ON = /^\s*[?!]?\.\s*(?:catch|finally|ConfigureAwait)\s*(?=\()/;
/** Operators behind a call that may give its value: `!`, `as Order`, `?? null`, and what ends the expression. */
const IS_VALUE = /^\s*(?:!(?!=)|\?(?!\.)(?=\s*[;\n)])|as\b|satisfies\b|\?\?|\|\||or\b|else\b|\?:|[;,)\]}{]|\n|$)/;
const PREFIX = /(?:\b(?:await|yield|try[?!]?|not)\s+|\([\w.<>[\]?]+\)\s*)$/;
const DECLARING =
  /^(?:(?:const|let|var|val|final|auto|mut|static|readonly|if|while|for|guard|switch|using|my|local|unowned|weak)\s+)+/;

/** The end of a context such as `(found := `, whose value is that of the brackets too: the name lives on behind them. */
const GIVEN_ON = /\(\s*[\p{L}_]\w*\s*:=\s*$/u;
/** Behind such brackets, what tests their value. */
const TESTS = /^\s*\)+\s*(?:[<>]|[=!]=|is\b|in\b|not\b|and\b|or\b|:)/;

/** A call of `name` in a line (from 1) of a source. */
export interface CallPlace {
  line: number;
  name: string;
  /** The last line of the function that it stands in. */
  end: number;
  /** The name of the constant or field that it stands in, if it does: behind its declaration others use it. */
  declares?: string;
}

/**
 * The uses of the value of the first call of the name in the line: the members that are read of the name that holds it, with their lines; `not used`;
 * or its destination, if the line does not show it. Null where there is no more to tell than the line has, or it is not known.
 */
export function usesOfResult(source: CodeLines, place: CallPlace): string | null {
  const call = contextOf(source, place);
  if (call === null || !IS_VALUE.test(call.rest)) return null;
  const { context, gathered } = call;
  const isSeen = !call.isBelow && !/\n\s*$/.test(context);
  const target = gathered ?? assigned(context);
  if (target === null) return isSeen ? null : destination(context);
  if (target.names !== null) return target.names;
  if (target.name === place.declares) return null;
  const found = usesOfTarget(source, target, call, place);
  if (found.size === 0 && GIVEN_ON.test(context)) return null;
  const uses = usesInWords(found);
  return isSeen && gathered === null ? uses : `${target.name}: ${uses}`;
}

/** A call in its statement: the code before it without what waits for it, and behind it. */
interface CallContext {
  context: string;
  rest: string;
  /** The line that `rest` begins in. */
  from: number;
  isAwaited: boolean;
  /** Whether brackets that open in a line above are around it alone. */
  isBelow: boolean;
  /** The name that a list of calls gives its value to. */
  gathered: Target | null;
}

/** Lines that most calls end within, with those behind them; and the most lines of a call that is looked at. */
const FEW_BELOW = 32;
const MOST_BELOW = 500;
/** Lines behind a call that say what becomes of its value. */
const BEHIND = 8;

/** Functions may have thousands of lines with as many calls, so that few lines are read first. */
function contextOf(source: CodeLines, place: CallPlace): CallContext | null {
  const found = contextWithin(source, place, FEW_BELOW);
  const isWhole = Math.min(place.end, source.code.length) - place.line < FEW_BELOW;
  return found !== null || isWhole ? found : contextWithin(source, place, MOST_BELOW);
}

/** Null also where a call does not end early enough in `most` lines. */
function contextWithin({ code }: CodeLines, { line, name, end }: CallPlace, most: number): CallContext | null {
  const first = Math.max(0, line - 1 - MOST_ABOVE);
  const above = code
    .slice(first, line - 1)
    .map((text) => `${text}\n`)
    .join("");
  const isCut = line - 1 + most < Math.min(end, code.length);
  const below = code.slice(line - 1, isCut ? line - 1 + most : end).join("\n");
  const call = callAt(below, name);
  if (call === null) return null;
  const before = above + below.slice(0, call.start);
  let { context, groups, isBelow } = outside(before);
  const isAwaited = /\bawait\b/.test(before.slice(context.length));
  let rest = below.slice(call.end);
  for (let link = HANDS_ON.exec(rest); link; link = HANDS_ON.exec(rest)) {
    const handed = callAt(rest, "");
    if (handed === null) return null;
    rest = rest.slice(handed.end);
  }
  for (; groups > 0 && /^\s*\)/.test(rest); groups--) rest = rest.replace(/^\s*\)/, "");
  const lines = lineOffset(below, below.length - rest.length);
  if (isCut && lines > most - BEHIND) return null;
  const from = line + lines;
  return { context, rest, from, isAwaited, isBelow, gathered: gatheredName(context) };
}

function usesOfTarget(
  source: CodeLines,
  target: Target,
  { from, rest, gathered }: CallContext,
  { end }: CallPlace,
): ReadonlyMap<string, number[]> {
  // The list and the call around it are closed behind the value.
  const depth = gathered === null ? 0 : 2;
  return usesOfName(source, { ...target, from, end, rest: rest.split("\n", 1)[0] ?? "", depth });
}

/** A text that ends where the list of a loop begins. */
const LOOPS = /\bfor(?:each)?\b.*\b(?:of|in)\s+$|\brange\s+$/;

/** The kinds of uses that are counted where calls are many. */
export const RESULT_KINDS = [
  "not used",
  "tested",
  "members read",
  "returned",
  "passed on",
  "looped over",
  "kept",
] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** How the value of the first call of the name in the line is used, each way once, and whether the call is awaited; null where that is not known. */
export function kindsOfResult(
  source: CodeLines,
  place: CallPlace,
): { kinds: ReadonlySet<ResultKind>; isAwaited: boolean } | null {
  const call = contextOf(source, place);
  if (call === null) return null;
  const { context, rest, isAwaited, gathered } = call;
  const told = (...kinds: ResultKind[]) => ({ kinds: new Set(kinds), isAwaited });
  if (/^\s*[?!]*(?:\.|->|\[)/.test(rest)) return told("members read");
  if (
    /^\s*(?:[=!]==?|&&|[<>]=?\s|is\b|instanceof\b)/.test(rest) ||
    /(?:!|[=!]=|\b(?:if|while|elif|unless)\s*\(?)\s*$/.test(context)
  )
    return told("tested");
  if (LOOPS.test(context)) return told("looped over");
  const target = gathered ?? assigned(context);
  if (target !== null) {
    if (target.names !== null) return told("members read");
    const uses = [...usesOfTarget(source, target, call, place).keys()].map(kindOf);
    if (GIVEN_ON.test(context)) return told(...(TESTS.test(rest) ? ["tested" as const] : []), ...uses);
    return uses.length === 0 ? told("not used") : told(...uses);
  }
  if (/=\s*$/.test(context)) return told("kept");
  const where = destination(context);
  if (where !== null) return told(where === "returned" ? "returned" : kindOf(where));
  const isStatement = /(?:^|[;{}\n]|\b(?:else|do|void|go|defer)|\))\s*$/.test(context) && /^\s*(?:[;}\n]|$)/.test(rest);
  return isStatement ? told("not used") : null;
}

/** The kind that counts a use which `usesOfName` tells. */
function kindOf(use: string): ResultKind {
  if (use === "tested" || use === "looped over" || use === "returned") return use;
  if (use.startsWith("in what is returned")) return "returned";
  if (use.startsWith(".") || use.startsWith("[")) return "members read";
  if (!use.startsWith("passed to ")) return "kept";
  return CONTROLS.has(use.slice("passed to ".length)) ? "tested" : "passed on";
}

/** The code before an expression, without its receiver, what waits for it, casts, and brackets around it. */
function outside(before: string): { context: string; groups: number; isBelow: boolean } {
  let offset = before.length;
  for (
    let link = /(?:[?!]?\.|::|->)\s*$/.exec(before);
    link;
    link = /(?:[?!]?\.|::|->)\s*$/.exec(before.slice(0, offset))
  ) {
    offset = before.slice(0, link.index).trimEnd().length;
    while (/[)\]]/.test(before[offset - 1] ?? "")) offset = Math.max(0, openingOf(before, offset - 1));
    offset -= (/[\w$#@]*$/.exec(before.slice(0, offset))?.[0] ?? "").length;
  }
  let groups = 0;
  let isBelow = false;
  for (;;) {
    const context = before.slice(0, offset);
    const open = context.trimEnd();
    const prefix = PREFIX.exec(context);
    if (prefix) offset = prefix.index;
    else if (/(?:^|[^\w$>)\]\s]|\b(?:return|await|in|of)|=)\s*\($/.test(open)) {
      groups++;
      isBelow ||= context.includes("\n", open.length);
      offset = open.length - 1;
    } else if (/\s$/.test(context) && PREFIX.test(`${context.trimEnd()} `)) offset = context.trimEnd().length + 1;
    else return { context, groups, isBelow };
  }
}

interface Target {
  name: string;
  /** Whether the name lives in the block around it. */
  isDeclared: boolean;
  /** Names that a pattern of several lines takes out; null where it is one name. */
  names: string | null;
}

/** The name that a context such as `const found: Order =` puts a value into; null for a member or a pattern that its line shows. */
function assigned(context: string): Target | null {
  const [sign] = /(?::=|(?<![=!<>+\-*/%|&^?:])=)\s*$/.exec(context) ?? [];
  if (sign === undefined) return null;
  const left = lastStatement(context.slice(0, context.length - sign.length));
  // Other files may use it.
  if (/^export\b/.test(left)) return null;
  const bare = left.replace(DECLARING, "").trim();
  const isDeclared = bare !== left.trim() || (sign.startsWith(":") && !GIVEN_ON.test(context));
  if (/^[{[(]/.test(bare)) {
    const names = bare.replace(/\s+/g, " ").replace(/,(?= [)\]}])/, "");
    return bare.includes("\n") ? { name: names, isDeclared, names } : null;
  }
  const [, name] = /^([\p{L}_$][\w$]*)\s*(?::[^=]*|(?:,\s*[\w$]+)+)?$/u.exec(bare) ?? [];
  const [, typed] = /^[\p{L}_][\w.<>,?[\] ]*\s([\p{L}_][\w]*)$/u.exec(bare) ?? [];
  const own = name ?? typed;
  return own === undefined || own === "_" || (!isDeclared && isInInitializer(context))
    ? null
    : { name: own, isDeclared: isDeclared || name === undefined, names: null };
}

/** Whether a text ends in the braces of `new Order { Total = `, where names are members. */
function isInInitializer(context: string): boolean {
  const list = around(context, "brackets");
  return list?.bracket === "{" && /(?:\bnew\b[^;{}]{0,200}|\bwith)\s*$/.test(context.slice(0, list.offset));
}

/** The last statement of a text that ends within it. */
function lastStatement(text: string): string {
  let offset = text.length;
  while (offset > 0) {
    const char = text.charAt(offset - 1);
    if (/[)\]}]/.test(char)) {
      const open = openingOf(text, offset - 1);
      if (open < 0) break;
      offset = open;
    } else if (/[({[;\n]/.test(char) && text.slice(offset).trim() !== "") break;
    else offset--;
  }
  return text.slice(offset).trim();
}

/** The name of a pattern that a call's value comes to by its place: `second` of `const [first, second] = await Promise.all([load(), `. */
function gatheredName(context: string): Target | null {
  const list = around(context, "brackets");
  if (list === null || list.bracket !== "[") return null;
  const [all] = /(?:await\s+)?Promise\s*\.\s*all\s*\(\s*$/.exec(context.slice(0, list.offset)) ?? [];
  if (all === undefined) return null;
  const head = context.slice(0, list.offset - all.length);
  const [, inner] = /\[([^[\]{}]*)\]\s*(?::[^=]*)?=\s*$/.exec(head) ?? [];
  const name = inner?.split(",")[list.position]?.trim();
  return name && /^[\w$]+$/.test(name) ? { name, isDeclared: true, names: null } : null;
}

/** The words for where a value goes whose line does not say so. */
function destination(context: string): string | null {
  if (/(?:\breturn\s*\(?|=>\s*\(?)\s*$/.test(context)) return "returned";
  const call = around(context, "call");
  return call?.callee ? `passed to ${call.callee}` : null;
}

/** The lines of each kind of use of a name behind the line `from`, whose `rest` is behind the call. */
function usesOfName(
  { code, text }: CodeLines,
  { name, isDeclared, from, end, rest, depth }: Target & { from: number; end: number; rest: string; depth: number },
): Map<string, number[]> {
  const word = new RegExp(`(?<![\\w$]|(?<!\\.\\.)\\.|->)${escapeStringRegexp(name)}(?![\\w$])`, "g");
  const another = new RegExp(
    `\\b(?:if|switch|for)\\s+(?:\\w+\\s*,\\s*)*${escapeStringRegexp(name)}\\s*(?:,\\s*\\w+\\s*)*:=`,
  );
  const kinds = new Map<string, number[]>();
  /** Brackets around a statement that has a value of its own by this name, `if err := save(); err != nil {`; null outside of such. */
  let outer: number | null = null;
  for (let line = from; line <= Math.min(end, code.length); line++) {
    const own = line === from ? " ".repeat(nth(code, line - 1).length - rest.length) + rest : nth(code, line - 1);
    const within = endOfBlock(own, depth);
    const isNamed = own.includes(name);
    if (line > from && isNamed && another.test(own)) outer ??= depth;
    if (outer !== null) {
      ({ depth } = within);
      if (depth <= outer) outer = null;
      continue;
    }
    const part = isDeclared && within.end >= 0 ? own.slice(0, within.end) : own;
    const uses = isNamed ? [...part.matchAll(word)] : [];
    if (uses.some(({ index }) => isSetAt(part, index, name))) break;
    for (const { index } of uses) {
      const kind = kindOfUse(code, line, part, { start: index, end: index + name.length });
      if (kind !== null) addLine(kinds, kind, line);
    }
    if (uses.length === 0 && line > from && isInText(nth(text, line - 1), own, name)) addLine(kinds, "in a text", line);
    if (isDeclared && within.end >= 0) break;
    depth = within.depth;
  }
  return kinds;
}

function usesInWords(kinds: ReadonlyMap<string, number[]>): string {
  const told = [...kinds].slice(0, MOST_KINDS).map(([kind, lines]) => `${kind} :${firstLines(lines)}`);
  return kinds.size === 0 ? "not used" : `${told.join("; ")}${kinds.size > MOST_KINDS ? "; …" : ""}`;
}

const firstLines = (lines: readonly number[]) =>
  `${lines.slice(0, MOST_LINES).join(", ")}${lines.length > MOST_LINES ? ", …" : ""}`;

function addLine(kinds: Map<string, number[]>, kind: string, line: number): void {
  const lines = kinds.get(kind) ?? [];
  if (!lines.includes(line)) kinds.set(kind, [...lines, line]);
}

/** The place in a line where the block around it ends, -1 for none, and the depth behind the line. */
function endOfBlock(line: string, depth: number): { end: number; depth: number } {
  for (const { 0: bracket, index } of line.matchAll(/[()[\]{}]/g)) {
    if (bracket === "(" || bracket === "[" || bracket === "{") depth++;
    else if (--depth < 0) return { end: index, depth };
  }
  return { end: -1, depth };
}

/** Whether the name gets another value there, alone or beside others: `found, err := find(id)`. */
const isSetAt = (line: string, start: number, name: string) =>
  /^\s*(?:,\s*[\w$]+\s*)*(?::=|=(?![=>]))/.test(line.slice(start + name.length)) &&
  /^[\s;{}]*(?:[\w$]+\s*,\s*)*$/.test(line.slice(0, start));

/** Whether a text in the line has the name as a value: `${found}`, `{found}`, `$found`. */
function isInText(text: string, code: string, name: string): boolean {
  return (
    text !== code && text.includes(name) && new RegExp(`["'\`].*[{$(]${escapeStringRegexp(name)}(?![\\w$])`).test(text)
  );
}

/** The kind of one use; null for a key of that name. */
function kindOfUse(
  code: readonly string[],
  line: number,
  own: string,
  { start, end }: { start: number; end: number },
): string | null {
  const [left, right] = [own.slice(0, start), own.slice(end)];
  const below = right.trim() === "" ? (code[line] ?? "") : right;
  if (/[{,(]\s*$|^\s*$/.test(left) && /^\s*:(?![:=])/.test(right)) return null;
  const [, member, call] = /^\s*[?!]*(?:\.|->)\s*([\p{L}_$][\w$]*)\s*(\()?/u.exec(below) ?? [];
  if (member !== undefined) return `.${member}${call ? "()" : ""}`;
  const [index] = /^\s*(?:[?!]\.)?\[[^[\]]{0,16}\]/.exec(right) ?? [];
  if (index !== undefined) return /["'`]/.test(index) ? "[…]" : index.trim();
  if (/\.\.\.$/.test(left)) return "spread";
  if (LOOPS.test(left)) return "looped over";
  if (/\breturn\s*\(?\s*(?:await\s+)?$/.test(left))
    return /^\s*(?:[;)}]|$)/.test(right) ? "returned" : "in what is returned";
  if (
    /^\s*(?:[=!]==?|&&|\|\||\?(?!\.)|is\b|instanceof\b|[<>]=?\s)|^\s+(?:and|or|in)\b/.test(right) ||
    /!$|[=!]=\s*$/.test(left)
  )
    return "tested";
  const above = code.slice(Math.max(0, line - 1 - MOST_ABOVE), line - 1).join("\n");
  const outer = around(`${above}\n${left}`, "call");
  if (outer?.callee && !CONTROLS.has(outer.callee)) return `passed to ${outer.callee}`;
  return outer?.callee || /^\s*(?:\}\s*)?(?:el)?(?:if|while|unless|guard)\b/.test(left) ? "tested" : "used";
}

const CONTROLS: ReadonlySet<string> = new Set([
  "if",
  "while",
  "switch",
  "for",
  "catch",
  "elif",
  "foreach",
  "when",
  "match",
]);
