/**
 * Valid C# that the grammar cannot read, written so that it can. The masked text is only parsed and is as long as the source; names are read
 * from the source. One pass over the characters steps over comments and strings, but not over the holes of interpolated ones.
 *
 * | source                    | masked                    |                                                        |
 * |---------------------------|---------------------------|--------------------------------------------------------|
 * | `Save(async)`             | `Save(asynk)`             | a keyword as a name                                    |
 * | `Find([property])`        | `Find([propert_])`        | words that could begin an attribute                    |
 * | `from _ in rows`          | `from o in rows`          | a discard as a range variable                          |
 * | `class A : B;`            | `class A : B{}`           | a type without a body                                  |
 * | `extension(A a) { }`      | `class ext(A a) { }`      | members of another type                                |
 * | `f(params List<int> a)`   | `f(       List<int> a)`   | what collects arguments, where it is no array          |
 * | `ref partial struct A`    | `    partial struct A`    | a modifier between others                              |
 * | `T : allows ref struct`   | `T : notnull          `   | a constraint that allows more                          |
 * | `(ref a, out b) => a`     | `(    a,     b) => a`     | how parameters without types are handed over           |
 * | `a?[0] = b; a?.b = c;`    | `a [0] = b; a .b = c;`    | conditional access                                     |
 * | `a ? [b] : c`             | `a ?+[b] : c`             | a collection that could be a conditional access        |
 * | `a = []`                  | `a = ""`                  | an empty collection                                    |
 * | `a is [..]`               | `a is [ _]`               | lists of any length                                    |
 * | `a is [b, .. var c]`      | `a is [b,    var c]`      | the rest of a list                                     |
 * | `a is [b, c] d`           | `a is (b, c) d`           | a list with a name                                     |
 * | `$@"a ""b"""`             | `$@"a ''b''"`             | quotes in an interpolated verbatim string              |
 */
import { withoutCuts } from "./directives.js";

interface Mask {
  start: number;
  text: string;
}

/** A string that is being read. */
interface Text {
  /** How many quotes end it. */
  quotes: number;
  /** How many braces open a hole in it; 0 for none. */
  braces: number;
  isVerbatim: boolean;
}

interface Bracket {
  char: "(" | "[" | "{";
  start: number;
  /** How many commas stand right in it. */
  commas: number;
  /** The string whose hole it is. */
  text: Text | null;
  isPattern: boolean;
  /** The place behind the `?` before it, or -1. */
  behindQuestion: number;
}

const TYPE_WORDS: ReadonlySet<string> = new Set(["class", "struct", "interface", "enum"]);
const BEFORE_PATTERN: ReadonlySet<string> = new Set(["is", "or", "and", "not", "case"]);
const BEFORE_EXPRESSION: ReadonlySet<string> = new Set(["return", "in"]);
/** Words that can follow a name, so that an `async` before them is one. */
const OPERATORS: ReadonlySet<string> = new Set(["is", "as", "and", "or", "switch", "with", "when", "in"]);

const BY_REFERENCE: ReadonlySet<string> = new Set(["ref", "out", "in"]);

const ASSIGNED_MEMBER = /\?\.[\w.]{1,200}\s*(?:\?\?|[-+*/%&|^])?=(?![=>])/y;
const ALLOWS_REF = /allows[ \t]+ref[ \t]+struct\b/y;
const BEFORE_PARTIAL = /ref\s+partial\s+struct\b/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n][^'\n]{0,9})'/y;
const DESIGNATION = /\]\s*[A-Za-z_]\w*\s*(?:[,})\]&|;:?=]|(?:when|and|or)\b)/y;
const DISCARD_IN = /_\s+in\b/y;
const ELSE_BRANCH = /\]\s*:/y;
const EMPTY_LIST = /\[[ \t]*\]/y;
const EXTENSION =
  /extension\s*(?:<[^(){};]{1,300}>\s*)?\((?:[^(){};]|\([^(){};]{0,200}\)){1,500}\)\s*(?:where\b[^{};]{1,500})?\{/y;
const HANDED_OVER = /(?:ref|out|in)\s+@?\w{1,100}\s*(?:,\s*(?:(?:ref|out|in)\s+)?@?\w{1,100}\s*){0,15}\)\s*=>/y;
const NAMED_SLICE = /\.\.\s*(?:var\s+\w+\s*[,\]]|\{)/y;
const TARGET_WORD = /\[\s*(?:field|event|method|param|property|type)\b(?!\s*:(?!:))/y;
const TEXT_START = /[$@]{0,20}"/y;
const TYPE_NAME = /\s+(?!where\b)[\w@]/y;
const WHOLE_LIST = /\[\s*\.\.\s*\]/y;

const WORD_CHARACTERS = Uint8Array.from({ length: 128 }, (_, code) => (/\w/.test(String.fromCharCode(code)) ? 1 : 0));
const LONGEST_MASKED_WORD = "extension".length;
const MASKED_WORD_STARTS = new Set([..."aceioprs_"].map((letter) => letter.charCodeAt(0)));

/** The text to parse instead of a source: of the same length, with the same lines. */
export function maskForGrammar(source: string): string {
  const text = withoutCuts(source);
  const masks = findMasks(text).sort((a, b) => a.start - b.start);
  if (masks.length === 0) return text;
  let masked = "";
  let copied = 0;
  for (const { start, text: replacement } of masks) {
    masked += text.slice(copied, start) + replacement;
    copied = start + replacement.length;
  }
  return masked + text.slice(copied);
}

function findMasks(source: string): Mask[] {
  const { length } = source;
  const masks: Mask[] = [];
  const open: Bracket[] = [];
  let at = 0;
  /** The last character that is neither space nor comment, and where the last word starts and ends. */
  let last = -1;
  let wordStart = 0;
  let wordEnd = 0;
  /** How many brackets are open around the head of the type that is being read; -1 for none. */
  let head = -1;

  const mask = (start: number, text: string): void => {
    masks.push({ start, text });
  };

  /** Whether a sticky pattern matches at a place; `lastIndex` then says where it ends. */
  const isAt = (pattern: RegExp, start: number): boolean => {
    pattern.lastIndex = start;
    return pattern.test(source);
  };

  /** Goes behind a comment or directive that ends with `end`. */
  const skipTo = (end: string): void => {
    const found = source.indexOf(end, at + end.length);
    at = found === -1 ? length : found + end.length;
  };

  const wordBefore = (): string => (last === wordEnd - 1 ? source.slice(wordStart, wordEnd) : "");

  const endOfRun = (char: string): number => {
    let end = at;
    while (source[end] === char) end++;
    return end;
  };

  const startsExpression = (): boolean => {
    const before = source[last] ?? "";
    if (before === ">") return source[last - 1] === "=";
    if (before === "?") return last + 1 < at;
    return before !== "" && ("=({[:,".includes(before) || BEFORE_EXPRESSION.has(wordBefore()));
  };

  const openBracket = (char: Bracket["char"], text: Text | null = null): void => {
    open.push({ char, start: at, commas: 0, text, isPattern: false, behindQuestion: -1 });
    last = at++;
  };

  const openList = (): void => {
    const isPattern = source[last] === ":" || BEFORE_PATTERN.has(wordBefore());
    if (isAt(EMPTY_LIST, at) && startsExpression()) {
      const end = EMPTY_LIST.lastIndex;
      mask(at, `"${source.slice(at + 1, end - 1)}"`);
      last = end - 1;
      at = end;
      return;
    }
    if (isAt(TARGET_WORD, at)) mask(TARGET_WORD.lastIndex - 1, "_");
    else if (isAt(WHOLE_LIST, at) && (isPattern || startsExpression())) mask(source.indexOf("..", at), " _");
    const isBehindQuestion = source[last] === "?" && source[last - 1] !== "?" && last + 1 < at;
    const behindQuestion = isBehindQuestion ? last + 1 : -1;
    openBracket("[");
    Object.assign(open.at(-1)!, { isPattern, behindQuestion });
  };

  const closeList = (): void => {
    if (open.at(-1)?.char === "[") {
      const { start, commas, isPattern, behindQuestion } = open.pop()!;
      if (behindQuestion !== -1 && isAt(ELSE_BRANCH, at)) mask(behindQuestion, "+");
      if (isPattern && isAt(DESIGNATION, at)) {
        const isOneObject = commas === 0 && source[last] === "}";
        if (commas > 0 || isOneObject) {
          mask(start, isOneObject ? " " : "(");
          mask(at, isOneObject ? " " : ")");
        }
      }
    }
    last = at++;
  };

  const closeBlock = (): void => {
    while (open.length > 0 && open.at(-1)!.char !== "{") open.pop();
    const text = open.pop()?.text ?? null;
    if (open.length < head) head = -1;
    if (text === null) {
      last = at++;
      return;
    }
    at += text.braces;
    readText(text);
  };

  /** A string from its first mark on. */
  const startText = (): void => {
    const marks = source.slice(at, TEXT_START.lastIndex - 1);
    const isVerbatim = marks.includes("@");
    at += marks.length;
    const quotes = isVerbatim ? 1 : endOfRun('"') - at;
    at += quotes;
    last = at - 1;
    const dollars = marks.length - (isVerbatim ? 1 : 0);
    if (quotes !== 2) readText({ quotes, braces: quotes === 1 ? Math.min(dollars, 1) : dollars, isVerbatim });
  };

  /** The inside of a string, to its end or into its next hole. */
  const readText = (text: Text): void => {
    const { quotes, braces, isVerbatim } = text;
    const isLine = quotes === 1 && !isVerbatim;
    for (; at < length; at++) {
      const char = source[at];
      if (char === '"') {
        if (isVerbatim && source[at + 1] === '"') {
          if (braces > 0) mask(at, "''");
          at++;
          continue;
        }
        const run = quotes === 1 ? 1 : endOfRun('"') - at;
        at += run - 1;
        if (run >= quotes) {
          at++;
          break;
        }
      } else if (char === "{" && braces > 0) {
        const end = endOfRun("{");
        const isHole = quotes === 1 ? (end - at) % 2 === 1 : end - at >= braces;
        at = end - 1;
        if (isHole) {
          openBracket("{", text);
          return;
        }
      } else if (isLine && char === "\\") at++;
      else if (isLine && char === "\n") break;
    }
    last = at - 1;
  };

  const readWord = (): void => {
    const start = at;
    while (at < length && isWordCharacter(source.charCodeAt(at))) at++;
    if (at - start <= LONGEST_MASKED_WORD && MASKED_WORD_STARTS.has(source.charCodeAt(start))) {
      const word = source.slice(start, at);
      if (word === "async") {
        if (isName(source, start, at)) mask(start, "asynk");
      } else if (word === "params") mask(start, "      ");
      else if (word === "allows" && isAt(ALLOWS_REF, start)) {
        mask(start, "notnull".padEnd(ALLOWS_REF.lastIndex - start));
        at = ALLOWS_REF.lastIndex;
      } else if (word === "ref" && isAt(BEFORE_PARTIAL, start)) mask(start, "   ");
      else if ("(,".includes(source[last] ?? " ") && BY_REFERENCE.has(word) && isAt(HANDED_OVER, start))
        mask(start, " ".repeat(word.length));
      else if (TYPE_WORDS.has(word)) {
        if (isAt(TYPE_NAME, at)) head = open.length;
      } else if (word === "_") {
        if (isAt(DISCARD_IN, start) && wordBefore() === "from") mask(start, "o");
      } else if (word === "extension") {
        if (last >= 0 && "{};]".includes(source[last]!) && isAt(EXTENSION, start)) mask(start, "class ext");
      }
    }
    wordStart = start;
    wordEnd = at;
    last = at - 1;
  };

  while (at < length) {
    const code = source.charCodeAt(at);
    if (code <= 32) {
      at++;
      continue;
    }
    if (isWordCharacter(code)) {
      readWord();
      continue;
    }
    switch (source[at]) {
      case "/":
        if (source[at + 1] === "/") skipTo("\n");
        else if (source[at + 1] === "*") skipTo("*/");
        else last = at++;
        break;
      case "#":
        skipTo("\n");
        break;
      case "'":
        if (isAt(CHARACTER, at)) at = CHARACTER.lastIndex;
        else at++;
        last = at - 1;
        break;
      case '"':
      case "$":
        if (isAt(TEXT_START, at)) startText();
        else last = at++;
        break;
      case "@":
        if (isAt(TEXT_START, at)) startText();
        else {
          do at++;
          while (at < length && isWordCharacter(source.charCodeAt(at)));
          last = at - 1;
        }
        break;
      case "(":
        openBracket("(");
        break;
      case "[":
        openList();
        break;
      case "{":
        if (head === open.length) head = -1;
        openBracket("{");
        break;
      case ")":
        if (open.at(-1)?.char === "(") open.pop();
        last = at++;
        break;
      case "]":
        closeList();
        break;
      case "}":
        closeBlock();
        break;
      case ",":
        if (open.length > 0) open.at(-1)!.commas++;
        last = at++;
        break;
      case ";":
        if (head === open.length) {
          if (at + 1 < length && source.charCodeAt(at + 1) <= 32) mask(at, "{}");
          head = -1;
        }
        last = at++;
        break;
      case ":":
        last = at++;
        // Behind it is the format of a hole, which may hold anything.
        if (source[at] === ":") last = at++;
        else if (open.at(-1)?.text) while (at < length && !'}"\n'.includes(source[at]!)) at++;
        break;
      case "?":
        if (source[at + 1] === "[" && /[\w)\]]/.test(source[at - 1] ?? "")) mask(at++, " ");
        else {
          if (source[at + 1] === "." && isAt(ASSIGNED_MEMBER, at)) mask(at, " ");
          last = at++;
        }
        break;
      case ".":
        if (source[at + 1] === "." && open.at(-1)?.char === "[" && isAt(NAMED_SLICE, at)) mask(at, "  ");
        last = source[at + 1] === "." ? at + 1 : at;
        at = last + 1;
        break;
      default:
        last = at++;
    }
  }
  return masks;
}

const isWordCharacter = (code: number): boolean => code > 127 || WORD_CHARACTERS[code] === 1;

/** Whether the `async` at [start, end) is a name: a modifier stands before a type, a lambda or another modifier. */
function isName(source: string, start: number, end: number): boolean {
  let after = end;
  while (after < source.length && source.charCodeAt(after) <= 32) after++;
  const next = source[after] ?? "";
  if (/[A-Za-z_@]/.test(next)) {
    return OPERATORS.has(/^@?\w*/.exec(source.slice(after, after + 12))?.[0] ?? "");
  }
  return next !== "(" || source[start - 1] === ".";
}
