/** JavaScript: declarations in JSDoc comments: `@typedef` with its properties, `@template`, `@import`, and fields that only a comment declares. */
import { nth } from "../../base/need.js";
import { symbolOf } from "../symbol-of.js";
import type { Analysis } from "./analysis.js";
import { braced, jsdocBefore, jsdocTemplates, jsdocType } from "./jsdoc.js";
import { declareType, type Scope } from "./scope.js";
import { addSymbol } from "./symbols.js";
import { firstNamed } from "./syntax-helpers.js";

const TYPEDEF = /@typedef\b/g;
const NAME = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)/u;
const PROPERTY = /@(?:prop|property)\s*\{/g;
/** `name`, `[name]`, `[name=1]`; but not `name.inner`, which belongs to another property. */
const PROPERTY_NAME = /^\s*\[?\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:[=\]\s*]|$)/u;
const MEMBER = /^\s*(?:readonly\s+)?["']?([\p{L}_$][\p{L}\p{N}_$]*)["']?\s*(\?)?\s*:/u;
const PLAIN_OBJECT = /^\s*!?\s*[Oo]bject\s*$/;

interface Member {
  name: string;
  type: string;
  isOptional: boolean;
  /** The offset of the name in the comment. */
  offset: number;
}

/** Adds a symbol for each `@typedef` of a comment at the top of the file, which other files may import. */
export function declareTypedefs(a: Analysis, comment: number): void {
  const { tree } = a;
  if (!a.isJavaScript || a.current.symbol !== 0) return;
  const text = tree.text(comment);
  if (!text.startsWith("/**") || !text.includes("@typedef")) return;
  const starts = Array.from(text.matchAll(TYPEDEF), ({ index }) => index);
  for (const [number, start] of starts.entries()) declareTypedef(a, comment, text.slice(0, starts[number + 1]), start);
}

function declareTypedef(a: Analysis, comment: number, text: string, start: number): void {
  const { tree } = a;
  const [open] = /^@typedef\s*\{/.exec(text.slice(start)) ?? [];
  const typeStart = start + (open ?? "@typedef").length;
  const type = open === undefined ? null : braced(text, typeStart);
  const after = open === undefined ? typeStart : typeStart + (type?.length ?? 0) + 1;
  const name = NAME.exec(text.slice(after))?.[1];
  // `declareJsdocImports` handles a typedef of an import.
  if (name === undefined || (open !== undefined && type === null) || /^\s*import\(/.test(type ?? "")) return;
  const nameAt = text.indexOf(name, after);
  const index = addCommentSymbol(a, comment, { name, kind: "type", parent: 0, offset: nameAt });
  const symbol = symbolOf(a, index);
  declareType(a.topScope, name, { is: "symbol", symbol: index });
  symbol.isExported = true;
  a.exports.push({ exported: name, target: { in: "file", symbol: index }, isTypeOnly: true, line: symbol.nameLine });
  const isObject = type === null || PLAIN_OBJECT.test(type);
  const members = isObject ? propertiesOf(text, after) : objectMembers(type, typeStart);
  if (members === null) {
    a.typeSources.set(index, { scope: a.topScope, type: -1, value: -1, doc: type, classSymbol: -1 });
    return;
  }
  for (const { name, type, isOptional, offset } of members) {
    const member = addCommentSymbol(a, comment, { name, kind: "property", parent: index, offset });
    symbolOf(a, member).isOptional = isOptional;
    a.typeSources.set(member, { scope: a.topScope, type: -1, value: -1, doc: type, classSymbol: -1 });
  }
  symbol.endLine = tree.endLine(comment);
}

/** Adds a symbol that a comment declares. The comment is its span. */
function addCommentSymbol(
  a: Analysis,
  comment: number,
  { name, kind, parent, offset }: { name: string; kind: "type" | "property"; parent: number; offset: number },
): number {
  const index = addSymbol(a, { name, kind, node: comment, nameNode: comment, parent });
  symbolOf(a, index).nameLine = a.tree.lineAt(a.tree.start(comment) + offset);
  return index;
}

/** The `@property {T} name` tags after an offset. */
function propertiesOf(text: string, from: number): Member[] {
  const members: Member[] = [];
  for (const { index, 0: tag } of text.matchAll(PROPERTY)) {
    const type = index < from ? null : braced(text, index + tag.length);
    if (type === null) continue;
    const after = index + tag.length + type.length + 1;
    const match = PROPERTY_NAME.exec(text.slice(after));
    if (match === null) continue;
    const name = nth(match, 1);
    const isOptional = /^\s*\[/.test(match[0]);
    members.push({ name, type: withoutStars(type), isOptional, offset: text.indexOf(name, after) });
  }
  return members;
}

/** The members of `{ store: Store, run?: () => void }`; null for any other type. */
function objectMembers(type: string, start: number): Member[] | null {
  const inner = /^\s*\{([\s\S]*)\}\s*$/.exec(type)?.[1];
  if (inner === undefined) return null;
  const members: Member[] = [];
  const inside = start + type.indexOf("{") + 1;
  for (const { text, offset: position } of splitMembers(inner)) {
    const plain = withoutStars(text);
    const match = MEMBER.exec(plain);
    if (match === null) continue;
    const name = nth(match, 1);
    members.push({
      name,
      type: plain.slice(match[0].length),
      isOptional: match[2] !== undefined,
      offset: inside + position + text.indexOf(name),
    });
  }
  return members;
}

/** Splits a text at the commas, semicolons and line ends outside brackets. */
function splitMembers(text: string): { text: string; offset: number }[] {
  const found: { text: string; offset: number }[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index <= text.length; index++) {
    const char = text[index] ?? ";";
    if ("([{<".includes(char)) depth++;
    else if (")]}".includes(char) || (char === ">" && text[index - 1] !== "=")) depth--;
    if (depth > 0 || !/[,;\n]/.test(char)) continue;
    if (text.slice(from, index).trim() !== "") found.push({ text: text.slice(from, index), offset: from });
    from = index + 1;
  }
  return found;
}

/** Removes the stars that begin the lines of a comment. */
function withoutStars(text: string): string {
  return text.replace(/(^|\n)[ \t]*\*(?!\/)/g, "$1 ");
}

/** Binds the type parameters in the comment before a function or class. */
export function declareTemplates(a: Analysis, node: number, scope: Scope): void {
  if (!a.isJavaScript) return;
  for (const name of jsdocTemplates(a, node)) declareType(scope, name, { is: "typeParameter", scope, constraint: -1 });
}

/** The field that a statement such as `this.store;` declares, if a comment before it tells the type. Null for any other statement. */
export function findDocumentedField(
  a: Analysis,
  statement: number,
): { left: number; name: string; doc: string } | null {
  const { tree } = a;
  const left = a.isJavaScript ? firstNamed(tree, statement) : -1;
  if (left === -1 || tree.type(left) !== "member_expression" || tree.type(tree.child(left, "object")) !== "this")
    return null;
  const comment = jsdocBefore(a, statement);
  const doc = comment === null ? null : jsdocType(comment, "type");
  return doc === null ? null : { left, name: tree.text(tree.child(left, "property")), doc };
}

/** `@typedef {import("module").A.B} Local`. */
const TYPEDEF_OF_IMPORT = /@typedef\s*\{\s*import\(\s*["']([^"']+)["']\s*\)((?:\.[\w$]+)*)\s*\}\s*([\w$]+)/g;
/** `@import { A, B as C } from "module"`. */
const IMPORT = /@import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g;

/** Adds the imports of types that a comment names with `@import` or with `@typedef` of an imported type. */
export function declareJsdocImports(a: Analysis, comment: string, line: number): void {
  if (!a.isJavaScript || !/@(?:typedef|import)\b/.test(comment)) return;
  const add = (specifier: string, imported: string, local: string, path: string[] = []) => {
    const index = a.imports.length;
    a.imports.push({ kind: "module", isGlobal: false, specifier, imported, local, isTypeOnly: true, line });
    declareType(a.topScope, local, { is: "import", import: index, path });
  };
  for (const match of comment.matchAll(TYPEDEF_OF_IMPORT)) {
    const [, imported = "*", ...path] = nth(match, 2).split(".");
    add(nth(match, 1), imported, nth(match, 3), path);
  }
  for (const match of comment.matchAll(IMPORT)) {
    for (const name of nth(match, 1).split(",")) {
      const [imported = "", local = imported] = name.trim().split(/\s+as\s+/);
      if (imported !== "") add(nth(match, 2), imported, local);
    }
  }
}
