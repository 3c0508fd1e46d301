/** Paths of routes and of requests, and whether one is the other. Pure. */
import { nth } from "../../base/need.js";
import { isOperation } from "../../languages/graphql.js";
import { HOLE, PROCEDURE } from "../../languages/routing.js";

/** A part between slashes; a hole is a parameter, or what the source does not tell. */
interface Segment {
  /** As it was written. */
  text: string;
  /** The text before the first hole, and that after the last; of a part without holes the whole. */
  before: string;
  after: string;
  hasHole: boolean;
  /** `*`, `[...rest]`: this and all that follow. */
  isRest: boolean;
}

export interface RoutePath {
  segments: readonly Segment[];
  /** Whether a value stands before it, which may hold a prefix. */
  isBased: boolean;
  /** Whether the host of a server elsewhere stands before it. */
  isForeign: boolean;
}

const ORIGIN = /^[a-z][\w+.-]*:\/\/[^/?#]*/i;
/** At most this many characters of a path are looked at. */
const MOST_PATH = 1000;
/** A host without a dot is the name of a service beside this one, as containers and registries of services know it: `http://orders-service:8080`. */
const LOCAL = /^[a-z][\w+.-]*:\/\/(?:localhost|127\.|\$\{|[\w-]+(?::|[/?#]|$)|[\w.-]+\.(?:svc|local|internal)\b)/i;
/** A value that holds the beginning of a path, its last slash perhaps as well: `${baseUrl}orders/close`. */
const BASE = /^\$\{\}(?=\/|\?|$|[A-Za-z])/;
const HOLES = /\$\{[^}]*\}/g;
/** The question mark of an optional parameter. */
const OPTIONAL = /(:\w+|\{\w+)\?/g;
/** `:id`, `:id(\d+)?`, `{id:int}`, `[id]`, `[[...rest]]`, `${…}`, `<int:id>`. */
const PARAMETER =
  /\$\{[^}]*\}?|\{\*{0,2}[\w]+[^}]*\}|\[\[?(?:\.\.\.)?[\w-]+\]\]?|:[A-Za-z_]\w*(?:\([^)]*\))?[?*+]?|<[^<>]+>/g;
const REST = /\*|\[\[?\.\.\.|:\w+[*+]/;
/** Prefixes that servers add to all their routes. */
const COMMON_PREFIX = /^(?:api|rest|v?\d+(?:\.\d+)?)$/;

/** Takes a path of a source apart. */
export function routePath(text: string): RoutePath {
  const whole = text.slice(0, MOST_PATH).trim().replace(HOLES, HOLE).replace(OPTIONAL, "$1");
  const plain = whole.replace(ORIGIN, "").replace(BASE, "");
  const isBased = whole.startsWith(HOLE) && plain.length < whole.length;
  const isForeign = ORIGIN.test(whole) && !LOCAL.test(whole);
  const path = plain.replace(/[?#].*$/s, "");
  const parts = path.split("/").filter((part) => part !== "");
  const segments = parts.map((part, index) => segmentOf(part, index === parts.length - 1));
  return { segments, isBased, isForeign };
}

function segmentOf(part: string, isLast: boolean): Segment {
  // `owners/*/pets` has one part of any text before its last.
  const isRest = (part !== "*" || isLast) && REST.test(part);
  const holes = [...part.matchAll(PARAMETER)];
  if (holes.length === 0) {
    const isAny = isRest || part === "*";
    return { text: part, before: isAny ? "" : part.toLowerCase(), after: "", hasHole: isAny, isRest };
  }
  const last = nth(holes, holes.length - 1);
  return {
    text: part,
    before: part.slice(0, nth(holes, 0).index).toLowerCase(),
    after: part.slice(last.index + last[0].length).toLowerCase(),
    hasHole: true,
    isRest,
  };
}

/** A path as readers know it: `/orders/:id`; a field's name; `tags.list` of a procedure. */
export function pathInWords(method: string | null, { segments }: RoutePath): string {
  const words = segments.map(({ text }) => text);
  if (method === PROCEDURE) return words.join(".");
  return isOperation(method) ? words.join("/") : `/${words.join("/")}`;
}

/** A route by its method and its longest path: `POST /orders/:id/close`; a field by its operation and name. */
export function routeInWords(method: string | null, paths: readonly RoutePath[]): string {
  const path = paths.at(-1);
  return [method, path && pathInWords(method, path)].filter(Boolean).join(" ");
}

/** How sure it is that a request comes to a route. */
export interface Match {
  /** likely: the same path, but for such a prefix as `/api/v1`; possible: the path ends the same, or has a value where the route has a word. */
  sureness: "likely" | "possible";
  /** How many parts are equal words: of several routes the one with most is meant. */
  words: number;
}

/** Whether a request comes to a route; null where it does not. `isPartial`: what stands before the route is not known. */
export function matchPaths(route: RoutePath, request: RoutePath, isPartial: boolean): Match | null {
  if (request.isForeign) return null;
  const extra = request.segments.length - route.segments.length;
  const rest = route.segments.findIndex(({ isRest }) => isRest);
  if (rest >= 0) {
    const fixed = route.segments.slice(0, rest);
    const same = rest > 0 && request.segments.length >= rest ? wordsOf(fixed, request.segments.slice(0, rest)) : null;
    return same === null || same.words === 0 || same.guessed > 0 ? null : { sureness: "possible", words: same.words };
  }
  if (extra === 0) {
    const same = wordsOf(route.segments, request.segments);
    if (same === null || (same.words === 0 && route.segments.length > 0)) return null;
    // Neither side tells what stands before it.
    const isWhole = !isPartial || (request.isBased && same.words >= LEAST_WORDS);
    return matchOf(same, isWhole ? "likely" : "possible");
  }
  const [longer, shorter] = extra > 0 ? [request, route] : [route, request];
  const before = longer.segments.slice(0, Math.abs(extra));
  const tail = longer.segments.slice(Math.abs(extra));
  const same = extra > 0 ? wordsOf(shorter.segments, tail) : wordsOf(tail, shorter.segments);
  if (!same?.words || (extra < 0 && !request.isBased && !before.every(isCommon))) return null;
  const isCommonPrefix = before.every(isCommon);
  if (!isCommonPrefix && same.words < LEAST_WORDS) return null;
  return matchOf(same, isCommonPrefix && (extra > 0 || request.isBased) ? "likely" : "possible");
}

/** From this many equal words on, these alone say that two paths are one. */
const LEAST_WORDS = 2;

/** The match of paths whose parts agree: possible at most where a value of the request must be a word of the route. */
function matchOf({ words, guessed }: Agreement, sureness: Match["sureness"]): Match | null {
  if (guessed === 0) return { sureness, words };
  return words < LEAST_WORDS ? null : { sureness: "possible", words };
}

const isCommon = ({ before, hasHole }: Segment) => !hasHole && COMMON_PREFIX.test(before);

interface Agreement {
  /** Parts that are equal words. */
  words: number;
  /** Words of the route at the places of the request's values: a value may be that word. */
  guessed: number;
}

/** How parts agree; null where one differs. */
function wordsOf(route: readonly Segment[], request: readonly Segment[]): Agreement | null {
  let words = 0;
  let guessed = 0;
  for (const [index, part] of route.entries()) {
    const asked = nth(request, index);
    if (!part.hasHole && !asked.hasHole) {
      if (part.before !== asked.before) return null;
      words++;
    } else if (!part.hasHole) {
      // The hole is a query behind the word, or a value that may be any word.
      if (asked.after !== "") return null;
      if (asked.before === part.before) words++;
      else if (asked.before === "") guessed++;
      else return null;
    } else if (!asked.hasHole && !(asked.before.startsWith(part.before) && asked.before.endsWith(part.after))) {
      return null;
    }
  }
  return { words, guessed };
}

/** A word says enough with this many letters. */
const LEAST_LETTERS = 4;

/**
 * A part of a path without holes. A text that requests the path has it. It is the last part, which few other routes share, or the longest if that is
 * short; null if there is none.
 */
export function wordIn({ segments }: RoutePath): string | null {
  const words = segments.flatMap(({ before, hasHole }) => (hasHole ? [] : [before]));
  const last = words.at(-1) ?? null;
  if (last === null || last.length >= LEAST_LETTERS) return last;
  return words.reduce((best, word) => (word.length > best.length ? word : best), last);
}

/**
 * The texts of which a file has one that requests or declares a path with a word: behind a slash, at the beginning of a text or of an expression, or behind a
 * value.
 */
export const textsOfWord = (word: string): string[] =>
  ["/", '"', "'", "`", "}", "^"].map((before) => `${before}${word}`);
