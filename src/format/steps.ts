/**
 * The steps of a function: the lines that decide, call, change a value, name an event, return or throw. The other lines are left out; the numbers of the rows tell
 * where. Of functions of 60 lines and more that is a third to a half of the characters. Works on the text alone, for any language with brackets
 * or indentation. Pure.
 */
import type { SourceRow } from "./fold.js";

/** A signature of more lines is cut. */
const LONGEST_SIGNATURE = 12;
/** No person writes longer lines; expressions are not tried on these, and they are left out. */
const LONGEST_LINE = 1000;

const COMMENT = /^\s*(?:\/\/|\/\*|\*(?:[\s/]|$)|#\s)/;
const DECIDES =
  /^\s*(?:[})\]]+\s*)?(?:if|elif|else|for|foreach|while|do|switch|match|case|default|when|select|try|catch|except|finally|throw|raise|return|yield|await|break|continue|goto|defer|go|guard|using|with|lock)\b/;
/** A condition or a choice that goes on from the line before. */
const GOES_ON = /^\s*(?:\?|:|&&|\|\||\?\?|and\b|or\b)\s/;
const WAITS_OR_ENDS = /\b(?:throw|await|yield)\b/;
/** A name before an opening bracket, `f(`, `f<T>(`, `list[0](`, or a component of JSX. */
const CALLS = /[\p{L}\p{N}_$>\])]\s?\(|^\s*<\p{Lu}/u;
/** The head of a function in a function. */
const OPENS_FUNCTION = /=>\s*\{?\s*$|\bfunction\b/;
const ASSIGNS_TO_MEMBER = /[\w$\])]\.[\w$]+\s*(?:[-+*/%|&^?]|\?\?|\|\||&&)?=(?![=>])/;

/** A variable, or a field without `this`, that gets another value: declarations have a word before the name, attributes of JSX no space behind it. */
const REASSIGNS =
  /^\s*[\p{L}_$][\p{L}\p{N}_$]*(?:\[[^\]]*\])?(?:\s+(?:[-+*/%|&^?]|\?\?|\|\||&&|<<|>>)?=(?![=>])|\+\+|--)|^\s*(?:\+\+|--)/u;
/** The name of a job, an event or a setting: `name: "send.mail"`. */
const NAMES = /[:(,[]\s*(["'`])[A-Za-z]\w*(?:[.:-][A-Za-z]\w*)+\1/;

const STEPS = [DECIDES, GOES_ON, WAITS_OR_ENDS, CALLS, OPENS_FUNCTION, ASSIGNS_TO_MEMBER, REASSIGNS, NAMES];

/**
 * The steps of a function, whose declaration begins in the line `start`, the first of `lines`. The lines up to the opening of the body are always there,
 * and those whose numbers are in `kept`.
 */
export function stepRows(start: number, lines: readonly string[], kept?: ReadonlySet<number>): SourceRow[] {
  const opening = lines.slice(0, LONGEST_SIGNATURE).findIndex((line) => /[{:>=]\s*$/.test(line));
  const signature = Math.max(0, opening);
  return lines.flatMap((line, at) => {
    if (at > signature && !isStep(line) && !kept?.has(start + at)) return [];
    return [{ last: start + at, text: `${start + at}\t${line}` }];
  });
}

function isStep(line: string): boolean {
  if (line.length > LONGEST_LINE || COMMENT.test(line)) return false;
  return STEPS.some((pattern) => pattern.test(line));
}
