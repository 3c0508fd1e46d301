/** How a language declares HTTP routes and fields of GraphQL, and how its code requests them. Texts are read, no trees: graph/routes/requests.ts says why. Pure. */
import { firstIndex } from "../base/first-index.js";
import { addToList } from "../base/groups.js";
import { nth } from "../base/need.js";

/** Stands for the method of a procedure, whose path are the names that lead to it: `/tags/list` of `api.tags.list.useQuery()`. */
export const PROCEDURE = "procedure";

/** Stands for the method of a call of gRPC, whose path is that of the service and its method: `/Orders/Place`. */
export const REMOTE_CALL = "gRPC";

/** A route, or several of one handler; or a field of Query, Mutation or Subscription (graphql.ts); or a procedure of tRPC. */
export interface DeclaredRoute {
  /** In capitals; null for any. Of a field `query`, `mutation` or `subscription`; or PROCEDURE, or REMOTE_CALL. */
  method: string | null;
  /** Of a field its name. As the source has it, with the prefix of its class; a hole of a text is `${}`. */
  path: string;
  /** The lines of the registration: a handler is named or written in them. */
  lineStart: number;
  lineEnd: number;
  /** A line of the declaration that handles it, if an attribute or the file tells; null if the registration names it. */
  handler: number | null;
  /** The variable that it is registered on; null where it is registered on anything else. */
  owner: string | null;
  /** Whether the path has a prefix that the file does not tell, such as the route of a base class. */
  isPartial: boolean;
  /** The name by which code makes its path: `path("cats/", cats, name="cats.index")`, `cats.find` of Flask's `url_for`. */
  name?: string | undefined;
}

/** A prefix under which routes of other variables are reached: `app.use("/cats", router)`. */
export interface Mount {
  prefix: string;
  /** Names in the arguments. */
  names: ReadonlySet<string>;
  owner: string | null;
  /** Whether it stands before procedures; other routes have no such prefix, and procedures no other. */
  isOfProcedures?: true;
}

/** A call of a client with a path, or a path that is made by the name of its route: `reverse("shop:cats.index")`. */
export interface RouteRequest {
  method: string | null;
  /** Of a field its name. As the source has it; a hole of a text is `${}`. Empty where a name stands for it. */
  path: string;
  line: number;
  name?: string;
}

/** A path that a file keeps under a name: `ITEMS = "/items"`, `itemPath: (id) => `/items/${id}``. */
export interface KeptPath {
  path: string;
  line: number;
}

export interface AskedRoutes {
  requests: RouteRequest[];
  kept: KeptPath[];
}

export interface DeclaredRoutes {
  routes: DeclaredRoute[];
  mounts: Mount[];
}

/** The forms of a language. All functions are pure. */
export interface RouteConventions {
  /** Reads the routes and prefixes that a file declares. */
  declared: (path: string, text: string) => DeclaredRoutes;
  /** Reads the requests that a file makes, and the paths that it keeps as constants or gives back from functions. */
  asked: (text: string) => AskedRoutes;
  /** The text by which other files include the routes of a file, such as `shop.urls` of Django; it is among the names of their mounts. */
  includedAs?: (path: string) => string | null;
  /** A field may name a class in place of a handler, whose methods a library calls: `token_create = CreateToken.Field()` of Graphene. */
  namesClasses?: true;
  /** The method of HTTP that a member handles whose class a registration names under a path: `get` of a view; null for others. */
  verbOf?: (member: string, path: string) => string | null;
}

/** A text constant of a source, without its quotes. */
export interface Literal {
  start: number;
  end: number;
  value: string;
}

/** A source in which comments and text constants are blank, with the constants by their first position. */
export interface Blanked {
  code: string;
  literals: readonly Literal[];
}

/** A blanked source with its brackets and lines, as routes are read from it. */
export interface RouteSource extends Blanked {
  /** Where each opening bracket is closed. */
  closed: ReadonlyMap<number, number>;
  lineAt: (position: number) => number;
  /** The text of the constant of a name that a position sees; null where the source has none. */
  constantAt: (name: string, position: number) => string | null;
}

/** An argument of a call, or the whole of the arguments: positions in the source. */
export interface Range {
  start: number;
  end: number;
}

/** A call of a name: `receiver.name(args)`. */
export interface NamedCall {
  name: string;
  /** The word before the dot; ")" of a call; null where there is no dot. */
  receiver: string | null;
  start: number;
  /** Where its name stands. */
  nameAt: number;
  end: number;
  args: Range[];
}

/** Blanks what `skipped` matches; `readAs` gives the value of a text constant, null for a comment. */
export function blank(text: string, skipped: RegExp, readAs: (matched: string) => string | null): Blanked {
  const literals: Literal[] = [];
  const code = text.replace(skipped, (matched: string, ...rest: unknown[]) => {
    const start = rest.find((part) => typeof part === "number") as number;
    const value = readAs(matched);
    if (value === null) return matched.replace(/[^\n]/g, " ");
    literals.push({ start, end: start + matched.length, value });
    // The quotes stay, so that a text is told from nothing.
    return `"${matched.slice(1, -1).replace(/[^\n]/g, " ")}"`;
  });
  return { code, literals };
}

const CLOSES = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);
/** The lines of positions in a text, from 1, in any order. */
export function linesOf(text: string): (position: number) => number {
  const ends: number[] = [];
  for (let offset = text.indexOf("\n"); offset >= 0; offset = text.indexOf("\n", offset + 1)) ends.push(offset);
  return (position) => 1 + firstIndex(0, ends.length, (line) => nth(ends, line) >= position);
}

const OPENS = new Map([...CLOSES].map(([open, close]) => [close, open]));

/** Where each opening bracket is closed, of a blanked source; brackets that nothing closes are absent. */
export function closings(code: string): Map<number, number> {
  const closed = new Map<number, number>();
  const open: number[] = [];
  for (let offset = 0; offset < code.length; offset++) {
    const char = code.charCodeAt(offset);
    if (char !== 40 && char !== 41 && char !== 91 && char !== 93 && char !== 123 && char !== 125) continue;
    const opening = OPENS.get(code.charAt(offset));
    const last = open.at(-1);
    if (opening === undefined) open.push(offset);
    else if (last !== undefined && code.charAt(last) === opening) closed.set(nth(open.splice(-1), 0), offset);
  }
  return closed;
}

/** Finds the brackets, lines and constants of a source that was blanked. */
export function routeSource(blanked: Blanked): RouteSource {
  const source: RouteSource = {
    ...blanked,
    closed: closings(blanked.code),
    lineAt: linesOf(blanked.code),
    constantAt(name, position) {
      if (depth === MOST_DEPTH) return null;
      constants ??= constantsIn(source);
      const values = constants.get(name);
      depth++;
      const text = (values?.findLast(({ end }) => end <= position) ?? values?.[0])?.text() ?? null;
      depth--;
      return text;
    },
  };
  let constants: Map<string, Constant[]> | undefined;
  let depth = 0;
  return source;
}

/** `const PATH = "/cats"`, `const url = new URL("/cats", base)`, `static final String PATH = BASE + "/cats"`, `PATH = "/cats"` where a line begins. */
const CONSTANT =
  /(?:\b(?:const|let|var|val|static|final|readonly)\s{1,20}(?:[\w<>[\].?]{1,60}\s{1,20}){0,3}|^)([A-Za-z_$][\w$]{0,80})\s{0,20}(?::\s{0,20}[\w.?]{1,40}\s{0,20})?:?=\s{0,80}(new\s{1,20}URL\s{0,20}\(\s{0,80})?(?="|[A-Za-z_$][\w$.]{0,120}\s{0,20}\+)/gm;

/** Constants of a source that are looked at, characters of one, and how deep one may hold others. */
const MOST_CONSTANTS = 5000;
const MOST_TEXT = 1000;
const MOST_DEPTH = 10;

interface Constant {
  end: number;
  /** Null where it is not text, and while it is being made: one may be said to be made of itself. */
  text: () => string | null;
}

/** The constants of a source by name. Of several with one name, a position sees the last before it. */
function constantsIn(source: RouteSource): Map<string, Constant[]> {
  const { code } = source;
  const constants = new Map<string, Constant[]>();
  let count = 0;
  for (const match of code.matchAll(CONSTANT)) {
    if (++count > MOST_CONSTANTS) break;
    const [, name = "", ofUrl] = match;
    const start = match.index + match[0].length;
    const length = code.slice(start, start + MOST_ARGUMENT).search(ofUrl === undefined ? /[;\n]/ : /[,)]/);
    const end = length < 0 ? start + MOST_ARGUMENT : start + length;
    let text: string | null | undefined;
    const constant = {
      end,
      text() {
        if (text !== undefined) return text;
        text = null;
        text = textIn(source, { start, end })?.slice(0, MOST_TEXT) ?? null;
        return text;
      },
    };
    addToList(constants, name, constant);
  }
  return constants;
}

/** The parts of a range between commas that stand in no further bracket. */
export function argumentsIn(code: string, closed: ReadonlyMap<number, number>, { start, end }: Range): Range[] {
  const parts: Range[] = [];
  let from = start;
  for (let index = start; index < end; index++) {
    const char = code[index];
    if (char === "," || char === ";") {
      parts.push({ start: from, end: index });
      from = index + 1;
    } else if (char === "(" || char === "[" || char === "{") index = closed.get(index) ?? index;
  }
  if (code.slice(from, end).trim() !== "") parts.push({ start: from, end });
  return parts;
}

/** The calls that `form` finds in a blanked source: its last character is the bracket, its groups `receiver` and `name`. */
export function callsIn(code: string, closed: ReadonlyMap<number, number>, form: RegExp): NamedCall[] {
  const calls: NamedCall[] = [];
  for (const match of code.matchAll(form)) {
    const open = match.index + match[0].length - 1;
    const close = closed.get(open);
    if (close === undefined) continue;
    const { name = "", receiver = null } = match.groups ?? {};
    const args = argumentsIn(code, closed, { start: open + 1, end: close });
    const nameAt = match.index + match[0].lastIndexOf(name, match[0].search(/[<(]/));
    calls.push({ name, receiver, start: match.index, nameAt, end: close + 1, args });
  }
  return calls;
}

/** The first position behind the decorators or annotations that go on at `offset`. */
export function belowDecorators({ code, closed }: Pick<RouteSource, "code" | "closed">, offset: number): number {
  const decorator = /\s*@(?:[\w$]+[.:])*[\w$]+[ \t]*(\()?/y;
  for (let next = offset; ; ) {
    decorator.lastIndex = next;
    const match = decorator.exec(code);
    if (!match) return next + (/^\s*/.exec(code.slice(next, next + 2000))?.[0].length ?? 0);
    next = match[1] ? (closed.get(decorator.lastIndex - 1) ?? decorator.lastIndex) + 1 : decorator.lastIndex;
  }
}

/** At most this many characters of an argument are looked at: calls may be nested as deep as a source is long. */
export const MOST_ARGUMENT = 4000;

/** The blanked source of a range, as far as it is looked at. */
export const codeOf = ({ code }: Blanked, { start, end }: Range): string =>
  code.slice(start, Math.min(end, start + MOST_ARGUMENT));

/** The words of a piece of code. */
export const namesIn = (code: string): Set<string> => new Set(code.match(/[A-Za-z_$][\w$]*/g));

/** Where the line begins that a position is in. */
export const startOfLine = (code: string, offset: number): number => code.lastIndexOf("\n", offset - 1) + 1;

/** The hole of a text whose value the source does not tell. */
export const HOLE = "$" + "{}";

/** An expression that is the name of a constant alone; of an address as text, too. */
const NAMED = /^[\s+(]*(?:(?:this|self|[A-Z]\w*)\s*\.\s*)*([A-Za-z_$][\w$]*)(?:\.href|\.toString\(\))?[\s+)]*$/;
/** A constant in a text: `${PATH}/:id`. */
const INSIDE = /\$\{\s*([A-Za-z_$][\w$]*)\s*\}/g;

/**
 * The text of an expression of constants, with a hole for each part that is not a constant of the source; null where it begins with no constant or has none.
 */
export function textIn({ code, literals, constantAt }: RouteSource, { start, end }: Range): string | null {
  const last = Math.min(end, start + MOST_ARGUMENT);
  /** The text of a piece between texts: a constant, another value, or a sign alone. */
  const between = (from: number, to: number): string => {
    const gap = code.slice(from, to);
    if (!/[\w)\]]/.test(gap)) return "";
    const name = NAMED.exec(gap)?.[1];
    return (name && constantAt(name, from)) ?? HOLE;
  };
  let first = firstIndex(0, literals.length, (index) => nth(literals, index).start >= start);
  let text = "";
  let offset = start;
  for (let next = literals[first]; next && next.end <= last; next = literals[++first]) {
    let room = MOST_TEXT;
    const value = next.value.replace(INSIDE, (hole, name: string) => {
      const inner = room > 0 ? constantAt(name, start) : null;
      room -= inner?.length ?? 0;
      return inner ?? hole;
    });
    text += between(offset, next.start) + value;
    offset = next.end;
  }
  if (offset === start) {
    const name = NAMED.exec(code.slice(start, last))?.[1];
    return name ? constantAt(name, start) : null;
  }
  return (text + between(offset, last)).replaceAll(HOLE + HOLE, HOLE);
}

/** The text of a range that begins with a constant, written there or by its name; null for another value. */
export function constantIn(source: RouteSource, range: Range | undefined): string | null {
  if (!range) return null;
  const text = textIn(source, range);
  return text === null || (text.startsWith(HOLE) && !/^\s*"/.test(codeOf(source, range))) ? null : text;
}

/** Where a value is kept or given back that begins with a text or a constant. */
const KEPT = /(?:\breturn|=>|[:=])\s{0,20}\(?\s{0,20}(?="|[A-Za-z_$][\w$.]{0,120}\s{0,20}\+)/g;

/** The paths that a source keeps under a name. */
export function keptPaths(source: RouteSource): KeptPath[] {
  const kept: KeptPath[] = [];
  let count = 0;
  for (const { index, 0: before } of source.code.matchAll(KEPT)) {
    if (++count > MOST_CONSTANTS) break;
    const start = index + before.length;
    const length = source.code.slice(start, start + MOST_ARGUMENT).search(/[;,\n)}\]]/);
    const path = textIn(source, { start, end: start + (length < 0 ? MOST_ARGUMENT : length) });
    if (path !== null && IS_PATH.test(path)) kept.push({ path, line: source.lineAt(start) });
  }
  return kept;
}

/** A path, or one behind a prefix that the source does not tell. */
const IS_PATH = /^(?:\$\{[^}]{0,200}\})?\/[\w{$:<[]/;

/** Two parts of a path, with one slash between them. */
export const joinRoute = (prefix: string, path: string) =>
  `${prefix.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`.replace(/(?<=.)\/$/, "");

/** A part of a source whose registrations stand below a prefix: `Mount("/cats", routes=[…])`, `route("/cats") { … }`. */
export interface PrefixBlock {
  /** With those of the blocks around it. */
  prefix: string;
  end: number;
}

/**
 * The prefix of the innermost block around a position; null where it stands in none. Calls are read in their order: a block is pushed to `open` where it
 * begins, and taken away here once a position lies behind its end.
 */
export function prefixAround(open: PrefixBlock[], position: number): string | null {
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (position < last.end) return last.prefix;
    open.pop();
  }
  return null;
}
