/** A search for dead code: the graph with all that is known of it, and the state of each declaration that nothing was found to use. */
import type { ReadTexts, Span, WholeGraph } from "../files/whole-graph.js";
import type { Unused } from "./explain.js";
import type { ImportsByFile } from "./open.js";
import type { PassedNames } from "./passed.js";
import type { Reach, Ways } from "./reach.js";

/** The classes of dead declarations in an answer; find-dead.ts says what each means. */
export const DEAD_CLASSES = ["nobody", "tests", "unsure"] as const;
export type DeadClass = (typeof DEAD_CLASSES)[number];

export interface DeadSearch {
  graph: WholeGraph;
  readTexts: ReadTexts;
  imports: ImportsByFile;
  passed: PassedNames;
  /** Files whose modules are used as values. */
  valued: readonly number[];
  /** Some file loads others by a pattern. */
  hasPatterns: boolean;
  ways: Ways;
  /** The nodes that are judged. */
  judged: ReadonlySet<number>;
  /** The nodes that a program comes to; unsure declarations go on from themselves. */
  reach: Reach;
  /** The declarations that are not reached, by node. */
  states: Map<number, State>;
}

/** The facts about an unreached declaration. `class`: null while nothing decides it. */
export interface State extends Unused {
  span: Span;
  class: DeadClass | null;
  reason: string;
  place: { path: string; line: number } | null;
}

/** Drops declarations that unsure ones reach: something uses them. They are neither dead nor doubts of their own. */
export function dropReached({ states, reach }: Pick<DeadSearch, "states" | "reach">): void {
  reach.from([...states.values()].flatMap((state) => (state.class === "unsure" ? [state.node] : [])));
  for (const state of states.values())
    if (state.class === null && reach.isReached[state.node]) states.delete(state.node);
}
