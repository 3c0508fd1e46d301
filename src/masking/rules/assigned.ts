/**
 * Secrets that a name reveals: `password=…`, `"apiKey": "…"`, `<Password>…</Password>`, `--token …`, connection strings, settings of every kind.
 *
 * One expression finds the names and the text between them and their value; the value is then read by hand up to its end and judged by its context. A
 * quoted value may be anything that is not obviously harmless. A value without quotes may be code, so it must look random, except in forms that only
 * settings use.
 */
import { need, nth, present } from "../../base/need.js";
import { classesOf, entropyOf, isName, isOwnName, isPlaceholder, isRandom, isWordy } from "./harmless.js";
import type { OwnRule, SecretSpan } from "./rule.js";

/** The kind of value that a name promises: a password of any kind, a token, or a key that may also be a table's. */
type Kind = "password" | "token" | "key";

const PASSWORD = "pass(?:word|wd|phrase|code|wort|_?key)?|pwd|psw|pw|secret(?!s)|credentials?";
const TOKEN = "token|auth|pat|sas";
/** A key with one of these words before it is as good as a token. */
const KEY_OF =
  /(?:api|access|secret|auth|private|account|shared|encrypt(?:ion)?|decryption|sign(?:ing|ature)?|master|licen[cs]e|subscription|app(?:lication)?|service|deploy|storage|anon|role|instrumentation|consumer|webhook|session|cookie|client|server|project|write|admin|functions?|host|jwt|hmac|aes|cipher|crypto|stream|bot|integration|user|root|ingestion|gateway|merchant|security)(?:[_.-]?access)?[_.-]?$/i;
/** Suffixes that keep the word's meaning. */
const SUFFIX =
  "(?:[_.-]?(?:key|value|val|base64|b64|base|hex|text|string|prod(?:uction)?|dev(?:elopment)?|staging|live|test|old|new|current|primary|secondary|main|default|raw|plain|id|\\d{1,3})){0,2}";
/** The text between a name and its value. Every part is bounded, so that matching stays fast on any text. */
const BETWEEN = [
  // "name": "DB_PASSWORD", "value": "…"; <add key="Password" value="…"/>; - name: DB_PASSWORD, and value: on the next line
  `(?:["'],?\\s{0,40}|,?\\s{1,40})["']?value["']?\\s{0,4}[:=]\\s{0,4}`,
  // <password>…
  `(?:\\s[\\w:.-]{1,40}=["'][^"'<>\\r\\n]{0,80}["']){0,3}>`,
  // a property with its accessors, or its type
  "\\s{0,3}\\{\\s?get;[^{}\\r\\n]{0,40}\\}\\s{0,3}=\\s{0,3}",
  "[?!]?\\s{0,3}:\\s{0,3}[A-Za-z&*][\\w.<>\\[\\]|&' ]{0,40}?\\s{0,3}=(?![=>])\\s{0,3}",
  `(?:\\\\{0,3}["'\`]|\\\\{1,3}\\]|["']\\])?\\s{0,20}(?:=>|:=|\\?\\?=?|\\|\\|=?|[!=]==?(?=[\\s"'\`])|\\?=|=|:)\\s{0,20}`,
  // ("PASSWORD", "…")
  `["']\\s{0,4},\\s{0,4}(?=["'\`])`,
  // --password …
  `[ \\t]{1,4}(?=[^\\s=:-])`,
];
const NAME = new RegExp(`(?:(${PASSWORD})|(${TOKEN})|(key))${SUFFIX}(?:${BETWEEN.join("|")})`, "gi");

/** Public things with such a name, by the word before it. */
const PUBLIC = new Set(
  `public publishable publickey primary foreign partition sort cache row object idempotency page continuation cancellation next syntax column map index hot short unique natural
  composite sequence max min num count total end start by per`.split(/\s+/),
);

/** Other words that contain one of ours. */
const OTHER_WORD = /(?:by|com|sur|tres|im|under|over|hot|mon|don|tur|hoc|joc|whis|ac|tom|fli|mis)$/i;
/** Words that need no edge before them; shorter words do. */
const LONG = /^(?:passw|passp|passc|pwd|secret|credential|token)/i;

/** The greatest length of a value that is judged by its name alone. */
const LONGEST = 400;
/** A value without quotes ends here. */
const BARE = /[^\s"'`<>(){}[\],;&|]{0,400}/y;
/** In settings a value may hold most of these characters. */
const SETTING = /[^\s"'`]{0,400}/y;
/** In a connection string a value ends with its entry. */
const ENTRY = /[^;"'`\r\n]{0,400}/y;
const QUOTED: ReadonlyMap<string, RegExp> = new Map([
  ['"', /(?:[^"\\\r\n]|\\.){0,400}/y],
  ["'", /(?:[^'\\\r\n]|\\.){0,400}/y],
  ["`", /(?:[^`\\\r\n]|\\.){0,400}/y],
]);
const ELEMENT = /[^<>\r\n]{0,400}/y;

export const assigned: OwnRule = {
  id: "assigned-secret",
  keywords: ["pass", "pwd", "psw", "pw", "secret", "credential", "token", "auth", "pat", "key", "sas"],
  *find(text) {
    NAME.lastIndex = 0;
    for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
      const found = judge(text, match);
      // The value of one name may itself be a name.
      NAME.lastIndex = found ? found.end : match.index + wordOf(match).length;
      if (found) yield found;
    }
  },
};

/** The word of a name that promises a secret. */
function wordOf([, password, token, key]: RegExpExecArray): string {
  return present(password ?? token ?? key);
}

function judge(text: string, match: RegExpExecArray): SecretSpan | undefined {
  const [whole, password, token] = match;
  const word = wordOf(match);
  const name = nameBefore(text, match.index);
  const isKeyOf = match[3] !== undefined && KEY_OF.test(name);
  if ((!isKeyOf && !isWhole(name, word)) || isPublic(name)) return undefined;
  const kind: Kind = password ? "password" : token || isKeyOf ? "token" : "key";
  const offset = match.index + whole.length;
  const isSpaced = /^[\w.-]+[ \t]+$/.test(whole);
  // After a space alone there is a value only if the name is an option.
  if (isSpaced && !/(?:^|[\s"'])--?[\w-]*$/.test(text.slice(Math.max(0, match.index - 62), match.index)))
    return undefined;
  const found = isElement(whole)
    ? element(text, offset, kind)
    : valueAt(text, offset, { name, word, whole, kind, from: match.index });
  const ownName = name + present(/^[\w.-]*/.exec(whole))[0];
  return found && isOwnName(text.slice(found.start, found.end), ownName) ? undefined : found;
}

/** The part of a name before a word in it: letters, digits, `_`, `.` and `-`. */
function nameBefore(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && offset - start < LONGEST_NAME && /[\w.-]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, offset);
}

const LONGEST_NAME = 60;

function isPublic(name: string): boolean {
  const [last = ""] = /[A-Za-z]+[_.-]?$/.exec(name) ?? [];
  const words = last.replace(/[_.-]$/, "").match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return PUBLIC.has(words.at(-1)?.toLowerCase() ?? "") || PUBLIC.has(words.slice(-2).join("").toLowerCase());
}

/** Whether the word is a part of its own in the name: `dbPass`, `DB_PASS` and `pass`, not `bypass`. */
function isWhole(name: string, word: string): boolean {
  const before = name.at(-1);
  if (before === undefined || !/[A-Za-z]/.test(before)) return true;
  if (LONG.test(word)) return true;
  return /[a-z]/.test(before) && /^[A-Z]/.test(word) && !OTHER_WORD.test(name);
}

const isElement = (whole: string): boolean => whole.endsWith(">") && !whole.endsWith("=>");

function element(text: string, offset: number, kind: Kind): SecretSpan | undefined {
  const value = read(ELEMENT, text, offset).trim();
  const start = text.indexOf(value, offset);
  if (text[start + value.length] !== "<" || value.includes("  ")) return undefined;
  return isSecret(value, kind) ? { start, end: start + value.length } : undefined;
}

interface Context {
  name: string;
  word: string;
  /** The match: the word, and the text between it and the value. */
  whole: string;
  kind: Kind;
  /** Start of the word. */
  from: number;
}

function valueAt(text: string, start: number, context: Context): SecretSpan | undefined {
  const { kind, whole } = context;
  const prefix = /^(?:\\{0,3}["'`]|[a-zA-Z@$]{1,2}["'`])/.exec(text.slice(start, start + 4))?.[0];
  if (prefix !== undefined) {
    const quote = prefix.slice(-1);
    const offset = start + prefix.length;
    let value = read(need(QUOTED, quote), text, offset);
    // JSON inside a string: the value ends at the escaped quote.
    if (prefix.startsWith("\\")) value = nth(value.split("\\", 1), 0);
    const end = offset + value.length;
    // A value that is compared or joined is only a part of one; a value that continues on the next line has no closing quote here.
    if (!prefix.startsWith("\\") && text[end] !== quote) return undefined;
    return isSecret(value, kind) ? { start: offset, end } : undefined;
  }
  if (isInConnectionString(text, context, start)) {
    const value = read(ENTRY, text, start).trimEnd();
    return isSecret(value, kind) && !isCode(value) && !/^[[{(]/.test(value)
      ? { start, end: start + value.length }
      : undefined;
  }
  const isSetting = isInSettings(text, context, start);
  const written = read(isSetting ? SETTING : BARE, text, start);
  if (written.length >= LONGEST) return undefined;
  const value = written.replace(/[.,;:)\]}]{1,8}$/, "");
  const end = start + value.length;
  // A call, an indexer or a generic type.
  if (/[([<]/.test(text[end] ?? "") || isCode(value)) return undefined;
  if (!isSecret(value, kind)) return undefined;
  if (isSetting) return isName(value) ? undefined : { start, end };
  // With only a name and a sign before it, the value may be code.
  const isOnItsLine = /^[\w.-]*\s{0,4}[=:][ \t]{1,4}$/.test(whole) && isLine(text, context.from, start);
  const hasSigns = /[!@#$%^*~+=?-].*\d|\d.*[!@#$%^*~+=?-]/.test(value) && !/^[A-Za-z_$][\w$]*[!+*%^]/.test(value);
  const isLikely =
    isRandom(value) || (classesOf(value) >= 3 && (isOnItsLine ? !isName(value) : hasSigns && /:\s|=$/.test(whole)));
  return isLikely ? { start, end } : undefined;
}

/** `Server=db;Password=…;`: an entry before or after, with no space around the sign. */
function isInConnectionString(text: string, { whole, name, from }: Context, start: number): boolean {
  if (!/=\s?$/.test(whole) || /[^\w\s=.-]/.test(whole.slice(0, -1).replace(/[\w\s]+/g, ""))) return false;
  const before = text.slice(Math.max(0, from - name.length - 200), from - name.length);
  if (/;\s{0,2}(?:[A-Za-z]+\s)?$/.test(before) && /=[^;\r\n]*;\s{0,2}(?:[A-Za-z]+\s)?$/.test(before)) return true;
  return (
    /["'`=]\s?$/.test(before) && /^[^;"'`\r\n(){}]{1,200};\s?[A-Za-z ]{2,30}=/.test(text.slice(start, start + 240))
  );
}

/** A line of settings, or an environment variable: `NAME=value` without spaces, in capitals or at the beginning of a line. */
function isInSettings(text: string, { whole, name, word, from }: Context, start: number): boolean {
  if (/^[\w.-]+[ \t]+$/.test(whole)) return true;
  if (!whole.endsWith("=") || /["'`>\s:?]/.test(whole)) return false;
  const full = name + whole.slice(0, -1);
  if (/^[A-Z0-9_]+$/.test(full) && word.length >= 2) return true;
  return isLine(text, from, start);
}

/** Whether the line has only a name before the word, and only the value after it. */
function isLine(text: string, from: number, start: number): boolean {
  const line = text.slice(Math.max(0, from - 120), from);
  if (!/(?:^|\n)[ \t]{0,40}(?:export[ \t]+|set[ \t]+|-[ \t]+|#[ \t]*)?[\w.-]{0,60}$/.test(line)) return false;
  const [rest = ""] = /^[^\r\n]{0,400}/.exec(text.slice(start, start + 402)) ?? [];
  return /^\S+[ \t]*$/.test(rest) && !/[;(){},]/.test(rest);
}

/** Whether a value is a member access, a call or an operator of a program. */
function isCode(value: string): boolean {
  const parts = value.split(/\??\.|::|->/);
  const isMember = parts.length > 1 && parts.every((part) => isIdentifier(part) || isWordy(part));
  return (
    isMember ||
    /^(?:await|new|typeof|async|function|yield|return|not|lambda)\b|=>|\)$|^[!-]?[a-z_$][\w$]*\(/.test(value)
  );
}

/** A name chosen by people, with capitals only where words begin. */
const isIdentifier = (part: string): boolean =>
  /^[A-Za-z_$@][A-Za-z_$]*\d{0,2}[!?]?$/.test(part) && !/^[a-z]?(?:[A-Z]{1,2}[a-z]?){3,}\d*$/.test(part);

function isSecret(value: string, kind: Kind): boolean {
  if (value.length >= LONGEST) return false;
  if (value.length < (kind === "password" ? 5 : 10) || isPlaceholder(value)) return false;
  if (kind === "password") {
    if (/\s/.test(value) && !/\d/.test(value)) return false;
    if (isName(value)) return false;
    return (
      (isWordy(value) ? /[!@#$%^&*+=~?]/.test(value) && /\d/.test(value) : true) &&
      (classesOf(value) > 1 || value.length >= 16 || /^\d{6,}$/.test(value) === false) &&
      entropyOf(value) >= 2
    );
  }
  if (!/^[\w.+/=~:%!@$^*|-]+$/.test(value) || isName(value) || isWordy(value)) return false;
  if (kind === "token") return entropyOf(value) >= 2.8;
  return (
    value.length >= 20 &&
    classesOf(value) >= 3 &&
    entropyOf(value) >= 3.5 &&
    isRandom(value) &&
    !/^[0-9a-f-]{32,64}$/i.test(value)
  );
}

function read(expression: RegExp, text: string, offset: number): string {
  expression.lastIndex = offset;
  return present(expression.exec(text))[0];
}
