/** Visits declarations: their types as uses, their bodies with the names that their parameters bind. */
import type { ParsedSymbol } from "../../model/parse-result.js";
import { named } from "../../model/type-forms.js";
import { symbolOf } from "../symbol-of.js";
import type { SyntaxTree } from "../syntax.js";
import { expect } from "./expressions.js";
import { isAutoclosure } from "./heads.js";
import { instanceOf, type Pass } from "./pass.js";
import { nameText } from "./reading.js";
import { type Expression, openScope, type Scope, UNKNOWN_EXPRESSION } from "./scope.js";
import { visitType } from "./type-uses.js";
import { annotatedType, TYPE_NODES, typeIn, typeOf } from "./types.js";

type Visit = (pass: Pass, node: number) => void;

/** Visits a declaration, in which references belong to its symbol. */
export function visitDeclaration(pass: Pass, node: number, visit: Visit): void {
  switch (pass.tree.type(node)) {
    case "class_declaration":
    case "protocol_declaration":
      visitTypeDeclaration(pass, node, visit);
      return;
    case "property_declaration":
    case "protocol_property_declaration":
      visitProperties(pass, node, visit);
      return;
    case "enum_entry":
      visitCases(pass, node, visit);
      return;
    default:
      visitCallable(pass, node, visit);
      return;
  }
}

/** Does some work inside of a symbol. A member sees no locals of the functions around its type. */
function inside(pass: Pass, symbol: number, work: () => void, scope: Scope | null): void {
  const { from, scope: outer, isStatic, result, thrown, returnsValue, returned } = pass;
  pass.from = symbol;
  pass.scope = scope;
  pass.thrown = UNKNOWN_EXPRESSION;
  work();
  pass.from = from;
  pass.scope = outer;
  pass.isStatic = isStatic;
  pass.result = result;
  pass.thrown = thrown;
  pass.returnsValue = returnsValue;
  pass.returned = returned;
}

function visitTypeDeclaration(pass: Pass, node: number, visit: Visit): void {
  const { tree } = pass;
  const symbol = pass.symbolAt.get(node);
  if (symbol === undefined) return;
  inside(
    pass,
    symbol,
    () => {
      pass.isStatic = false;
      for (const child of tree.namedChildren(node)) {
        const type = tree.type(child);
        if (type === "inheritance_specifier") visitType(pass, tree.child(child, "inherits_from"), "extends");
        else if (type === "user_type" && tree.field(child) === "name" && tree.source[tree.start(child)] !== "[")
          visitType(pass, child, "type");
        else if (type === "type_parameters" || type === "type_constraints") visitConstraints(pass, child);
        else if (type !== "type_identifier") visit(pass, child);
      }
    },
    openScope(null),
  );
}

/** The types that constrain type parameters. */
function visitConstraints(pass: Pass, node: number): void {
  const { tree } = pass;
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) {
    if (!TYPE_NODES.has(tree.type(inner))) continue;
    visitType(pass, inner, "type");
    inner = tree.subtreeEnd(inner) - 1;
  }
}

/** Functions, initialisers, subscripts and the like. */
function visitCallable(pass: Pass, node: number, visit: Visit): void {
  const { tree } = pass;
  const symbol = pass.symbolAt.get(node);
  if (symbol === undefined) return;
  const declared = symbolOf(pass, symbol);
  const isLocal = /^(?:function|method|constructor|property)$/.test(pass.symbols[declared.parent]?.kind ?? "");
  inside(
    pass,
    symbol,
    () => {
      if (!isLocal) pass.isStatic = declared.isStatic;
      pass.result = declared.declaredType === null ? UNKNOWN_EXPRESSION : instanceOf(declared.declaredType);
      pass.thrown = thrownBy(tree, node);
      let parameter = 0;
      for (const child of tree.namedChildren(node)) {
        const type = tree.type(child);
        if (type === "parameter") bindParameter(pass, child, declared, parameter++, visit);
        else if (type === "type_parameters" || type === "type_constraints") visitConstraints(pass, child);
        else if (tree.field(child) === "default_value") visitDefault(pass, child, declared, parameter - 1, visit);
        else if (TYPE_NODES.has(type)) visitType(pass, child, "type");
        else if (type === "function_body" || type === "computed_property") visitBody(pass, child, visit);
        else if (type !== "simple_identifier" && type !== "type_identifier") visit(pass, child);
      }
    },
    openScope(isLocal ? pass.scope : null),
  );
}

/** The error that a function names: `throws(CartError)`. The grammar does not read it. */
function thrownBy(tree: SyntaxTree, node: number): Expression {
  const body = tree.childOfType(node, "function_body");
  if (body < 0) return UNKNOWN_EXPRESSION;
  const [, names] =
    /\bthrows\([ \t]*([\p{L}_][\w.]{0,200})[ \t]*\)[^()]{0,300}$/u.exec(
      tree.source.slice(tree.start(node), tree.start(body)),
    ) ?? [];
  if (names === undefined) return UNKNOWN_EXPRESSION;
  const [name = "", ...path] = names.split(".");
  return instanceOf(named({ in: "free", name }, path));
}

function bindParameter(pass: Pass, node: number, { parameterTypes }: ParsedSymbol, index: number, visit: Visit): void {
  const { tree, scope } = pass;
  const type = typeIn(tree, node);
  if (type >= 0) visitType(pass, type, "accepts");
  for (const child of tree.namedChildren(node))
    if (tree.type(child) === "attribute" || /modifiers$/.test(tree.type(child))) visit(pass, child);
  const name = tree.children(node).findLast((child) => tree.type(child) === "simple_identifier");
  // Inside, an autoclosure is a function.
  const declared = isAutoclosure(tree, node) ? typeOf(tree, type) : parameterTypes?.[index];
  if (name !== undefined) scope?.names.set(nameText(tree, name), declared ? instanceOf(declared) : UNKNOWN_EXPRESSION);
}

function visitDefault(pass: Pass, node: number, { parameterTypes }: ParsedSymbol, index: number, visit: Visit): void {
  const type = parameterTypes?.[index];
  if (type) expect(pass, node, instanceOf(type));
  visit(pass, node);
}

/** The body of a function or a computed property: an only expression is its result. */
function visitBody(pass: Pass, node: number, visit: Visit): void {
  const { tree } = pass;
  for (const child of tree.namedChildren(node)) {
    const type = tree.type(child);
    if (type === "statements") {
      const [only, more] = tree.namedChildren(child);
      if (only !== undefined && more === undefined) expect(pass, only, pass.result);
      visit(pass, child);
    } else if (/^computed_(?:getter|setter|modify)$|^(?:will|did)set_(?:clause|block)$/.test(type))
      visitAccessor(pass, child, visit);
    else visit(pass, child);
  }
}

/** `set(value) { … }`: the value is of the property's type. */
function visitAccessor(pass: Pass, node: number, visit: Visit): void {
  const { tree } = pass;
  const outer = pass.scope;
  const { result } = pass;
  pass.scope = openScope(outer);
  const named = tree.childOfType(node, "simple_identifier");
  const names = named < 0 ? ["newValue", "oldValue"] : [nameText(tree, named)];
  if (tree.type(node) !== "computed_getter") for (const name of names) pass.scope.names.set(name, result);
  for (const child of tree.namedChildren(node)) {
    if (child === named || /_specifier$/.test(tree.type(child))) continue;
    if (/^(?:will|did)set_clause$/.test(tree.type(child))) visitAccessor(pass, child, visit);
    else if (tree.type(child) === "statements" && tree.type(node) === "computed_getter")
      visitGetter(pass, child, visit);
    else visit(pass, child);
  }
  pass.scope = outer;
}

function visitGetter(pass: Pass, statements: number, visit: Visit): void {
  const [only, more] = pass.tree.namedChildren(statements);
  if (only !== undefined && more === undefined) expect(pass, only, pass.result);
  visit(pass, statements);
}

function visitProperties(pass: Pass, node: number, visit: Visit): void {
  const { tree, symbolAt, symbols } = pass;
  let symbol: number | undefined;
  for (const child of tree.namedChildren(node)) {
    if (tree.type(child) === "pattern") {
      for (let position = child + 1; position < tree.subtreeEnd(child); position++)
        symbol = symbolAt.get(position) ?? symbol;
      continue;
    }
    // The modifiers stand before the first name.
    const index = symbol ?? symbolBehind(pass, node);
    const declared = symbols[index];
    if (declared === undefined) continue;
    const value = declared.declaredType === null ? UNKNOWN_EXPRESSION : instanceOf(declared.declaredType);
    inside(
      pass,
      index,
      () => {
        pass.isStatic = declared.isStatic;
        pass.result = value;
        const type = tree.type(child);
        if (type === "type_annotation") visitType(pass, annotatedType(tree, child), "type");
        else if (type === "computed_property") visitBody(pass, child, visit);
        else if (type === "willset_didset_block") visitAccessor(pass, child, visit);
        else if (type !== "value_binding_pattern") {
          if (tree.field(child) === "value") expect(pass, child, value);
          visit(pass, child);
        }
      },
      openScope(null),
    );
  }
}

/** The first symbol of a property. */
function symbolBehind({ tree, symbolAt }: Pass, node: number): number {
  for (let inner = node + 1; inner < tree.subtreeEnd(node); inner++) {
    const symbol = symbolAt.get(inner);
    if (symbol !== undefined) return symbol;
  }
  return 0;
}

function visitCases(pass: Pass, node: number, visit: Visit): void {
  const { tree, symbolAt } = pass;
  let symbol = 0;
  for (const child of tree.namedChildren(node)) {
    symbol = symbolAt.get(child) ?? symbol;
    if (symbolAt.has(child)) continue;
    inside(
      pass,
      symbol,
      () => {
        pass.isStatic = true;
        if (tree.type(child) !== "enum_type_parameters") return visit(pass, child);
        for (const each of tree.namedChildren(child)) {
          if (TYPE_NODES.has(tree.type(each))) visitType(pass, each, "accepts");
          else if (tree.type(each) !== "simple_identifier" && tree.type(each) !== "wildcard_pattern") visit(pass, each);
        }
      },
      openScope(null),
    );
  }
}
