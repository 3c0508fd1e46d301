/**
 * Globs, as ignore files, settings and searches have them: whether a path matches.
 *
 * Matching takes at most pattern × path steps whatever the pattern: a `*a*a*a*a*b` of a repository or of a caller must not hold anything up, as it would with
 * regular expressions, which picomatch and micromatch make of a glob.
 */
import { any, matching, not, type PathCondition } from "../model/path-condition.js";
import { nameOf } from "../model/paths.js";

export type Segment = typeof ANY_FOLDERS | Token[] | string;
type Token =
  | { kind: "text"; text: string }
  | { kind: "one" }
  | { kind: "many" }
  | { kind: "class"; matches: (char: string) => boolean; source: string };

export const ANY_FOLDERS = Symbol("**");
export const MANY: Token = { kind: "many" };

/** A pattern by its parts, `**` among them if it is anchored; null where it can never match. */
export function parseSegments(pattern: string, anchored: boolean): Segment[] | null {
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
  for (let index = 0; index < chars.length; index++) {
    const char = chars[index]!;
    if (char === "*") {
      if (tokens.at(-1) !== MANY) tokens.push(MANY);
    } else if (char === "?") {
      tokens.push({ kind: "one" });
    } else if (char === "\\") {
      index++;
      if (index === chars.length) return null;
      text(chars[index]!);
    } else if (char === "[") {
      const parsed = parseClass(chars, index);
      if (!parsed) return null;
      tokens.push({ kind: "class", matches: parsed.matches, source: parsed.source });
      index = parsed.end;
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
function parseClass(
  chars: string[],
  start: number,
): { matches: (char: string) => boolean; source: string; end: number } | null {
  let index = start + 1;
  const negated = chars[index] === "!" || chars[index] === "^";
  if (negated) index++;
  const ranges: [from: number, to: number][] = [];
  const named: RegExp[] = [];
  let source = "";
  for (let isFirst = true; ; isFirst = false) {
    let char = chars[index];
    if (char === undefined) return null;
    if (char === "]" && !isFirst) break;
    if (char === "[" && chars[index + 1] === ":") {
      const close = chars.indexOf("]", index + 2);
      const pattern = chars[close - 1] === ":" ? NAMED_CLASSES[chars.slice(index + 2, close - 1).join("")] : undefined;
      if (!pattern) return null;
      named.push(pattern);
      source += chars.slice(index, close + 1).join("");
      index = close + 1;
      continue;
    }
    if (char === "\\") char = chars[++index];
    if (char === undefined) return null;
    const from = char.codePointAt(0)!;
    let to = from;
    if (chars[index + 1] === "-" && chars[index + 2] !== undefined && chars[index + 2] !== "]") {
      index += 2;
      if (chars[index] === "\\") index++;
      if (chars[index] === undefined) return null;
      to = chars[index]!.codePointAt(0)!;
    }
    ranges.push([from, to]);
    if (from <= to) source += from === to ? inClass(from) : `${inClass(from)}-${inClass(to)}`;
    index++;
  }
  const isIn = (char: string) =>
    ranges.some(([from, to]) => from <= char.codePointAt(0)! && char.codePointAt(0)! <= to) ||
    named.some((pattern) => pattern.test(char));
  // A part of a path has no slash, so that no class matches one.
  const whole = source === "" ? (negated ? "[^/]" : "(?!/)/") : negated ? `[^/${source}]` : `(?!/)[${source}]`;
  return { matches: (char) => isIn(char) !== negated, source: whole, end: index };
}

/** A character as it stands in brackets. */
function inClass(point: number): string {
  const char = String.fromCodePoint(point);
  return /[\][\\^-]/.test(char) ? `\\${char}` : char;
}

/** Wildcard matching over parts: on a mismatch only the last `**` need take one part more. */
export function matchesParts(segments: Segment[], parts: string[]): boolean {
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
  while (segments[segment] === ANY_FOLDERS) segment++;
  return segment === segments.length;
}

/** The same over the characters of one part, for `*`. */
export function matchesPart(segment: Segment, part: string): boolean {
  if (typeof segment === "string") return segment === part;
  if (segment === ANY_FOLDERS) return true;
  let token = 0;
  let offset = 0;
  let retryToken = -1;
  let retryAt = 0;
  while (offset < part.length || token < segment.length) {
    const wanted = segment[token];
    if (wanted?.kind === "many") {
      retryToken = ++token;
      retryAt = offset;
      continue;
    }
    const length = wanted && offset < part.length ? matchedLength(wanted, part, offset) : 0;
    if (length > 0) {
      token++;
      offset += length;
    } else if (retryToken >= 0 && retryAt < part.length) {
      token = retryToken;
      offset = ++retryAt;
    } else {
      return false;
    }
  }
  return true;
}

function matchedLength(token: Token, part: string, offset: number): number {
  if (token.kind === "text") return part.startsWith(token.text, offset) ? token.text.length : 0;
  const char = String.fromCodePoint(part.codePointAt(offset)!);
  return token.kind === "one" || (token.kind === "class" && token.matches(char)) ? char.length : 0;
}

/** Patterns that one glob may stand for at most. */
const MOST_ALTERNATIVES = 100;

/** The test of `createGlob` as a condition. Throws as it does. */
export function globCondition(written: string): PathCondition {
  const { isNegated, patterns } = parseGlob(written);
  const condition = any(
    ...patterns.map(({ isName, segments }) => matching(expressionOf(segments), isName ? "name" : "path")),
  );
  return isNegated ? not(condition) : condition;
}

/** A regular expression of PostgreSQL, which takes no longer for some patterns than for others, for the segments of a pattern. */
function expressionOf(segments: readonly Segment[]): string {
  let source = "";
  let isBehindPart = false;
  for (const [index, segment] of segments.entries()) {
    const slash = isBehindPart ? "/" : "";
    if (segment !== ANY_FOLDERS) source += slash + partSource(segment);
    else if (index === segments.length - 1) source += isBehindPart ? "(?:/.*)?" : ".*";
    else source += `${slash}(?:[^/]+/)*`;
    isBehindPart = segment !== ANY_FOLDERS;
  }
  return `^(?:${source})$`;
}

function partSource(segment: Token[] | string): string {
  if (typeof segment === "string") return escaped(segment);
  return segment
    .map((token) => {
      if (token.kind === "text") return escaped(token.text);
      if (token.kind === "class") return token.source;
      return token.kind === "one" ? "[^/]" : "[^/]*";
    })
    .join("");
}

/** Escapes as both JavaScript and PostgreSQL read it: a library that writes `-` as `\x2d` is right for the former alone. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/**
 * The test of a glob: `*`, `?`, `[a-z]`, `**` between slashes, `{a,b}`, `@(a|b)`, and `!` before all of it. One without a slash is about names;
 * `dir/**` is about the folder too, `dir/` about what is in it. Throws an Error that says what is wrong with it.
 */
export function createGlob(written: string): (path: string) => boolean {
  const { isNegated, patterns } = parseGlob(written);
  const tests = patterns.map(({ isName, segments }) => {
    const [only] = segments;
    return isName && only !== undefined
      ? (path: string) => matchesPart(only, nameOf(path))
      : (path: string) => matchesParts(segments, path.split("/"));
  });
  return (path) => tests.some((test) => test(path)) !== isNegated;
}

/** The patterns that a glob stands for, and which of them are about names. */
function parseGlob(written: string): { isNegated: boolean; patterns: { isName: boolean; segments: Segment[] }[] } {
  const isNegated = written.startsWith("!") && !written.startsWith("!(");
  const pattern = written.slice(isNegated ? 1 : 0).replace(/^\.?\//, "");
  const alternatives = alternativesOf(pattern.endsWith("/") ? `${pattern}**` : pattern);
  const patterns = alternatives.map((each) => {
    const isName = !pattern.includes("/") && !each.includes("/");
    const segments = parseSegments(each, !isName);
    if (segments === null) throw new Error("it has a [ without a ], or ends with a backslash");
    return { isName, segments };
  });
  return { isNegated, patterns };
}

/** The patterns without `{a,b}` and `@(a|b)` that a pattern stands for. */
function alternativesOf(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    const next = open.pop()!;
    const group = firstGroup(next);
    if (group === null) done.push(next);
    // As they are written, whatever is taken first.
    else open.push(...group.parts.map((part) => next.slice(0, group.start) + part + next.slice(group.end)).reverse());
    if (open.length + done.length > MOST_ALTERNATIVES)
      throw new Error(`it stands for more than ${MOST_ALTERNATIVES} patterns`);
  }
  return done;
}

/** The first group with alternatives in a pattern, and its place; null where there is none. */
function firstGroup(pattern: string): { start: number; end: number; parts: string[] } | null {
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index]!;
    if (char === "\\") index++;
    else if (char === "{") {
      const group = groupFrom(pattern, index, index + 1, ["{", "}", ","]);
      if (group && group.parts.length > 1) return group;
    } else if (pattern[index + 1] === "(" && "+*!@?".includes(char)) {
      if (char !== "@") throw new Error(`of groups it may have {a,b} and @(a|b), and has ${char}(`);
      return groupFrom(pattern, index, index + 2, ["(", ")", "|"]);
    }
  }
  return null;
}

/** A group from its opening sign at `start` to its closing one; null where nothing closes it. */
function groupFrom(
  pattern: string,
  start: number,
  inner: number,
  [opening, closing, between]: [string, string, string],
) {
  const parts: string[] = [];
  let from = inner;
  let depth = 0;
  for (let index = inner; index < pattern.length; index++) {
    const char = pattern[index]!;
    if (char === "\\") index++;
    else if (char === opening) depth++;
    else if (depth === 0 && (char === between || char === closing)) {
      parts.push(pattern.slice(from, index));
      from = index + 1;
      if (char === closing) return { start, end: from, parts };
    } else if (char === closing) depth--;
  }
  return null;
}
