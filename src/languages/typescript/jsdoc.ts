/** JavaScript: finds JSDoc comments and the types in their tags, as written. jsdoc-types.ts reads such a type. */
import { nth } from "../../base/need.js";
import type { Analysis } from "./analysis.js";

const LONGEST_TYPE = 200;

/** The JSDoc comment directly before a node, or before the statement of a variable; null if there is none. */
export function jsdocBefore(a: Analysis, node: number): string | null {
  return commentBefore(a, node)?.text ?? null;
}

function commentBefore(a: Analysis, node: number): { text: string; start: number } | null {
  if (!a.isJavaScript) return null;
  const { tree } = a;
  let ancestor = node;
  while (
    tree.parent(ancestor) > 0 &&
    /^(?:variable_declarator|lexical_declaration|variable_declaration|assignment_expression|expression_statement|pair|export_statement)$/.test(
      tree.type(tree.parent(ancestor)),
    )
  ) {
    ancestor = tree.parent(ancestor);
  }
  for (const start of new Set([tree.start(node), tree.start(ancestor)])) {
    const from = Math.max(0, start - 4000);
    const before = a.source.slice(from, start).trimEnd();
    if (!before.endsWith("*/")) continue;
    const open = before.lastIndexOf("/*");
    if (open >= 0 && before.startsWith("/**", open)) return { text: before.slice(open), start: from + open };
  }
  return null;
}

/** The type of `@param {T} name`. The lines for properties of an options object (`@param {T} options.name`) are not read. */
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

/** The types of `@implements {T}` before a class, with the offsets of these tags. */
export function jsdocImplements(a: Analysis, node: number): { type: string; offset: number }[] {
  const comment = commentBefore(a, node);
  if (comment === null) return [];
  return Array.from(comment.text.matchAll(/@implements\s*\{/g)).flatMap((match) => {
    const type = braced(comment.text, match.index + match[0].length);
    return type === null ? [] : [{ type, offset: comment.start + match.index }];
  });
}

/** The type of a variable or field in the comment before it. */
export function jsdocTyped(a: Analysis, node: number): string | null {
  const doc = jsdocBefore(a, node);
  return doc === null ? null : jsdocType(doc, "type");
}

/** The text from `start`, directly after an opening brace, up to the closing brace; null if it is too long. */
export function braced(doc: string, start: number): string | null {
  let depth = 1;
  for (let index = start; index < doc.length && index < start + LONGEST_TYPE; index++) {
    if (doc[index] === "{") depth++;
    else if (doc[index] === "}" && --depth === 0) return doc.slice(start, index);
  }
  return null;
}

const TEMPLATE = /@template\s+(?:\{[^}]*\}\s*)?([\w$]+(?:\s*,\s*[\w$]+)*)/g;

/** The type parameters in the comment before a function or class: `@template T`. */
export function jsdocTemplates(a: Analysis, node: number): string[] {
  const doc = jsdocBefore(a, node);
  if (doc === null || !doc.includes("@template")) return [];
  return Array.from(doc.matchAll(TEMPLATE)).flatMap((match) =>
    nth(match, 1)
      .split(",")
      .map((name) => name.trim()),
  );
}
