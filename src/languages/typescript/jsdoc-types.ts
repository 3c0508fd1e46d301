/** JavaScript: reads a type that a JSDoc comment writes. */
import { nth } from "../../base/need.js";
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { functionOf, known, named } from "../../model/type-forms.js";
import type { Analysis } from "./analysis.js";
import { lookUpType, lookUpValue, type Scope } from "./scope.js";
import { freeType, unionOf } from "./type-names.js";
import { namedType } from "./types.js";

const TOKEN = /\s*(import\(\s*["'][^"']+["']\s*\)|[\w$]+|=>|\.<|\.\.\.|\[\]|"[^"]*"|'[^']*'|[^\s])/y;
const MOST_TOKENS = 60;
const DEEPEST_TYPE = 4;

/** A type that is being read. */
interface Reader {
  a: Analysis;
  /** The scope in which its names are looked up. */
  scope: Scope;
  /** The class that `this` is in; -1 for none. */
  classSymbol: number;
  tokens: string[];
  /** The position of the next token. */
  next: number;
}

/** Reads a type as JSDoc writes it: names, `T[]`, `Array<T>`, unions, functions, `this` in a class; null for anything else. */
export function jsdocTypeName(a: Analysis, text: string, scope: Scope, classSymbol = -1): TypeExpr | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && tokens.length < MOST_TOKENS; match = TOKEN.exec(text))
    tokens.push(nth(match, 1));
  return readUnion({ a, scope, classSymbol, tokens, next: 0 }, 0);
}

/** Steps over the next token if it is this one. */
function skip(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.next] !== token) return false;
  reader.next++;
  return true;
}

/** Reads `A | B`; null, undefined and void are left out. */
function readUnion(reader: Reader, depth: number): TypeExpr | null {
  const members: (TypeExpr | null)[] = [];
  do {
    const isNothing = /^(?:null|undefined|void)$/.test(reader.tokens[reader.next] ?? "");
    const member = readMarked(reader, depth);
    if (!isNothing) members.push(member);
  } while (skip(reader, "|"));
  return unionOf(members);
}

/** Reads a type with its marks: `?T`, `!T`, `...T`, `T[]`, `T=`. */
function readMarked(reader: Reader, depth: number): TypeExpr | null {
  while (skip(reader, "?") || skip(reader, "!") || skip(reader, "...")) {}
  let type = readPlain(reader, depth);
  while (skip(reader, "[]")) type = freeType("Array", [type]);
  while (skip(reader, "=") || skip(reader, "?") || skip(reader, "!")) {}
  return type;
}

/** Reads types separated by commas up to the token `end`. */
function readList(reader: Reader, depth: number, end: string): (TypeExpr | null)[] {
  const { tokens } = reader;
  const types: (TypeExpr | null)[] = [];
  while (reader.next < tokens.length && !skip(reader, end)) {
    // The name of a parameter: `name: T`.
    if (tokens[reader.next + 1] === ":") reader.next += 2;
    types.push(readUnion(reader, depth + 1));
    if (!skip(reader, ",") && tokens[reader.next] !== end) reader.next++;
  }
  return types;
}

/** Reads a function, a type in parentheses, or a name with its type arguments. */
function readPlain(reader: Reader, depth: number): TypeExpr | null {
  const token = reader.tokens[reader.next++];
  if (token === undefined || depth > DEEPEST_TYPE) return null;
  if (token === "(") {
    const types = readList(reader, depth, ")");
    return skip(reader, "=>") ? functionOf(readUnion(reader, depth + 1), known(types)) : (types[0] ?? null);
  }
  if (token === "function" && skip(reader, "(")) {
    const types = readList(reader, depth, ")");
    return functionOf(skip(reader, ":") ? readUnion(reader, depth + 1) : null, known(types));
  }
  if (!/^[\w$]/.test(token)) return null;
  const type = readName(reader, token);
  if (!skip(reader, "<") && !skip(reader, ".<")) return type;
  const args = readList(reader, depth, ">");
  if (token === "Object" && args.length === 2) return freeType("Record", args);
  return type === null ? null : { ...type, args: known(args) };
}

/** Steps over a dot and the name after it, and answers the name; null if they do not come next. */
function nameAfterDot(reader: Reader): string | null {
  const [dot, name] = reader.tokens.slice(reader.next, reader.next + 2);
  if (dot !== "." || name === undefined || !/^[\w$]/.test(name)) return null;
  reader.next += 2;
  return name;
}

/** Reads a dotted name: `store.Item`, `import("./store").Item`. */
function readName(reader: Reader, token: string): NamedType | null {
  const { a, scope, classSymbol } = reader;
  const path: string[] = [];
  for (let name = nameAfterDot(reader); name !== null; name = nameAfterDot(reader)) path.push(name);
  if (token === "this") return classSymbol === -1 ? null : named({ in: "this", type: classSymbol });
  const specifier = /^import\(\s*["']([^"']+)/.exec(token)?.[1];
  if (specifier !== undefined) return importType(a, specifier, path);
  const primitive = { string: "String", number: "Number", boolean: "Boolean" }[token];
  if (primitive !== undefined) return freeType(primitive);
  const type = makerNamed(a, scope, token) ?? namedType(a, scope, token);
  return type === null ? null : { ...type, path: [...type.path, ...path] };
}

/** The function of a name that is not a type: `new F()` may make values of the type F. */
function makerNamed(a: Analysis, scope: Scope, name: string): NamedType | null {
  const value = lookUpType(scope, name) === null ? lookUpValue(scope, name) : null;
  const isFunction = value?.is === "symbol" && a.symbols[value.symbol]?.kind === "function";
  return isFunction ? named({ in: "file", symbol: value.symbol }) : null;
}

/** Adds the import of `import("./store").Item` and answers the type. */
function importType(a: Analysis, specifier: string, [imported, ...path]: string[]): NamedType | null {
  if (imported === undefined) return null;
  const index = a.imports.length;
  a.imports.push({ kind: "module", isGlobal: false, specifier, imported, local: "", isTypeOnly: true, line: 0 });
  return named({ in: "import", import: index }, path);
}
