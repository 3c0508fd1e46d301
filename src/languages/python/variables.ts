/** Declares variables of modules, fields of classes, the attributes that methods set on `self`, and type aliases. */
import type { SymbolKind } from "../../model/parse-result.js";
import { type Analysis, type ClassInfo, type Scope, type Source, textOf } from "./analysis.js";
import { docstringAfter } from "./docstrings.js";
import { CLASS_NAME } from "./names.js";
import { bind, blockAround, methodAround } from "./scopes.js";
import { addSymbol, onOneLine } from "./symbols.js";

/** Declares the variable or the field that an assignment of a name or of `self.name` makes. */
export function declareVariable(a: Analysis, scope: Scope, target: number, source: Source, statement: number): void {
  if (a.tree.type(target) === "attribute") declareAttribute(a, scope, target, source, statement);
  else declareNamed(a, scope, target, source, statement);
}

function declareNamed(a: Analysis, scope: Scope, target: number, source: Source, statement: number): void {
  const { tree } = a;
  const name = tree.text(target);
  const before = scope.names.get(name)?.find((each) => each.kind === "symbol");
  if (before?.kind === "symbol") {
    if (a.values.has(before.symbol)) a.values.get(before.symbol)?.push(source);
    return;
  }
  const isModule = scope.kind === "module";
  const owner = isModule ? undefined : a.classes.get(scope.symbol);
  const kind = kindOf(a, name, source, isModule, owner);
  const { annotation } = source;
  const written = tree.parent(statement);
  const symbol = addSymbol(a, statement, target, {
    kind,
    parent: isModule ? 0 : scope.symbol,
    doc: docstringAfter(tree, written),
    returnType: annotation < 0 ? null : onOneLine(tree.text(annotation)),
  });
  a.values.set(symbol, [source]);
  bind(a, scope, name, {
    kind: "symbol",
    symbol,
    reach: { from: tree.subtreeEnd(statement), block: blockAround(a, statement) },
  });
  if (isModule) noteTypeVariable(a, name, source);
}

function kindOf(
  a: Analysis,
  name: string,
  source: Source,
  isModule: boolean,
  owner: ClassInfo | undefined,
): SymbolKind {
  if (isModule) {
    if (isAlias(a, source)) return "type";
    return /^_*[A-Z][A-Z0-9_]*$/.test(name) ? "constant" : "variable";
  }
  return owner?.isEnum === true && source.annotation < 0 && !name.startsWith("_") ? "constant" : "field";
}

/** Generic types of the runtime and of typing, by which an assignment makes an alias: `Path = Union[str, PathLike]`, `Users = list[User]`. */
const ALIAS = new RegExp(
  `^(?:[\\w.]+\\s*\\.\\s*)?(?:${[
    "Annotated AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable Callable Collection ContextManager Coroutine DefaultDict Deque",
    "Dict FrozenSet Generator Iterable Iterator List Literal Mapping MutableMapping MutableSequence MutableSet Optional OrderedDict Sequence Set Tuple",
    "Type Union dict frozenset list set tuple type",
  ]
    .join(" ")
    .replaceAll(" ", "|")})\\s*\\[`,
);
/** A part of `str | None`. */
const BUILT_IN_TYPE = /^(?:None|bool|bytes|complex|dict|float|frozenset|int|list|object|set|str|tuple|type)$/;

/** Whether the value of a variable is a type that has no name yet. */
function isAlias({ tree }: Analysis, { node, annotation, steps }: Source): boolean {
  if (steps.length > 0 || node < 0) return false;
  if (annotation >= 0) return /(?:^|\.)TypeAlias$/.test(tree.text(annotation));
  if (tree.type(node) === "subscript") return ALIAS.test(tree.text(node));
  const parts = tree.type(node) === "binary_operator" ? tree.text(node).split(/\s*\|\s*/) : [];
  const isType = (part: string) => BUILT_IN_TYPE.test(part) || ALIAS.test(part);
  // `Flag.Read | Flag.Write` is a value: one part at least must be a type that nobody adds up.
  return parts.some(isType) && parts.every((part) => isType(part) || CLASS_NAME.test(part));
}

/** `T = TypeVar("T", bound=Base)`. */
function noteTypeVariable(a: Analysis, name: string, { node }: Source): void {
  const { tree } = a;
  if (node < 0 || tree.type(node) !== "call") return;
  if (!/(?:^|\.)(?:TypeVar|ParamSpec|TypeVarTuple)$/.test(textOf(tree, tree.child(node, "function")))) return;
  const given = tree.namedChildren(tree.child(node, "arguments"));
  const bound = given.find((each) => textOf(tree, tree.child(each, "name")) === "bound");
  a.typeVariables.set(name, bound === undefined ? -1 : tree.child(bound, "value"));
}

/** The attribute that a method sets on its first parameter is a field of the class. */
function declareAttribute(a: Analysis, scope: Scope, target: number, source: Source, statement: number): void {
  const { tree } = a;
  const method = methodAround(scope);
  const object = tree.child(target, "object");
  const nameNode = tree.child(target, "attribute");
  if (method === null || nameNode < 0 || tree.text(object) !== method.selfName) return;
  const owner = method.parent === null ? undefined : a.classes.get(method.parent.symbol);
  if (owner === undefined) return;
  const name = tree.text(nameNode);
  const known = owner.fields.get(name) ?? symbolIn(owner, name);
  if (known !== undefined) {
    // The class may declare `repo = None`, and a method gives it its value.
    a.values.get(known)?.push(source);
    return;
  }
  if (owner.declared.has(name)) return;
  const { annotation } = source;
  const symbol = addSymbol(a, statement, nameNode, {
    kind: "field",
    parent: owner.symbol,
    doc: docstringAfter(tree, tree.parent(statement)),
    returnType: annotation < 0 ? null : onOneLine(tree.text(annotation)),
    isMergeable: false,
  });
  owner.fields.set(name, symbol);
  a.values.set(symbol, [source]);
}

function symbolIn({ scope }: ClassInfo, name: string): number | undefined {
  const found = scope.names.get(name)?.find((each) => each.kind === "symbol");
  return found?.kind === "symbol" ? found.symbol : undefined;
}

/** `type Name = …` */
export function declareTypeAlias(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const left = tree.child(node, "left");
  const right = tree.child(node, "right");
  let name = left;
  while (name >= 0 && tree.type(name) !== "identifier") name = tree.namedChildren(name)[0] ?? -1;
  if (name < 0 || right < 0) return;
  const isLocal = scope.kind !== "module" && scope.kind !== "class";
  const symbol = addSymbol(a, node, name, { kind: "type", parent: isLocal ? scope.symbol : isClassOrFile(scope) });
  a.values.set(symbol, [{ node: right, scope, steps: [], annotation: -1 }]);
  bind(a, scope, tree.text(name), {
    kind: "symbol",
    symbol,
    reach: { from: tree.subtreeEnd(node), block: blockAround(a, node) },
  });
}

const isClassOrFile = (scope: Scope) => (scope.kind === "class" ? scope.symbol : 0);

/** Notes the names that `__all__ = […]` and `__all__ += […]` list, or that it is made by code. */
export function readAll(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  if (scope.kind !== "module" || textOf(tree, tree.child(node, "left")) !== "__all__") return;
  const value = tree.child(node, "right");
  if (value < 0) return;
  if (isMade(a, value)) a.isAllMade = true;
  a.all ??= new Set();
  for (const [, name = ""] of tree.text(value).matchAll(/["']([\p{L}\p{N}_]+)["']/gu)) a.all.add(name);
}

/** Whether code makes a list of names: `[kind.__name__ for kind in kinds]`, `dir()`, `names`. */
function isMade({ tree }: Analysis, value: number): boolean {
  if (tree.type(value) === "identifier") return true;
  for (let node = value; node < tree.subtreeEnd(value); node++) if (MAKING.has(tree.type(node))) return true;
  return false;
}

const MAKING: ReadonlySet<string> = new Set([
  "call",
  "generator_expression",
  "list_comprehension",
  "set_comprehension",
]);
