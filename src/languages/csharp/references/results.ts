/** Nodes of calls in finished references become the numbers of the calls' references. */
import type { Reference } from "../../../model/parse-result.js";
import type { Chain } from "../../chain.js";

/** A reference with the numbers of calls in place of their nodes. */
export function withResult(reference: Reference, calls: ReadonlyMap<number, number>): Reference {
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
