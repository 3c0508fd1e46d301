/** References are added to the pass here. */
import type { ReferenceKind } from "../../../model/parse-result.js";
import type { Chain } from "../../chain.js";
import type { Pass } from "./pass.js";

/** Details of a reference that most have not. */
export interface Details {
  /** The number of arguments of a call; null or left out for none that is known. */
  readonly argumentCount?: number | null;
  /** The symbol that the reference stands in; left out for that of the pass. */
  readonly source?: number;
}

/** Adds a reference, unless nothing is known of its root. A value must start from a name of the file or from a free name. */
export function emit(
  p: Pass,
  kind: ReferenceKind,
  node: number,
  { root, path }: Chain,
  { argumentCount = null, source = p.from }: Details = {},
) {
  const { tree } = p;
  if (root.in === "unknown" && kind !== "call") return;
  if (path.length === 0 && (root.in === "unknown" || (root.in === "instance" && kind === "call"))) return;
  if (kind === "value" && path.length === 0 && root.in !== "file" && root.in !== "free" && root.in !== "import") return;
  p.references.push({ kind, from: source, line: tree.startLine(node), root, path, argumentCount });
}

/** Adds a call without a name, such as a local delegate's, `handlers[0]()`, `make()()` or `new T()`. Its place is all that is known of it. */
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
