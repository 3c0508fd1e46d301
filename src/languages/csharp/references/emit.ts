/** References are added to the pass here. */
import type { ReferenceKind } from "../../../model/parse-result.js";
import type { Chain } from "../expressions/standpoint.js";
import type { Pass } from "./pass.js";

export function emit(
  p: Pass,
  kind: ReferenceKind,
  node: number,
  { root, path }: Chain,
  argumentCount: number | null,
  source = p.from,
) {
  const { tree } = p;
  if (root.in === "unknown" && kind !== "call") return;
  if (path.length === 0 && (root.in === "unknown" || (root.in === "instance" && kind === "call"))) return;
  if (kind === "value" && path.length === 0 && root.in !== "file" && root.in !== "free" && root.in !== "import") return;
  p.references.push({ kind, from: source, line: tree.startLine(node), root, path, argumentCount });
}

/** A call of what no name leads to: a delegate that a local holds, `handlers[0]()`, `make()()`, `new T()`. That it stands there is told. */
export function emitNameless(p: Pass, node: number): void {
  const { tree } = p;
  p.references.push({
    kind: "call",
    from: p.from,
    line: tree.startLine(node),
    root: { in: "unknown" },
    path: [],
    argumentCount: null,
  });
}
