/** Reads type annotations: from a type node to a type. */
import { nth } from "../../base/need.js";
import type { NamedType, TypeExpr } from "../../model/parse-result.js";
import { AWAITED, CALLED, parameterStep } from "../../model/steps.js";
import { functionOf, known, named, tuple, UNKNOWN_TYPE, union } from "../../model/type-forms.js";
import type { Analysis } from "./analysis.js";
import { lookUpType, type Scope } from "./scope.js";
import { typeParameterNames } from "./symbols.js";
import { firstNamed, isNullType, memberName, parameterTypeNodes, selfTypeNode, stringText } from "./syntax-helpers.js";
import {
  asTypeName,
  bothOf,
  freeType,
  literalType,
  MOST_KEYS,
  MOST_PARTS,
  objectOf,
  PRIMITIVES,
  typeOfWalk,
  UNDEFINED,
  unionOf,
  withSteps,
} from "./type-names.js";
import { conditionalTypeName, inferredTypeName, lookupTypeName, mappedTypeName } from "./type-operators.js";

/** Generic runtime types that have the members of their first argument. */
const TRANSPARENT = new Set(["Partial", "Required", "Readonly", "NonNullable", "Omit", "Pick", "Exclude", "Extract"]);

/** Types inside types are read at most this deep; type arguments count as types inside. */
const DEEPEST_TYPE = 7;

/** Constraints that name other type parameters are read at most this deep. */
const DEEPEST_BOUND = 2;

/** Reads the type of an annotation or type node; null if it has no name that matters here. */
export function typeNameOf(a: Analysis, node: number, scope: Scope, classSymbol = -1): TypeExpr | null {
  if (a.typeDepth >= DEEPEST_TYPE) return null;
  a.typeDepth++;
  const type = readType(a, node, scope, classSymbol);
  a.typeDepth--;
  return type;
}

function readType(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const inner = (child: number) => typeNameOf(a, child, scope, classSymbol);
  let current = node;
  while (current !== -1) {
    switch (tree.type(current)) {
      case "type_annotation":
      case "type_predicate_annotation":
      case "opting_type_annotation":
      case "omitting_type_annotation":
      case "adding_type_annotation":
      case "parenthesized_type":
      case "readonly_type":
        current = firstNamed(tree, current);
        continue;
      case "type_identifier":
      case "identifier":
        return namedType(a, scope, tree.text(current));
      case "nested_type_identifier":
        return nestedTypeName(a, current, scope);
      case "generic_type":
        return genericType(a, current, scope, classSymbol);
      case "union_type":
        return unionType(a, current, inner);
      case "intersection_type":
        return bothOf(membersOfType(a, current, "intersection_type").map(inner));
      case "predefined_type": {
        const primitive = PRIMITIVES[tree.text(current)];
        return primitive === undefined ? null : freeType(primitive);
      }
      case "array_type":
        return freeType("Array", [inner(firstNamed(tree, current))]);
      case "tuple_type":
        return tuple(
          known(
            tree
              .namedChildren(current)
              .slice(0, MOST_PARTS)
              .map((item) => inner(tupleItem(a, item))),
          ),
        );
      case "function_type":
      case "call_signature":
        return functionTypeName(a, current, scope, classSymbol);
      case "constructor_type":
        return constructorTypeName(a, current, scope, classSymbol);
      case "object_type":
        return objectType(a, current, scope, classSymbol);
      case "lookup_type":
        return lookupTypeName(a, current, inner);
      case "conditional_type":
        return conditionalTypeName(a, current, scope, classSymbol);
      case "infer_type":
        return inferredTypeName(a, current, inner);
      case "type_query": {
        const walk = a.resolve.walk(a, firstNamed(tree, current), { scope, self: null, classSymbol: -1 });
        return walk === null ? null : typeOfWalk(walk);
      }
      case "this_type":
        return classSymbol === -1 ? null : named({ in: "this", type: classSymbol });
      case "member_expression":
        return importedType(a, current) ?? nestedTypeName(a, current, scope);
      case "literal_type":
        return isNullType(a, current) ? null : literalType(tree, firstNamed(tree, current));
      case "type_predicate":
        return guardType(a, current, inner);
      case "template_literal_type":
        return freeType("String");
      default:
        return null;
    }
  }
  return null;
}

/** The members of a union or intersection. Its nodes nest to the left. */
function membersOfType(a: Analysis, node: number, type: string): number[] {
  const { tree } = a;
  const found: number[] = [];
  let inner = node;
  while (found.length < 200) {
    const [left = -1, right = -1] = tree.namedChildren(inner).filter((child) => tree.type(child) !== "comment");
    if (right !== -1) found.unshift(right);
    if (left === -1) return found;
    if (tree.type(left) !== type) return [left, ...found];
    inner = left;
  }
  return found;
}

/** Reads a union. Null and undefined are kept only beside other literals, so that `"a" | null` stays exact and `User | null` is User. */
function unionType(a: Analysis, node: number, inner: (child: number) => TypeExpr | null): TypeExpr | null {
  const { tree } = a;
  const all = membersOfType(a, node, "union_type");
  const members = all.filter((current) => tree.type(current) !== "literal_type");
  const literals = all.filter((current) => tree.type(current) === "literal_type");
  if (members.length > MOST_PARTS * 2) return null;
  const types = members.map(inner);
  if (literals.every((child) => isNullType(a, child))) return unionOf(types);
  // Too many literals count as one unknown type.
  const known =
    literals.length + types.length > MOST_PARTS
      ? [null]
      : literals.map((child) => literalType(tree, firstNamed(tree, child)));
  return unionOf([...types, ...known]);
}

/** Reads `x is T`, where x is the first parameter of the function. */
function guardType(a: Analysis, node: number, inner: (child: number) => TypeExpr | null): TypeExpr | null {
  const { tree } = a;
  const above = tree.parent(node);
  const parameters = tree.child(
    tree.type(above) === "type_predicate_annotation" ? tree.parent(above) : above,
    "parameters",
  );
  const first = parameters === -1 ? -1 : firstNamed(tree, parameters);
  const name = first === -1 ? -1 : tree.child(first, "pattern");
  const type = tree.child(node, "type");
  const named = tree.child(node, "name");
  if (name === -1 || type === -1 || named === -1 || tree.text(name) !== tree.text(named)) return null;
  const told = inner(type);
  if (told === null) return null;
  const types = tree.type(type) === "union_type" ? membersOfType(a, type, "union_type") : [type];
  const isPlain = types.every((part) => /^(?:predefined_type|(?:nested_)?type_identifier)$/.test(tree.type(part)));
  return { kind: "guard", of: told, isPartial: !isPlain };
}

/** The type node of an item of a tuple, which may have a name or a question mark. */
function tupleItem({ tree }: Analysis, item: number): number {
  const type = tree.type(item);
  if (type === "required_parameter" || type === "optional_parameter") return tree.child(item, "type");
  return type === "optional_type" ? firstNamed(tree, item) : item;
}

/** Reads `(a: A) => R` and call signatures. */
function functionTypeName(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const returned = tree.child(node, "return_type");
  const parameters = tree.child(node, "parameters");
  if (parameters === -1) return null;
  const own = a.scopeAt.get(node) ?? scope;
  const types = parameterTypeNodes(a, parameters).map((type) => ofFunctionType(a, type, own, classSymbol));
  const result = returned === -1 ? null : typeNameOf(a, returned, own, classSymbol);
  const open = typeParameterNames(a, node);
  const self = selfTypeNode(a, parameters);
  const receiver = self === -1 ? null : (typeNameOf(a, self, own, classSymbol) ?? UNKNOWN_TYPE);
  return functionOf(result, known(types), receiver, open);
}

/** Reads `new () => T`. */
function constructorTypeName(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const made = a.tree.child(node, "type");
  const type = made === -1 ? null : typeNameOf(a, made, a.scopeAt.get(node) ?? scope, classSymbol);
  return type === null ? null : { kind: "new", made: type };
}

/** Reads the call signatures of an interface as one type: an intersection of functions, which overloads are. */
export function overloadedType(a: Analysis, signatures: number[], scope: Scope, classSymbol: number): TypeExpr | null {
  const types = signatures.slice(0, MOST_PARTS).map((signature) => typeNameOf(a, signature, scope, classSymbol));
  return signatures.length > MOST_PARTS * 3 ? null : bothOf(types);
}

/** Reads the annotation of a parameter; a rest parameter gives a type of its own kind. */
export function parameterType(a: Analysis, annotation: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const type = annotation === -1 ? null : typeNameOf(a, annotation, scope, classSymbol);
  const pattern = annotation === -1 ? -1 : tree.child(tree.parent(annotation), "pattern");
  const isRest = type !== null && pattern !== -1 && tree.type(pattern) === "rest_pattern";
  return isRest ? { kind: "rest", of: type } : type;
}

/** Reads the annotation of a parameter of a function type; an optional parameter may be undefined. */
function ofFunctionType(a: Analysis, annotation: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const type = parameterType(a, annotation, scope, classSymbol);
  const isOptional = annotation !== -1 && a.tree.type(a.tree.parent(annotation)) === "optional_parameter";
  return isOptional ? union(known([type, UNDEFINED])) : type;
}

/** Reads `{ repo: Repo; run(): void }`: the symbol with these members, or else the types of the properties. `{ [key: string]: T }` is a Record. */
function objectType(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const inner = (child: number) => typeNameOf(a, child, scope, classSymbol);
  const owner = a.valueOf.get(node);
  const members = tree.namedChildren(node).filter((child) => tree.type(child) !== "comment");
  const isIndex = members.length > 0 && members.every((member) => tree.type(member) === "index_signature");
  if (owner !== undefined && !isIndex) return named({ in: "file", symbol: owner });
  const names: string[] = [];
  const types: TypeExpr[] = [];
  const others: string[] = [];
  for (const member of members) {
    const node = tree.child(member, "type");
    if (tree.type(member) === "index_signature") {
      if (tree.childOfType(member, "mapped_type_clause") !== -1) return mappedTypeName(a, member, scope, classSymbol);
      const value = node === -1 ? null : inner(node);
      return value === null ? null : freeType("Record", [null, value]);
    }
    const name = tree.child(member, "name");
    if (name === -1) continue;
    const isRead = tree.type(member) === "property_signature" && node !== -1 && names.length <= MOST_PARTS;
    const type = isRead ? inner(node) : null;
    if (type === null) {
      others.push(memberName(tree, name));
      continue;
    }
    names.push(memberName(tree, name));
    types.push(tree.hasChildOfType(member, "?") ? union([type, UNDEFINED]) : type);
  }
  return objectOf(names, types, others);
}

/** Reads `Box<T>`. Some generic types of the runtime are replaced by the type that they stand for. */
function genericType(a: Analysis, node: number, scope: Scope, classSymbol: number): TypeExpr | null {
  const { tree } = a;
  const name = tree.child(node, "name") === -1 ? firstNamed(tree, node) : tree.child(node, "name");
  const list = tree.childOfType(node, "type_arguments");
  const text = tree.text(name);
  const given = list === -1 ? [] : tree.namedChildren(list).filter((inner) => tree.type(inner) !== "comment");
  const isOurs = lookUpType(scope, text) !== null;
  const first = () => (given[0] === undefined ? null : typeNameOf(a, given[0], scope, classSymbol));
  if (!isOurs && TRANSPARENT.has(text)) {
    const type = first();
    const keys = text === "Omit" || text === "Pick" ? keysOf(a, given[1] ?? -1) : null;
    return type === null || keys === null ? type : freeType(text, [type, keys]);
  }
  if (!isOurs && text === "Awaited") {
    const type = first();
    return type === null ? null : withSteps(type, AWAITED);
  }
  if (COMPONENT_PROPS.test(text) && !isDeclaredHere(a, scope, text)) {
    const type = first();
    return type?.kind === "named" ? withSteps(type, parameterStep(0)) : null;
  }
  if (!isOurs && text === "Parameters") return parametersOf(first());
  if (!isOurs && (text === "ReturnType" || text === "InstanceType")) return typeOfQuery(a, given[0] ?? -1, scope, text);
  const type = readType(a, name, scope, classSymbol);
  if (type?.kind !== "named" || given.length === 0 || type.root.in === "parameter") return type;
  return { ...type, args: known(given.slice(0, MOST_PARTS).map((child) => typeNameOf(a, child, scope, classSymbol))) };
}

/** The type of the props that a component takes, by the type of the component: `ComponentProps<typeof Button>`. */
const COMPONENT_PROPS = /^(?:React\.)?ComponentProps(?:With(?:out)?Ref)?$/;

/** Whether the file itself declares the type of a name, and no library. */
function isDeclaredHere(a: Analysis, scope: Scope, name: string): boolean {
  const binding = lookUpType(scope, name);
  return binding !== null && (binding.is !== "import" || /^\.{1,2}\//.test(nth(a.imports, binding.import).specifier));
}

/** More parameters of one function are not told apart. */
const MOST_PARAMETERS = 8;

/** The type of `Parameters<F>`: a tuple of what F takes. How many it takes is known where F is. */
function parametersOf(called: TypeExpr | null): TypeExpr | null {
  if (called === null) return null;
  return tuple(Array.from({ length: MOST_PARAMETERS }, (_, number) => withSteps(called, parameterStep(number))));
}

/** Reads the names in `"a" | "b"`; null if they are given in another way. */
export function keysOf(a: Analysis, node: number): TypeExpr | null {
  const { tree } = a;
  if (node === -1) return null;
  const members = tree.type(node) === "union_type" ? membersOfType(a, node, "union_type") : [node];
  const names = members.map((part) =>
    tree.type(part) === "literal_type" ? stringText(tree, firstNamed(tree, part)) : null,
  );
  const keys = names.filter((name) => name !== null);
  return keys.length < names.length || names.length > MOST_KEYS ? null : { kind: "keys", names: keys };
}

/** Reads `ReturnType<typeof f>`, `ReturnType<F>` and `InstanceType<typeof C>`. */
function typeOfQuery(a: Analysis, query: number, scope: Scope, asked: "ReturnType" | "InstanceType"): TypeExpr | null {
  const { tree } = a;
  if (query === -1) return null;
  if (tree.type(query) !== "type_query") {
    const type = asked === "ReturnType" ? typeNameOf(a, query, scope) : null;
    return type === null ? null : withSteps(type, CALLED);
  }
  const walk = a.resolve.walk(a, firstNamed(tree, query), { scope, self: null, classSymbol: -1 });
  if (walk === null) return null;
  return asked === "ReturnType" ? typeOfWalk({ ...walk, path: [...walk.path, CALLED] }) : asTypeName(walk);
}

/** Reads `import("m").T`, whose import the first pass has added. */
function importedType(a: Analysis, member: number): TypeExpr | null {
  const { tree } = a;
  const path: string[] = [];
  let node = member;
  while (node !== -1 && tree.type(node) === "member_expression") {
    const property = tree.child(node, "property");
    if (property !== -1) path.unshift(tree.text(property));
    node = tree.child(node, "object");
  }
  const imported = a.importAt.get(node);
  if (imported === undefined) return null;
  // The first name is part of the import.
  const rest = nth(a.imports, imported).isTypeOnly ? path.slice(1) : path;
  return named({ in: "import", import: imported }, rest);
}

/** Reads `A.B.C`. */
function nestedTypeName(a: Analysis, node: number, scope: Scope): TypeExpr | null {
  const { tree } = a;
  const names: string[] = [];
  for (let inner = node; inner !== -1; ) {
    const type = tree.type(inner);
    if (type === "nested_type_identifier" || type === "nested_identifier" || type === "member_expression") {
      const name = tree.child(inner, type === "nested_type_identifier" ? "name" : "property");
      if (name === -1) return null;
      names.unshift(tree.text(name));
      inner = tree.child(inner, type === "nested_type_identifier" ? "module" : "object");
    } else {
      names.unshift(tree.text(inner));
      break;
    }
  }
  const resolved = a.resolve.name(a, scope, nth(names, 0), "namespace");
  return resolved === null ? null : asTypeName({ root: resolved.root, path: [...resolved.path, ...names.slice(1)] });
}

/** Reads a type that is one name. */
export function namedType(a: Analysis, scope: Scope, name: string): NamedType | null {
  const binding = lookUpType(scope, name);
  if (binding?.is !== "typeParameter") return asTypeName(a.resolve.name(a, scope, name, "type"));
  // A constraint may name its own parameter, directly or through other parameters.
  const isRead = binding.constraint !== -1 && binding.isOpen !== true && a.openBounds < DEEPEST_BOUND;
  let bound: TypeExpr | null = null;
  if (isRead) {
    binding.isOpen = true;
    a.openBounds++;
    bound = typeNameOf(a, binding.constraint, binding.scope);
    a.openBounds--;
    binding.isOpen = false;
  }
  return named({ in: "parameter", name, bound });
}
