/** JavaScript: reads a type that a JSDoc comment writes. */

import { FUNCTION, type TypeName } from "../../model/parse-result.js";
import type { Analysis } from "./analysis.js";
import type { Scope } from "./scope.js";
import { freeType, unionOf } from "./type-names.js";
import { namedType } from "./types.js";

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
