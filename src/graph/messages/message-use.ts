/** Messages in the text of code: whether a class or method is declared for messages of a type, and whether the code sends an object of it. Pure. */
import escapeStringRegexp from "escape-string-regexp";
import { wholeWord } from "../../base/whole-word.js";
import { around, endOf, lineOffset } from "../calls/call-text.js";

/** Lines of the head of a class, and of the decorators above a declaration. */
const MOST_HEAD = 16;
const MOST_ABOVE = 8;
/** Characters of the head of a class and of what stands above it that are read. */
const LONGEST_HEAD = 2000;
/** Calls around the place of a message, and places where a name is used that keeps it. */
const MOST_AROUND = 4;
const MOST_PLACES = 12;

/** Calls that send, and calls that keep an object to be sent later. */
const SENDS =
  /^_?(?:[Ss]end|[Pp]ublish|[Ee]xecute|[Dd]ispatch|[Ee]mit|[Ee]nqueue|[Qq]ueue|[Ss]chedule|[Nn]otify|[Tt]rigger|[Bb]roadcast|[Ii]nvoke|[Pp]roduce|[Pp]ush|[Ff]ire|[Rr]equest)(?![a-z])/;
const KEEPS =
  /^_?(?:add|raise|register|record|append|store|save|apply)\w*(?:event|message|command|notification)s?(?:async)?$|^(?:apply|raise)$/i;
/** Decorators of methods that take messages of the type of their parameter. */
const HANDLER_MARK = /@\w*(?:Handler|Listener|Subscribe)\b/;

/** A decorator with a name, an object or a list in it, and a base with type arguments. */
const MARK_WITH_NAME = /(?:@\w+|\[\w+)\s*\(\s*[^\s)'"`]/;
const GENERIC_BASE = /(?::|,|\b(?:implements|extends)\b)\s*[\w.]+\s*</;

/** The lines of a source, and the first line (from 1) of a declaration in it. */
interface Declared {
  lines: readonly string[];
  line: number;
}

/** Whether a class is declared for messages of a type, by its bases or by the lines above it: `class Ship : IHandler<Order>`, `@CommandHandler(Order)`. */
export function isClassFor({ lines, line }: Declared, message: string): boolean {
  const named = wholeWord(message);
  const head = headOf(lines, line);
  if (new RegExp(`@\\w+\\([^()]*${named}`).test(`${above(lines, line)}\n${head}`)) return true;
  const bases = new RegExp(`(?::|,|\\b(?:implements|extends)\\b)\\s*[\\w.]+\\s*<[^{;()]*?${named}`);
  return bases.test(withoutParameters(head));
}

/** The head of a class, up to its body. */
function headOf(lines: readonly string[], line: number): string {
  const own = lines
    .slice(line - 1, line - 1 + MOST_HEAD)
    .join("\n")
    .slice(0, LONGEST_HEAD);
  const [head = ""] = own.split(/\{\s*(?:\n|$)|;\s*(?:\n|$)/, 1);
  return head;
}

/** Whether the lines above a method declare it for messages of a type: `@OnEvent(Order.name)`, `@EventListener`. */
export function isMethodFor({ lines, line }: Declared, message: string): boolean {
  const marks = `${above(lines, line)}\n${(lines[line - 1] ?? "").slice(0, LONGEST_HEAD)}`;
  return HANDLER_MARK.test(marks) || new RegExp(`(?:@\\w+|\\[\\w+)\\([^()]*${wholeWord(message)}`).test(marks);
}

/** Whether a class, or the method of it in a line, may be declared for messages of whatever type: most are not, and need no closer look. */
export function mayBeForMessage({ lines, line }: Declared, method: number): boolean {
  const ofClass = `${above(lines, line)}\n${headOf(lines, line)}`;
  const ofMethod = `${above(lines, method)}\n${lines[method - 1] ?? ""}`;
  return MARK_WITH_NAME.test(ofClass) || GENERIC_BASE.test(ofClass) || isMarked(ofMethod);
}

const isMarked = (marks: string): boolean => HANDLER_MARK.test(marks) || MARK_WITH_NAME.test(marks);

/** Lines of a source, and the first and last line (from 1) of the function that is looked at. */
interface Body {
  lines: readonly string[];
  from: number;
  to: number;
}

/** sent: at once. kept: by what sends it later, if it does: `this.addEvent(order)`. The line (from 1) says so. */
export interface Sending {
  how: "sent" | "kept";
  line: number;
}

/** How a function sends the object of a type that it makes in a line: `bus.publish(new Order())`; also by a name that keeps it. Null: it does not. */
export function sendingOfMade(body: Body, line: number, message: string): Sending | null {
  const text = textOf(body);
  const start = body.lines.slice(body.from - 1, line - 1).reduce((length, each) => length + each.length + 1, 0);
  const found = text.slice(start).search(new RegExp(`${wholeWord(message)}(?:${FACTORY})?\\s*[<({]`));
  const made = found < 0 ? builderBefore(body, line, message) : start + found;
  const sent = made === null ? null : sendingAt(text, made, new Set());
  if (sent === null || made === null) return null;
  return { how: sent.how, line: found < 0 ? body.from + lineOffset(text, made) : line };
}

/** A function of a type that makes one of its objects: `Order.of(cart)`. */
const FACTORY = "\\s{0,9}\\.\\s{0,9}(?:[Oo]f|[Ff]rom|[Cc]reate|[Mm]ake|[Ff]or|newInstance)(?:[A-Z]\\w{0,40})?";

/** Whether a line has the type make one of its objects. */
export const isMadeByType = (text: string, message: string): boolean =>
  new RegExp(`${wholeWord(message)}${FACTORY}\\s{0,9}\\(`).test(text);

/** Calls by which a type has its objects put together, `Order.builder()`, and the lines that these may take up to the last one. */
const BUILDER = "\\s{0,9}\\.\\s{0,9}(?:builder|newBuilder|toBuilder)\\s{0,9}\\(";
const MOST_BUILDING = 30;

/** The beginning of a builder's object of a type, in a line or the lines above it; null where there is none. */
function builderBefore({ lines, from }: Body, line: number, message: string): number | null {
  const first = Math.max(from, line - MOST_BUILDING);
  const before = lines.slice(from - 1, first - 1).reduce((length, each) => length + each.length + 1, 0);
  const near = lines.slice(first - 1, line).join("\n");
  const last = [...near.matchAll(new RegExp(`${wholeWord(message)}${BUILDER}`, "g"))].at(-1);
  return last === undefined ? null : before + last.index;
}

/** How a function sends an object of a type that it is given: `Post(Order order) => mediator.Send(order)`. Null: it does not. */
export function sendingOfGiven(body: Body, message: string): Sending | null {
  const text = textOf(body);
  const named = wholeWord(message);
  const parameter = new RegExp(`${NAME}\\??\\s{0,9}:\\s{0,9}${named}|${named}\\??\\s+${NAME}`).exec(text);
  const name = parameter?.[1] ?? parameter?.[2];
  if (parameter === null || name === undefined) return null;
  const sent = sendingOfName(text, parameter.index + parameter[0].length, name, new Set());
  return sent && { how: sent.how, line: body.from + lineOffset(text, sent.offset) };
}

/** A name as a group of a pattern; none that is made to be searched for long. */
const NAME = "(?<![\\w$])([\\w$]{1,80})";

/** Whether a line sends an object of a type that it names alone: `bus.Publish<Order>({ id })`. */
export function isTypeSent(text: string, message: string): boolean {
  const given = `<[^();]{0,200}?${wholeWord(message)}[^();]{0,200}>`;
  const calls = text.matchAll(new RegExp(`${NAME}\\s{0,9}${given}\\s{0,9}\\(`, "g"));
  return [...calls].some(([, callee = ""]) => SENDS.test(callee));
}

/** A text that ends where the value of a name begins, or an alternative of it: `order = paid ? new Ship() : new `. */
const ASSIGNED = /([\w$]+)\s*(?::[^=;\n]*)?=\s*(?:await\s+)?(?:[^;{}]*[?:]\s*(?:\(\w+\)\s*)?)?(?:new\s+)?(?:\w+\.)*$/;

const textOf = ({ lines, from, to }: Body): string => lines.slice(from - 1, to).join("\n");

/** How the value at a place of a text is sent, and the place where it is. `met`: names that were looked at. */
function sendingAt(text: string, offset: number, met: Set<string>): { how: Sending["how"]; offset: number } | null {
  let left = text.slice(0, offset);
  for (let level = 0; level < MOST_AROUND; level++) {
    const call = around(left, "call");
    if (call?.callee == null) break;
    if (SENDS.test(call.callee)) return { how: "sent", offset };
    if (KEEPS.test(call.callee)) return { how: "kept", offset };
    const end = endOf(left, call.offset);
    left = left.slice(0, call.offset - end.length) + end.replace(/[\w$.]+\s*(?:<[^();]*>)?\s*$/, "");
  }
  const [, name] = ASSIGNED.exec(endOf(left)) ?? [];
  return name === undefined ? null : sendingOfName(text, offset, name, met);
}

/** The surest way in which the value of a name is sent behind a place. */
function sendingOfName(text: string, from: number, name: string, met: Set<string>) {
  if (met.has(name)) return null;
  met.add(name);
  const uses = [
    ...text.slice(from).matchAll(new RegExp(`(?<![\\w$.])${escapeStringRegexp(name)}(?![\\w$]|\\s*[=:.])`, "g")),
  ];
  const found = uses.slice(0, MOST_PLACES).flatMap(({ index }) => sendingAt(text, from + index, met) ?? []);
  return found.find(({ how }) => how === "sent") ?? found[0] ?? null;
}

/** The lines above a declaration that belong to it: decorators and comments. */
function above(lines: readonly string[], line: number): string {
  const found: string[] = [];
  for (let index = line - 2; index >= Math.max(0, line - 1 - MOST_ABOVE); index--) {
    const text = lines[index] ?? "";
    if (/^\s*$|[;{}]\s*$/.test(text)) break;
    found.unshift(text);
  }
  return found.join("\n").slice(-LONGEST_HEAD);
}

function withoutParameters(head: string): string {
  const shorter = head.replace(/\([^()]*\)/g, " ");
  return shorter === head ? head : withoutParameters(shorter);
}
