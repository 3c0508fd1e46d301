/** Asks the TypeScript compiler about every name in some sources; its answers are the truth that edges are measured against. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BinaryExpression,
  type ClassLikeDeclaration,
  type InterfaceDeclaration,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isClassDeclaration,
  isClassExpression,
  isExpressionWithTypeArguments,
  isFunctionExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isInterfaceDeclaration,
  isJsxAttribute,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isQualifiedName,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isStringLiteral,
  isTypeReferenceNode,
  isVariableDeclaration,
  type Node,
  NodeFlags,
  type ObjectLiteralExpression,
  type PropertyAccessExpression,
  type SourceFile,
  SyntaxKind,
  type TypeNode,
} from "typescript/unstable/ast";
import { API, type Symbol as CompilerSymbol, type Project, TypeFlags } from "typescript/unstable/sync";
import { nth, present } from "../../base/need.js";
import { declaredMembers } from "./declarations.js";
import type { Use } from "./fact.js";
import { createMeanings, type Meanings, type UseMeaning } from "./meanings.js";
import { projectConfig } from "./project-config.js";
import { callShape, referenceShape } from "./shapes.js";
import { calledThrough, callOf, roleOf } from "./uses.js";

export interface Truth {
  uses: Use[];
  /** The files that the compiler read. */
  paths: Set<string>;
}

/** The compiler's facts about `paths` of `root`, which are all its files that have a language. */
export function askCompiler(root: string, paths: readonly string[], tsconfig: string | null): Truth {
  const folder = mkdtempSync(join(tmpdir(), "codeindex-oracle-"));
  const config = join(folder, "tsconfig.json");
  const api = new API({ cwd: folder });
  try {
    const own = tsconfig ? api.parseConfigFile(tsconfig).options : {};
    writeFileSync(config, JSON.stringify(projectConfig(root, paths, tsconfig, own.paths !== undefined)));
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects();
    if (!project) throw new Error("TypeScript opened no project");
    const oracle: Oracle = { ...createMeanings(project, root), checker: project.checker };
    const truth: Truth = { uses: [], paths: new Set() };
    for (const path of paths) {
      const source = project.program.getSourceFile(join(root, path));
      if (!source) continue;
      truth.paths.add(path);
      truth.uses.push(...usesIn(oracle, path, source));
    }
    return truth;
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

/** An object with a declared type. */
interface TypedObject {
  object: ObjectLiteralExpression;
  type: TypeNode;
}

/** The compiler's checker, and the meanings of its symbols. */
interface Oracle extends Meanings {
  checker: Project["checker"];
}

function symbolsOf(oracle: Oracle, nodes: readonly Node[]): Map<Node, CompilerSymbol> {
  const symbols = new Map<Node, CompilerSymbol>();
  oracle.checker.getSymbolAtLocation(nodes).forEach((symbol, index) => {
    const node = nth(nodes, index);
    const { parent } = node;
    let found: CompilerSymbol | null | undefined = symbol;
    if (isShorthandPropertyAssignment(parent)) found = oracle.checker.getShorthandAssignmentValueSymbol(parent);
    if (isBindingElement(parent) && parent.initializer !== node) found = oracle.takenFrom(parent);
    if (isJsxAttribute(parent) && parent.name === node) found = oracle.givenTo(parent);
    if (found) symbols.set(node, found);
  });
  return symbols;
}

/** Whether a name is `call` or `apply` of a function, and not a method of that name. */
function isFunctionMember(oracle: Oracle, name: Node, symbols: ReadonlyMap<Node, CompilerSymbol>): boolean {
  const symbol = symbols.get(name);
  return symbol !== undefined && oracle.meaningOf(symbol, name, "call").where === "outside";
}

function usesIn(oracle: Oracle, path: string, source: SourceFile): Use[] {
  const positionOf = (node: Node) => {
    const offset = node.getStart(source);
    return { line: source.getLineAndCharacterOfPosition(offset).line + 1, offset };
  };
  const nodes: Node[] = [];
  const types: (ClassLikeDeclaration | InterfaceDeclaration)[] = [];
  const objects: TypedObject[] = [];
  const given: Node[] = [];
  const literals: ObjectLiteralExpression[] = [];
  const visit = (node: Node): void => {
    // JSDoc comes into the tree of a JavaScript file; it is not a use in its code, except for a class's `@implements`.
    const isDoc = (node.flags & NodeFlags.Reparsed) !== 0;
    if (isDoc && !isInHeritage(node)) return;
    const role = roleOf(node);
    if (isDoc ? role === "heritage" : role !== null) nodes.push(node);
    if (isClassDeclaration(node) || isClassExpression(node) || isInterfaceDeclaration(node)) types.push(node);
    const typed = typedObject(node);
    if (typed) objects.push(typed);
    if (isGivenFunction(node)) given.push(node.left.name);
    if (isObjectLiteralExpression(node)) literals.push(node);
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  const symbols = symbolsOf(oracle, nodes);
  const uses = nodes.map((node): Use => {
    // `f.call(this)` calls f.
    const member = calledThrough(node);
    const call = member && isFunctionMember(oracle, member, symbols) ? callOf(member) : callOf(node);
    const role = present(roleOf(node));
    const called = role === "reference" || role === "call" ? call : undefined;
    const kind = called ? "call" : role;
    const symbol = symbols.get(node);
    const target = symbol && oracle.resolved(symbol);
    const meaning: UseMeaning = !target
      ? { where: "undecided", declarations: [], also: [] }
      : called
        ? oracle.calleeOf(target, node, called)
        : oracle.meaningOf(target, node, kind);
    const shape = called ? callShape(node, called, symbols) : referenceShape(node, symbols);
    return { kind, path, ...positionOf(node), name: nameText(node), shape, ...meaning };
  });
  return [
    ...uses,
    ...types.flatMap((type) => overridesOf(oracle, path, type, positionOf)),
    ...objects.flatMap((typed) => implementedBy(oracle, path, typed, positionOf)),
    ...given.flatMap((name) => givenMember(oracle, path, name, positionOf)),
    ...literals.flatMap((object) => keysOf(oracle, path, object, positionOf)),
  ];
}

/** The keys of an object literal, each a use of a property of the type that is expected of the literal. */
function keysOf(
  oracle: Oracle,
  path: string,
  object: ObjectLiteralExpression,
  positionOf: (node: Node) => { line: number; offset: number },
): Use[] {
  const properties = oracle.expectedOf(object);
  return object.properties.flatMap((member): Use[] => {
    const { name: node } = member as Node & { name?: Node };
    if (isSpreadAssignment(member) || !node || !(isIdentifier(node) || isStringLiteral(node))) return [];
    const meanings = properties(node.text).map((symbol) => oracle.meaningOf(symbol, node, "override"));
    const inside = meanings.filter(({ where }) => where === "inside");
    const [first = meanings[0]] = inside;
    if (first === undefined) return [];
    const declarations = inside.flatMap((meaning) => meaning.declarations);
    const also = inside.flatMap((meaning) => meaning.also);
    const shape = isShorthandPropertyAssignment(member) ? "{ p } of a type" : "{ p: … } of a type";
    return [{ kind: "reference", path, ...positionOf(node), name: node.text, shape, ...first, declarations, also }];
  });
}

/** `name` of `x.name = () => …`, where the type of x declares it. Not required as an edge, like the members of an object. */
function givenMember(
  oracle: Oracle,
  path: string,
  name: Node,
  positionOf: (node: Node) => { line: number; offset: number },
): Use[] {
  const symbol = oracle.checker.getSymbolAtLocation(name);
  const target = symbol && oracle.resolved(symbol);
  if (!target) return [];
  const meaning = oracle.meaningOf(target, name, "override");
  if (meaning.where !== "inside") return [];
  const also = [...meaning.declarations, ...meaning.also];
  const shape = "a member that is given";
  return [
    { kind: "override", path, ...positionOf(name), name: nameText(name), shape, ...meaning, declarations: [], also },
  ];
}

/** The type that an object implements, and its members. Not required as edges: many objects, and members like `{ parse }`, are not symbols. */
function implementedBy(
  oracle: Oracle,
  path: string,
  { object, type }: TypedObject,
  positionOf: (node: Node) => { line: number; offset: number },
): Use[] {
  const base = oracle.checker.getTypeAtLocation(type);
  if (!base || !isTypeReferenceNode(type) || !(base.flags & (TypeFlags.Object | TypeFlags.Intersection))) return [];
  const name = isQualifiedName(type.typeName) ? type.typeName.right : type.typeName;
  const symbol = oracle.checker.getSymbolAtLocation(name);
  const named = symbol && oracle.resolved(symbol);
  if (!named) return [];
  const shape = "an object of a type";
  const heritage: Use = {
    kind: "heritage",
    path,
    ...positionOf(name),
    name: nameText(name),
    shape,
    ...oracle.meaningOf(named, name, "heritage"),
  };
  const members = object.properties.flatMap((member): Use[] => {
    const { name: node } = member as Node & { name?: Node };
    if (isSpreadAssignment(member) || !node || !(isIdentifier(node) || isStringLiteral(node))) return [];
    const property = oracle.checker.getPropertyOfType(base, node.text);
    const use = { kind: "override", path, ...positionOf(node), name: node.text, shape } as const;
    return property ? [{ ...use, ...oracle.meaningOf(property, node, "override") }] : [];
  });
  return [heritage, ...members]
    .filter(({ where }) => where === "inside")
    .map((use) => ({ ...use, declarations: [], also: [...use.declarations, ...use.also] }));
}

/** The members of each direct base that the members of a type override or implement. */
function overridesOf(
  oracle: Oracle,
  path: string,
  type: ClassLikeDeclaration | InterfaceDeclaration,
  positionOf: (node: Node) => { line: number; offset: number },
): Use[] {
  const written = (type.heritageClauses ?? [])
    .flatMap((clause) => [...clause.types])
    .filter(isExpressionWithTypeArguments);
  const bases = written.map((node) => oracle.checker.getTypeAtLocation(node)).filter((base) => base !== undefined);
  // Static members are those of the value that a class extends.
  const values = (type.heritageClauses ?? [])
    .filter(({ token }) => !isInterfaceDeclaration(type) && token === SyntaxKind.ExtendsKeyword)
    .flatMap((clause) => clause.types.filter(isExpressionWithTypeArguments))
    .map((node) => oracle.checker.getTypeAtLocation(node.expression))
    .filter((value) => value !== undefined);
  const shape = isInterfaceDeclaration(type) ? "a member of an interface" : "a member of a class";
  return declaredMembers(type).flatMap(({ text, node, isStatic }) =>
    (isStatic ? values : bases).flatMap((base): Use[] => {
      const use = { kind: "override", path, ...positionOf(node), name: text, shape } as const;
      // The member `[key]` has no name to look up.
      if (base.flags & TypeFlags.Any || text.startsWith("["))
        return [{ ...use, where: "undecided", declarations: [], also: [] }];
      const property = oracle.checker.getPropertyOfType(base, text);
      return property ? [{ ...use, ...oracle.meaningOf(property, node, "override") }] : [];
    }),
  );
}

/** `const x: T = { … }`, `{ … } satisfies T`, and what a function gives whose result is declared, `(): T => ({ … })`; null for any other node. */
function typedObject(node: Node): TypedObject | null {
  const isTyped = isVariableDeclaration(node) || isSatisfiesExpression(node);
  const type = isTyped ? node.type : declaredResult(node);
  let object: Node | undefined = isVariableDeclaration(node)
    ? node.initializer
    : isArrowFunction(node)
      ? node.body
      : isSatisfiesExpression(node) || isReturnStatement(node)
        ? node.expression
        : undefined;
  while (object && isParenthesizedExpression(object)) object = object.expression;
  if (!type || !object || !isObjectLiteralExpression(object)) return null;
  return { object, type };
}

/** The declared result of the function around a `return`, or of an arrow function; of a promise its content. */
function declaredResult(node: Node): TypeNode | undefined {
  let maker: Node | undefined = node;
  if (isReturnStatement(node)) while (maker && !isFunctionLikeDeclaration(maker)) maker = maker.parent;
  else if (!isArrowFunction(node)) return undefined;
  const type = maker && isFunctionLikeDeclaration(maker) ? maker.type : undefined;
  const held =
    type && isTypeReferenceNode(type) && type.typeName.getText() === "Promise" ? type.typeArguments : undefined;
  return held?.[0] ?? type;
}

/** `x.name = () => …` */
function isGivenFunction(node: Node): node is BinaryExpression & { left: PropertyAccessExpression } {
  return (
    isBinaryExpression(node) &&
    node.operatorToken.kind === SyntaxKind.EqualsToken &&
    isPropertyAccessExpression(node.left) &&
    (isArrowFunction(node.right) || isFunctionExpression(node.right))
  );
}

function isInHeritage(node: Node): boolean {
  for (let current: Node | undefined = node; current; current = current.parent)
    if (current.kind === SyntaxKind.HeritageClause) return true;
  return false;
}

function nameText(node: Node): string {
  return isIdentifier(node) || isStringLiteral(node) ? node.text : node.getText();
}
