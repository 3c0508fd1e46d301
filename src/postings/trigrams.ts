/**
 * Trigrams of contents, and the trigrams that a literal or a regular expression needs.
 *
 * A trigram is three folded UTF-16 units of 8 bits each, one number. Folding takes case away and maps every unit beyond ASCII into 127
 * classes, so a trigram of a content says "may match", never "does match". The needs of an expression are worked out as in Russ Cox,
 * "Regular Expression Matching with a Trigram Index" (2012): from the exact, first and last strings of each part. A part that is not
 * understood needs nothing.
 */

const FOLD = foldTable();

/** Folded unit (1 to 255) by UTF-16 unit. All low surrogates are one class, because case changes them alone: 𐐀 and 𐐨. */
function foldTable(): Uint8Array {
  const table = new Uint8Array(65536);
  for (let unit = 0; unit < 65536; unit++) {
    if (unit < 128) {
      table[unit] = unit === 0 ? 1 : unit >= 65 && unit <= 90 ? unit + 32 : unit;
    } else if (unit >= 0xd800 && unit <= 0xdfff) {
      table[unit] = unit >= 0xdc00 ? 255 : 128 + (unit % 127);
    } else {
      const upper = String.fromCharCode(unit).toUpperCase();
      const lower = (upper.length === 1 ? upper : String.fromCharCode(unit)).toLowerCase();
      const folded = lower.length === 1 ? lower.charCodeAt(0) : unit;
      table[unit] = folded < 128 ? folded : 128 + (folded % 127);
    }
  }
  return table;
}

const seen = new Uint32Array(1 << 19);

/** The distinct trigrams of a text, ascending. */
export function trigrams(text: string): Uint32Array {
  let found = new Uint32Array(Math.max(64, Math.min(text.length, 4096)));
  let size = 0;
  if (text.length >= 3) {
    let code = (FOLD[text.charCodeAt(0)]! << 8) | FOLD[text.charCodeAt(1)]!;
    for (let at = 2; at < text.length; at++) {
      code = ((code << 8) | FOLD[text.charCodeAt(at)]!) & 0xffffff;
      const bit = 1 << (code & 31);
      const word = seen[code >>> 5]!;
      if ((word & bit) !== 0) continue;
      seen[code >>> 5] = word | bit;
      if (size === found.length) {
        const larger = new Uint32Array(size * 2);
        larger.set(found);
        found = larger;
      }
      found[size++] = code;
    }
  }
  const distinct = found.slice(0, size);
  for (const code of distinct) seen[code >>> 5] = 0;
  return distinct.sort();
}

/** A trigram as a term of a segment. */
export function trigramTerm(code: number): string {
  return String.fromCharCode(code >>> 16, (code >>> 8) & 255, code & 255);
}

/** Trigrams that a content must have to match: none (everything may match), one trigram, all of some needs, or one of some needs. */
export type Need = "any" | { trigram: number } | { all: Need[] } | { one: Need[] };

/** The need of any text that contains `literal`, in any case. */
export function needOfLiteral(literal: string): Need {
  return needOfString(foldText(literal));
}

/** The need of any text with a match of the JavaScript regular expression `source`, whatever its flags. */
export function needOfRegExp(source: string): Need {
  try {
    const part = parseRegExp(source);
    return simplified(closed(part).need);
  } catch (error) {
    if (error instanceof NotUnderstood) return "any";
    throw error;
  }
}

class NotUnderstood extends Error {}

/** Folded text: characters below 256. */
function foldText(text: string): string {
  let folded = "";
  for (let at = 0; at < text.length; at++) folded += String.fromCharCode(FOLD[text.charCodeAt(at)]!);
  return folded;
}

function needOfString(folded: string): Need {
  const needs: Need[] = [];
  for (let at = 0; at + 3 <= folded.length; at++) {
    needs.push({
      trigram: (folded.charCodeAt(at) << 16) | (folded.charCodeAt(at + 1) << 8) | folded.charCodeAt(at + 2),
    });
  }
  return all(needs);
}

function needOfStrings(strings: Set<string>): Need {
  return one([...strings].map(needOfString));
}

function all(needs: Need[]): Need {
  const real = needs.filter((need) => need !== "any");
  return real.length === 0 ? "any" : real.length === 1 ? real[0]! : { all: real };
}

function one(needs: Need[]): Need {
  if (needs.length === 0 || needs.includes("any")) return "any";
  return needs.length === 1 ? needs[0]! : { one: needs };
}

/** Flattens nested needs of one kind and drops repeated trigrams. */
function simplified(need: Need): Need {
  if (need === "any" || "trigram" in need) return need;
  const isAll = "all" in need;
  const parts: Need[] = [];
  const codes = new Set<number>();
  const visit = (part: Need): void => {
    const simple = simplified(part);
    if (simple !== "any" && "trigram" in simple) {
      if (!codes.has(simple.trigram)) parts.push(simple);
      codes.add(simple.trigram);
    } else if (simple !== "any" && (isAll ? "all" in simple : "one" in simple)) {
      for (const inner of "all" in simple ? simple.all : (simple as { one: Need[] }).one) visit(inner);
    } else {
      parts.push(simple);
    }
  };
  for (const part of isAll ? need.all : need.one) visit(part);
  return isAll ? all(parts) : one(parts);
}

/** Knowledge of the strings that a part of an expression matches. Strings are folded. */
interface Part {
  /** All of them, if they are few. */
  exact: Set<string> | null;
  /** Each begins (ends) with one of these; meant only where `exact` is null. */
  first: Set<string>;
  last: Set<string>;
  need: Need;
}

const MAX_STRINGS = 16;
const EMPTY = new Set([""]);

const nothing = (): Part => ({ exact: new Set(EMPTY), first: EMPTY, last: EMPTY, need: "any" });
const anything = (): Part => ({ exact: null, first: EMPTY, last: EMPTY, need: "any" });
const strings = (exact: Set<string>): Part =>
  exact.size > MAX_STRINGS ? anything() : { exact, first: EMPTY, last: EMPTY, need: "any" };

function cross(left: Set<string>, right: Set<string>): Set<string> {
  const product = new Set<string>();
  for (const a of left) for (const b of right) product.add(a + b);
  return product;
}

/** A part whose exact strings, if any, became its first and last strings and its need. */
function closed(part: Part): Part {
  if (part.exact === null) return part;
  return { exact: null, first: part.exact, last: part.exact, need: all([part.need, needOfStrings(part.exact)]) };
}

/** Keeps the sets small: long first and last strings are cut to two characters once their trigrams are in the need. */
function bounded(part: Part): Part {
  let { first, last, need } = part;
  if (part.exact !== null) {
    const longest = Math.max(...[...part.exact].map((text) => text.length));
    if (part.exact.size <= MAX_STRINGS && longest <= 24) return part;
    return bounded(closed(part));
  }
  need = all([need, needOfStrings(first), needOfStrings(last)]);
  first = cut(first, (text) => text.slice(0, 2));
  last = cut(last, (text) => text.slice(-2));
  return { exact: null, first, last, need };
}

function cut(set: Set<string>, keep: (text: string) => string): Set<string> {
  const short = new Set([...set].map(keep));
  return short.size > MAX_STRINGS ? EMPTY : short;
}

function concatenated(left: Part, right: Part): Part {
  const need = all([left.need, right.need]);
  if (left.exact !== null && right.exact !== null) {
    if (left.exact.size * right.exact.size <= 64)
      return bounded({ exact: cross(left.exact, right.exact), first: EMPTY, last: EMPTY, need });
    return concatenated(closed(left), right);
  }
  if (left.exact !== null) {
    if (left.exact.size * right.first.size > 64) return concatenated(closed(left), right);
    return bounded({ exact: null, first: cross(left.exact, right.first), last: right.last, need });
  }
  if (right.exact !== null) {
    if (left.last.size * right.exact.size > 64) return concatenated(left, closed(right));
    return bounded({ exact: null, first: left.first, last: cross(left.last, right.exact), need });
  }
  return {
    exact: null,
    first: left.first,
    last: right.last,
    need: all([need, needOfStrings(cross(left.last, right.first))]),
  };
}

function alternated(left: Part, right: Part): Part {
  if (left.exact !== null && right.exact !== null && left.need === "any" && right.need === "any") {
    const exact = new Set([...left.exact, ...right.exact]);
    if (exact.size <= MAX_STRINGS) return { exact, first: EMPTY, last: EMPTY, need: "any" };
  }
  const a = closed(left);
  const b = closed(right);
  return bounded({
    exact: null,
    first: new Set([...a.first, ...b.first]),
    last: new Set([...a.last, ...b.last]),
    need: one([a.need, b.need]),
  });
}

function repeated(part: Part, min: number, max: number): Part {
  if (max === 0) return nothing();
  if (min === 0) return max === 1 ? alternated(part, nothing()) : anything();
  let repeatedPart = part;
  const times = Math.min(min, 4);
  for (let time = 1; time < times; time++) repeatedPart = concatenated(repeatedPart, part);
  if (min === times && max === min) return repeatedPart;
  // The rest may be anything, but ends as the part ends.
  const ends = closed(part);
  return bounded({ ...concatenated(closed(repeatedPart), anything()), last: ends.last });
}

/** Reads the syntax of JavaScript's regular expressions (with or without the u flag). Only called with expressions that compile. */
function parseRegExp(source: string): Part {
  let at = 0;

  function alternatives(): Part {
    let part = sequence();
    while (source[at] === "|") {
      at++;
      part = alternated(part, sequence());
    }
    return part;
  }

  function sequence(): Part {
    let part = nothing();
    while (at < source.length && source[at] !== "|" && source[at] !== ")") part = concatenated(part, quantified());
    return part;
  }

  function quantified(): Part {
    const part = atom();
    const [min, max] = quantifier();
    return min === 1 && max === 1 ? part : repeated(part, min, max);
  }

  function quantifier(): [number, number] {
    const character = source[at];
    let range: [number, number] = [1, 1];
    if (character === "*") range = [0, Number.POSITIVE_INFINITY];
    else if (character === "+") range = [1, Number.POSITIVE_INFINITY];
    else if (character === "?") range = [0, 1];
    else if (character === "{") {
      const braces = /^\{(\d+)(,(\d*))?\}/.exec(source.slice(at, at + 40));
      if (braces === null) return range;
      const min = Number(braces[1]);
      range = [min, braces[2] === undefined ? min : braces[3] ? Number(braces[3]) : Number.POSITIVE_INFINITY];
      at += braces[0].length - 1;
    } else return range;
    at++;
    if (source[at] === "?") at++;
    return range;
  }

  function atom(): Part {
    const character = source[at]!;
    if (character === "(") return group();
    if (character === "[") return characterClass();
    if (character === ".") {
      at++;
      return anything();
    }
    if (character === "^" || character === "$") {
      at++;
      return nothing();
    }
    if (character === "\\") {
      at++;
      return escaped();
    }
    at++;
    return strings(new Set([foldText(character)]));
  }

  function group(): Part {
    at++;
    let isAssertion = false;
    if (source[at] === "?") {
      const opening = /^\?(:|=|!|<=|<!|<[^>]*>)/.exec(source.slice(at, at + 200));
      if (opening === null) throw new NotUnderstood();
      isAssertion = ["=", "!", "<=", "<!"].includes(opening[1]!);
      at += opening[0].length;
    }
    const part = alternatives();
    if (source[at] !== ")") throw new NotUnderstood();
    at++;
    return isAssertion ? nothing() : part;
  }

  function escaped(): Part {
    const character = source[at]!;
    if (character === undefined) throw new NotUnderstood();
    if (character === "b" || character === "B") {
      at++;
      return nothing();
    }
    const unit = escapedUnit();
    return unit === null ? anything() : strings(new Set([foldText(unit)]));
  }

  /** The character that an escape stands for, past which `at` then is; null for one of many or none. */
  function escapedUnit(): string | null {
    const rest = source.slice(at, at + 12);
    const hex = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\})/.exec(rest);
    if (hex !== null) {
      at += hex[0].length;
      const code = Number.parseInt((hex[1] ?? hex[2] ?? hex[3])!, 16);
      return code > 0x10ffff ? null : String.fromCodePoint(code);
    }
    const character = rest[0]!;
    if (/[pP]/.test(character) && rest[1] === "{") {
      const close = source.indexOf("}", at);
      if (close === -1) throw new NotUnderstood();
      at = close + 1;
      return null;
    }
    if (character === "k" && rest[1] === "<") {
      const close = source.indexOf(">", at);
      if (close === -1) throw new NotUnderstood();
      at = close + 1;
      return null;
    }
    if (/[0-9]/.test(character)) {
      // A back reference or an octal escape.
      while (/[0-9]/.test(source[at] ?? "")) at++;
      return null;
    }
    if (character === "c") {
      at += 2;
      return null;
    }
    at++;
    if (/[dDwWsS]/.test(character)) return null;
    const control = { t: "\t", n: "\n", r: "\r", f: "\f", v: "\v" }[character];
    if (control !== undefined) return control;
    if (/[a-zA-Z]/.test(character)) return /[xup]/i.test(character) ? character : null;
    return character;
  }

  function characterClass(): Part {
    at++;
    const isNegated = source[at] === "^";
    if (isNegated) at++;
    let isOpen = isNegated;
    const members = new Set<string>();
    let previous: number | null = null;
    while (source[at] !== "]") {
      if (at >= source.length) throw new NotUnderstood();
      let unit: string | null;
      if (source[at] === "\\") {
        at++;
        if (source[at] === "b") {
          at++;
          unit = "\b";
        } else unit = escapedUnit();
      } else {
        unit = source[at++]!;
      }
      if (unit === null || unit.length !== 1) {
        isOpen = true;
        previous = null;
        continue;
      }
      if (unit === "-" && previous !== null && source[at] !== "]" && source[at - 2] !== "\\") {
        let end: string | null;
        if (source[at] === "\\") {
          at++;
          end = escapedUnit();
        } else end = source[at++]!;
        const last = end === null || end.length !== 1 ? -1 : end.charCodeAt(0);
        if (last < previous || last - previous > 64) isOpen = true;
        else for (let code = previous; code <= last; code++) members.add(foldText(String.fromCharCode(code)));
        previous = null;
        continue;
      }
      previous = unit.charCodeAt(0);
      members.add(foldText(unit));
    }
    at++;
    // A class with surrogates may mean pairs of them.
    if (isOpen || members.size === 0 || [...members].some((member) => member.charCodeAt(0) >= 128)) return anything();
    return strings(members);
  }

  const part = alternatives();
  if (at < source.length) throw new NotUnderstood();
  return part;
}
