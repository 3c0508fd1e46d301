/** The edge from a file to something that it imports. */
import type { Work } from "../semantics.js";
import { addEdge } from "./work.js";

/** Adds the edge. */
export function importEdge(work: Work, line: number, target: string): void {
  addEdge(work, { source: 0, kind: "imports", tier: "import", rule: "import", line, target });
}
