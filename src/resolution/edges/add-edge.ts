/** The function that steps of resolution give their edges to. */
import type { EdgeKind, EdgeRule, EdgeTier } from "../../model/edge.js";

/** Adds an edge unless there is one of the same source, kind, line and target. */
export type AddEdge = (
  source: number,
  kind: EdgeKind,
  tier: EdgeTier,
  rule: EdgeRule,
  line: number,
  target: string,
) => void;
