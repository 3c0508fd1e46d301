/**
 * The pattern language of .gitignore: a file's lines to rules, and whether a rule matches one path.
 *
 * A rule is asked about a path by itself, never about the folders above it: the walk asks from the top and stops at a folder that is left
 * out. That is what lets a nearer file, or `.codeindexignore`, take in again what a file further up left out. (The `ignore` package answers
 * for the path and its folders together, and keeps every path it was asked about.)
 *
 * Matching takes at most pattern × path steps whatever the pattern: a repository's `*a*a*a*a*b` must not hold up the scan, as it would with
 * regular expressions.
 */

/** One line of an ignore file. */
export interface IgnoreRule {
  /** `!pattern`: takes in again. */
  negated: boolean;
  /** `pattern/`: folders only. */
  folderOnly: boolean;
  /** Without a `/` inside: one segment, compared with the last part of the path, at any depth. */
  anchored: boolean;
  segments: Segment[];
  /** As written, for people. */
  pattern: string;
  /** The file it stands in, relative to the repository, and the line, from 1. */
  file: string;
  line: number;
}

type Segment = typeof ANY_FOLDERS | Token[] | string;
type Token =
  | { kind: "text"; text: string }
  | { kind: "one" }
  | { kind: "many" }
  | { kind: "class"; matches: (char: string) => boolean };

const ANY_FOLDERS = Symbol("**");
const MANY: Token = { kind: "many" };

/** Reads an ignore file. Lines that git would never match anything with are left out. */
export function parseIgnoreFile(text: string, file: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  for (const [index, line] of lines.entries()) {
    const rule = parseRule(line.replace(/\r$/, ""), file, index + 1);
    if (rule) rules.push(rule);
  }
  return rules;
}

function parseRule(written: string, file: string, line: number): IgnoreRule | null {
  if (written === "" || written.startsWith("#")) return null;
  let pattern = withoutTrailingSpaces(written);
  const shown = pattern;
  const negated = pattern.startsWith("!");
  if (negated) pattern = pattern.slice(1);
  const folderOnly = pattern.endsWith("/");
  if (folderOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  if (pattern === "") return null;
  const segments = parseSegments(pattern, anchored);
  return segments && { negated, folderOnly, anchored, segments, pattern: shown, file, line };
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function withoutTrailingSpaces(pattern: string): string {
  let end = pattern.length;
  while (end > 0 && pattern[end - 1] === " ") end--;
  let backslashes = 0;
  while (pattern[end - 1 - backslashes] === "\\") backslashes++;
  return pattern.slice(0, end < pattern.length && backslashes % 2 === 1 ? end + 1 : end);
}

function parseSegments(pattern: string, anchored: boolean): Segment[] | null {
  const segments: Segment[] = [];
  for (const part of pattern.split("/")) {
    if (part === "**" && anchored) {
      if (segments.at(-1) !== ANY_FOLDERS) segments.push(ANY_FOLDERS);
      continue;
    }
    const tokens = parseTokens(part);
    if (!tokens) return null;
    const [first] = tokens;
    segments.push(tokens.length === 1 && first?.kind === "text" ? first.text : tokens);
  }
  // `a/**` is everything below a, not a itself.
  if (segments.at(-1) === ANY_FOLDERS) segments.push([MANY]);
  return segments;
}

/** One part between slashes; null where it can never match (an unclosed bracket, a backslash at the end). */
function parseTokens(part: string): Token[] | null {
  const tokens: Token[] = [];
  const chars = [...part];
  const text = (char: string) => {
    const last = tokens.at(-1);
    if (last?.kind === "text") last.text += char;
    else tokens.push({ kind: "text", text: char });
  };
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at]!;
    if (char === "*") {
      if (tokens.at(-1) !== MANY) tokens.push(MANY);
    } else if (char === "?") {
      tokens.push({ kind: "one" });
    } else if (char === "\\") {
      at++;
      if (at === chars.length) return null;
      text(chars[at]!);
    } else if (char === "[") {
      const parsed = parseClass(chars, at);
      if (!parsed) return null;
      tokens.push({ kind: "class", matches: parsed.matches });
      at = parsed.end;
    } else {
      text(char);
    }
  }
  return tokens;
}

const NAMED_CLASSES: Record<string, RegExp> = {
  alnum: /^[0-9A-Za-z]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^\p{Cc}$/u,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^\s$/,
  upper: /^[A-Z]$/,
  xdigit: /^[0-9A-Fa-f]$/,
};

/** `[a-z]`, `[!a]`, `[^a]`, `[]a]`, `[[:digit:]]`, from the bracket at `start`; `end` is the closing one. */
function parseClass(chars: string[], start: number): { matches: (char: string) => boolean; end: number } | null {
  let at = start + 1;
  const negated = chars[at] === "!" || chars[at] === "^";
  if (negated) at++;
  const ranges: [from: number, to: number][] = [];
  const named: RegExp[] = [];
  for (let isFirst = true; ; isFirst = false) {
    let char = chars[at];
    if (char === undefined) return null;
    if (char === "]" && !isFirst) break;
    if (char === "[" && chars[at + 1] === ":") {
      const close = chars.indexOf("]", at + 2);
      const pattern = chars[close - 1] === ":" ? NAMED_CLASSES[chars.slice(at + 2, close - 1).join("")] : undefined;
      if (!pattern) return null;
      named.push(pattern);
      at = close + 1;
      continue;
    }
    if (char === "\\") char = chars[++at];
    if (char === undefined) return null;
    const from = char.codePointAt(0)!;
    let to = from;
    if (chars[at + 1] === "-" && chars[at + 2] !== undefined && chars[at + 2] !== "]") {
      at += 2;
      if (chars[at] === "\\") at++;
      if (chars[at] === undefined) return null;
      to = chars[at]!.codePointAt(0)!;
    }
    ranges.push([from, to]);
    at++;
  }
  const isIn = (char: string) =>
    ranges.some(([from, to]) => from <= char.codePointAt(0)! && char.codePointAt(0)! <= to) ||
    named.some((pattern) => pattern.test(char));
  return { matches: (char) => isIn(char) !== negated, end: at };
}

/**
 * The rule that decides about a path, the last that matches; null where none does.
 * `path` is relative to the folder the rules belong to.
 */
export function decidingRule(rules: readonly IgnoreRule[], path: string, isFolder: boolean): IgnoreRule | null {
  const parts = path.split("/");
  const name = parts[parts.length - 1]!;
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index]!;
    if (rule.folderOnly && !isFolder) continue;
    if (rule.anchored ? matchesParts(rule.segments, parts) : matchesPart(rule.segments[0]!, name)) return rule;
  }
  return null;
}

/** Wildcard matching over parts: on a mismatch only the last `**` need take one part more. */
function matchesParts(segments: Segment[], parts: string[]): boolean {
  let segment = 0;
  let part = 0;
  let retrySegment = -1;
  let retryPart = 0;
  while (part < parts.length) {
    if (segments[segment] === ANY_FOLDERS) {
      retrySegment = ++segment;
      retryPart = part;
    } else if (segment < segments.length && matchesPart(segments[segment]!, parts[part]!)) {
      segment++;
      part++;
    } else if (retrySegment >= 0) {
      segment = retrySegment;
      part = ++retryPart;
    } else {
      return false;
    }
  }
  return segment === segments.length;
}

/** The same over the characters of one part, for `*`. */
function matchesPart(segment: Segment, part: string): boolean {
  if (typeof segment === "string") return segment === part;
  if (segment === ANY_FOLDERS) return true;
  let token = 0;
  let at = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (at < part.length || token < segment.length) {
    const wanted = segment[token];
    if (wanted?.kind === "many") {
      retryToken = ++token;
      retryAt = at;
      continue;
    }
    const length = wanted && at < part.length ? matchedLength(wanted, part, at) : 0;
    if (length > 0) {
      token++;
      at += length;
    } else if (retryToken >= 0 && retryAt < part.length) {
      token = retryToken;
      at = ++retryAt;
    } else {
      return false;
    }
  }
  return true;
}

function matchedLength(token: Token, part: string, at: number): number {
  if (token.kind === "text") return part.startsWith(token.text, at) ? token.text.length : 0;
  const char = String.fromCodePoint(part.codePointAt(at)!);
  return token.kind === "one" || (token.kind === "class" && token.matches(char)) ? char.length : 0;
}

/** The rule as people see it: `dist/ (packages/web/.gitignore:3)`. */
export function describeRule(rule: IgnoreRule): string {
  return `${rule.pattern} (${rule.file}:${rule.line})`;
}
