/** JavaScript: the types that JSDoc comments give to parameters, results and variables. */

import { FUNCTION, type TypeName } from "../../model/parse-result.js";
import type { Analysis } from "./analysis.js";
import { declareType, type Scope } from "./scope.js";
import { freeType, namedType, unionOf } from "./types.js";

const LONGEST_TYPE = 200;

/** The JSDoc comment right before a node, of a variable before its statement; null where there is none. */
export function jsdocBefore(a: Analysis, node: number): string | null {
  return commentBefore(a, node)?.text ?? null;
}

function commentBefore(a: Analysis, node: number): { text: string; start: number } | null {
  if (!a.isJavaScript) return null;
  const { tree } = a;
  let at = node;
  while (
    tree.parent(at) > 0 &&
    /^(?:variable_declarator|lexical_declaration|variable_declaration|assignment_expression|expression_statement|pair|export_statement)$/.test(
      tree.type(tree.parent(at)),
    )
  ) {
    at = tree.parent(at);
  }
  for (const start of new Set([tree.start(node), tree.start(at)])) {
    const from = Math.max(0, start - 4000);
    const before = a.source.slice(from, start).trimEnd();
    if (!before.endsWith("*/")) continue;
    const open = before.lastIndexOf("/*");
    if (open >= 0 && before.startsWith("/**", open)) return { text: before.slice(open), start: from + open };
  }
  return null;
}

/** The type of `@param {T} name`; of an options object its properties have lines of their own, which are not read. */
export function jsdocParameter(doc: string, name: string): string | null {
  for (const match of doc.matchAll(/@(?:param|arg|argument)\s*\{/g)) {
    const type = braced(doc, match.index + match[0].length);
    if (type === null) continue;
    const rest = doc.slice(match.index + match[0].length + type.length + 1);
    if (/^\s*\[?\s*([\w$]+)(?![\w$.])/.exec(rest)?.[1] === name) return type;
  }
  return null;
}

/** The type of `@returns {T}` or `@type {T}`. */
export function jsdocType(doc: string, tag: "returns?" | "type"): string | null {
  const match = new RegExp(`@${tag}\\s*\\{`).exec(doc);
  return match === null ? null : braced(doc, match.index + match[0].length);
}

/** The types of `@implements {T}` before a class, and where these tags stand. */
export function jsdocImplements(a: Analysis, node: number): { type: string; at: number }[] {
  const comment = commentBefore(a, node);
  if (comment === null) return [];
  return Array.from(comment.text.matchAll(/@implements\s*\{/g)).flatMap((match) => {
    const type = braced(comment.text, match.index + match[0].length);
    return type === null ? [] : [{ type, at: comment.start + match.index }];
  });
}

/** The type that the comment before a variable or field gives it. */
export function jsdocTyped(a: Analysis, node: number): string | null {
  const doc = jsdocBefore(a, node);
  return doc === null ? null : jsdocType(doc, "type");
}

/** The text up to the brace that closes the one before `start`. */
export function braced(doc: string, start: number): string | null {
  let depth = 1;
  for (let at = start; at < doc.length && at < start + LONGEST_TYPE; at++) {
    if (doc[at] === "{") depth++;
    else if (doc[at] === "}" && --depth === 0) return doc.slice(start, at);
  }
  return null;
}

/** What a JSDoc `@typedef` of an imported type or an `@import` names: types of other modules. */
export function jsdocImports(a: Analysis, comment: string, line: number): void {
  if (!a.isJavaScript || !/@(?:typedef|import)\b/.test(comment)) return;
  const add = (specifier: string, imported: string, local: string, path: string[] = []) => {
    const index = a.imports.length;
    a.imports.push({ kind: "module", isGlobal: false, specifier, imported, local, isTypeOnly: true, line });
    declareType(a.topScope, local, { is: "import", import: index, path });
  };
  for (const [, specifier, members, local] of comment.matchAll(
    /@typedef\s*\{\s*import\(\s*["']([^"']+)["']\s*\)((?:\.[\w$]+)*)\s*\}\s*([\w$]+)/g,
  )) {
    const [, imported = "*", ...path] = members!.split(".");
    add(specifier!, imported, local!, path);
  }
  for (const [, names, specifier] of comment.matchAll(/@import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)) {
    for (const name of names!.split(",")) {
      const [imported, local = imported] = name.trim().split(/\s+as\s+/);
      if (imported !== undefined && imported !== "") add(specifier!, imported, local!);
    }
  }
}

const TOKEN = /\s*(import\(\s*["'][^"']+["']\s*\)|[\w$]+|=>|\.<|\.\.\.|\[\]|"[^"]*"|'[^']*'|[^\s])/y;

/** A type as JSDoc writes it: names, `T[]`, `Array<T>`, unions, functions, `this` in a class; null for anything else. */
export function jsdocTypeName(a: Analysis, text: string, scope: Scope, classSymbol = -1): TypeName | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match !== null && tokens.length < 60; match = TOKEN.exec(text))
    tokens.push(match[1]!);
  let at = 0;
  const take = (token: string): boolean => tokens[at] === token && ++at > 0;

  function union(depth: number): TypeName | null {
    const members: (TypeName | null)[] = [];
    do {
      const isNothing = /^(?:null|undefined|void)$/.test(tokens[at] ?? "");
      const member = postfix(depth);
      if (!isNothing) members.push(member);
    } while (take("|"));
    return unionOf(members);
  }
  function postfix(depth: number): TypeName | null {
    while (take("?") || take("!") || take("...")) {}
    let type = primary(depth);
    while (take("[]")) type = freeType("Array", [type]);
    while (take("=") || take("?") || take("!")) {}
    return type;
  }
  function list(depth: number, end: string): (TypeName | null)[] {
    const types: (TypeName | null)[] = [];
    while (at < tokens.length && !take(end)) {
      // `name: T` of a parameter.
      if (tokens[at + 1] === ":") at += 2;
      types.push(union(depth + 1));
      if (!take(",") && tokens[at] !== end) at++;
    }
    return types;
  }
  function primary(depth: number): TypeName | null {
    const token = tokens[at++];
    if (token === undefined || depth > 4) return null;
    if (token === "(") {
      const types = list(depth, ")");
      return take("=>") ? freeType(FUNCTION, [union(depth + 1), ...types]) : (types[0] ?? null);
    }
    if (token === "function" && take("(")) {
      const types = list(depth, ")");
      return freeType(FUNCTION, [take(":") ? union(depth + 1) : null, ...types]);
    }
    if (!/^[\w$]/.test(token)) return null;
    const type = named(token);
    if (!take("<") && !take(".<")) return type;
    const args = list(depth, ">");
    if (token === "Object" && args.length === 2) return freeType("Record", args);
    return type === null ? null : { ...type, args: args.map((arg) => arg ?? { root: { in: "unknown" }, path: [] }) };
  }
  function named(token: string): TypeName | null {
    const path: string[] = [];
    while (tokens[at] === "." && /^[\w$]/.test(tokens[at + 1] ?? "")) {
      path.push(tokens[at + 1]!);
      at += 2;
    }
    if (token === "this") return classSymbol === -1 ? null : { root: { in: "this", type: classSymbol }, path: [] };
    const request = /^import\(\s*["']([^"']+)/.exec(token);
    if (request === null) {
      const primitive = { string: "String", number: "Number", boolean: "Boolean" }[token];
      if (primitive !== undefined) return freeType(primitive);
      const type = namedType(a, scope, token === "Function" ? "Function" : token);
      return type === null ? null : { ...type, path: [...type.path, ...path] };
    }
    const [imported, ...rest] = path;
    if (imported === undefined) return null;
    const index = a.imports.length;
    a.imports.push({
      kind: "module",
      isGlobal: false,
      specifier: request[1]!,
      imported,
      local: "",
      isTypeOnly: true,
      line: 0,
    });
    return { root: { in: "import", import: index }, path: rest };
  }
  return union(0);
}
