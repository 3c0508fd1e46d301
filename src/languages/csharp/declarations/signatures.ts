/** Parameter lists, type parameters and `extension` blocks of declarations. */
import { folded } from "../../declared-text.js";
import type { SyntaxTree } from "../../syntax.js";
import { TYPE_KINDS } from "./kinds.js";
import type { Details } from "./pass.js";

/** The type nodes of a parameter list, one a parameter; -1 for a parameter without a type. */
export function parameterTypes(tree: SyntaxTree, list: number): number[] {
  return parametersIn(tree, list).map(({ type }) => type);
}

/** The type and name nodes of a list's parameters, -1 for none. The grammar puts those of `params T[] rest` into the list itself. */
export function parametersIn(tree: SyntaxTree, list: number): { type: number; name: number }[] {
  return tree.children(list).flatMap((child) => {
    if (tree.type(child) === "parameter") return { type: tree.child(child, "type"), name: tree.child(child, "name") };
    return tree.field(child) === "type" ? { type: child, name: tree.child(list, "name") } : [];
  });
}

/** Whether a class of the tree is `extension(Receiver receiver) { … }` in the source. The mask makes classes of such blocks. */
export function isExtensionBlock(tree: SyntaxTree, node: number): boolean {
  if (tree.type(node) !== "class_declaration") return false;
  const word = tree.childOfType(node, "class");
  return word !== -1 && tree.source.startsWith("extension", tree.start(word));
}

/** The `extension` block that a member stands in, or -1. */
export function extensionBlockAround(tree: SyntaxTree, member: number): number {
  const list = tree.parent(member);
  const block = list === -1 ? -1 : tree.parent(list);
  return block !== -1 && isExtensionBlock(tree, block) ? block : -1;
}

/** The signature of a declaration: `(this List<T> list, int count)`; of a type, `<T>`. */
export function signatureOf(
  tree: SyntaxTree,
  { kind, parameters = -1, receiver, typeParameters }: Details,
): string | null {
  const names = TYPE_KINDS.has(kind) && typeParameters?.length ? `<${typeParameters.join(", ")}>` : "";
  const list = parameters === -1 ? "" : folded(tree, parameters);
  if (receiver === undefined) return names + list || null;
  return `(this ${receiver}${list === "()" ? "" : ", "}${list.slice(1)}`;
}

/** The number of parameters in a text such as `(int a, Dictionary<string, int> b)`. */
export function countParameters(parameters: string): number {
  let depth = 0;
  let commas = 0;
  for (const char of parameters) {
    if ("(<[{".includes(char)) depth++;
    else if (")>]}".includes(char)) depth--;
    else if (char === "," && depth === 1) commas++;
  }
  return /^\(\s*\)$/.test(parameters) ? 0 : commas + 1;
}

/** The names of the type parameters that a node declares. */
export function typeParametersOf(tree: SyntaxTree, node: number): string[] {
  const list = tree.childOfType(node, "type_parameter_list");
  return list === -1 ? [] : namesIn(tree, list);
}

/** The names in a list of type parameters. */
export function namesIn(tree: SyntaxTree, list: number): string[] {
  const names: string[] = [];
  for (const parameter of tree.children(list)) {
    const name = tree.type(parameter) === "type_parameter" ? tree.child(parameter, "name") : -1;
    if (name !== -1) names.push(tree.text(name));
  }
  return names;
}
