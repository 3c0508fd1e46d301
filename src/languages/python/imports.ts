/** Declares imports, and what a module hands on by them. */
import { addToList } from "../../base/groups.js";
import { type Analysis, type Scope, textOf } from "./analysis.js";
import { bind, blockAround } from "./scopes.js";

/** `import a.b`, `import a.b as c`. */
export function declareImport(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const isTypeOnly = isForTypes(a, node);
  for (const item of tree.namedChildren(node)) {
    const isAliased = tree.type(item) === "aliased_import";
    const named = isAliased ? tree.child(item, "name") : item;
    if (tree.type(named) !== "dotted_name") continue;
    const specifier = dotted(tree.text(named));
    const line = tree.startLine(item);
    const alias = isAliased ? tree.child(item, "alias") : -1;
    if (alias >= 0) {
      addImport(a, scope, node, { specifier, imported: "*", local: tree.text(alias), isTypeOnly, line });
      continue;
    }
    const first = specifier.replace(/\..*$/, "");
    if (first !== specifier) {
      // `import a.b` binds `a`; `a.b` leads to the module of that name.
      addToList(a.dotted, first, a.imports.length);
      addImport(a, scope, node, { specifier, imported: "*", local: "", isTypeOnly, line });
    }
    addImport(a, scope, node, { specifier: first, imported: "*", local: first, isTypeOnly, line });
  }
}

/** `from a import b as c`, `from . import d`, `from e import *`. */
export function declareFromImport(a: Analysis, scope: Scope, node: number): void {
  const { tree } = a;
  const isTypeOnly = isForTypes(a, node);
  const module = tree.child(node, "module_name");
  const specifier = module < 0 ? "__future__" : dotted(tree.text(module));
  if (tree.hasChildOfType(node, "wildcard_import")) {
    const line = tree.startLine(node);
    const target = { in: "module", specifier, imported: "*" } as const;
    a.exports.push({ exported: "*", target, isTypeOnly, line });
    return;
  }
  for (const item of tree.namedChildren(node)) {
    if (tree.field(item) !== "name") continue;
    const isAliased = tree.type(item) === "aliased_import";
    const imported = dotted(tree.text(isAliased ? tree.child(item, "name") : item));
    const alias = isAliased ? tree.child(item, "alias") : -1;
    const local = alias < 0 ? imported : tree.text(alias);
    addImport(a, scope, node, { specifier, imported, local, isTypeOnly, line: tree.startLine(item) });
  }
}

function addImport(
  a: Analysis,
  scope: Scope,
  node: number,
  item: { specifier: string; imported: string; local: string; isTypeOnly: boolean; line: number },
): void {
  const index = a.imports.length;
  a.imports.push({ kind: "module", isGlobal: false, ...item });
  if (item.local === "") return;
  const { tree } = a;
  const reach = { from: tree.subtreeEnd(node), block: blockAround(a, node) };
  bind(a, scope, item.local, { kind: "import", import: index, reach });
  if (scope.kind !== "module") return;
  const target = { in: "import", import: index } as const;
  a.exports.push({ exported: item.local, target, isTypeOnly: item.isTypeOnly, line: item.line });
}

/** A dotted name without the spaces that may stand in it. */
function dotted(text: string): string {
  return text.replace(/[\s\\]+/g, "");
}

/** Whether an import stands below `if TYPE_CHECKING`. */
function isForTypes({ tree }: Analysis, node: number): boolean {
  for (let ancestor = tree.parent(node); ancestor > 0; ancestor = tree.parent(ancestor)) {
    if (
      tree.type(ancestor) === "if_statement" &&
      /\bTYPE_CHECKING\b/.test(textOf(tree, tree.child(ancestor, "condition")))
    )
      return true;
  }
  return false;
}
