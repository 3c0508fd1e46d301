/** Places where texts name something: what stands in a comment, or in the prose of a string, names nothing. Pure. */
import type { Language } from "../../languages/language.js";
import type { TextSpan } from "../../languages/usage.js";

/** A place where a name stands. */
export interface Mention {
  file: number;
  position: number;
  line: number;
  /** Behind a dot: a member of something. */
  isMember: boolean;
  /** In a statement that imports, in a list of what the file exports. */
  isImport: boolean;
  isExport: boolean;
  /** In a statement that passes names of another file on. */
  isPassed: boolean;
  isText: boolean;
}

const WORD = /[\p{L}_$#][\p{L}\p{N}_$]*/gu;
const SLASHES = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g;
const HASHES = /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g;

/** The kinds of pieces of a text that are not plain code. */
interface Piece extends TextSpan {
  isComment: boolean;
}

/** Comments and strings, as far as a simple reading tells them; templates count as code. */
function piecesOf(text: string, language: Language): Piece[] {
  const isHash = language.comments?.line.includes("#") === true;
  return [...text.matchAll(isHash ? HASHES : SLASHES)].flatMap(({ 0: matched, index }) => {
    const isComment = isHash ? matched.startsWith("#") : matched.startsWith("/");
    if (matched.startsWith("`")) return [];
    return [{ start: index, end: index + matched.length, isComment }];
  });
}

const isProse = (text: string, start: number, end: number): boolean => {
  const [before, after] = [text[start - 1] ?? "", text[end] ?? ""];
  return (
    (/\s/.test(before) || /["']/.test(before)) && (/\s/.test(after) || /[:,.!?][\s"'`)]/.test(text.slice(end, end + 2)))
  );
};

/** Where some names stand in a text, in order. Without a language all of it counts. */
export function mentionsIn(
  text: string,
  names: ReadonlySet<string>,
  { file, language }: { file: number; language: Language | null },
): { name: string; mention: Mention }[] {
  const found: { name: string; mention: Mention }[] = [];
  const words = [...text.matchAll(WORD)].filter(({ 0: word }) => names.has(word));
  if (words.length === 0) return [];
  const pieces = language ? piecesOf(text, language) : [];
  const imports = language?.usage?.modules?.imports(text) ?? [];
  const passing = language?.usage?.modules?.passing(text) ?? [];
  const exported = language?.usage?.modules?.exportLists(text) ?? [];
  let [line, lineEnd, piece] = [1, -1, 0];
  for (const { 0: name, index: position } of words) {
    for (
      let next = text.indexOf("\n", lineEnd + 1);
      next >= 0 && next < position;
      next = text.indexOf("\n", next + 1)
    ) {
      line++;
      lineEnd = next;
    }
    while (piece < pieces.length && (pieces[piece]?.end ?? 0) <= position) piece++;
    const around = pieces[piece];
    const isText = around !== undefined && around.start <= position;
    if (isText && (around.isComment || isProse(text, position, position + name.length))) continue;
    const isImport = isIn(imports, position);
    const isPassed = isIn(passing, position);
    // The module of an import is not a name.
    if (isText && (isImport || isPassed)) continue;
    const mention: Mention = {
      file,
      position,
      line,
      isMember: /\.\s*$/.test(text.slice(Math.max(0, position - 20), position)) && !isText,
      isImport,
      isExport: isIn(exported, position),
      isPassed,
      isText: isText || language === null,
    };
    found.push({ name, mention });
  }
  return found;
}

const isIn = (spans: readonly TextSpan[], position: number): boolean =>
  spans.some(({ start, end }) => start <= position && position < end);

/**
 * The names of attributes, decorators and annotations that end right before a position, and of those at the beginning of the piece from there to
 * `until`.
 */
export function marksBefore(text: string, position: number, until: number): string[] {
  const marks: string[] = [];
  let before = withoutModifiers(text.slice(Math.max(0, position - 3000), position));
  for (;;) {
    const opened = openingOf(before);
    const attribute = /(?:^|\n)[ \t]*\[([^\]]*)$/.exec(opened === null ? "" : before.slice(0, opened + 1));
    const called = /@([\w.:]+)\s*$/.exec(opened === null ? before : before.slice(0, opened));
    if (opened !== null && before.endsWith("]") && attribute) {
      marks.push(...namesOf(before.slice(opened + 1, -1)));
      before = before.slice(0, opened).trimEnd();
    } else if (called && (opened === null || before.endsWith(")"))) {
      marks.push(called[1] ?? "");
      before = before.slice(0, called.index).trimEnd();
    } else break;
  }
  const head = text.slice(position, Math.min(until, position + 600));
  for (const [, mark = ""] of head.matchAll(/(?:^|\n|\s)@([\w.:]+)/g)) marks.push(mark);
  const first = /^\s*\[([^\]\n]*)\]/.exec(head);
  if (first) marks.push(...namesOf(first[1] ?? ""));
  return marks;
}

/** `Fact`, `Theory` of `Fact, Theory(Skip = "x")`. */
const namesOf = (attributes: string): string[] =>
  attributes
    .replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "")
    .replace(/\([^)]*\)/g, "")
    .split(",")
    .map((each) => each.trim().replace(/^\w+\s*:\s*/, ""))
    .filter((each) => each !== "");

const withoutModifiers = (before: string): string =>
  before
    .trimEnd()
    .replace(
      /(?:\b(?:export|default|public|private|protected|internal|static|async|abstract|final|override|open|declare|readonly|sealed|partial|data|inline|suspend|func|fun|def|class|const)\s*)+$/,
      "",
    )
    .trimEnd();

/** The start of the bracket at the end of a text; null for a text without one. */
function openingOf(text: string): number | null {
  const last = text.at(-1);
  if (last !== ")" && last !== "]") return null;
  const open = last === ")" ? "(" : "[";
  let depth = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === last) depth++;
    else if (text[index] === open && --depth === 0) return index;
  }
  return null;
}
