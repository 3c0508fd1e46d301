/**
 * Operations of GraphQL in the texts of a source: which fields of Query, Mutation and Subscription they ask for. No library reads them, as texts have
 * holes (`${FRAGMENT}`, `%s`, the doubled braces of f-strings), for which a parser refuses the whole. Pure.
 */
import { nth } from "../base/need.js";
import { type DeclaredRoute, type Literal, linesOf, type RouteRequest, type RouteSource } from "./routing.js";

export const OPERATIONS = ["query", "mutation", "subscription"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Whether the method of a route or request is a kind of operation: then its path is the name of a field. */
export const isOperation = (method: string | null): method is Operation =>
  OPERATIONS.some((operation) => operation === method);

/** Whether a request in words asks for a field: `mutation tokenCreate`, not `POST /tokens`. */
export const isFieldRequest = (request: string): boolean => isOperation(request.split(" ", 1)[0] ?? null);

/** The operation whose fields a type has: `Query`, `AccountQueries`, `CreateMutations`; null of another type. */
export function operationOf(type: string): Operation | null {
  if (/quer(?:y|ies)$/i.test(type)) return "query";
  if (/mutations?$/i.test(type)) return "mutation";
  return /subscriptions?$/i.test(type) ? "subscription" : null;
}

/** The operation whose fields the type with this very name has. */
export const operationOfRoot = (type: string): Operation | null =>
  /^(?:Query|Mutation|Subscription)$/.test(type) ? operationOf(type) : null;

/** `tokenCreate` of `token_create`. */
export const camelCase = (name: string): string =>
  name.replace(/(?<=[A-Za-z0-9])_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `token_create` of `tokenCreate`. */
export const snakeCase = (name: string): string => name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();

/** A field as a route; `handler`: the line of its resolver, null where the lines name or have it. */
export const fieldRoute = (
  operation: Operation,
  name: string,
  lines: Pick<DeclaredRoute, "lineStart" | "lineEnd" | "handler">,
): DeclaredRoute => ({ method: operation, path: name, ...lines, owner: null, isPartial: false });

/** A field at the root of an operation, and where its name stands. */
export interface RequestedField {
  operation: Operation;
  name: string;
  offset: number;
}

/** Limits: characters of a text, texts in a row that are one, and fields of one. */
const MOST_TEXT = 100_000;
const MOST_JOINED = 200;
const MOST_FIELDS = 200;

const TOKEN =
  /[\s,\uFEFF]+|#[^\n]*|"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|\.\.\.|[A-Za-z_]\w*|\$\w+|-?\d[\w.+-]*|[{}()[\]:=!|&@]/y;
const IS_BLANK = /^[\s,\uFEFF#]/;
const IS_NAME = /^[A-Za-z_]/;

interface Token {
  text: string;
  offset: number;
}

/** The tokens of a text up to the first character that GraphQL does not know; `isWhole`: there is none. */
function tokensOf(text: string): { tokens: Token[]; isWhole: boolean } {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let offset = 0; offset < text.length; offset = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return { tokens, isWhole: false };
    if (!IS_BLANK.test(token)) tokens.push({ text: token, offset });
  }
  return { tokens, isWhole: true };
}

const OPENS = /^[{([]$/;
const CLOSES = /^[})\]]$/;

/** Where a bracket at a position is closed; the end where it is not. */
function closeOf(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { text } = nth(tokens, index);
    if (OPENS.test(text)) depth++;
    else if (CLOSES.test(text) && --depth === 0) return index;
  }
  return tokens.length;
}

/** The fields at the root of the operations of a text; none of a text that is not GraphQL. Names of other types' fields are passed over. */
export function fieldsIn(text: string): RequestedField[] {
  const { tokens, isWhole } = tokensOf(text.slice(0, MOST_TEXT));
  const found: RequestedField[] = [];
  for (let index = 0; index < tokens.length && found.length < MOST_FIELDS; ) {
    const head = headAt(tokens, index);
    if (head === null) break;
    const { operation, open } = head;
    const close = closeOf(tokens, open);
    // Other words than those of GraphQL stand between the brackets.
    if (close === tokens.length && !isWhole) break;
    const fields = rootFields(tokens, open + 1, close);
    // `{name}` alone is a text with a hole.
    const isAnonymous = open === index;
    const isWritten = !isAnonymous || fields.length < close - open - 1 || /\s/.test(text.charAt(open + 1));
    if (operation !== null && isWritten) found.push(...fields.map((field) => ({ operation, ...field })));
    index = close + 1;
  }
  return found.slice(0, MOST_FIELDS);
}

/** The definition that begins at a token: its operation, null for a fragment of another type, and the bracket before its fields. */
function headAt(tokens: readonly Token[], start: number): { operation: Operation | null; open: number } | null {
  const word = nth(tokens, start).text;
  if (word === "{") return start === 0 ? { operation: "query", open: start } : null;
  if (word !== "fragment" && !isOperation(word)) return null;
  const names: string[] = [];
  for (let index = start + 1; index < tokens.length; index++) {
    const { text } = nth(tokens, index);
    if (text === "{") return operationAt(word, names, index);
    if (text === "(") index = closeOf(tokens, index);
    else if (text === "@") index++;
    else if (IS_NAME.test(text) && names.length < 3) names.push(text);
    else return null;
  }
  return null;
}

/** `query Cats {`, `fragment Cats on Query {`; null where other words stand there. */
function operationAt(word: string, names: readonly string[], open: number): ReturnType<typeof headAt> {
  if (isOperation(word)) return names.length < 2 ? { operation: word, open } : null;
  return names[1] === "on" ? { operation: operationOfRoot(names[2] ?? ""), open } : null;
}

/** The names of the fields between two tokens, those behind aliases too, without what stands in their brackets; none where other words stand there. */
function rootFields(tokens: readonly Token[], from: number, to: number): { name: string; offset: number }[] {
  const fields: { name: string; offset: number }[] = [];
  for (let index = from; index < to; index++) {
    const { text } = nth(tokens, index);
    if (text === "...") {
      // `...Name`, `... on Query { … }`, `... @include(if: $x) { … }`
      if (tokens[index + 1]?.text === "on") index += 2;
      else if (IS_NAME.test(tokens[index + 1]?.text ?? "")) index++;
    } else if (IS_NAME.test(text)) {
      if (tokens[index + 1]?.text === ":") index += 2;
      const field = tokens[index];
      if (field && index < to && IS_NAME.test(field.text)) fields.push({ name: field.text, offset: field.offset });
    } else if (text === "@") index++;
    else if (OPENS.test(text)) index = closeOf(tokens, index);
    else return [];
  }
  return fields;
}

const blanks = (matched: string) => matched.replace(/[^\n]/g, " ");
const QUOTES = /^[\w$@]{0,4}(?:"{3,}|'{3,}|["'`])|(?<!")"{3,}$|(?<!')'{3,}$|["'`]$/g;
const ESCAPE = /\\[\s\S]/g;
const HOLES = /\$\{(?:[^{}]|\{[^{}]{0,200}\}){0,1000}\}|%(?:\(\w{1,80}\))?[sdvq]/g;
const DOUBLED = /\{\{|\}\}|\{[^{}\n]{0,200}\}/g;
const RAW_HOLES = /\{\{[^{}\n]{0,200}\}\}/g;
/** The beginning of a request's body: `{"query": "…"}`. */
const BODY = /^\s*\{\s*"query"\s*:\s*"/;

/** A text constant as GraphQL, at the same length: without quotes, escapes and holes. */
function plain(raw: string): string {
  const text = raw
    .replace(QUOTES, blanks)
    .replace(ESCAPE, (escaped) => (escaped === '\\"' ? ' "' : blanks(escaped)))
    .replace(HOLES, blanks);
  if (raw.startsWith("$$")) return text.replace(RAW_HOLES, blanks);
  const isDoubled = /^[rb]?f/i.test(raw) || raw.startsWith("$") || text.includes("{{");
  return isDoubled ? text.replace(DOUBLED, (matched) => DOUBLED_AS[matched] ?? blanks(matched)) : text;
}

const DOUBLED_AS: Record<string, string> = { "{{": "{ ", "}}": " }" };

/** Two constants that are one text: `"query { " + "users }"`, or one behind the other. */
const JOINS = /^[\s+\\]*$/;
const SPEAKS = /\b(?:query|mutation|subscription)\b|^[^\w{]{0,100}\{\s*[A-Za-z]/;

/** The fields that the text constants of a source ask for, each with its line. */
export function fieldsRequested({ code, literals, lineAt }: RouteSource, text: string): RouteRequest[] {
  const found: RouteRequest[] = [];
  for (let from = 0; from < literals.length; ) {
    let to = from + 1;
    while (to < literals.length && to - from < MOST_JOINED && areJoined(code, nth(literals, to - 1), nth(literals, to)))
      to++;
    const parts = literals.slice(from, to);
    from = to;
    const [start, end] = [nth(parts, 0).start, nth(parts, parts.length - 1).end];
    if (end - start > MOST_TEXT || !parts.some(({ value }) => value.includes("{"))) continue;
    const whole = wholeOf(parts, text);
    if (!SPEAKS.test(whole)) continue;
    for (const { operation, name, offset } of fieldsIn(whole))
      found.push({ method: operation, path: name, line: lineAt(start + offset) });
  }
  return found;
}

const areJoined = (code: string, one: Literal, next: Literal) =>
  next.start - one.end <= MOST_JOINED && JOINS.test(code.slice(one.end, next.start));

/** Constants, and the code between them, as one text with the positions of the source. */
function wholeOf(parts: readonly Literal[], text: string): string {
  let whole = "";
  const first = nth(parts, 0).start;
  for (const { start, end } of parts)
    whole += blanks(text.slice(first + whole.length, start)) + plain(text.slice(start, end));
  return whole.replace(BODY, blanks);
}

/** The fields that a file of operations asks for. */
export function fieldsOfFile(text: string): RouteRequest[] {
  const lineAt = linesOf(text);
  return fieldsIn(text).map(({ operation, name, offset }) => ({ method: operation, path: name, line: lineAt(offset) }));
}
