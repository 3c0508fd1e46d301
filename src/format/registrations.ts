/**
 * Lines that register a type with a container of dependencies, which makes it and gives it to others: `services.AddScoped<IStore, Store>()`,
 * `{ provide: Store, useClass: DiskStore }`, `bind(Store).to(DiskStore)`, `wire.Bind(new(Store), …)`, `single<Store> { DiskStore() }`, `@Bean`. By the
 * text alone, for any language. Pure.
 */
import { nth } from "../base/need.js";
import { wholeWord } from "../base/whole-word.js";
import { depthOf } from "../graph/source-lines.js";
import { type Bracket, beforeOf, behindOf, closingOf, openingOf, type Place } from "./brackets.js";
import { joinedLines } from "./statements.js";
import type { CodeLines } from "./step-code.js";

/** Lines above one that its statement may begin in, and lines and characters of one that are shown. */
const MOST_ABOVE = 4;
const MOST_SHOWN = 6;
const LONGEST = 200;

/** Functions that register what they are given, or the types in their brackets. */
const CALL = String.raw`(?<![\w$])(?:(?:Try)?Add(?:Keyed)?(?:Scoped|Singleton|Transient)|TryAddEnumerable|AddHostedService|AddHttpClient|AddDbContext\w*|AddOptions|Configure|ServiceDescriptor\s*\.\s*\w+|Decorate|[Rr]egister\w*|[Bb]ind|(?:fx|dig)\s*\.\s*As|[Pp]rovide|NewSet|wire\s*\.\s*Build|Supply|Annotate|providers\s*\.\s*\w+|(?:single|factory|scoped|viewModel)(?:Of)?)`;
const IN_TYPES = new RegExp(String.raw`${CALL}\s*<[^;(){}]*$`);
const IN_CALL = new RegExp(String.raw`${CALL}\s*(?:<[^;(){}]*>)?\s*$`);
const IN_BLOCK = /(?<![\w$])(?:single|factory|scoped|viewModel)\s*(?:<[^;(){}]*>)?\s*(?:\([^()]*\)\s*)?$/;
const IN_CHAIN = /(?<![\w$])(?:[Bb]ind|[Rr]egister\w*)\b[^;]*\.\s*(?:[Tt]o\w*|[Aa]s\w*)\s*[<(][^;()<>]*$/;
const IN_CONTAINER = /[cC]ontainer\s*\[\s*$/;
const IN_LIST = /(?<![\w$])((?:providers|viewProviders|controllers|subscribers|gateways)\s*[:=])\s*$/;
const BINDS = /(?<![\w$])bind\s+$/;
/** Calls around a type that name it alone: `typeof(Store)`, `new(Store)`. */
const NAMES_TYPE = /(?:\btypeof|\bnew|\bforwardRef|=>)\s*$/;
/** An argument that is the type, makes an object of it, or is a function that does. */
const ARGUMENT = /(?:^|[,(<[=&]|::|=>|->|\breturn)\s*(?:new\s+|&)?(?:[\w$]+\.)?$/;
const BEHIND = /^\s*(?:[,)>\]};(<]|\.class\b|::class\b|$)/;
const RUNS = /=>|->|\bfunction\b|\blambda\b/;
const PROVIDER =
  /\bprovide\s*:[\s\S]*\buse(?:Class|Existing|Factory|Value)\b|\buse(?:Class|Existing|Factory|Value)\b[\s\S]*\bprovide\s*:/;
const PROVIDED = /(?:\b(?:provide|useClass|useExisting)\s*:|\bnew)\s*$/;
/** Annotations of functions whose result a container keeps. */
const MARK = /^\s*@(?:Bean|Provides|Binds|Produces|provider|singleton|inject\.provider)\b/;
const OTHER_MARK = /^\s*@\w/;

/** The code by which a line (from 1) registers the type or function of a name; null where it does not. */
export function registrationAt(source: CodeLines, line: number, name: string): string | null {
  const own = source.code[line - 1] ?? "";
  for (const { index } of own.matchAll(new RegExp(wholeWord(name), "g"))) {
    const found = registrationOf(source, { line: line - 1, column: index }, name);
    if (found !== null) return found;
  }
  return null;
}

function registrationOf(source: CodeLines, place: Place, name: string): string | null {
  const { code } = source;
  const behind = behindOf(code, { line: place.line, column: place.column + name.length });
  if (!BEHIND.test(behind)) return null;
  const first = beginOf(code, place);
  const head = `${code.slice(first, place.line).join(" ")} ${nth(code, place.line).slice(0, place.column)}`;
  if (IN_TYPES.test(head) || IN_CHAIN.test(head) || IN_CONTAINER.test(head) || BINDS.test(head))
    return shown(source, first, place.line);
  let open = openingOf(code, place);
  if (open === null) return null;
  const before = beforeOf(code, open);
  const [, list] = (open.bracket === "[" && IN_LIST.exec(before)) || [];
  if (list !== undefined) return `${list} ${name}`;
  if (open.bracket === "{" && isProvider(code, open) && PROVIDED.test(head))
    return shown(source, open.line, closingOf(code, open)?.line ?? place.line);
  if (open.bracket === "{" && IN_BLOCK.test(before))
    return inBlock(code, open, place) ? shown(source, open.line, place.line) : null;
  if (open.bracket === "(" && NAMES_TYPE.test(before)) open = openingOf(code, open);
  if (open === null || open.bracket !== "(" || !IN_CALL.test(beforeOf(code, open))) return null;
  return isArgument(code, open, place) ? shown(source, open.line, place.line) : null;
}

/** The first line of the statement of a place: lines above that open a bracket or a link of a chain goes on with. */
function beginOf(code: readonly string[], { line }: Place): number {
  let first = line;
  while (first > Math.max(0, line - MOST_ABOVE)) {
    const goesOn = /^\s*[?!]?\./.test(nth(code, first)) || /[<(,]\s*$/.test(nth(code, first - 1));
    if (!goesOn) break;
    first--;
  }
  return first;
}

const isProvider = (code: readonly string[], open: Bracket): boolean => {
  const close = closingOf(code, open);
  return close !== null && PROVIDER.test(code.slice(open.line, close.line + 1).join("\n"));
};

/** Whether a place is the first thing that a block does: `single { Store(get()) }`. */
const inBlock = (code: readonly string[], open: Bracket, place: Place): boolean =>
  /^\s*(?:[\w\s,]*->\s*)?$/.test(between(code, open, place));

/** Whether a place is an argument of a call, or what a function among its arguments makes. */
function isArgument(code: readonly string[], open: Bracket, place: Place): boolean {
  const inner = between(code, open, place);
  if (!ARGUMENT.test(`(${inner}`.replace(/\b(?:typeof|new)\($/, ""))) return false;
  return !RUNS.test(inner) || /(?:=>|->)\s*(?:\{?\s*return\s+)?(?:new\s+|&)?$/.test(inner);
}

const between = (code: readonly string[], open: Place, place: Place): string =>
  open.line === place.line
    ? nth(code, place.line).slice(open.column + 1, place.column)
    : [
        nth(code, open.line).slice(open.column + 1),
        ...code.slice(open.line + 1, place.line),
        nth(code, place.line).slice(0, place.column),
      ].join(" ");

/** Some lines as one; where they leave brackets open, up to where these are closed. */
function shown({ code, text }: CodeLines, first: number, last: number): string {
  let depth = 0;
  let end = first;
  for (; end < Math.min(code.length, first + MOST_SHOWN); end++) {
    depth += depthOf(nth(code, end));
    if (end >= last && depth <= 0) break;
  }
  return cut(joinedLines(text.slice(first, Math.max(end, last) + 1).slice(0, MOST_SHOWN)));
}

function cut(line: string): string {
  const own = line.trim();
  return own.length > LONGEST ? `${own.slice(0, LONGEST - 1)}…` : own;
}

/**
 * The annotations by which a function, whose declaration begins in a line (from 1) or below annotations above it, gives its result to a container, with
 * the line `at` of it: `@Bean @Primary Store store() {`. Null where none does.
 */
export function markedRegistration({ text }: CodeLines, line: number, at: number): string | null {
  const marks: string[] = [];
  for (let index = line - 2; index >= 0 && OTHER_MARK.test(nth(text, index)); index--) marks.unshift(nth(text, index));
  for (let index = line - 1; index < Math.min(at - 1, text.length) && OTHER_MARK.test(nth(text, index)); index++)
    marks.push(nth(text, index));
  if (!marks.some((mark) => MARK.test(mark))) return null;
  return cut(joinedLines([...marks, text[at - 1] ?? ""]));
}
