/**
 * Bug reports as queries: of a long text the lines that say something about code, in its order. Headings of forms, logs and the reporter's own
 * folders say nothing, and their words would stand for code that was named. Pure.
 */
import { isOfQuestion } from "./concepts.js";

/** The part of a report that is looked for. */
export interface ReadReport {
  text: string;
  /** Its lines that are looked for, and its other lines, without blank ones. */
  used: number;
  left: number;
}

/** Texts up to this length in one line are not reports. */
const LONGEST_SENTENCE = 400;
/** The most that is looked for: more words would drown the ones that matter. */
const MOST_CHARACTERS = 4000;
/** The most lines that stand for a stretch of log: those that name an error come first. */
const MOST_OF_LOG = 4;
const LONGEST_LINE = 500;

const CHECKBOX = /^\s*[-*+]\s*\[[ xX]?\]/;
/** A line that only names what comes below it, as forms have them: `### Steps to reproduce`, `**Expected behavior**`, `Environment:`. */
const FORM_HEADING =
  /^(?:#{1,6}\s*|\*\*|__)?(?:describe the bug|bug description|description|summary|issue|what (?:i did|happened)(?: instead)?|steps(?: to reproduce)?|how to reproduce|to reproduce|reproduction|expected(?: behaviou?r| result)?|actual(?: behaviou?r| result)?|current behaviou?r|environment|versions?|system info|screenshots?|logs?|relevant log output|additional (?:context|information)|checklist|possible solution)\s*[:?]?\s*(?:\*\*|__)?\s*:?$/i;
/** A machine or a version: `OS: Debian 12`, `- Node version: 20.1`. */
const ENVIRONMENT =
  /^\s*(?:[-*+]\s*)?(?:\*\*)?(?:os|operating system|platform|browser|kernel|arch(?:itecture)?|environment|(?:[\w.-]+ )?version)\s*(?:\*\*)?:(?:\*\*)?\s*[^:]{0,60}$/i;
const LOG =
  /^\s*[[(]?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* +\d+ \d\d:\d\d|(?:trace|debug|info|notice|warn(?:ing)?)\b[\]:| ])/i;
const ERROR = /error|exception|fail|panic|fatal|traceback|abort|assert|refused|denied|invalid/i;
/** The time and the level of a line of log, which say nothing. */
const STAMP = /^\s*[[(]?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?[\])]?\s*/;
/** A path of the reporter's machine: its last two parts may be those of a file here. */
const OWN_PATH =
  /(?<![\w/.])(?:[A-Za-z]:[\\/]|~\/|\/(?:home|Users|usr|opt|var|tmp|srv|mnt|root|app|builds?|workspace)\/)[^\s"'`()<>|*?:;,]+/g;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;

/** Whether a text is a report: prose of several lines, or very long. `count`: its words that are looked up; `carrying`: those of them that carry it. */
export function isReport(text: string, { count, carrying }: { count: number; carrying: number }): boolean {
  const isLong = text.length > LONGEST_SENTENCE || /\n\s*\S/.test(text.trim());
  return isLong && carrying >= LEAST_CARRYING && count - carrying >= LEAST_FILLERS && isProse(text);
}

/** Words of code and of stack traces are not prose: a sentence holds some that only carry it. */
const LEAST_CARRYING = 12;
const LEAST_FILLERS = 4;
const LEAST_OF_PROSE = 0.15;
function isProse(text: string): boolean {
  const words = text.slice(0, MOST_CHARACTERS).match(/[A-Za-z]+/g) ?? [];
  return words.filter(isOfQuestion).length >= LEAST_OF_PROSE * words.length;
}

/** The lines of a report that say something. Where none does, all of it, as far as it is looked for. */
export function readReport(text: string): ReadReport {
  const lines = text.replace(COMMENT, "").split(/\r?\n/);
  const total = text.split(/\r?\n/).filter((line) => line.trim() !== "").length;
  const kept: string[] = [];
  let characters = 0;
  const seen = new Set<string>();
  for (const line of withoutLogs(lines)) {
    if (line.trim() === "" || CHECKBOX.test(line) || FORM_HEADING.test(line.trim()) || ENVIRONMENT.test(line)) continue;
    const told = line.replace(OWN_PATH, lastParts).slice(0, LONGEST_LINE).trimEnd();
    const same = told.replace(/\d+/g, "0").trim();
    if (seen.has(same)) continue;
    if (characters + told.length > MOST_CHARACTERS) break;
    seen.add(same);
    characters += told.length + 1;
    kept.push(told);
  }
  if (kept.length === 0) return { text: text.slice(0, MOST_CHARACTERS), used: total, left: 0 };
  return { text: kept.join("\n"), used: kept.length, left: Math.max(0, total - kept.length) };
}

/** The lines, with a few of each stretch of log, without their times. */
function withoutLogs(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let log: string[] = [];
  const end = () => {
    const errors = log.filter((line) => ERROR.test(line));
    kept.push(...(errors.length > 0 ? errors : log).slice(0, MOST_OF_LOG).map((line) => line.replace(STAMP, "")));
    log = [];
  };
  for (const line of lines) {
    if (LOG.test(line)) log.push(line);
    else {
      end();
      kept.push(line);
    }
  }
  end();
  return kept;
}

const lastParts = (path: string): string =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== "")
    .slice(-2)
    .join("/");
