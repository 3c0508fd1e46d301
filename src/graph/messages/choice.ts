/**
 * Names by which code chooses what runs: keys of tables and cases. `[MAILS]: sendMail`, `"mail.send": sendMail`, `case MAILS: return sendMail(job)`,
 * `table.set(MAILS, sendMail)`. Works on the text alone. Pure.
 */
import { nth } from "../../base/need.js";
import { wholeWord } from "../../base/whole-word.js";

/** A name that chooses the code in the lines from its own to `until` (from 1). */
export interface Choice {
  how: "key" | "case" | "call";
  until: number;
  /** Those lines run: the body of a case, or of a function. Otherwise they only name the code that runs. */
  isBody: boolean;
}

/** The most lines that belong to a name. */
const MOST_LINES = 25;
const LONGEST_LINE = 2000;
/** Characters before and behind a name in its line that tell whether it chooses. */
const MOST_BESIDE = 200;

const CASE_END = /^(?:\s?\([^()]{0,200}\))?(?:\s{1,5}\w{1,80})?(?:\s{1,5}when\b[^:>]{0,200})?\s*(?::(?!:)|->|=>)/;

const QUALIFIER = String.raw`(?:[\w$]{0,80}\s?(?:\.|::)\s?){0,6}`;
/** The text of a line before the name and behind it, in each form. `isPlain`: names of fields stand so as well. */
const FORMS: readonly { how: Choice["how"]; before: RegExp; behind: RegExp; isPlain?: true }[] = [
  // Of a type, `is Opened ->` and `case Opened opened:`, also with what it has: `case .opened(let file):`.
  { how: "case", before: form(String.raw`^\s*(?:case\s{1,5}(?:is\s{1,5})?|is\s{1,5})`), behind: CASE_END },
  // `Mails -> send()` of Kotlin and `Mails => Send()` of C#.
  { how: "case", before: form(String.raw`^\s*`), behind: /^\s*(?:->|=>)/ },
  { how: "key", before: form(String.raw`(?:^|[{,(\w$)\]])\s*\[\s*`), behind: /^\s*\]\s*(?::|=(?![=>]))/ },
  { how: "key", before: form(String.raw`(?:^|[{,])\s*`), behind: /^\s*:(?!:)/, isPlain: true },
  {
    how: "call",
    before: form(
      String.raw`(?:\b(?:set|put|Add)|[Rr]egister\w{0,40}|[Aa]dd\w{0,40}Handler)\s?(?:<[^()]{0,200}>)?\(\s*`,
    ),
    behind: /^\s*,/,
  },
];

const IS_FUNCTION =
  /=>|\b(?:function|func|fun|lambda|async|delegate)\b|\{\s*(?:\w+(?:,\s*\w+)*\s*)?->|->\s*\{|\{\s*\w+\s+in\b/;
/** A value that runs nothing. */
const IS_DATA = /^\s*(?:["'`\d]|true\b|false\b|null\b|None\b|nil\b)/;

function form(begin: string): RegExp {
  return new RegExp(`${begin}${QUALIFIER}["'\`]?$`);
}

/** The lines that belong to a name in a line (from 1) of a source, if the name chooses what runs; else null. */
export function choiceAt(lines: readonly string[], { line, name }: { line: number; name: string }): Choice | null {
  const own = lines[line - 1] ?? "";
  if (own.length > LONGEST_LINE) return null;
  for (const { index } of own.matchAll(new RegExp(wholeWord(name), "g"))) {
    const before = own.slice(Math.max(0, index - MOST_BESIDE), index);
    const behind = own.slice(index + name.length).replace(/^["'`]/, "");
    const mayBeField = /^[a-z_$]/.test(name) && !/["'`]$/.test(before);
    const found = FORMS.find(
      (one) => one.before.test(before) && one.behind.test(behind) && !(one.isPlain && mayBeField),
    );
    if (!found) continue;
    const rest = [behind.replace(found.behind, ""), ...lines.slice(line, line + MOST_LINES)];
    if (found.how === "key" && IS_DATA.test(nth(rest, 0))) continue;
    const isArm = found.how === "case" && /^[^:]*[-=]>/.test(behind);
    const below = linesBelow(rest, { how: found.how, isArm });
    const isBody = found.how === "case" || IS_FUNCTION.test(rest.slice(0, below + 1).join("\n"));
    return { how: found.how, until: line + below, isBody };
  }
  return null;
}

/** The lines of a choice below its first: up to the next case, the end of an arm behind an arrow, or the comma or bracket that ends a value. */
function linesBelow(rest: readonly string[], { how, isArm }: { how: Choice["how"]; isArm: boolean }): number {
  const isStatements = how === "case" && !isArm;
  const next = isStatements ? NEXT_CASE : NEXT_VALUE;
  let depth = 0;
  let isBegun = false;
  for (const [index, text] of rest.entries()) {
    if (index > 0 && depth === 0 && isBegun && next.test(text)) return index - 1;
    for (const char of text.slice(0, LONGEST_LINE)) {
      if (/[([{]/.test(char)) depth++;
      else if (/[)\]}]/.test(char) && --depth < 0) return index;
      else if (!isStatements && depth === 0 && /[,;]/.test(char) && isBegun) return index;
      if (/\S/.test(char)) isBegun = true;
    }
  }
  return rest.length - 1;
}

const NEXT_CASE = /^\s*(?:case\b|default\b)/;
/** A line that does not go on with the value above it. */
const NEXT_VALUE = /^\s*(?![\s.?&|+)\]}:])/;

const NAME = /[A-Za-z_$][\w$]{1,79}/g;
const TEXT_NAME = /(?<=["'`])[A-Za-z][\w.:/-]{2,79}(?=["'`])/g;

/** The names that choose what stands in a line (from 1), nearest first, each with its line. */
export function choicesAround(lines: readonly string[], line: number): { name: string; line: number }[] {
  const found: { name: string; line: number }[] = [];
  for (let above = line; above >= Math.max(1, line - MOST_LINES) && found.length === 0; above--) {
    const own = (lines[above - 1] ?? "").slice(0, LONGEST_LINE);
    const names = [...(own.match(TEXT_NAME) ?? []), ...(own.match(NAME) ?? [])].slice(0, 20);
    for (const name of new Set(names)) {
      const choice = choiceAt(lines, { line: above, name });
      if (choice && choice.until >= line) found.push({ name, line: above });
    }
  }
  return found;
}
