/** Declares classes. */
import type { SymbolKind } from "../../model/parse-result.js";
import { type Analysis, type Scope, textOf } from "./analysis.js";
import { decoratorsOf } from "./decorators.js";
import { docstringOf } from "./docstrings.js";
import { bind, blockAround, createScope } from "./scopes.js";
import { isZopeInterface } from "./services.js";
import { addSymbol, onOneLine } from "./symbols.js";

/** Declares a class, and opens its scope. */
export function declareClass(a: Analysis, scope: Scope, node: number): Scope | null {
  const { tree } = a;
  const name = tree.child(node, "name");
  if (name < 0) return null;
  const body = tree.child(node, "body");
  const bases = tree.child(node, "superclasses");
  const baseNames = bases < 0 ? [] : tree.namedChildren(bases).map((base) => lastName(tree.text(base)));
  const isEnum = baseNames.some((base) => /(?:Enum|Flag)$/.test(base));
  const isInterface = baseNames.includes("Protocol") || isZopeInterface(a, baseNames);
  const kind: SymbolKind = isEnum ? "enum" : isInterface ? "interface" : "class";
  const parameters = tree.child(node, "type_parameters");
  const symbol = addSymbol(a, node, name, {
    kind,
    parent: scope.symbol,
    doc: docstringOf(tree, body),
    isAbstract: baseNames.includes("ABC") || baseNames.includes("ABCMeta") || kind === "interface",
    parameterSignature: parameters < 0 ? null : onOneLine(tree.text(parameters)),
    ...(decoratorsOf(tree, node).some((each) => /(?:^|\.)deprecated$/.test(each)) && { isDeprecated: true }),
  });
  const reach = { from: tree.subtreeEnd(node), block: blockAround(a, node) };
  bind(a, scope, tree.text(name), { kind: "symbol", symbol, reach });
  const own = createScope("class", node, tree.subtreeEnd(node), scope, symbol);
  a.classes.set(symbol, { symbol, scope: own, declared: declaredIn(a, body), fields: new Map(), isEnum });
  return own;
}

/** The last name of a base: Protocol of `typing.Protocol[T]`, ABCMeta of `metaclass=abc.ABCMeta`. */
function lastName(text: string): string {
  return text
    .replace(/\[[\s\S]*$/, "")
    .replace(/^[\s\S]*[.=]/, "")
    .trim();
}

/** The names that a class declares in its body. */
function declaredIn({ tree }: Analysis, body: number): Set<string> {
  const names = new Set<string>();
  if (body < 0) return names;
  for (let node = body + 1; node < tree.subtreeEnd(body); node++) {
    const type = tree.type(node);
    if (type === "function_definition" || type === "class_definition") {
      const name = tree.child(node, "name");
      if (name >= 0) names.add(tree.text(name));
      node = tree.subtreeEnd(node) - 1;
    } else if (type === "assignment") {
      for (const each of namesIn(textOf(tree, tree.child(node, "left")))) names.add(each);
      node = tree.subtreeEnd(node) - 1;
    } else if (/^(?:lambda|call|.*comprehension)$/.test(type)) node = tree.subtreeEnd(node) - 1;
  }
  return names;
}

function namesIn(target: string): string[] {
  return target.split(",").flatMap((each) => /^[\s(*]*([\p{L}\p{N}_]+)[\s)]*$/u.exec(each)?.[1] ?? []);
}
