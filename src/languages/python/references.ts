/** The second pass over a file: the uses of names in it. */
import { nth } from "../../base/need.js";
import type { ParsedSymbol, Reference, ReferenceKind, Root, Step, TypeExpr } from "../../model/parse-result.js";
import { named } from "../../model/type-forms.js";
import type { Analysis, Scope, Walk } from "./analysis.js";
import { rootOfBindings } from "./branches.js";
import { decoratorNodes, expressionOf } from "./decorators.js";
import { decoratedAround, dependenciesIn, dependencyIn } from "./dependencies.js";
import { memberInText, namesInText } from "./named-texts.js";
import { namesOf as namesOfChain, readType, walkOfDotted } from "./names.js";
import { runtimeGlobals } from "./runtime.js";
import { lookup, narrowingAt } from "./scopes.js";
import { interfacesIn } from "./services.js";
import { walkAt } from "./values.js";
import { typeOfWalk } from "./walks.js";

/** The state of the pass. */
interface Pass {
  a: Analysis;
  /** Nodes whose use is noted already, or that are not uses. */
  done: Set<number>;
  hasStars: boolean;
}

/** Adds the references of the whole file. */
export function refer(a: Analysis): void {
  const { tree } = a;
  const pass: Pass = { a, done: new Set(), hasStars: a.exports.some(({ exported }) => exported === "*") };
  const scopes: Scope[] = [a.module];
  const owners: { symbol: number; end: number }[] = [{ symbol: 0, end: tree.size }];
  for (let node = 1; node < tree.size; node++) {
    while (scopes.length > 1 && node >= nth(scopes, scopes.length - 1).end) scopes.pop();
    while (owners.length > 1 && node >= nth(owners, owners.length - 1).end) owners.pop();
    const symbol = a.symbolAt.get(node);
    if (symbol !== undefined && isOwner(a, symbol)) owners.push({ symbol, end: tree.subtreeEnd(node) });
    const scope = nth(scopes, scopes.length - 1);
    const from = nth(owners, owners.length - 1).symbol;
    const skipTo = referNode(pass, scope, from, node);
    const opened = a.scopes.get(node);
    if (opened !== undefined) scopes.push(opened);
    if (skipTo > node) node = skipTo - 1;
  }
}

/** Whether uses within a symbol are its own: a field that a method sets is not around the value that it is given. */
function isOwner(a: Analysis, symbol: number): boolean {
  const { kind, isMergeable } = nth(a.symbols, symbol);
  return kind !== "field" || isMergeable;
}

/** Adds the references of a node; answers the node to go on with, where what is in it was read. */
function referNode(pass: Pass, scope: Scope, from: number, node: number): number {
  const { a, done } = pass;
  const { tree } = a;
  switch (tree.type(node)) {
    case "import_statement":
    case "import_from_statement":
    case "future_import_statement":
    case "global_statement":
    case "nonlocal_statement":
      return tree.subtreeEnd(node);
    case "decorator":
      decorate(pass, scope, node);
      return -1;
    case "class_definition":
      done.add(tree.child(node, "name"));
      bases(pass, scope, node);
      implementedInterfaces(pass, scope, node);
      return -1;
    case "function_definition":
      done.add(tree.child(node, "name"));
      fixtures(pass, node);
      return -1;
    case "type":
      // The name that `type Name = …` declares is no use.
      if (tree.field(node) === "left" && tree.type(tree.parent(node)) === "type_alias_statement")
        return tree.subtreeEnd(node);
      annotation(pass, scope, from, node);
      return tree.subtreeEnd(node);
    case "type_parameter":
      return tree.type(tree.parent(node)) === "generic_type" ? -1 : tree.subtreeEnd(node);
    case "call":
      if (!done.has(node)) call(pass, scope, from, node);
      return -1;
    case "keyword_argument":
    case "keyword_pattern":
      done.add(tree.child(node, "name"));
      return -1;
    case "attribute":
      if (!done.has(node)) value(pass, scope, from, node);
      return -1;
    case "identifier":
      if (!done.has(node)) identifier(pass, scope, from, node);
      return -1;
    case "string":
    case "binary_operator":
      namedText(pass, scope, from, node);
      return -1;
    case "dotted_name":
      if (tree.type(tree.parent(node)) === "class_pattern") pattern(pass, scope, from, node);
      return tree.subtreeEnd(node);
    default:
      return -1;
  }
}

/** A decorator: a use by the symbol that it decorates. */
function decorate(pass: Pass, scope: Scope, decorator: number): void {
  const { a } = pass;
  const { tree } = a;
  const expression = expressionOf(tree, decorator);
  const isCall = tree.type(expression) === "call";
  const callee = isCall ? tree.child(expression, "function") : expression;
  if (callee < 0) return;
  pass.done.add(expression);
  markDone(pass, callee);
  const from = a.symbolAt.get(tree.child(tree.parent(decorator), "definition")) ?? scope.symbol;
  const target = targetAt(a, scope, callee);
  const { root, path } = target;
  if (root.in === "free" && runtimeGlobals.has(root.name)) return;
  // `@key.setter` is a part of the property.
  if (root.in === "file" && /^(?:setter|getter|deleter)$/.test(String(path[0] ?? ""))) return;
  // Where a star hides the number of arguments, it is a call all the same.
  const argumentCount = isCall ? (countOf(pass, expression) ?? 0) : null;
  if (isCall) usedFixtures(pass, from, expression, callee);
  if (isCall) namedMember(pass, scope, from, expression);
  add(pass, { kind: "decorator", from, node: callee, ...target, argumentCount });
}

/** The interfaces that the decorators of a class name as implemented. */
function implementedInterfaces(pass: Pass, scope: Scope, definition: number): void {
  const { a } = pass;
  const from = a.symbolAt.get(definition);
  if (from === undefined) return;
  for (const decorator of decoratorNodes(a.tree, definition))
    for (const node of interfacesIn(a, decorator))
      add(pass, { kind: "implements", from, node, ...targetAt(a, scope, node), argumentCount: null });
}

function bases(pass: Pass, scope: Scope, definition: number): void {
  const { a, done } = pass;
  const { tree } = a;
  const list = tree.child(definition, "superclasses");
  const from = a.symbolAt.get(definition);
  if (list < 0 || from === undefined) return;
  for (const base of tree.namedChildren(list)) {
    const isGeneric = tree.type(base) === "subscript";
    const nameNode = isGeneric ? tree.child(base, "value") : base;
    if (!/^(?:identifier|attribute|call)$/.test(tree.type(nameNode))) continue;
    if (tree.type(nameNode) !== "call") markDone(pass, nameNode);
    const target = targetAt(a, scope, nameNode);
    const args: TypeExpr[] = [];
    if (isGeneric) {
      const type = readType(a, a.scopes.get(definition) ?? scope, base, (use) => {
        if (use.offset > tree.end(nameNode)) addName(pass, "type", from, base, use);
      });
      if (type?.kind === "named" && type.args !== undefined) args.push(...type.args);
      for (let inner = tree.subtreeEnd(nameNode); inner < tree.subtreeEnd(base); inner++) done.add(inner);
    }
    add(pass, {
      kind: "extends",
      from,
      node: nameNode,
      ...target,
      argumentCount: null,
      ...(args.length > 0 && { typeArguments: args }),
    });
  }
}

/** The fixtures that the parameters of a test name. */
function fixtures(pass: Pass, definition: number): void {
  const { a } = pass;
  const symbol = a.symbolAt.get(definition);
  const own = a.scopes.get(definition);
  if (symbol === undefined || own === undefined) return;
  for (const bindings of own.names.values()) {
    for (const binding of bindings) {
      if (binding.kind !== "parameter" || !binding.parameter.isFixture) continue;
      const list = a.tree.child(definition, "parameters");
      const node = a.tree.namedChildren(list).find((each) => textStart(a, each) === binding.parameter.name) ?? list;
      const root: Root = { in: "free", name: `@${binding.parameter.name}` };
      add(pass, { kind: "value", from: symbol, node, root, path: [], argumentCount: null });
    }
  }
}

/** The fixtures that `@pytest.mark.usefixtures("database")` names. */
function usedFixtures(pass: Pass, from: number, node: number, callee: number): void {
  const { tree } = pass.a;
  const attribute = tree.type(callee) === "attribute" ? tree.child(callee, "attribute") : -1;
  if (attribute < 0 || tree.text(attribute) !== "usefixtures") return;
  for (const given of tree.namedChildren(tree.child(node, "arguments"))) {
    const name = tree.type(given) === "string" ? /^["'](\w{1,100})["']$/.exec(tree.text(given))?.[1] : undefined;
    const root: Root = { in: "free", name: `@${name}` };
    if (name !== undefined) add(pass, { kind: "value", from, node: given, root, path: [], argumentCount: null });
  }
}

const textStart = ({ tree }: Analysis, node: number) => /^[\p{L}\p{N}_]+/u.exec(tree.text(node))?.[0];

function annotation(pass: Pass, scope: Scope, from: number, node: number): void {
  const { tree } = pass.a;
  const isParameter = /parameter$/.test(tree.type(tree.parent(node)));
  const dependencies = isParameter ? dependenciesIn(pass.a, scope, node) : [];
  readType(pass.a, scope, node, (use) => {
    const isDependency = dependencies.some(({ call: of }) => use.offset > tree.start(of) && use.offset <= tree.end(of));
    if (!isDependency) addName(pass, isParameter ? "accepts" : "type", from, node, use);
  });
  for (const { given } of dependencies) dependency(pass, scope, from, given);
}

/** Adds the use of a name in a type. */
function addName(pass: Pass, kind: ReferenceKind, from: number, _node: number, use: Walk & { offset: number }): void {
  const { a } = pass;
  const { root, path, offset } = use;
  if (root.in === "free" && path.length === 0 && !mayBeOfProject(pass, root.name)) return;
  a.references.push({ kind, from, line: a.tree.lineAt(Math.max(0, offset - 1)), root, path, argumentCount: null });
}

/** Adds the use of the symbol that a text may name. */
function namedText(pass: Pass, scope: Scope, from: number, node: number): void {
  const { a } = pass;
  const text = namesInText(a, scope, node);
  if (text === null) return;
  const root: Root = { in: "free", name: text.modules };
  const source = decoratedAround(a, node) ?? from;
  add(pass, { kind: "value", from: source, node, root, path: text.names, argumentCount: null });
}

/** Adds the use of the member that a call looks up by its name. */
function namedMember(pass: Pass, scope: Scope, from: number, node: number): void {
  const { a } = pass;
  const found = memberInText(a, node);
  if (found === null) return;
  const { root, path } = targetAt(a, scope, found.holder);
  if (root.in === "unknown" || (root.in === "free" && !mayBeOfProject(pass, root.name))) return;
  const source = decoratedAround(a, node) ?? from;
  add(pass, { kind: "value", from: source, node: found.text, root, path: [...path, found.name], argumentCount: null });
}

function call(pass: Pass, scope: Scope, from: number, node: number): void {
  const { a } = pass;
  const { tree } = a;
  namedMember(pass, scope, from, node);
  const callee = tree.child(node, "function");
  if (callee < 0) return;
  usedFixtures(pass, from, node, callee);
  const type = tree.type(callee);
  if (type !== "identifier" && type !== "attribute") {
    const target = targetAt(a, scope, callee);
    add(pass, { kind: "call", from, node: callee, ...target, argumentCount: countOf(pass, node) });
    return;
  }
  markDone(pass, callee);
  const target = targetAt(a, scope, callee);
  if (target.root.in === "free" && target.root.name === "super") return;
  add(pass, { kind: "call", from, node: callee, ...target, argumentCount: countOf(pass, node) });
  const given = dependencyIn(a, scope, node);
  const caller = decoratedAround(a, node) ?? from;
  if (given >= 0 && isCallable(nth(a.symbols, caller))) dependency(pass, scope, caller, given);
}

const isCallable = ({ kind }: ParsedSymbol) => kind === "function" || kind === "method" || kind === "constructor";

/** A function that FastAPI calls for another one, with arguments of its own. */
function dependency(pass: Pass, scope: Scope, from: number, given: number): void {
  markDone(pass, given);
  add(pass, { kind: "call", from, node: given, ...targetAt(pass.a, scope, given), argumentCount: null });
}

/** Marks the names of a chain as read. */
function markDone({ a, done }: Pass, node: number): void {
  const { tree } = a;
  let inner = node;
  for (; tree.type(inner) === "attribute"; inner = tree.child(inner, "object")) {
    done.add(inner);
    done.add(tree.child(inner, "attribute"));
  }
  if (tree.type(inner) === "identifier") done.add(inner);
}

/** The number of arguments of a call; null where a star hides it. */
function countOf({ a }: Pass, node: number): number | null {
  const { tree } = a;
  const list = tree.child(node, "arguments");
  if (list < 0) return 0;
  if (tree.type(list) !== "argument_list") return 1;
  const given = tree.namedChildren(list).filter((each) => tree.type(each) !== "comment");
  return given.some((each) => /_splat$/.test(tree.type(each))) ? null : given.length;
}

/** A chain of names that is read or written. */
function value(pass: Pass, scope: Scope, from: number, node: number): void {
  const { a } = pass;
  markDone(pass, node);
  const parent = a.tree.parent(node);
  // The assignment that declares a field is not a use of it.
  if (a.tree.type(parent) === "assignment" && a.tree.field(node) === "left") {
    const symbol = a.symbolAt.get(parent);
    if (symbol !== undefined && !isOwner(a, symbol)) return;
  }
  const target = targetAt(a, scope, node);
  if (target.root.in === "unknown") return;
  add(pass, { kind: "value", from, node, ...target, argumentCount: null });
}

const PARAMETERS: ReadonlySet<string> = new Set([
  "parameters",
  "lambda_parameters",
  "list_splat_pattern",
  "dictionary_splat_pattern",
]);

function identifier(pass: Pass, scope: Scope, from: number, node: number): void {
  const { a } = pass;
  const { tree } = a;
  const parent = tree.parent(node);
  const type = tree.type(parent);
  const field = tree.field(node);
  if (PARAMETERS.has(type) || (field === "name" && /parameter$/.test(type)) || type === "typed_parameter") return;
  if (field === "left" && type !== "binary_operator" && type !== "boolean_operator" && type !== "augmented_assignment")
    return;
  if (type === "as_pattern" ? tree.type(tree.parent(parent)) === "case_pattern" : /_pattern$|_target$/.test(type))
    return;
  if (type === "named_expression" && field === "name") return;
  const name = tree.text(node);
  const found = lookup(a, scope, name, node);
  if (found === null) {
    if (!mayBeOfProject(pass, name)) return;
    add(pass, { kind: "value", from, node, root: { in: "free", name }, path: [], argumentCount: null });
    return;
  }
  const root = rootOfBindings(a, found.bindings);
  if (root !== null && root.in !== "unknown")
    add(pass, { kind: "value", from, node, root, path: [], argumentCount: null });
}

/** A name that nothing in the file binds may come from a star import; else it is the runtime's. */
function mayBeOfProject({ hasStars }: Pass, name: string): boolean {
  return hasStars && !runtimeGlobals.has(name);
}

function pattern(pass: Pass, scope: Scope, from: number, node: number): void {
  const names = pass.a.tree.text(node).replace(/\s+/g, "").split(".");
  const found = lookup(pass.a, scope, nth(names, 0), node);
  const root = found === null ? null : rootOfBindings(pass.a, found.bindings);
  if (root !== null) add(pass, { kind: "type", from, node, root, path: names.slice(1), argumentCount: null });
}

/** The root and the path of what an expression names. A value that is not a chain of names from a declaration is a root of its own. */
function targetAt(a: Analysis, scope: Scope, node: number): { root: Root; path: Step[] } {
  const { tree } = a;
  const names: string[] = [];
  let inner = node;
  while (tree.type(inner) === "attribute") {
    if (narrowed(a, scope, inner)) break;
    const attribute = tree.child(inner, "attribute");
    const object = tree.child(inner, "object");
    if (attribute < 0 || object < 0) break;
    const name = tree.text(attribute);
    // Members behind a class are its own, but for what every class has: `self.__class__.__name__`.
    if (name === "__class__" && names[0]?.startsWith("__") === false) break;
    names.unshift(name);
    inner = object;
  }
  if (tree.type(inner) !== "identifier" || narrowed(a, scope, inner)) return rooted(walkAt(a, scope, inner), names);
  const name = tree.text(inner);
  const found = lookup(a, scope, name, inner);
  if (found === null) return { root: { in: "free", name }, path: names };
  const isImport = found.bindings.some(({ kind }) => kind === "import");
  const dotted = isImport && names.length > 0 ? walkOfDotted(a, namesOfChain(a, node) ?? [name, ...names]) : null;
  if (dotted !== null) return dotted;
  const isDeclared = found.scope.kind !== "function" || found.bindings.every(({ kind }) => kind !== "value");
  const root = isDeclared ? rootOfBindings(a, found.bindings) : null;
  return root === null ? rooted(walkAt(a, scope, inner), names) : { root, path: names };
}

function narrowed(a: Analysis, scope: Scope, node: number): boolean {
  return a.narrowings.size > 0 && narrowingAt(a, a.tree.text(node), node, scope) !== null;
}

/** A value as the root of names. */
function rooted(walk: Walk | null, names: Step[]): { root: Root; path: Step[] } {
  if (walk === null) return { root: { in: "unknown" }, path: names };
  const { root, path } = walk;
  const isPlain =
    path.length === 0 && (root.in === "this" || root.in === "super" || (root.in === "file" && root.isSelf === true));
  if (isPlain) return { root, path: names };
  const type = typeOfWalk(walk) ?? named(root, path);
  return { root: { in: "instance", type }, path: names };
}

interface Use extends Omit<Reference, "line"> {
  node: number;
}

/** Adds a reference whose last name ends a node. */
function add({ a }: Pass, { node, ...use }: Use): void {
  a.references.push({ ...use, line: a.tree.endLine(node) });
}
