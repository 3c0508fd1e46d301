/**
 * Whether a line writes a field, property or variable or reads it, by the text of its file: an assignment, `++`, a key of a literal or a named argument
 * gives it a value; a pattern, `const { total } = order`, takes it, and `where: { total }` compares it. For any language. Pure.
 */
import { nth } from "../base/need.js";
import { wholeWord } from "../base/whole-word.js";
import type { Access } from "../model/access.js";
import { type Bracket, beforeOf, behindOf, closingOf, openingOf, type Place } from "./brackets.js";
import type { CodeLines } from "./step-code.js";

export interface Accessed {
  name: string;
  /** Whether it is a member, which a key of a literal gives. */
  isMember: boolean;
  /** Whether its name alone is known: a call may then say that a key is compared. */
  isByName?: boolean;
  /** Whether a pattern beside the line takes it into a variable of its name: `{ total }` then gives that variable to something else. */
  isTaken?: boolean;
  /** The name of the type that has it, and whether the line stands in that type. They tell which of two members of one name a line sets. */
  owner?: string | undefined;
  isInOwner?: boolean;
}

/** Brackets around each other that are looked at. */
const MOST_AROUND = 6;

/** Behind a name that is set: `= `, `+= `, `++`, `?.`-free; after an index as well: `totals[id] = `. */
const SET =
  /^\s{0,5}[!?]?(?:\[[^[\]]{0,80}\]\s{0,5})?(?:=(?![=>~])|:=|(?:[-+%^@]|\*{1,2}|\/{1,2}|&{1,2}|\|{1,2}|<<|>{2,3}|\?\?)=(?!=)|\+\+|--)/;
/** A type between a name and what it is set to: `self.total: int = 0`. */
const SET_WITH_TYPE = /^\s{0,5}:\s{0,5}[\w.[\], |<>?]{1,80}\s=(?![=>])/;
/** The first of several that are set: `a.total, err = count()`. */
const SET_WITH_OTHERS = /^(?:\s{0,5},\s{0,5}[\w.*[\]$]{1,80}){1,5}\s{0,5}:?=(?!=)/;
const BEGINS_STATEMENT = /^\s*(?:[\w.*[\]$]{1,80}\s{0,5},\s{0,5}){0,5}(?:[\w$[\]]{1,80}\.){0,8}$/;
/** Before a value that is changed in place, or whose address is given away to be filled: `++`, `delete`, `out`, `&`. */
const CHANGED =
  /(?:\+\+|--|\b(?:delete|del|out|ref)\s|[(,={[:]\s{0,5}&)\s{0,5}(?:[\w$]{1,80}(?:\[[^[\]]{0,80}\])?[!?]?(?:\.|->|::)){0,8}$/;
/** A key of a literal, or the name of an argument. */
const KEY = /^\s{0,5}:(?![:=])/;
const SHORT_KEY = /^\s{0,5}(?:[,}]|$)/;
const BEGINS_PART = /(?:^|[{,(])\s*$/;
/** Brackets before which these stand have patterns of a `match` or a `switch`. */
const MATCHES = /\b(?:is|case|not|and|or|when)\s+(?:not\s+)?[\w.<>]*\s*$/;
const DECLARES = /\b(?:const|let|var|val)\s*$/;
/** Behind brackets that take: a pattern that is assigned to, the parameters of a function, an arm of a `switch`. */
const TAKES = /^\s*(?:=(?!=)|of\b|in\b)/;
const PARAMETERS = /^\s*(?:=>|\{|:\s?[\w<({[])/;
/** Keys around what a query compares, sorts by or asks for, and calls that do so with their argument. */
const QUERY_KEY =
  /(?<![\w$])(?:where|select|include|orderBy|order_by|order|omit|by|distinct|cursor|having|filter|filters|_count|_sum|columns|with|AND|OR|NOT|some|every|none|is|isNot)["']?\s*:\s*(?:\[\s*)?$/;
const QUERY_CALL =
  /(?<![\w$])(?:find(?!\w*(?:AndUpdate|OrCreate|AndReplace))|where|andWhere|orWhere|count|exists|filter|exclude|match|order|sort|groupBy|select)\w*\s*(?:<[^()]*>)?\(\s*$/;
/** Words of SQL, the last of which before a column tells what becomes of it. */
const SQL = /\b(SET|INSERT\s+INTO|SELECT|WHERE|FROM|RETURNING|VALUES|ORDER\s+BY|GROUP\s+BY|ON|JOIN)\b/gi;

/** How a line (from 1) accesses something: `written` where one of the places of its name there is set. */
export function accessAt(source: CodeLines, line: number, accessed: Accessed): Access {
  const code = source.code[line - 1] ?? "";
  const name = new RegExp(wholeWord(accessed.name), "g");
  const found = [...code.matchAll(name)];
  if (found.length === 0) return isSetInText(source, line, accessed) ? "written" : "read";
  const places = found.map(({ index }) => ({ line: line - 1, column: index }));
  const set = places.filter((place) => isSet(source.code, place, accessed));
  const others = places.filter((place) => !set.includes(place));
  const isOwn = (place: Place) =>
    others.length === 0 || accessed.isByName || isOfOwner(source.code, place, others, accessed);
  return set.some(isOwn) ? "written" : "read";
}

const RECEIVER = /([\w$]{1,80})(?:\[[^[\]]{0,80}\])?[!?]?(?:\.|->)\s{0,5}$/;
/** The type of a literal before its braces. */
const TYPE_OF_LITERAL = /([\w$]{1,80})\s*(?:<[^{}]{0,80}>)?\s*(?:\(\))?\s*$/;

/**
 * Whether a place that is set is that of the member, in a line that has its name elsewhere too: `dto.total = order.total` sets another one. The type of
 * a literal, the type around the line, or what stands before the dots tells.
 */
function isOfOwner(
  code: readonly string[],
  place: Place,
  others: readonly Place[],
  { name, owner, isInOwner = false }: Accessed,
): boolean {
  const receiverOf = ({ line, column }: Place) => RECEIVER.exec(nth(code, line).slice(0, column))?.[1];
  const receiver = receiverOf(place);
  if (receiver === undefined) {
    const open = openingOf(code, place);
    const isKey = open !== null && BEGINS_PART.test(nth(code, place.line).slice(0, place.column));
    const type = isKey ? TYPE_OF_LITERAL.exec(beforeOf(code, open))?.[1] : undefined;
    if (type !== undefined && type !== "new") return type === owner;
    // A statement of its own sets a member of the type around it.
    const own = nth(code, place.line);
    const isPart = KEY.test(own.slice(place.column + name.length)) || own.trimEnd().endsWith(",");
    return isInOwner && !isPart && (open === null || open.line !== place.line);
  }
  if (receiver === "this" || receiver === "self") return isInOwner;
  const read = others.map(receiverOf);
  if (read.every((other) => other === receiver)) return true;
  return !read.some((other) => other !== undefined && other.toLowerCase() === owner?.toLowerCase());
}

/** Whether a line takes the name out of an object by a pattern. */
export function isTaken(source: CodeLines, line: number, name: string): boolean {
  const code = source.code[line - 1] ?? "";
  return [...code.matchAll(new RegExp(wholeWord(name), "g"))].some(({ index }) => {
    const open = openingOf(source.code, { line: line - 1, column: index });
    return open !== null && isPattern(source.code, open);
  });
}

function isSet(code: readonly string[], at: Place, { name, isMember, isByName = false, isTaken }: Accessed): boolean {
  const own = nth(code, at.line);
  const before = own.slice(0, at.column);
  const behind = behindOf(code, { line: at.line, column: at.column + name.length });
  if (SET.test(behind) || SET_WITH_TYPE.test(behind) || CHANGED.test(before)) return true;
  if (SET_WITH_OTHERS.test(behind) && BEGINS_STATEMENT.test(before)) return openingOf(code, at)?.bracket !== "(";
  const isKey = KEY.test(behind);
  if (!isMember || !(isKey || (!isTaken && SHORT_KEY.test(behind))) || !BEGINS_PART.test(before)) return false;
  const open = openingOf(code, at);
  if (open === null || open.bracket === "[") return false;
  if (open.bracket === "(") return isKey;
  return isGiven(code, open, isByName);
}

/** Whether the keys in some braces give values: those of a pattern take them, and those of a query compare them. */
function isGiven(code: readonly string[], open: Bracket, isByName: boolean): boolean {
  if (isPattern(code, open)) return false;
  for (let around: Bracket | null = open, level = 0; around !== null && level < MOST_AROUND; level++) {
    const before = beforeOf(code, around);
    if (QUERY_KEY.test(before) || (isByName && QUERY_CALL.test(before))) return false;
    if (around.bracket !== "{" && around.bracket !== "[" && !isByName) return true;
    around = openingOf(code, around);
  }
  return true;
}

/** Whether some braces are a pattern, which takes what an object has. */
function isPattern(code: readonly string[], open: Bracket): boolean {
  for (let around: Bracket | null = open, level = 0; around !== null && level < MOST_AROUND; level++) {
    const before = beforeOf(code, around);
    if (DECLARES.test(before) || MATCHES.test(before)) return true;
    // The literal of a type: `Order{Total: 1}`.
    if (around.bracket === "{" && /[\w>\])]\s*$/.test(before)) return false;
    const close = closingOf(code, around);
    const behind = close === null ? "" : behindOf(code, { line: close.line, column: close.column + 1 });
    if (around.bracket === "(") return PARAMETERS.test(behind);
    if (TAKES.test(behind)) return true;
    around = openingOf(code, around);
  }
  return false;
}

/** Whether a column in a text of SQL is set: `SET total = $1`, `INSERT INTO orders (total, …)`; or a key in quotes: `order["total"] = 1`. */
function isSetInText({ text }: CodeLines, line: number, { name }: Accessed): boolean {
  const own = text[line - 1] ?? "";
  return [...own.matchAll(new RegExp(wholeWord(name), "g"))].some(({ index }) => {
    const behind = own.slice(index + name.length);
    if (/^["'`]\s*\]\s*(?:=(?![=>])|[-+*/|&?]{1,2}=)/.test(behind)) return true;
    const before = [...text.slice(Math.max(0, line - 1 - 12), line - 1), own.slice(0, index)].join("\n");
    const word = [...before.matchAll(SQL)].at(-1)?.[1]?.toUpperCase();
    return (word === "SET" && /^["'`\]]?\s{0,5}=/.test(behind)) || (word?.startsWith("INSERT") ?? false);
  });
}
