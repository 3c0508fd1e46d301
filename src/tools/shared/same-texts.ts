/** Places that code is tied to by a text alone: a job, an event or a setting that is sent under a name, and kept under it elsewhere. */
import type { SourceContext } from "./source-drafts.js";

/** A text of some code, and the other places that have it. */
export interface SameText {
  text: string;
  places: string[];
}

/** Lines of a file that an answer shows. */
export interface ShownLines {
  path: string;
  start: number;
  end: number;
  code: string;
}

/** A text that is a name with parts, `send.mail`, `order:paid`, `cart-changed`; no path of a module. */
const NAME = /(["'`])([A-Za-z][\w]*(?:[.:-][A-Za-z][\w]*)+)\1/g;
/** Any word that is given to what sends it. */
const SENT =
  /\b(?:emit|emitAsync|publish|dispatch|trigger\w*|enqueue\w*|notify\w*|broadcast|send\w*|schedule\w*|add|addJob|queue)\s*(?:<[^()]*>)?\(\s*(["'`])([A-Za-z][\w]{3,60})\1/g;
/** Endings of files that are not names of what happens. */
const IS_FILE = /\.(?:[jt]sx?|json|cs|css|html?|md|png|svg|ya?ml|txt|com|org|io|net)$/;
const LONGEST = 80;
/** The most texts that are looked for, and the most lines with each. */
const MOST_TEXTS = 12;
const MOST_LINES = 40;
/** A text with more places ties nothing together. */
const MOST_PLACES = 4;
/** In milliseconds. */
const LONGEST_SEARCH = 4000;

/** The texts in shown code that stand at a few other places of the code. Those for which there is no time are left out. */
export async function sameTexts(
  { searcher, view, signal }: SourceContext,
  shown: readonly ShownLines[],
): Promise<SameText[]> {
  const texts = [...new Set(shown.flatMap(({ code }) => namesIn(code)))].slice(0, MOST_TEXTS);
  if (texts.length === 0) return [];
  const patterns = texts.map((text) => ({ text, isRegExp: false, isCaseSensitive: true, isWholeWord: false }));
  const { matches } = await searcher.searchText(view, {
    patterns,
    contextLines: 0,
    limit: MOST_LINES,
    tests: "exclude",
    timeoutMs: LONGEST_SEARCH,
    signal,
  });
  return texts.flatMap((text, index): SameText[] => {
    const own = matches.filter((match) => match.pattern === index && isQuoted(match.text, text));
    const isShown = ({ path, line }: (typeof own)[number]) =>
      shown.some((lines) => lines.path === path && lines.start <= line && line <= lines.end);
    const places = own.flatMap((match) => (isShown(match) ? [] : [`${match.path}:${match.line}`]));
    return places.length > 0 && places.length <= MOST_PLACES ? [{ text, places }] : [];
  });
}

/** Whether a line has a text between quotes. */
export const isQuoted = (line: string, text: string) =>
  [`'${text}'`, `"${text}"`, `\`${text}\``].some((one) => line.includes(one));

function namesIn(code: string): string[] {
  const found = [...code.matchAll(NAME), ...code.matchAll(SENT)].map(([, , name = ""]) => name);
  return found.filter((name) => name.length >= 5 && name.length <= LONGEST && !IS_FILE.test(name));
}
