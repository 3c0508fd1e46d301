/**
 * The steps of a function, which are the shape of its body: the lines that decide, call, change a value, name an event, return or throw. The other lines
 * are left out; the numbers of the rows tell where, and rows before longer gaps say how many. Arguments and conditions of several lines stand in the row
 * that they begin in. Of functions of 60 lines and more that is half of the characters. Works on the text alone, for any language with brackets or
 * indentation. Pure.
 */
import { nth } from "../base/need.js";
import { depthOf } from "../graph/source-lines.js";
import { withGuards } from "./guards.js";
import { withJoinedRows } from "./joined-rows.js";
import { atLevels, numbered, type RowOfLines, type SourceRow } from "./source-rows.js";
import { joinedLines, statementEnd } from "./statements.js";
import { type CodeLines, codeLines } from "./step-code.js";

/** A signature of more lines is cut. */
const LONGEST_SIGNATURE = 24;
/** A signature of more lines is one row. */
const SIGNATURE_ROWS = 5;
/** No person writes longer lines; expressions are not tried on these, and they are left out. */
const LONGEST_LINE = 1000;
/** Where this many lines or more are left out, the row before says how many. */
const TOLD_GAP = 6;

const DECIDES =
  /^\s*(?:[})\]]+\s*)?(?:if|elif|elsif|elseif|else|unless|for|foreach|while|until|loop|do|switch|match|case|default|when|select|try|catch|except|rescue|ensure|finally|throw|raise|return|yield|await|assert|break|continue|fallthrough|goto|defer|go|guard|using|with|lock|synchronized)\b/;
/** A condition or a choice that goes on from the line before. */
const GOES_ON = /^\s*(?:\?|:|&&|\|\||\?\?|\?:|and\b|or\b)\s/;
/** The first line of such a condition, where its sign stands at the end; and the sign of a choice, whose condition is the line before. */
const HOLDS = /(?:&&|\|\||\?\?)\s*\(?$/;
const CHOOSES = /^\s*\?\s/;
const WAITS_OR_ENDS = /\b(?:throw|await|yield)\b|[?:;{)]\s*(?:return|continue|break)\b|<-/;
/** A name before an opening bracket, `f(`, `f<T>(`, `list[0](`, or a component of JSX. */
const CALLS = /[\p{L}\p{N}_$>\])]\s?\(|^\s*<\p{Lu}/u;
/** A call whose only argument is a closure: `items.forEach {`, `launch {`. */
const CALLS_WITH_CLOSURE = /(?:[.=]|^)\s*[\p{L}_]\w*\??\s*\{(?:\s*[\w, :()$]+(?:->|\bin\b))?\s*$/u;
/** Conditions of markup: `{data.error && <Errors />}` of JSX, `{#if data}` of Svelte, `v-if="data"` of Vue. */
const DECIDES_MARKUP = /^\s*\{(?:[#:@]\w|.*(?:&&|\|\||\?\?|\s\?(?:\s|$)|<\p{Lu}))|\sv-(?:if|else|else-if|for|show)\b/u;
/** The head of a type or function. */
const DECLARES =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|sealed|final|open|data|partial|async|pub|override)\s+)*(?:class|interface|enum|struct|record|protocol|trait|impl|object|extension|namespace|module|fun|func|fn|def)\b/;
/** The head of a function in a function. */
const OPENS_FUNCTION = /=>\s*\{?\s*$|\bfunction\b/;
const ASSIGNS_TO_MEMBER = /[\w$\])]\.[\w$]+\s*(?:[-+*/%|&^?]|\?\?|\|\||&&)?=(?![=>])/;

/** A variable, or a field without `this`, that gets another value: declarations have a word before the name, attributes of JSX no space behind it. */
const REASSIGNS =
  /^\s*[\p{L}_$][\p{L}\p{N}_$]*(?:\[[^\]]*\])?(?:\s+(?:[-+*/%|&^?]|\?\?|\|\||&&|<<|>>)?=(?![=>])|\+\+|--)|^\s*(?:\+\+|--)/u;
/** The name of a job, an event or a setting: `name: "send.mail"`. */
const NAMES = /[:(,[]\s*(["'`])[A-Za-z]\w*(?:[.:-][A-Za-z]\w*)+\1/;

/** A decorator or an attribute. */
const ANNOTATES = /^\s*(?:@\w|#?\[[A-Za-z])/;

const STEPS = [
  DECIDES,
  DECIDES_MARKUP,
  DECLARES,
  GOES_ON,
  WAITS_OR_ENDS,
  CALLS,
  CALLS_WITH_CLOSURE,
  OPENS_FUNCTION,
  ASSIGNS_TO_MEMBER,
  REASSIGNS,
];

/**
 * The steps of some lines of code, of which the first has the number `start`. Those of a function begin with its declaration: its signature is always
 * there. So are lines whose numbers are in `kept`.
 */
export function stepRows(
  start: number,
  lines: readonly string[],
  { isFunction, kept }: { isFunction: boolean; kept?: ReadonlySet<number> | undefined },
): SourceRow[] {
  const source = codeLines(lines, LONGEST_LINE);
  const signature = isFunction ? signatureEnd(source) : -1;
  const rows: RowOfLines[] = [];
  if (signature >= SIGNATURE_ROWS)
    rows.push({ first: 0, last: signature, text: joinedLines(lines.slice(0, signature + 1)) });
  for (let index = rows.length > 0 ? signature + 1 : 0; index < lines.length; index++) {
    const last = index > signature ? statementEnd(source, index) : index;
    const isKept = index <= signature || kept?.has(start + index) || hasStep(source, index, last);
    if (!isKept) continue;
    rows.push({ first: index, last, text: joinedLines(lines.slice(index, last + 1)) });
    index = last;
  }
  return numbered(start, atLevels(withJoinedRows(withGuards(rows, source, { start, kept }))).map(withGap));
}

/** The rows of decorators and attributes, `@UseGuards(…)` and `[Authorize]`, among the lines above a declaration, of which the first has the number `start`. */
export function annotationRows(start: number, lines: readonly string[]): SourceRow[] {
  const source = codeLines(lines, LONGEST_LINE);
  const rows: RowOfLines[] = [];
  for (let index = 0; index < lines.length; index++) {
    if (!ANNOTATES.test(nth(lines, index)) || source.within[index] !== null) continue;
    const last = statementEnd(source, index);
    rows.push({ first: index, last, text: joinedLines(lines.slice(index, last + 1)) });
    index = last;
  }
  return numbered(start, atLevels(rows));
}

/** A row that says how many lines behind it are left out, where they are many. */
function withGap(row: RowOfLines, index: number, rows: readonly RowOfLines[]): RowOfLines {
  const gap = (rows[index + 1]?.first ?? row.last + 1) - row.last - 1;
  return gap >= TOLD_GAP ? { ...row, text: `${row.text}  … ${gap} lines` } : row;
}

/** Whether one of some lines is a step. A statement without a step is left out line by line. */
function hasStep(source: CodeLines, first: number, last: number): boolean {
  for (let index = first; index <= last; index++) if (isStep(source, index)) return true;
  return false;
}

function isStep({ text, code }: CodeLines, index: number): boolean {
  const [written, own] = [nth(text, index), nth(code, index)];
  if (written.length > LONGEST_LINE) return false;
  if (own.trim() === "") return false;
  return STEPS.some((pattern) => pattern.test(own)) || NAMES.test(written) || isInCondition(code, index);
}

/** Whether a line is a part of a condition that takes several. */
const isInCondition = (code: readonly string[], index: number): boolean =>
  [index - 1, index].some((line) => HOLDS.test(code[line]?.trimEnd() ?? "")) || CHOOSES.test(code[index + 1] ?? "");

/** The index of the last line of the signature: outside of its brackets, the first to open a body or to stand before the body's bracket. */
function signatureEnd({ code }: CodeLines): number {
  let depth = 0;
  const most = Math.min(code.length, LONGEST_SIGNATURE);
  for (let index = 0; index < most; index++) {
    const line = nth(code, index).trimEnd();
    const outside = depth + depthOf(line.endsWith("{") ? line.slice(0, -1) : line);
    if (outside <= 0 && /[{:>=]$/.test(line)) return index;
    depth += depthOf(line);
  }
  return 0;
}
