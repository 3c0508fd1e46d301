/** The imports of a Java file. */
import type { Import } from "../../model/parse-result.js";
import type { SyntaxTree } from "../syntax.js";

/**
 * Reads one import. `import a.B` has the specifier `a` and imports `B`; of `import a.*` everything, `*`, is imported. The specifier of
 * `import static a.B.c` is the type `a.B`.
 */
export function readImport(tree: SyntaxTree, node: number): Import | null {
  const name = tree.namedChildren(node).find((child) => /^(?:scoped_)?identifier$/.test(tree.type(child)));
  if (name === undefined) return null;
  const full = tree.text(name).replace(/\s+/g, "");
  const isStatic = tree.hasChildOfType(node, "static");
  const isAll = tree.hasChildOfType(node, "asterisk");
  const dot = full.lastIndexOf(".");
  const imported = isAll ? "*" : full.slice(dot + 1);
  return {
    kind: isStatic ? "static" : "namespace",
    specifier: isAll ? full : full.slice(0, Math.max(0, dot)),
    imported,
    local: isAll ? "" : imported,
    isTypeOnly: false,
    isGlobal: false,
    line: tree.startLine(node),
  };
}
