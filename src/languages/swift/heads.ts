/** Reads the head of a declaration: its modifiers and attributes, parameters, type parameters and constraints. */
import { foldSpace } from "../../base/words.js";
import type { Access, TypeExpr } from "../../model/parse-result.js";
import { UNKNOWN_TYPE } from "../../model/type-forms.js";
import type { SyntaxTree } from "../syntax.js";
import { nameText } from "./reading.js";
import { typeIn, typeOf } from "./types.js";

/** The modifiers of a declaration. */
export interface Modifiers {
  /** The words: `public`, `static`, `override`, `private(set)`. */
  words: ReadonlySet<string>;
  /** Null where none is written. */
  access: Access | null;
  isDeprecated: boolean;
  /** The offset of the declaration without its attributes. */
  start: number;
}

const ACCESS: Readonly<Record<string, Access>> = {
  open: "public",
  public: "public",
  package: "internal",
  internal: "internal",
  fileprivate: "file",
  private: "private",
};

/** The modifiers before a declaration. */
export function modifiersOf(tree: SyntaxTree, node: number): Modifiers {
  const words = new Set<string>();
  let access: Access | null = null;
  let isDeprecated = false;
  let start = -1;
  const read = (child: number): void => {
    const type = tree.type(child);
    if (type === "attribute") {
      isDeprecated ||= /^@available\s*\((?:[^)"]|"[^"]*")*\bdeprecated\b/.test(tree.text(child));
      return;
    }
    if (type === "modifiers") {
      for (const each of tree.children(child)) read(each);
      return;
    }
    if (start < 0) start = tree.start(child);
    // `class func make()` has no node for its only modifier.
    if (type === "class" && tree.type(node) === "function_declaration") words.add(type);
    if (!/_modifier$/.test(type)) return;
    const word = foldSpace(tree.text(child));
    words.add(word);
    access = ACCESS[word] ?? access;
  };
  for (const child of tree.children(node)) {
    read(child);
    if (start >= 0 && tree.type(child) !== "modifiers" && !/_modifier$/.test(tree.type(child))) break;
  }
  return { words, access, isDeprecated, start: start < 0 ? tree.start(node) : start };
}

/** A parameter of a function, an initialiser, a subscript or an enum case. */
export interface Parameter {
  /** The label at calls; "_" for none. */
  label: string;
  /** The name inside; "" for none. */
  name: string;
  /** The node of its type, or -1. */
  type: number;
  /** The node of its default value, or -1. */
  value: number;
  isVariadic: boolean;
  /** Whether a call gives a value, of which the compiler makes a closure: `@autoclosure`. */
  isAutoclosure: boolean;
}

/** The parameters of a declaration. `hasLabels`: names are labels where no label is written; those of subscripts and operators are not. */
export function parametersOf(tree: SyntaxTree, node: number, hasLabels: boolean): Parameter[] {
  const parameters: Parameter[] = [];
  for (const child of tree.children(node)) {
    if (tree.type(child) === "parameter") parameters.push(parameterOf(tree, child, hasLabels));
    const last = parameters.at(-1);
    if (tree.field(child) === "default_value" && last !== undefined && last.value < 0) last.value = child;
  }
  return parameters;
}

function parameterOf(tree: SyntaxTree, node: number, hasLabels: boolean): Parameter {
  const label = tree.child(node, "external_name");
  const named = tree.childOfType(node, "simple_identifier");
  const own = tree.children(node).find((child) => tree.field(child) === "name" && !isType(tree, child)) ?? named;
  const name = own < 0 ? "" : nameText(tree, own);
  return {
    label: label >= 0 ? nameText(tree, label) : hasLabels && name !== "" ? name : "_",
    name,
    type: typeIn(tree, node),
    value: -1,
    isVariadic: tree.children(node).some((child) => tree.type(child) === "..."),
    isAutoclosure: isAutoclosure(tree, node),
  };
}

/** Whether a parameter is an `@autoclosure`. */
export function isAutoclosure(tree: SyntaxTree, parameter: number): boolean {
  return /^[^:]*:\s*(?:@\w+\s+)*@autoclosure\b/.test(tree.text(parameter).slice(0, 300));
}

const isType = (tree: SyntaxTree, node: number) => typeIn(tree, tree.parent(node)) === node;

/** The payload of an enum case. */
export function payloadOf(tree: SyntaxTree, contents: number): Parameter[] {
  const parameters: Parameter[] = [];
  let label = "";
  for (const child of tree.children(contents)) {
    const type = tree.type(child);
    const last = parameters.at(-1);
    if (type === "simple_identifier" || type === "wildcard_pattern") {
      if (label === "") label = nameText(tree, child);
    } else if (typeIn(tree, contents) >= 0 && typeOf(tree, child) !== UNKNOWN_TYPE && tree.isNamed(child)) {
      parameters.push({
        label: label === "" ? "_" : label,
        name: "",
        type: child,
        value: -1,
        isVariadic: false,
        isAutoclosure: false,
      });
      label = "";
    } else if (tree.isNamed(child) && last !== undefined) last.value = child;
  }
  return parameters;
}

/** `(_:port:)`, the labels as Swift names a function with them. */
export function labelsOf(parameters: readonly Parameter[]): string {
  return `(${parameters.map(({ label }) => `${label}:`).join("")})`;
}

/** The text from the first parenthesis to its end, on one line; null where the declaration has no parameter list. */
export function signatureOf(tree: SyntaxTree, node: number, open = "("): string | null {
  let first = -1;
  let last = -1;
  for (const child of tree.children(node)) {
    const type = tree.type(child);
    if (first < 0 && type === open) first = child;
    else if (first >= 0 && type === ")") last = child;
    if (last >= 0) break;
    if (/_body$|^computed_property$/.test(type)) break;
  }
  if (first < 0 || last < 0) return null;
  const text = foldSpace(
    tree.source.slice(tree.start(first), tree.end(last)).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ""),
  );
  return text
    .slice(0, 4000)
    .replace(/([([]) /g, "$1")
    .replace(/ ([)\]])/g, "$1");
}

/** The type parameters of a declaration with the types that constrain them; null for one without. */
export interface TypeParameters {
  names: string[];
  bounds: (TypeExpr | null)[];
}

/** The type parameters of a declaration, and its `where` clause. `isExtension`: the clause names parameters that the type declares elsewhere. */
export function typeParametersOf(tree: SyntaxTree, node: number, isExtension: boolean): TypeParameters {
  const names: string[] = [];
  const bounds: (TypeExpr | null)[] = [];
  const list = tree.childOfType(node, "type_parameters");
  for (const each of list < 0 ? [] : tree.children(list)) {
    if (tree.type(each) !== "type_parameter") continue;
    const name = tree.childOfType(each, "type_identifier");
    if (name < 0) continue;
    names.push(nameText(tree, name));
    const bound = typeIn(tree, each);
    bounds.push(bound < 0 ? null : typeOf(tree, bound));
  }
  const clause = tree.childOfType(node, "type_constraints");
  for (const each of clause < 0 ? [] : tree.children(clause)) {
    const constraint = tree.type(each) === "type_constraint" ? tree.firstChild(each) : -1;
    if (constraint < 0) continue;
    const constrained = tree.child(constraint, "constrained_type");
    const name = constrained < 0 ? "" : tree.text(constrained).trim();
    const type = typeOf(tree, typeIn(tree, constraint));
    if (isExtension && /^\w+$/.test(name) && !names.includes(name)) {
      names.push(name);
      bounds.push(null);
    }
    const index = names.indexOf(name);
    if (index < 0) continue;
    const before = bounds[index];
    bounds[index] = before === null || before === undefined ? type : { kind: "both", of: [before, type] };
  }
  return { names, bounds };
}
