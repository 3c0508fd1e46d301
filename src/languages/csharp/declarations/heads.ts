/** The head of a declaration: modifiers, attributes, the access they give, and whether a body follows. */
import type { Access, ParsedSymbol } from "../../../model/parse-result.js";
import type { SyntaxTree } from "../../syntax.js";
import { TYPE_KINDS } from "./kinds.js";
import type { Details } from "./pass.js";

interface Head {
  modifiers: Set<string>;
  isDeprecated: boolean;
  /** The offset behind the attributes. */
  start: number;
}

/** Reads the modifiers and attributes of a declaration. */
export function readHead(tree: SyntaxTree, node: number): Head {
  const modifiers = new Set<string>();
  let isDeprecated = false;
  let start = -1;
  const isRun = tree.type(node) === "modifier" || tree.type(node) === "attribute_list";
  for (let child = isRun ? node : tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "attribute_list") {
      isDeprecated ||= /\bObsolete(?:Attribute)?\s*[(\],]/.test(tree.text(child).slice(0, 2000));
      continue;
    }
    if (type === "comment" || type.startsWith("preproc")) continue;
    if (start === -1) start = tree.start(child);
    if (type !== "modifier") {
      if (type === "static" || type === "implicit" || type === "explicit" || type === "event") continue;
      break;
    }
    modifiers.add(tree.text(child));
  }
  return { modifiers, isDeprecated, start: start === -1 ? tree.start(node) : start };
}

/** The access of a declaration: the written one, or the default where it stands. */
export function accessOf(modifiers: Set<string>, details: Details, owner: ParsedSymbol, isExplicit: boolean): Access {
  if (details.isEnumMember) return "public";
  if (details.kind === "function") return "private";
  const isProtected = modifiers.has("protected");
  if (modifiers.has("public")) return "public";
  if (isProtected && modifiers.has("internal")) return "protected internal";
  if (isProtected && modifiers.has("private")) return "private protected";
  if (isProtected) return "protected";
  if (modifiers.has("internal")) return "internal";
  if (modifiers.has("private")) return "private";
  if (modifiers.has("file")) return "file";
  if (owner.kind === "interface" && !isExplicit) return "public";
  if (owner.kind === "file" || owner.kind === "namespace") return TYPE_KINDS.has(details.kind) ? "internal" : "private";
  return "private";
}

/** Whether a member has a body, or one of its accessors has. */
export function hasBody(tree: SyntaxTree, node: number): boolean {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if (type === "block" || type === "arrow_expression_clause") return true;
    if (type !== "accessor_list") continue;
    for (const accessor of tree.children(child)) {
      if (tree.type(accessor) === "accessor_declaration" && tree.child(accessor, "body") !== -1) return true;
    }
  }
  return false;
}

/** Whether variables are declared `const`. */
export function isConst(tree: SyntaxTree, node: number): boolean {
  for (let child = tree.firstChild(node); child !== -1; child = tree.nextSibling(child)) {
    const type = tree.type(child);
    if ((type === "modifier" || type === "const") && tree.text(child) === "const") return true;
    if (type === "variable_declaration") return false;
  }
  return false;
}
