/**
 * The symbols and usings of a C# file are read here, in one pass over the tree in preorder. The pass keeps the open symbols on a stack of its own,
 * so nesting costs no call stack. Declarations below ERROR nodes and preprocessor nodes are found like any others.
 */
import type { SymbolKind } from "../../../model/parse-result.js";
import { folded } from "../../declared-text.js";
import { fileSymbol } from "../../file-symbol.js";
import { symbolOf } from "../../symbol-of.js";
import type { SyntaxTree } from "../../syntax.js";
import { withoutTypeArguments } from "../text.js";
import { isConst } from "./heads.js";
import { TYPE_KINDS } from "./kinds.js";
import { recoverMembers } from "./member-heads.js";
import { addLocalFunction, addMember, addVariables } from "./members.js";
import { type Declarations, innermost, nodeOf, type Pass } from "./pass.js";
import { addRecovered, isDeclared, MOST_RECOVERED, recoverType, TYPE_WORDS } from "./recover.js";
import { isExtensionBlock } from "./signatures.js";
import { add, openSymbol } from "./symbols.js";
import { addType } from "./types.js";
import { readUsing, usingTarget } from "./usings.js";

const TYPE_DECLARATIONS = new Map<string, SymbolKind>([
  ["class_declaration", "class"],
  ["interface_declaration", "interface"],
  ["struct_declaration", "struct"],
  ["record_declaration", "record"],
  ["enum_declaration", "enum"],
  ["delegate_declaration", "type"],
]);

/** Reads all declarations of a file. */
export function declare(tree: SyntaxTree): Declarations {
  const p: Pass = {
    tree,
    symbols: [fileSymbol(tree.source, tree.lineCount)],
    nodes: [{ node: 0, end: tree.size, typeNode: -1 }],
    imports: [],
    importNodes: [],
    open: [0],
    recovered: 0,
  };
  const { symbols, nodes, imports, importNodes, open } = p;
  const heads = recoverMembers(tree, MOST_RECOVERED);
  let nextHead = 0;
  for (let node = 1; node < tree.size; node++) {
    while (nodeOf(p, innermost(p)).end <= node) open.pop();
    for (let head = heads[nextHead]; head !== undefined && head.start <= tree.start(node); head = heads[++nextHead]) {
      if (tree.start(node) <= head.nameStart && !isDeclared(tree, node, head.nameStart)) addRecovered(p, node, head);
    }
    visit(p, node);
  }
  return { symbols, nodes, imports, importNodes };
}

/** Adds the symbols that a node declares. */
function visit(p: Pass, node: number): void {
  const { tree } = p;
  const type = tree.type(node);
  const typeKind = TYPE_DECLARATIONS.get(type);
  if (typeKind !== undefined) {
    // An `extension` block is not a symbol: its members belong to the class around it.
    if (!isExtensionBlock(tree, node)) addType(p, node, typeKind);
    return;
  }
  switch (type) {
    case "namespace_declaration":
    case "file_scoped_namespace_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode === -1) break;
      const name = withoutTypeArguments(tree.text(nameNode));
      const end = type === "namespace_declaration" ? undefined : tree.subtreeEnd(tree.parent(node));
      openSymbol(p, add(p, node, { kind: "namespace", name, nameNode, end, isPublic: true }));
      break;
    }
    case "method_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode !== -1 && !tree.isMissing(nameNode)) addMember(p, node, "method", tree.text(nameNode), nameNode);
      break;
    }
    case "constructor_declaration":
    case "destructor_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode === -1) break;
      const isConstructor = type === "constructor_declaration";
      const name = tree.text(nameNode);
      addMember(p, node, isConstructor ? "constructor" : "method", isConstructor ? name : `~${name}`, nameNode);
      break;
    }
    case "operator_declaration": {
      const operator = tree.child(node, "operator");
      if (operator !== -1) addMember(p, node, "method", `operator ${tree.text(operator)}`, operator);
      break;
    }
    case "conversion_operator_declaration": {
      const target = tree.child(node, "type");
      if (target === -1) break;
      const direction = tree.hasChildOfType(node, "explicit") ? "explicit" : "implicit";
      addMember(p, node, "method", `${direction} operator ${folded(tree, target)}`, target);
      break;
    }
    case "property_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode !== -1) addMember(p, node, "property", tree.text(nameNode), nameNode);
      break;
    }
    case "indexer_declaration": {
      const parameters = tree.child(node, "parameters");
      if (parameters !== -1) addMember(p, node, "property", "this[]", parameters);
      break;
    }
    case "event_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode !== -1) addMember(p, node, "event", tree.text(nameNode), nameNode);
      break;
    }
    case "event_field_declaration":
      addVariables(p, node, "event");
      break;
    case "field_declaration":
      addVariables(p, node, isConst(tree, node) ? "constant" : "field");
      break;
    case "local_declaration_statement":
      // The grammar reads the body of a type that did not parse as statements. Declarations among them are its fields.
      if (tree.isError(tree.parent(node)) && TYPE_KINDS.has(symbolOf(p, innermost(p)).kind)) {
        addVariables(p, node, isConst(tree, node) ? "constant" : "field");
      }
      break;
    case "enum_member_declaration": {
      const nameNode = tree.child(node, "name");
      if (nameNode === -1) break;
      add(p, node, { kind: "constant", name: tree.text(nameNode), nameNode, isEnumMember: true });
      break;
    }
    case "local_function_statement":
      addLocalFunction(p, node);
      break;
    case "using_directive": {
      const target = usingTarget(tree, node);
      if (target === -1) break;
      p.imports.push(readUsing(tree, node, target));
      p.importNodes.push(target);
      break;
    }
    default: {
      const word = TYPE_WORDS.get(type);
      if (word !== undefined && tree.isError(tree.parent(node))) recoverType(p, node, word);
    }
  }
}
