/** The values of branches are kept here, while the references of a file are read. */
import { nth } from "../../base/need.js";
import { lastIn } from "./branches.js";
import { chainOf } from "./expressions.js";
import type { Pass } from "./pass.js";

/** Keeps the value of a branch that ends, or of one that is an expression and begins. */
export function noteBranch(p: Pass, branch: number): void {
  const place = p.branchAt.get(branch);
  if (place === undefined) return;
  const { root, path } = chainOf(p, lastIn(p.tree, branch));
  const { arguments: values } = nth(p.references, place.of);
  if (values !== undefined && root.in !== "unknown") values[place.argument] = { root, path };
}
