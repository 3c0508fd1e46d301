/**
 * The uses of names in a C# file: one pass over the tree in preorder. A node that declares or names a type takes the names it has read out of
 * the pass; every identifier that is left is an expression and gives one reference.
 */

import {
  type Argument,
  itemStep,
  parameterStep,
  type Reference,
  type ReferenceKind,
  type Root,
  type TypeName,
} from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";
import { type Declarations, holdsStatements, isExtensionBlock, parametersIn, TYPE_KINDS } from "./declarations.js";
import { type Chain, createExpressions, isThrown, operatorOf, signOf, THROWN, UNKNOWN } from "./expressions.js";
import { createLocals } from "./locals.js";
import { arityOf, type Names, nameParts, simpleName, withoutNull } from "./names.js";

/** Nodes whose locals are not seen behind them. */
const SCOPES: ReadonlySet<string> = new Set([
  "block",
  "for_statement",
  "foreach_statement",
  "using_statement",
  "fixed_statement",
  "lambda_expression",
  "anonymous_method_expression",
  "catch_clause",
  "switch_section",
  "switch_expression_arm",
  "query_expression",
  "accessor_declaration",
]);

/** Nodes that hold no reference at all. */
const SKIPPED: ReadonlySet<string> = new Set([
  "using_directive",
  "extern_alias_directive",
  "type_parameter_list",
  "preproc_pragma",
  "preproc_line",
  "preproc_nullable",
  "preproc_region",
  "preproc_endregion",
  "preproc_define",
  "preproc_undef",
  "attribute_target_specifier",
  "goto_statement",
]);

/** Where the search for the target type of `new()` ends. */
const FUNCTIONS: ReadonlySet<string> = new Set(["lambda_expression", "anonymous_method_expression"]);

/** What an argument can be given to. */
const CALLS: ReadonlySet<string> = new Set([
  "invocation_expression",
  "object_creation_expression",
  "implicit_object_creation_expression",
  "constructor_initializer",
]);

/** Expressions that may also stand as a statement: as the body of a function, they may give a value or not. */
const STATEMENTS: ReadonlySet<string> = new Set([
  "invocation_expression",
  "assignment_expression",
  "object_creation_expression",
  "await_expression",
  "postfix_unary_expression",
  "conditional_access_expression",
  "throw_expression",
]);

const OVERLOADABLE: ReadonlySet<string> = new Set("+ - * / % & | ^ << >> == != < > <= >= ~".split(" "));
/** Operands with which no operator of the project's types is called. */
const NO_OPERANDS: ReadonlySet<string> = new Set([
  "null_literal",
  "boolean_literal",
  "string_literal",
  "verbatim_string_literal",
  "raw_string_literal",
  "interpolated_string_expression",
  "character_literal",
  "default_expression",
]);

/** Statements behind which control need not go on. */
const MAY_NOT_END: ReadonlySet<string> = new Set([
  "throw_statement",
  "block",
  "if_statement",
  "try_statement",
  "switch_statement",
  "using_statement",
  "lock_statement",
  "while_statement",
  "do_statement",
  "for_statement",
  "foreach_statement",
  "checked_statement",
]);

/** Longer chains of members, as those of locals set from each other, are cut. */
const MAX_PATH = 48;

/** Members that initializers set deeper inside each other are not read. */
const MAX_INITIALIZER_DEPTH = 16;

/** The references of a file, in the order of their first names. */
export function refer(tree: SyntaxTree, declarations: Declarations, names: Names): Reference[] {
  const { symbols, nodes } = declarations;
  const references: Reference[] = [];
  const claimed = new Uint8Array(tree.size);
  const locals = createLocals();
  const { chainOf, passedValue, typeOf, enclosingType, elementsOf, matchedBy } = createExpressions(
    tree,
    symbols,
    names,
    locals,
  );
  const open: number[] = [0];
  /** The reference that the call at a node gave, or the function that an initializer adds. */
  const calls = new Map<number, number>();
  /** The members that initializers set, by their assignments. */
  const setMembers = new Map<number, Chain>();
  /** Functions that are arguments, by their own nodes, and by those of the expressions that are their bodies. */
  const functions = new Map<number, Argument>();
  const bodies = new Map<number, Argument>();
  let next = 1;
  let from = 0;

  const emit = (
    kind: ReferenceKind,
    node: number,
    { root, path }: Chain,
    argumentCount: number | null,
    source = from,
  ) => {
    if (root.in === "unknown" && kind !== "call") return;
    if (path.length === 0 && (root.in === "unknown" || (root.in === "instance" && kind === "call"))) return;
    if (kind === "value" && path.length === 0 && root.in !== "file" && root.in !== "free" && root.in !== "import")
      return;
    references.push({ kind, from: source, line: tree.startLine(node), root, path, argumentCount });
  };

  /** A call of what no name leads to: a delegate that a local holds, `handlers[0]()`, `make()()`, `new T()`. That it stands there is told. */
  const emitNameless = (node: number): void => {
    references.push({
      kind: "call",
      from,
      line: tree.startLine(node),
      root: { in: "unknown" },
      path: [],
      argumentCount: null,
    });
  };

  /** Says of the reference of a call or index, if it gave one, what it is given. */
  const withArguments = (node: number, list: number, before: number): void => {
    const reference = references[before];
    if (reference === undefined) return;
    calls.set(node, before);
    if (list === -1) return;
    const given = tree.children(list).filter((child) => tree.type(child) === "argument");
    const values = given.map((each) => argumentAt(tree.children(each).at(-1) ?? -1));
    if (values.some((value) => value !== null)) reference.arguments = values;
    const named = argumentNames(list);
    if (named.length > 0) reference.argumentNames = named;
  };

  const argumentAt = (node: number): Argument | null => {
    if (node === -1) return null;
    if (FUNCTIONS.has(tree.type(node))) return functionAt(node);
    const { root, path } = passedValue(node, from);
    return root.in === "unknown" ? null : { root, path };
  };

  /** Whether control may never go past a statement: it throws, or something in it does. */
  const mayNotEnd = (statement: number): boolean => {
    if (statement === -1 || !MAY_NOT_END.has(tree.type(statement))) return false;
    const end = tree.subtreeEnd(statement);
    for (let at = statement; at < end; at++) {
      if (FUNCTIONS.has(tree.type(at))) at = tree.subtreeEnd(at) - 1;
      else if (tree.type(at) === "throw_statement" || tree.type(at) === "while_statement") return true;
    }
    return false;
  };

  /** A function that is an argument; what it gives is filled in when the pass is there. */
  const functionAt = (node: number): Argument => {
    const list = tree.child(node, "parameters");
    const isOne = list === -1 || tree.type(list) !== "parameter_list";
    const count = isOne ? (tree.type(node) === "lambda_expression" ? 1 : -1) : parametersIn(tree, list).length;
    const argument: Argument = { root: { in: "unknown" }, path: [] };
    if (count !== -1) argument.parameters = count;
    if (!isOne && parametersIn(tree, list).some(({ type }) => type !== -1)) argument.isTyped = true;
    if (tree.children(node).some((child) => tree.type(child) === "modifier" && tree.text(child) === "async")) {
      argument.isAsync = true;
    }
    const body = tree.namedChildren(node).at(-1) ?? -1;
    functions.set(node, argument);
    if (body !== -1 && tree.type(body) !== "block") {
      bodies.set(body, argument);
      if (!STATEMENTS.has(tree.type(body)) && !/^(?:\+\+|--)$/.test(operatorOf(tree, body))) argument.gives = "value";
    } else if (body !== -1) {
      argument.gives = "nothing";
      if (mayNotEnd(tree.namedChildren(body).at(-1) ?? -1)) {
        delete argument.gives;
        Object.assign(argument, THROWN);
      }
    }
    return argument;
  };

  /** `return x` in a function that is an argument says what that gives. */
  const referReturn = (node: number): void => {
    const value = tree.namedChildren(node)[0];
    if (value === undefined || functions.size === 0) return;
    for (let outer = tree.parent(node), depth = 0; outer > nodes[from]!.node && depth < 64; depth++) {
      const argument = functions.get(outer);
      if (argument !== undefined) {
        argument.gives = "value";
        if (argument.root.in === "unknown" || isThrown(argument)) Object.assign(argument, passedValue(value, from));
        return;
      }
      if (FUNCTIONS.has(tree.type(outer)) || tree.type(outer) === "local_function_statement") return;
      outer = tree.parent(outer);
    }
  };

  /** Whether a value is of one of the language's own types, which have operators of their own. */
  const isNumber = ({ root, path }: Chain): boolean => {
    if (path.length > 0) return false;
    const type = root.in === "instance" ? root.type : root.in === "file" ? symbols[root.symbol]!.declaredType : null;
    return type !== null && isPredefined(type);
  };

  /** `a + b` and `-a` where the type of an operand may be one of the project's. */
  const referOperator = (node: number): void => {
    const operator = operatorOf(tree, node);
    if (!OVERLOADABLE.has(operator)) return;
    const isUnary = tree.type(node) === "prefix_unary_expression";
    const operands = isUnary
      ? tree.namedChildren(node).slice(0, 1)
      : [tree.child(node, "left"), tree.child(node, "right")];
    if (operands.includes(-1) || operands.some((operand) => NO_OPERANDS.has(tree.type(operand)))) return;
    const values = operands.map((operand) => argumentAt(operand));
    if (values.some((value) => value?.parameters !== undefined)) return;
    const first = values.find((value) => value !== null && !isNumber(value));
    if (first === undefined || first === null) return;
    if (first.root.in === "file" && symbols[first.root.symbol]!.kind === "event") return;
    const before = references.length;
    const sign = signOf(tree, node);
    emit("call", sign, { root: first.root, path: [...first.path, `operator ${operator}`] }, operands.length);
    if (references.length === before) return;
    calls.set(node, before);
    references[before]!.arguments = values;
  };

  /** Emits the names of a type: the outer one with `kind`, its arguments with `inner`. */
  const referType = (
    node: number,
    kind: ReferenceKind,
    inner: ReferenceKind,
    source = from,
    count: number | null = null,
  ) => {
    const end = tree.subtreeEnd(node);
    let current = kind;
    for (let at = node; at < end; at++) {
      const type = tree.type(at);
      if (type === "array_rank_specifier") {
        at = tree.subtreeEnd(at) - 1;
        continue;
      }
      const isQualified = type === "qualified_name" || type === "alias_qualified_name";
      if (type === "tuple_element") {
        const name = tree.child(at, "name");
        if (name !== -1) claimed[name] = 1;
        continue;
      }
      if (!isQualified && type !== "identifier" && type !== "generic_name") continue;
      if (claimed[at] === 1) continue;
      const parts = isQualified ? nameParts(tree, at) : [simpleName(tree, at)];
      const root = parts.length === 0 ? null : typeRootOf(parts, isQualified ? 0 : arityOf(tree, at), source);
      if (root !== null) {
        const last = isQualified ? tree.child(at, "name") : at;
        emit(
          current,
          last === -1 ? at : last,
          { root, path: parts.slice(1) },
          current === "new" ? count : null,
          source,
        );
      }
      claimNames(at, isQualified);
      current = inner;
    }
  };

  const typeRootOf = (parts: string[], arity: number, source: number): Root | null => {
    const first = parts[0]!;
    if (parts.length === 1 && (first === "var" || first === "dynamic" || first === "notnull" || first === "unmanaged"))
      return null;
    return names.typeRoot(first, arity, source);
  };

  /** Takes the identifiers of a type name out of the pass, but for those of its type arguments. */
  const claimNames = (node: number, isQualified: boolean): void => {
    if (tree.type(node) === "identifier") claimed[node] = 1;
    const end = tree.subtreeEnd(node);
    for (let at = node; at < end; at++) {
      const type = tree.type(at);
      if (type === "type_argument_list") at = tree.subtreeEnd(at) - 1;
      else if (type === "identifier" || type === "generic_name" || (isQualified && type.endsWith("qualified_name")))
        claimed[at] = 1;
    }
  };

  const declareLocal = (name: number, value: Chain): void => {
    if (name === -1 || claimed[name] === 1) return;
    claimed[name] = 1;
    locals.declare(simpleName(tree, name), value);
  };

  const valueOfType = (type: TypeName | null): Chain =>
    type === null ? UNKNOWN : { root: { in: "instance", type }, path: [] };

  /** A local with a written type; of `var`, `value` says what it is. */
  const declareTyped = (name: number, type: number, value: Chain): void => {
    if (type === -1 || tree.type(type) === "implicit_type") {
      declareLocal(name, value.path.length > MAX_PATH ? UNKNOWN : value);
      return;
    }
    declareLocal(name, valueOfType(names.typeName(type, from)));
    referType(type, "type", "type");
  };

  /** What a function is called with as its parameter of a number: by the call it is given to, or by what it is assigned to. */
  const lambdaValue = (lambda: number, parameter: number): Chain => {
    const holder = tree.parent(lambda);
    if (holder === -1) return UNKNOWN;
    if (tree.type(holder) === "argument") return callbackValue(holder, parameter);
    if (calls.has(lambda)) return { root: { in: "callback", of: lambda, argument: 0, parameter }, path: [] };
    const { root, path } = holderOf(lambda, holder);
    return root.in === "unknown" ? UNKNOWN : { root, path: [...path, parameterStep(parameter)] };
  };

  /** What a call makes of its argument: calls it with, or sets it to. */
  const callbackValue = (argument: number, parameter: number): Chain => {
    const list = tree.parent(argument);
    const call = list === -1 ? -1 : tree.parent(list);
    if (call === -1 || !CALLS.has(tree.type(call))) return UNKNOWN;
    let position = 0;
    for (let child = tree.firstChild(list); child !== argument; child = tree.nextSibling(child)) {
      if (tree.type(child) === "argument") position++;
    }
    return { root: { in: "callback", of: call, argument: position, parameter }, path: [] };
  };

  /** What an expression is the value of: a variable, a property, the left side of an assignment, what a function returns. */
  const holderOf = (node: number, holder: number): Chain => {
    switch (tree.type(holder)) {
      case "assignment_expression": {
        const left = tree.child(holder, "left");
        const isMember = tree.type(tree.parent(holder)) === "initializer_expression";
        if (isMember) return setMembers.get(holder) ?? UNKNOWN;
        return left === -1 || left === node ? UNKNOWN : chainOf(left, from);
      }
      case "parenthesized_expression":
      case "cast_expression":
        return UNKNOWN;
      default:
        return valueOfType(targetType(node));
    }
  };

  /** Declares all names of a designation such as `(a, (b, c))` for the parts of a value. */
  const declareDesignation = (node: number, value: Chain = UNKNOWN, depth = 0): void => {
    if (depth > MAX_INITIALIZER_DEPTH) return;
    tree.namedChildren(node).forEach((child, at) => {
      const part: Chain =
        value.root.in === "unknown" ? UNKNOWN : { root: value.root, path: [...value.path, itemStep(at)] };
      if (tree.type(child) === "identifier") declareLocal(child, part);
      else if (tree.type(child) === "declaration_expression") {
        const name = tree.child(child, "name");
        if (name !== -1) declareTyped(name, tree.child(child, "type"), part);
      } else declareDesignation(child, part, depth + 1);
    });
  };

  const referParameters = (list: number, kind: ReferenceKind, isLocal: boolean, lambda = -1): void => {
    const parameters = parametersIn(tree, list);
    for (const { type } of parameters) if (type !== -1) referType(type, kind, kind);
    parameters.forEach(({ type, name }, at) => {
      if (!isLocal && name !== -1) claimed[name] = 1;
      const untyped = lambda === -1 ? UNKNOWN : lambdaValue(lambda, at);
      declareLocal(name, type === -1 ? untyped : valueOfType(names.typeName(type, from)));
    });
  };

  /** What the members of an `extension` block are called on; the first of them is said to accept it. */
  const referReceiver = (block: number): void => {
    const end = tree.subtreeEnd(block);
    const list = tree.childOfType(block, "parameter_list");
    const parameter = list === -1 ? -1 : tree.childOfType(list, "parameter");
    claimNames(tree.child(block, "name"), true);
    if (parameter === -1 || next >= nodes.length || nodes[next]!.node >= end) return;
    locals.enter(end, true);
    const outer = from;
    from = next;
    // Without a name of its own, the receiver's type reads like one.
    if (tree.child(parameter, "type") === -1) referType(tree.child(parameter, "name"), "type", "type");
    else referParameters(list, "accepts", true);
    from = outer;
  };

  const argumentCountOf = (list: number): number => {
    if (list === -1) return 0;
    let count = 0;
    for (let child = tree.firstChild(list); child !== -1; child = tree.nextSibling(child)) {
      const type = tree.type(child);
      if (type === "argument" || type === "attribute_argument") count++;
    }
    return count;
  };

  /** The names of an argument list's named arguments. */
  const argumentNames = (list: number): string[] => {
    if (list === -1) return [];
    const given = tree.namedChildren(list).map((argument) => tree.child(argument, "name"));
    // A name in front of arguments without one stands where its parameter does.
    return given.slice(given.lastIndexOf(-1) + 1).map((name) => simpleName(tree, name));
  };

  /** The members an initializer sets, on a value with the given chain. */
  const referInitializer = (initializer: number, target: Chain): void => {
    if (target.root.in === "unknown" || target.path.length > MAX_INITIALIZER_DEPTH) return;
    for (let child = tree.firstChild(initializer); child !== -1; child = tree.nextSibling(child)) {
      if (FUNCTIONS.has(tree.type(child))) referAdded(child, target);
      if (tree.type(child) !== "assignment_expression") continue;
      const left = tree.child(child, "left");
      if (left === -1 || tree.type(left) !== "identifier") continue;
      claimed[left] = 1;
      const member: Chain = { root: target.root, path: [...target.path, simpleName(tree, left)] };
      emit("value", left, member, null);
      setMembers.set(child, member);
      const right = tree.child(child, "right");
      if (right !== -1 && tree.type(right) === "initializer_expression") referInitializer(right, member);
    }
  };

  /** `new Rules { x => x.Name }` calls Add with the function. */
  const referAdded = (node: number, { root, path }: Chain): void => {
    const before = references.length;
    emit("call", node, { root, path: [...path, "Add"] }, 1);
    if (references.length === before) return;
    calls.set(node, before);
    references[before]!.arguments = [functionAt(node)];
  };

  /** Takes the member names of an initializer whose object is not known out of the pass. */
  const claimInitializer = (initializer: number): void => {
    for (let child = tree.firstChild(initializer); child !== -1; child = tree.nextSibling(child)) {
      const left = tree.type(child) === "assignment_expression" ? tree.child(child, "left") : -1;
      if (left !== -1 && tree.type(left) === "identifier") claimed[left] = 1;
    }
  };

  /** The type that `new()` makes, from what it is given to. */
  const targetType = (node: number): TypeName | null => {
    const type = writtenTarget(node);
    return type === null ? null : withoutNull(type);
  };

  const writtenTarget = (node: number): TypeName | null => {
    const parent = tree.parent(node);
    switch (tree.type(parent)) {
      case "variable_declarator": {
        const type = tree.child(tree.parent(parent), "type");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "property_declaration":
        return symbols[from]!.declaredType;
      case "parameter": {
        const type = tree.child(parent, "type");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "initializer_expression":
        return elementType(parent, node);
      case "parenthesized_expression":
      // The mask writes `a ?+[b] : c` for `a ? [b] : c`.
      case "prefix_unary_expression":
        return writtenTarget(parent);
      case "conditional_expression":
        return tree.child(parent, "condition") === node ? null : writtenTarget(parent);
      case "argument": {
        // The grammar reads a collection `[a, b]` as the index of an initializer.
        const list = tree.parent(parent);
        const isIndex = tree.child(tree.parent(list), "left") === list;
        return tree.type(list) === "element_binding_expression" && !isIndex ? onlyArgument(targetType(list)) : null;
      }
      case "assignment_expression": {
        const left = tree.child(parent, "left");
        if (left !== -1 && tree.type(left) === "element_binding_expression") {
          const made = madeType(tree.parent(parent));
          return made?.args?.length === 2 ? made.args[1]! : null;
        }
        return left === -1 || tree.parent(parent) === -1 || tree.type(tree.parent(parent)) === "initializer_expression"
          ? null
          : typeOf(left, from);
      }
      case "arrow_expression_clause":
      case "return_statement": {
        let outer = tree.parent(parent);
        for (let depth = 0; depth < 64 && outer > nodes[from]!.node; depth++) {
          if (FUNCTIONS.has(tree.type(outer))) return null;
          outer = tree.parent(outer);
        }
        if (outer !== nodes[from]!.node) return null;
        const { declaredType, isAsync } = symbols[from]!;
        return isAsync ? (declaredType?.args?.[0] ?? null) : declaredType;
      }
      default:
        return null;
    }
  };

  /** The type of the object or array whose initializer it is. */
  const madeType = (initializer: number): TypeName | null => {
    const maker = tree.parent(initializer);
    switch (tree.type(maker)) {
      case "object_creation_expression":
      case "array_creation_expression": {
        const type = tree.child(maker, "type");
        return type === -1 ? null : names.typeName(type, from);
      }
      case "implicit_object_creation_expression":
        return targetType(maker);
      default:
        return null;
    }
  };

  /** The type of an element of a collection's initializer: `{ a, b }`, or of a pair in one, `{ { key, value } }`. */
  const elementType = (initializer: number, node: number): TypeName | null => {
    const outer = tree.parent(initializer);
    if (tree.type(outer) !== "initializer_expression") return onlyArgument(madeType(initializer));
    const made = madeType(outer);
    const isKey = tree.firstChild(initializer) === node;
    return made?.args?.length === 2 ? made.args[isKey ? 0 : 1]! : null;
  };

  const onlyArgument = (type: TypeName | null): TypeName | null =>
    type?.args?.length === 1 ? withoutNull(type.args[0]!) : null;

  const enterSymbol = (index: number): void => {
    const symbol = symbols[index]!;
    const { node, end, typeNode } = nodes[index]!;
    open.push(index);
    from = index;
    const isType = TYPE_KINDS.has(symbol.kind);
    const isPrimaryConstructor = tree.type(node) === "parameter_list";
    if (isType || (holdsStatements(symbol.kind) && !isPrimaryConstructor)) locals.enter(end, isType);
    const nameNode = tree.child(node, "name");
    if (nameNode !== -1) claimNames(nameNode, true);
    if (typeNode !== -1 && tree.type(node) !== "variable_declarator") referType(typeNode, "type", "type");
    if (isPrimaryConstructor) {
      // Its parameters are in scope in the whole type; those of a record are its properties.
      referParameters(node, "accepts", symbols[symbol.parent]!.kind !== "record");
      const base = tree.childOfType(tree.parent(node), "base_list");
      const given = base === -1 ? -1 : baseArguments(base);
      if (given === -1) return;
      const before = references.length;
      emit("call", given, { root: { in: "super", type: symbol.parent }, path: [] }, argumentCountOf(given));
      withArguments(given, given, before);
      return;
    }
    const parameters = tree.child(node, "parameters");
    if (parameters !== -1) referParameters(parameters, "accepts", true);
  };

  const baseArguments = (base: number): number => {
    const direct = tree.childOfType(base, "argument_list");
    if (direct !== -1) return direct;
    const primary = tree.childOfType(base, "primary_constructor_base_type");
    return primary === -1 ? -1 : tree.childOfType(primary, "argument_list");
  };

  /** Discards, names the parser made up, and the names that the language itself gives to accessors and programs. */
  const isNoReference = (name: string): boolean => {
    if (name === "" || name === "_") return true;
    if (name === "args") return from === 0 && locals.find(name) === null;
    return name === "field" && symbols[from]!.kind === "property" && locals.find(name) === null;
  };

  const visit = (node: number, type: string): void => {
    switch (type) {
      case "identifier":
      case "generic_name": {
        const parent = tree.parent(node);
        if (tree.isError(parent)) return;
        if (type === "generic_name") {
          const list = tree.childOfType(node, "type_argument_list");
          if (list !== -1) referType(list, "type", "type");
          claimNames(node, false);
        } else if (isNoReference(tree.text(node))) return;
        const parentType = tree.type(parent);
        if (parentType === "labeled_statement" && tree.nextSibling(node) !== -1 && tree.firstChild(parent) === node)
          return;
        if (
          parentType === "anonymous_object_creation_expression" ||
          parentType === "attribute_argument" ||
          parentType === "with_initializer"
        ) {
          const after = tree.nextSibling(node);
          if (after !== -1 && (tree.type(after) === "=" || tree.type(after) === ":")) return;
        }
        if (parentType === "invocation_expression" && tree.field(node) === "function") return;
        if (locals.find(simpleName(tree, node)) !== null) return;
        emit("value", node, chainOf(node, from), null);
        return;
      }
      case "element_access_expression": {
        const before = references.length;
        emit("value", node, chainOf(node, from), null);
        if (references.length > before && references[before]!.path.at(-1) === "this[]") {
          withArguments(node, tree.child(node, "subscript"), before);
        }
        return;
      }
      case "member_access_expression":
      case "conditional_access_expression": {
        const name = type === "member_access_expression" ? tree.child(node, "name") : bindingName(node);
        if (name === -1) return;
        claimNames(name, false);
        if (tree.type(name) === "generic_name") {
          const list = tree.childOfType(name, "type_argument_list");
          if (list !== -1) referType(list, "type", "type");
        }
        if (tree.type(tree.parent(node)) === "invocation_expression" && tree.field(node) === "function") return;
        emit("value", name, chainOf(node, from), null);
        return;
      }
      case "invocation_expression": {
        const callee = tree.child(node, "function");
        if (callee === -1) return;
        const calleeType = tree.type(callee);
        if (calleeType === "identifier" && tree.text(callee) === "nameof") {
          claimed[callee] = 1;
          return;
        }
        const last = lastName(callee);
        const before = references.length;
        const given = tree.child(node, "arguments");
        if (last !== -1) emit("call", last, chainOf(callee, from, true), argumentCountOf(given));
        if (references.length === before) {
          emitNameless(last !== -1 || given === -1 ? callee : given);
          return;
        }
        withArguments(node, given, before);
        const types = arityOf(tree, last);
        if (types === 0) return;
        references[before]!.typeArgumentCount = types;
        references[before]!.typeArguments = names.typeArguments(last, from);
        return;
      }
      case "object_creation_expression": {
        const created = tree.child(node, "type");
        if (created === -1) return;
        const written = names.typeName(created, from);
        const evident = written === null ? null : withoutNull(written);
        const before = references.length;
        const given = tree.child(node, "arguments");
        referType(created, "new", "type", from, argumentCountOf(given));
        if (references[before]?.kind === "new") {
          withArguments(node, given, before);
          if (evident?.args !== undefined) references[before]!.typeArguments = evident.args;
        } else if (tree.type(created) === "identifier") emitNameless(created);
        const initializer = tree.child(node, "initializer");
        if (initializer === -1) return;
        if (evident === null) claimInitializer(initializer);
        else referInitializer(initializer, { root: { in: "instance", type: evident }, path: [] });
        return;
      }
      case "implicit_object_creation_expression": {
        const evident = targetType(node);
        const initializer = tree.childOfType(node, "initializer_expression");
        const given = tree.childOfType(node, "argument_list");
        const before = references.length;
        if (evident === null) {
          const parent = tree.parent(node);
          const taken = tree.type(parent) === "argument" ? callbackValue(parent, -1) : UNKNOWN;
          if (taken.root.in === "unknown") emitNameless(node);
          else {
            emit("new", node, taken, argumentCountOf(given));
            if (references.length > before) withArguments(node, given, before);
          }
          if (initializer !== -1 && taken.root.in !== "unknown") referInitializer(initializer, taken);
          else if (initializer !== -1) claimInitializer(initializer);
          return;
        }
        if (!isPredefined(evident)) {
          emit("new", node, { root: evident.root, path: evident.path }, argumentCountOf(given));
          if (references.length > before) withArguments(node, given, before);
          if (evident.args !== undefined && references.length > before)
            references[before]!.typeArguments = evident.args;
        }
        if (initializer !== -1) referInitializer(initializer, { root: { in: "instance", type: evident }, path: [] });
        return;
      }
      case "initializer_expression": {
        // An initializer within one whose object is not known.
        if (tree.type(tree.parent(node)) === "assignment_expression") claimInitializer(node);
        return;
      }
      case "with_expression": {
        const target = tree.firstChild(node);
        const evident = target === -1 ? null : typeOf(target, from);
        if (evident === null) return;
        for (const child of tree.children(node)) {
          const name = tree.type(child) === "with_initializer" ? tree.firstChild(child) : -1;
          if (name === -1 || tree.type(name) !== "identifier") continue;
          claimed[name] = 1;
          emit("value", name, { root: { in: "instance", type: evident }, path: [simpleName(tree, name)] }, null);
        }
        return;
      }
      case "variable_declaration": {
        const written = tree.child(node, "type");
        for (const declarator of tree.children(node)) {
          if (tree.type(declarator) !== "variable_declarator") continue;
          const symbol = symbolAt(declarator);
          if (symbol !== -1) {
            if (written !== -1) referType(written, "type", "type", symbol);
            continue;
          }
          const name = tree.child(declarator, "name");
          const designation = name === -1 ? tree.childOfType(declarator, "tuple_pattern") : -1;
          if (designation !== -1) {
            const value = tree.namedChildren(declarator).at(-1)!;
            declareDesignation(designation, value === designation ? UNKNOWN : chainOf(value, from));
            continue;
          }
          const value = tree.namedChildren(declarator).find((child) => child !== name);
          declareTyped(name, written, value === undefined ? UNKNOWN : passedValue(value, from));
        }
        return;
      }
      case "declaration_expression":
      case "declaration_pattern":
      case "recursive_pattern":
      case "var_pattern":
      case "catch_declaration":
      case "from_clause":
      case "join_clause": {
        const written = tree.child(node, "type");
        const name =
          type === "join_clause"
            ? (tree.namedChildren(node).find((c) => tree.type(c) === "identifier") ?? -1)
            : tree.child(node, "name");
        // `f(a * b)`, which the grammar takes for a pointer.
        const isProduct = type === "declaration_expression" && !tree.hasChildOfType(tree.parent(node), "out");
        if (isProduct && written !== -1 && tree.type(written) === "pointer_type") return;
        const value = valueDeclaredBy(node, type);
        declareTyped(name, written, value);
        const designation = tree.childOfType(node, "parenthesized_variable_designation");
        if (designation !== -1) declareDesignation(designation, value);
        if (type === "recursive_pattern") {
          const matched = written === -1 ? value : valueOfType(names.typeName(written, from));
          referPattern(node, matched);
        }
        return;
      }
      case "let_clause":
      case "join_into_clause": {
        const name = tree.childOfType(node, "identifier");
        const value = type === "let_clause" ? tree.namedChildren(node).at(-1) : undefined;
        if (name !== -1) declareLocal(name, value === undefined ? UNKNOWN : chainOf(value, from));
        return;
      }
      case "query_expression":
        declareContinuations(node);
        return;
      case "subpattern":
        claimSubpattern(node);
        return;
      case "foreach_statement": {
        const left = tree.child(node, "left");
        if (left === -1) return;
        if (tree.type(left) === "identifier")
          declareTyped(left, tree.child(node, "type"), elementsOf(tree.child(node, "right"), from));
        else declareDesignation(left, elementsOf(tree.child(node, "right"), from));
        return;
      }
      case "implicit_parameter": {
        const lambda = tree.parent(node);
        locals.declare(tree.text(node), lambda === -1 ? UNKNOWN : lambdaValue(lambda, 0));
        return;
      }
      case "lambda_expression":
      case "anonymous_method_expression": {
        const parameters = tree.child(node, "parameters");
        if (parameters !== -1 && tree.type(parameters) === "parameter_list")
          referParameters(parameters, "type", true, node);
        const written = tree.child(node, "type");
        if (written !== -1) referType(written, "type", "type");
        return;
      }
      case "accessor_declaration": {
        const owner = symbols[from]!;
        const name = tree.child(node, "name");
        if (name !== -1 && tree.text(name) !== "get") locals.declare("value", valueOfType(owner.declaredType));
        return;
      }
      case "class_declaration":
        if (isExtensionBlock(tree, node)) referReceiver(node);
        return;
      case "base_list":
        referBases(node);
        return;
      case "constructor_initializer": {
        const owner = enclosingType(from);
        if (owner === -1) return;
        const isBase = tree.hasChildOfType(node, "base");
        const root: Root = isBase ? { in: "super", type: owner } : { in: "this", type: owner };
        const given = tree.childOfType(node, "argument_list");
        const before = references.length;
        emit("call", node, { root, path: [] }, argumentCountOf(given));
        withArguments(node, given, before);
        return;
      }
      case "return_statement":
        referReturn(node);
        return;
      case "binary_expression":
      case "prefix_unary_expression":
      case "assignment_expression":
        referOperator(node);
        return;
      case "attribute": {
        const name = tree.child(node, "name");
        if (name === -1) return;
        const parts = nameParts(tree, name);
        const root = parts.length === 0 ? null : names.typeRoot(parts[0]!, 0, from);
        const count = argumentCountOf(tree.childOfType(node, "attribute_argument_list"));
        if (root !== null) emit("decorator", name, { root, path: parts.slice(1) }, count, attributeOwner(node));
        const end = tree.subtreeEnd(name);
        for (let at = name; at < end; at++) {
          if (tree.type(at) === "type_argument_list") referType(at, "type", "type");
        }
        claimNames(name, true);
        return;
      }
      case "attribute_argument":
        // `Name = value` sets a property of the attribute.
        claimInitializer(node);
        return;
      case "argument": {
        const name = tree.child(node, "name");
        if (name !== -1) claimed[name] = 1;
        return;
      }
      case "type_parameter_constraints_clause": {
        const parameter = tree.childOfType(node, "identifier");
        if (parameter !== -1) claimed[parameter] = 1;
        return;
      }
      case "explicit_interface_specifier": {
        const name = tree.namedChildren(node)[0];
        if (name !== undefined) referType(name, "type", "type");
        return;
      }
      case "preproc_if":
      case "preproc_elif": {
        const condition = tree.child(node, "condition");
        if (condition !== -1) claimed.fill(1, condition, tree.subtreeEnd(condition));
        return;
      }
      case "tuple_pattern": {
        const holder = tree.parent(node);
        const right = tree.type(holder) === "assignment_expression" ? tree.child(holder, "right") : -1;
        declareDesignation(node, right === -1 ? UNKNOWN : chainOf(right, from));
        return;
      }
      case "qualified_name":
      case "alias_qualified_name": {
        if (tree.isError(tree.parent(node))) {
          claimNames(node, true);
          return;
        }
        const name = tree.child(node, "name");
        emit("value", name === -1 ? node : name, chainOf(node, from), null);
        claimNames(node, true);
        return;
      }
      default: {
        // Casts, typeof, default, sizeof, arrays, constraints, type patterns: whatever else has a type.
        const written =
          type === "is_expression" || type === "as_expression" ? tree.child(node, "right") : typedChild(node, type);
        if (written !== -1) referType(written, "type", "type");
      }
    }
  };

  const typedChild = (node: number, type: string): number => (TYPED.has(type) ? tree.child(node, "type") : -1);

  const bindingName = (node: number): number => {
    const binding = tree.childOfType(node, "member_binding_expression");
    return binding === -1 ? -1 : tree.child(binding, "name");
  };

  /** The identifier or generic name a call's function ends with; -1 for a call of a value without a name. */
  const lastName = (callee: number): number => {
    let node = callee;
    for (let depth = 0; depth < 64; depth++) {
      switch (tree.type(node)) {
        case "identifier":
        case "generic_name":
          return node;
        case "member_access_expression":
          return tree.child(node, "name");
        case "conditional_access_expression":
          return bindingName(node);
        case "postfix_unary_expression":
        case "parenthesized_expression": {
          const inner = tree.namedChildren(node)[0];
          if (inner === undefined) return -1;
          node = inner;
          continue;
        }
        default:
          return -1;
      }
    }
    return -1;
  };

  /** The symbol, not yet entered, that stands at a node; -1 for none. */
  const symbolAt = (node: number): number => {
    for (let index = next; index < nodes.length && nodes[index]!.node <= node; index++) {
      if (nodes[index]!.node === node) return index;
    }
    return -1;
  };

  /** Attributes stand before the names of the fields they are for. */
  const attributeOwner = (attribute: number): number => {
    const declaration = tree.parent(tree.parent(attribute));
    const isField = declaration !== -1 && tree.type(declaration).endsWith("field_declaration");
    const isBefore = next < nodes.length && nodes[next]!.node < tree.subtreeEnd(declaration);
    return isField && isBefore ? next : from;
  };

  const referBases = (list: number): void => {
    if (symbols[from]!.kind === "enum") {
      claimed.fill(1, list, tree.subtreeEnd(list));
      return;
    }
    for (const child of tree.children(list)) {
      const type = tree.type(child);
      if (!tree.isNamed(child) || type === "argument_list" || type === "comment") continue;
      const base = type === "primary_constructor_base_type" ? tree.child(child, "type") : child;
      if (base === -1) continue;
      const before = references.length;
      const evident = names.typeName(base, from);
      referType(base, "extends", "type");
      const reference = references[before];
      if (reference?.kind === "extends" && evident?.args !== undefined) reference.typeArguments = evident.args;
    }
  };

  /** The members a property pattern reads, on the pattern's type. */
  const referPattern = (pattern: number, matched: Chain): void => {
    const clause = tree.childOfType(pattern, "property_pattern_clause");
    if (clause === -1 || matched.root.in === "unknown") return;
    for (const child of tree.children(clause)) {
      const member = tree.type(child) === "subpattern" ? tree.firstChild(child) : -1;
      if (member === -1 || tree.type(member) !== "identifier" || claimed[member] === 1) continue;
      claimed[member] = 1;
      emit("value", member, { root: matched.root, path: [...matched.path, simpleName(tree, member)] }, null);
    }
  };

  /** What the variable of a pattern, of an out argument or of a query is set to. */
  const valueDeclaredBy = (node: number, type: string): Chain => {
    switch (type) {
      case "from_clause": {
        const items = tree.namedChildren(node).at(-1);
        return items === undefined ? UNKNOWN : elementsOf(items, from);
      }
      case "join_clause": {
        const [, items] = tree.namedChildren(node).filter((child) => child !== tree.child(node, "type"));
        return items === undefined ? UNKNOWN : elementsOf(items, from);
      }
      case "declaration_expression": {
        const holder = tree.parent(node);
        return holder !== -1 && tree.type(holder) === "argument" ? callbackValue(holder, -1) : UNKNOWN;
      }
      case "declaration_pattern":
      case "recursive_pattern":
      case "var_pattern":
        return matchedBy(node, from);
      default:
        return UNKNOWN;
    }
  };

  /** The name before the colon of a subpattern is a member of what is matched, not a name in scope. */
  const claimSubpattern = (node: number): void => {
    const first = tree.firstChild(node);
    if (first === -1) return;
    const after = tree.nextSibling(first);
    if (after !== -1 && tree.type(after) === ":") claimed.fill(1, first, tree.subtreeEnd(first));
  };

  /** `into x` of a query: x stands in the query itself. */
  const declareContinuations = (query: number): void => {
    let isName = false;
    for (const child of tree.children(query)) {
      if (isName && tree.type(child) === "identifier") declareLocal(child, UNKNOWN);
      isName = tree.type(child) === "into";
    }
  };

  for (let node = 0; node < tree.size; node++) {
    while (nodes[open[open.length - 1]!]!.end <= node) {
      open.pop();
      from = open[open.length - 1]!;
    }
    locals.leaveBefore(node);
    if (next < nodes.length && nodes[next]!.node === node) enterSymbol(next++);
    if (!tree.isNamed(node)) continue;
    const type = tree.type(node);
    if (SKIPPED.has(type)) {
      node = tree.subtreeEnd(node) - 1;
      continue;
    }
    const given = bodies.get(node);
    if (given !== undefined) Object.assign(given, passedValue(node, from));
    if (claimed[node] === 1) continue;
    if (SCOPES.has(type)) locals.enter(tree.subtreeEnd(node), false);
    visit(node, type);
  }
  return references.map((reference) => withResult(reference, calls));
}

/** The reference with the numbers of calls in place of the calls' nodes. */
function withResult(reference: Reference, calls: ReadonlyMap<number, number>): Reference {
  const chain = numbered(reference, calls);
  const { kind } = reference;
  const path = chain.root.in === "unknown" && kind === "call" ? chain.path.slice(-1) : chain.path;
  const given = reference.arguments?.map((argument) => argument && { ...argument, ...numbered(argument, calls) });
  return { ...reference, root: chain.root, path, ...(given !== undefined && { arguments: given }) };
}

function numbered({ root, path }: Chain, calls: ReadonlyMap<number, number>): Chain {
  if (root.in !== "result" && root.in !== "callback") return { root, path };
  const of = calls.get(root.of);
  return of === undefined ? { root: { in: "unknown" }, path } : { root: { ...root, of }, path };
}

/** Nodes with a type in their field `type` that no other rule reads. */
const TYPED: ReadonlySet<string> = new Set([
  "cast_expression",
  "typeof_expression",
  "default_expression",
  "sizeof_expression",
  "array_creation_expression",
  "stackalloc_expression",
  "refvalue_expression",
  "type_parameter_constraint",
  "type_pattern",
  "parameter",
]);

function isPredefined(type: TypeName): boolean {
  return type.path.length === 0 && type.root.in === "free" && /^(?:[a-z]|Array$)/.test(type.root.name);
}
