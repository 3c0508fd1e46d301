/**
 * Finds and masks secrets (keys, tokens, passwords) in texts of repositories, by the rules of models/secret-rules.json, which scripts/secret-rules.js
 * makes from those of gitleaks.
 *
 * Each rule needs one of its keywords. One pass over a text finds the keywords in it, by a table of their first three letters, so that few of the two
 * hundred rules are tried on a text, and on most texts none.
 */
import { readFileSync } from "node:fs";
import escapeStringRegexp from "escape-string-regexp";
import { LRUCache } from "lru-cache";
import { addToList } from "../base/groups.js";
import { need, nth } from "../base/need.js";
import { uint8At } from "../base/numbers.js";
import { packageFile } from "../base/package.js";
import { entropyOf } from "./rules/harmless.js";
import { OWN_RULES, RULES_VERSION } from "./rules/index.js";
import type { OwnRule } from "./rules/rule.js";
import { secretOf } from "./rules/rule.js";

const RULES_FILE = packageFile("models/secret-rules.json");

/** As `maskOf` fills it. */
const FILLED_MASK = /(\[masked(?:: [\w.-]+)?) \*{4,}\]/g;

let isMasking = true;

/**
 * Switches masking on or off for the process or thread (CODEINDEX_MASK_SECRETS). Called once at its start; the default is on, so that a forgotten
 * call masks.
 */
export function setMasking(isOn: boolean): void {
  isMasking = isOn;
}

/** The version of the masking rules in this thread; 0 while secrets stay visible. */
export function maskingVersion(): number {
  return isMasking ? RULES_VERSION : 0;
}

/** Whether secrets are masked in this thread. */
export function isMaskingSecrets(): boolean {
  return isMasking;
}

/** A rule's findings that are not secrets after all. */
interface Allowed {
  /** The text that the patterns test: the secret, the whole match, or the lines around it. */
  target: "secret" | "match" | "line";
  patterns: string[];
  stopwords?: string[];
}

interface RuleData {
  id: string;
  pattern: string;
  /** In lower case. */
  keywords: string[];
  /** The least randomness of a secret, in bits per character. */
  entropy?: number;
  allowed?: Allowed[];
}

interface PatternRule {
  id: string;
  expression: RegExp;
  entropy: number;
  isAllowed: ((found: RuleFinding) => boolean)[];
}
type Rule = Pick<OwnRule, "id" | "find">;

/** A finding of a rule, at `at` of a text. */
interface RuleFinding {
  secret: string;
  match: string;
  text: string;
  offset: number;
}

/** Where a secret stands in a text, and the rule that found it. */
export interface Secret {
  start: number;
  end: number;
  rule: string;
}

interface RuleSet {
  rules: Rule[];
  /** The rules that may find something in a text. */
  rulesFor: (text: string) => Iterable<number>;
}

let known: RuleSet | undefined;

/** Reads the rules with the first text. */
function ruleSet(): RuleSet {
  known ??= readRules(JSON.parse(readFileSync(RULES_FILE, "utf8")) as { allowed: Allowed; rules: RuleData[] });
  return known;
}

function readRules(data: { allowed: Allowed; rules: RuleData[] }): RuleSet {
  const ofAll = allowedBy(data.allowed);
  const patterns = data.rules.map(({ id, pattern, entropy, allowed = [] }) => ({
    id,
    expression: new RegExp(pattern, "dg"),
    entropy: entropy ?? 0,
    isAllowed: [ofAll, ...allowed.map(allowedBy)],
  }));
  const rules: Rule[] = [...patterns.map((rule) => ({ id: rule.id, find: finder(rule) })), ...OWN_RULES];
  const needing = new Map<string, number[]>();
  for (const [index, { keywords }] of [...data.rules, ...OWN_RULES].entries())
    for (const word of keywords) addToList(needing, word, index);
  const wordsIn = createWordFinder([...needing.keys()]);
  const rulesFor = (text: string): Iterable<number> => {
    const words = wordsIn(text);
    return words.length === 0 ? [] : new Set(words.flatMap((word) => need(needing, word)));
  };
  return { rules, rulesFor };
}

/** Makes the function that finds the secrets of a gitleaks rule in a text. */
function finder({ expression, entropy, isAllowed }: PatternRule): OwnRule["find"] {
  return function* (text) {
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match; match = expression.exec(text)) {
      const [whole] = match;
      const { secret, start, end } = secretOf(match);
      const about = { secret, match: wordBefore(text, match.index) + whole, text, offset: match.index };
      if (entropyOf(secret) >= entropy && !isAllowed.some((is) => is(about))) yield { start, end };
    }
  };
}

function allowedBy({ target, patterns, stopwords = [] }: Allowed): PatternRule["isAllowed"][number] {
  const expressions = patterns.map((pattern) => new RegExp(pattern));
  let stopwordsIn: ReturnType<typeof createWordFinder> | undefined;
  return ({ secret, match, text, offset }) => {
    const about = target === "secret" ? secret : target === "match" ? match : lineAround(text, offset);
    if (expressions.some((each) => each.test(about))) return true;
    stopwordsIn ??= createWordFinder(stopwords);
    return stopwordsIn(secret).length > 0;
  };
}

/** Letters of a word that are hashed, five bits each. */
const HASHED = 3;
const HASHES = 1 << (5 * HASHED);
const nextHash = (hash: number, code: number) => ((hash << 5) ^ code) & (HASHES - 1);
/** Folds the case of letters. A few other characters fall together as well, which is harmless because a rule decides. */
const folded = (code: number) => code | 0x20;

/** A buffer to read a text by its bytes: reading single characters of a slice or of a joined string is slow. */
let scratch = Buffer.alloc(1 << 16);

/** The text, one byte per character: the low byte of a two-byte one. Valid until the next call. */
function bytesOf(text: string): Buffer {
  if (scratch.length < text.length) scratch = Buffer.alloc(2 * text.length);
  scratch.write(text, 0, "latin1");
  return scratch;
}

/**
 * Makes a function that finds which of the words, in lower case, a text holds, in one pass. The few words shorter than `HASHED` are searched one by
 * one.
 */
function createWordFinder(all: readonly string[]): (text: string) => string[] {
  const words = all.filter(({ length }) => length >= HASHED);
  const codes = words.map((word) => Array.from(word, (_, index) => folded(word.charCodeAt(index))));
  const short = all.filter(({ length }) => length < HASHED).map((word) => ({ word, test: caseless(word) }));
  /** Words by the hash of their first three letters. */
  const buckets = new Map<number, { index: number; letters: readonly number[] }[]>();
  const hasWords = new Uint8Array(HASHES);
  for (const [index, letters] of codes.entries()) {
    let hash = 0;
    for (const letter of letters.slice(0, HASHED)) hash = nextHash(hash, letter);
    addToList(buckets, hash, { index, letters });
    hasWords[hash] = 1;
  }
  return (text) => {
    const found = short.flatMap(({ word, test }) => (test.test(text) ? [word] : []));
    let isFound: Uint8Array | undefined;
    const bytes = bytesOf(text);
    const { length } = text;
    let hash = 0;
    for (let position = 0; position < length; position++) {
      hash = nextHash(hash, folded(uint8At(bytes, position)));
      if (hasWords[hash] === 0) continue;
      for (const { index, letters } of buckets.get(hash) ?? []) {
        if (isFound?.[index] === 1 || !stands(letters, text, position - HASHED + 1)) continue;
        isFound ??= new Uint8Array(words.length);
        isFound[index] = 1;
        found.push(nth(words, index));
      }
    }
    return found;
  };
}

const caseless = (word: string) => new RegExp(escapeStringRegexp(word), "i");

function stands(word: readonly number[], text: string, start: number): boolean {
  for (let letter = 0; letter < word.length; letter++)
    if (folded(text.charCodeAt(start + letter)) !== word[letter]) return false;
  return true;
}

/** No rule matches a shorter text. */
const SHORTEST = 10;

/** The secrets of a text, in order and without overlaps. Time is linear in the text. */
export function findSecrets(text: string): Secret[] {
  if (text.length < SHORTEST) return [];
  const set = ruleSet();
  const found: Secret[] = [];
  for (const index of set.rulesFor(text)) {
    const { id, find } = nth(set.rules, index);
    for (const { start, end } of find(text)) found.push({ start, end, rule: id });
  }
  return merged(found.sort((a, b) => a.start - b.start || b.end - a.end));
}

/** The word that leads up to a secret; gitleaks' rules test it as well. */
function wordBefore(text: string, offset: number): string {
  return /[\w.-]{0,50}$/.exec(text.slice(Math.max(0, offset - 50), offset))?.[0] ?? "";
}

/** The line around a position, cut to at most `LINE` characters on each side. */
function lineAround(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - LINE), offset);
  const [after = ""] = text.slice(offset, offset + LINE).split("\n", 1);
  return before.slice(before.lastIndexOf("\n") + 1) + after;
}

const LINE = 300;

/** Rules that judge a value by its name. A rule that recognizes the secret itself goes before them. */
const BY_NAME = new Set(["generic-api-key", "assigned-secret"]);

function merged(sorted: Secret[]): Secret[] {
  const apart: Secret[] = [];
  for (const secret of sorted) {
    const last = apart.at(-1);
    if (last === undefined || secret.start >= last.end) {
      apart.push(secret);
      continue;
    }
    last.end = Math.max(last.end, secret.end);
    if (BY_NAME.has(last.rule)) last.rule = secret.rule;
  }
  return apart;
}

/**
 * The text with its secrets masked: `[masked: aws-access-token]`, stretched or cut to the length of the secret, so that lines, columns and offsets
 * stay as they are. Masking again changes nothing.
 */
export function maskSecrets(text: string): string {
  return isMasking ? masked(text, findSecrets(text)) : text;
}

/** Masks the whole content of a file. Its secrets are searched once per hash, because searches read the same files again and again. */
export function maskContent(text: string, hash: string): string {
  if (!isMasking) return text;
  let secrets = ofContents.get(hash);
  if (secrets === undefined) {
    secrets = findSecrets(text);
    ofContents.set(hash, secrets.length === 0 ? NONE : secrets);
  }
  return masked(text, secrets);
}

const NONE: readonly Secret[] = [];
/** About 200 bytes an entry: most contents have no secret. */
const ofContents = new LRUCache<string, readonly Secret[]>({ max: 20_000 });

/** At most the first `most` characters of a text. A secret at the cut is dropped whole, because the remainder could not be recognized later. */
export function cutBeforeSecret(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = findSecrets(text).find(({ start, end }) => start < most && end > most);
  return text.slice(0, cut?.start ?? most);
}

function masked(text: string, secrets: readonly Secret[]): string {
  if (secrets.length === 0) return text;
  let out = "";
  let last = 0;
  for (const { start, end, rule } of secrets) {
    out += text.slice(last, start) + maskOf(text.slice(start, end), rule);
    last = end;
  }
  return out + text.slice(last);
}

/** A text without the asterisks that keep a mask as long as its secret: readers gain nothing from a thousand of them. */
export const withShortMasks = (text: string): string => text.replace(FILLED_MASK, "$1]");

/** The mask for a secret; the rule's name stands on its first line where it fits. */
function maskOf(secret: string, rule: string): string {
  let isSaid = false;
  return secret.replaceAll(/[^\r\n]+/g, ({ length }) => {
    if (isSaid || length < "[masked]".length) return "*".repeat(length);
    isSaid = true;
    const name = length < SHORTEST_NAMED ? "[masked" : `[masked: ${rule}`;
    if (length <= name.length) return `${name.slice(0, length - 2)}…]`;
    const left = length - name.length - 1;
    return `${name}${left > 0 ? " ".padEnd(left, "*") : ""}]`;
  });
}

/** The least length that shows a part of the rule's name. */
const SHORTEST_NAMED = 14;

/** Lines above and below that are needed to recognize a secret of several lines, and lines above in which a key may begin. */
const LINES_NEAR = 130;
const LINES_OF_KEY = 4000;
const KEY_BEGINS = /-----BEGIN/i;

/** Lines `start` to `end` of a file, as `slice` takes them, masked. The lines around them are read as well, because a secret may span several. */
export function maskLines(lines: readonly string[], start: number, end: number): string[] {
  const above = lines.slice(Math.max(0, start - LINES_OF_KEY), start);
  const key = above.findLastIndex((line) => KEY_BEGINS.test(line));
  const from = Math.max(0, start - Math.max(LINES_NEAR, key < 0 ? 0 : above.length - key));
  const near = maskSecrets(lines.slice(from, Math.min(lines.length, end) + LINES_NEAR).join("\n")).split("\n");
  return near.slice(start - from, Math.min(lines.length, end) - from);
}
