/**
 * The language of symbol queries, a subset of SQLite FTS5's:
 *
 *     user service            both
 *     "user service"          in this order, next to each other
 *     auth*                   words that begin so
 *     get*Name                names that begin so and have the rest as a part
 *     a OR b, a AND b, a NOT b, ( )
 *     name:auth, qualified_name:("my app" OR core*)
 *
 * FTS5's NEAR(), ^, { } and -column: are refused. Words next to each other bind tightest, then NOT, AND, OR. A word may be dotted
 * (`UserService.authenticate`), as names are written; the name of an operator (`operator ==`) is a word.
 */
import { CodeindexError, invalidParameter } from "../../base/errors.js";
import { nth, present } from "../../base/need.js";
import { humpsOf } from "../../postings/symbol-terms.js";

export type Column = "name" | "qualified_name";

export type SymbolQuery =
  | { kind: "word"; text: string; isPrefix: boolean; column: Column }
  | { kind: "phrase"; text: string; isPrefix: boolean; column: Column }
  | { kind: "and"; parts: SymbolQuery[] }
  | { kind: "or"; parts: SymbolQuery[] }
  | { kind: "not"; keep: SymbolQuery; drop: SymbolQuery };

interface Token {
  kind: "word" | "phrase" | "(" | ")" | "*" | "column" | "AND" | "OR" | "NOT" | "end";
  text: string;
  /** From 1. */
  position: number;
}

/** The name of an operator, `operator ==` or `Money.operator *`. */
export const OPERATOR = /^(.*\.)?operator\s+[^\p{L}\p{N}_$\s()"]+$/u;

const DEEPEST = 50;
const COLUMNS: readonly string[] = ["name", "qualified_name"];

/** Reads a query. Throws `invalid_parameter` naming `query` and the position of what is wrong. */
export function parseSymbolQuery(query: string): SymbolQuery {
  const tokens = tokensOf(query);
  let index = 0;
  const peek = (): Token => nth(tokens, index);

  function either(column: Column, depth: number): SymbolQuery {
    const parts = [both(column, depth)];
    while (peek().kind === "OR") {
      index++;
      parts.push(both(column, depth));
    }
    return parts.length === 1 ? nth(parts, 0) : { kind: "or", parts };
  }

  function both(column: Column, depth: number): SymbolQuery {
    const parts = [without(column, depth)];
    while (peek().kind === "AND") {
      index++;
      parts.push(without(column, depth));
    }
    return parts.length === 1 ? nth(parts, 0) : { kind: "and", parts };
  }

  function without(column: Column, depth: number): SymbolQuery {
    let keep = beside(column, depth);
    while (peek().kind === "NOT") {
      index++;
      keep = { kind: "not", keep, drop: beside(column, depth) };
    }
    return keep;
  }

  function beside(column: Column, depth: number): SymbolQuery {
    const parts = [primary(column, depth)];
    while (["word", "phrase", "(", "column"].includes(peek().kind)) parts.push(primary(column, depth));
    return parts.length === 1 ? nth(parts, 0) : { kind: "and", parts };
  }

  function primary(column: Column, depth: number): SymbolQuery {
    const token = nth(tokens, index++);
    if (depth > DEEPEST) throw malformed(token.position, `is nested more than ${DEEPEST} deep`);
    switch (token.kind) {
      case "column":
        return primary(token.text as Column, depth + 1);
      case "(": {
        const inner = either(column, depth + 1);
        if (peek().kind !== ")") throw malformed(token.position, "opens a parenthesis that is never closed");
        index++;
        return inner;
      }
      case "word":
      case "phrase": {
        const isPrefix = peek().kind === "*";
        const star = peek().position;
        if (isPrefix) index++;
        const begin: SymbolQuery = { kind: token.kind, text: token.text, isPrefix, column };
        // `Enrich*Middleware`: what stands behind the sign is a part of the name.
        if (!isPrefix || peek().kind !== "word" || peek().position !== star + 1) return begin;
        const rest = primary(column, depth + 1);
        const end = rest.kind === "word" ? { ...rest, kind: "phrase" as const, text: inWords(rest.text) } : rest;
        return { kind: "and", parts: [begin, end] };
      }
      case "end":
        throw malformed(token.position, "ends where a word is expected");
      default:
        throw malformed(token.position, `has ${token.text} where a word is expected`);
    }
  }

  const result = either("qualified_name", 0);
  const rest = peek();
  if (rest.kind !== "end") throw malformed(rest.position, `has an unexpected ${rest.text}`);
  return result;
}

/** The parts of a name, with spaces between them. */
const inWords = (name: string): string => humpsOf(name).join(" ") || name;

/** Whether a text can be read as a query. */
export function isQuery(text: string): boolean {
  try {
    parseSymbolQuery(text);
    return true;
  } catch (error) {
    if (error instanceof CodeindexError && error.code === "invalid_parameter") return false;
    throw error;
  }
}

function malformed(position: number, problem: string): Error {
  return invalidParameter(
    "query",
    `${problem} (at character ${position}). Allowed: words, "phrases", prefix*, AND, OR, NOT, parentheses, name: and qualified_name:`,
  );
}

function tokensOf(query: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  while (offset < query.length) {
    const character = query.charAt(offset);
    const position = offset + 1;
    if (/\s/.test(character)) {
      offset++;
    } else if (character === "(" || character === ")") {
      offset++;
      // A call as it is written in code: f().
      if (query[offset] === ")" && isAfterWord(query, offset, tokens)) offset++;
      else {
        // The labels of a function's arguments: serve(_:port:). The name is looked for without them.
        const labels = isAfterWord(query, offset, tokens) ? /^(?:[^\s():"]+:)+\)/.exec(query.slice(offset)) : null;
        if (labels !== null) offset += labels[0].length;
        else tokens.push({ kind: character, text: character, position });
      }
    } else if (character === "*") {
      const before = tokens.at(-1);
      const isDirect = /[^\s(:]/.test(query[offset - 1] ?? " ");
      offset++;
      // `*Tests`: a word is found in any part of a name.
      if (!isDirect && /[\p{L}\p{N}_$]/u.test(query[offset] ?? "")) continue;
      if (before?.kind !== "word" && before?.kind !== "phrase")
        throw malformed(position, "has * without a word before it");
      tokens.push({ kind: "*", text: "*", position });
    } else if (character === '"') {
      const end = query.indexOf('"', offset + 1);
      if (end === -1) throw malformed(position, "opens a quote that is never closed");
      const text = query.slice(offset + 1, end);
      if (!/[\p{L}\p{N}]/u.test(text)) throw malformed(position, "has an empty phrase");
      tokens.push({ kind: "phrase", text, position });
      offset = end + 1;
    } else {
      offset = pushWord(query, offset, tokens);
    }
  }
  tokens.push({ kind: "end", text: "end", position: query.length + 1 });
  return tokens;
}

/** Whether the parenthesis before a position opens right behind a word. */
function isAfterWord(query: string, offset: number, tokens: readonly Token[]): boolean {
  return query[offset - 1] === "(" && tokens.at(-1)?.kind === "word" && !/\s/.test(query[offset - 2] ?? " ");
}

/** Syntax of FTS5 that this language lacks: how it begins, and what to write instead. */
const REFUSED = [
  { begins: /^NEAR\s*\(/, problem: 'has NEAR(), which is not supported: use AND, or a "phrase"' },
  { begins: /^\^/, problem: "has ^, which is not supported: leave it out" },
  { begins: /^\{/, problem: "has { }, which is not supported: use name: or qualified_name:" },
  { begins: /^-[A-Za-z_]+:/, problem: "has a column with - before it, which is not supported: use NOT" },
];

function pushWord(query: string, from: number, tokens: Token[]): number {
  const rest = query.slice(from);
  const operator = /^(?:[\p{L}\p{N}_$.]*\.)?operator\s+[^\p{L}\p{N}_$\s()"]+(?=[\s()]|$)/u.exec(rest);
  if (operator !== null) {
    tokens.push({ kind: "word", text: operator[0].replace(/\s+/, " "), position: from + 1 });
    return from + operator[0].length;
  }
  const [word] = present(/^[^\s()"*]+/.exec(rest));
  const refused = REFUSED.find(({ begins }) => begins.test(rest));
  if (refused) throw malformed(from + 1, refused.problem);
  const column = /^([A-Za-z_]+):(?!:)/.exec(word);
  if (column !== null) {
    const name = nth(column, 1).toLowerCase();
    if (!COLUMNS.includes(name)) throw malformed(from + 1, `filters by ${column[1]}, which is not a column`);
    tokens.push({ kind: "column", text: name, position: from + 1 });
    return from + column[0].length;
  }
  if (word === "AND" || word === "OR" || word === "NOT") tokens.push({ kind: word, text: word, position: from + 1 });
  else if (!/[\p{L}\p{N}_$]/u.test(word)) throw malformed(from + 1, `has ${word} where a word is expected`);
  else tokens.push({ kind: "word", text: word, position: from + 1 });
  return from + word.length;
}
