/** The one use of a line that a walk to tests keeps, by src/graph/reach/uses.ts: it is the same in whatever order the references come. */
import { describe, expect, test } from "vitest";
import type { ReachingWalk, TestUse, WalkNode } from "../../../src/graph/reach/test-walk.js";
import { noteUse } from "../../../src/graph/reach/uses.js";
import type { EdgeKind, EdgeTier } from "../../../src/model/edge.js";
import type { Incoming } from "../../../src/store/incoming.js";
import type { SymbolHead } from "../../../src/store/symbol-heads.js";

const headOf = (nodeId: string, nodeType: string, path = "src/cart.ts") => ({ nodeId, nodeType, path }) as SymbolHead;
const CLASS = headOf("cart", "class");
const METHOD = headOf("add", "method");
const TEST = headOf("test", "function", "tests/cart.test.ts");

interface Noted {
  target: SymbolHead;
  kind?: EdgeKind;
  tier?: EdgeTier;
  hops?: number;
  isRegistered?: boolean;
}

/** The use that is kept of line 3 after some references. */
function kept(references: readonly Noted[]): TestUse | undefined {
  const nodes = [CLASS, METHOD].map((head): [string, WalkNode] => [
    head.nodeId,
    { head, hops: 0, tier: "exact", isAsked: false },
  ]);
  const walk = { nodes: new Map(nodes), paths: new Map(), uses: new Map<string, TestUse>() };
  for (const { target, kind = "calls", tier = "exact", hops = 1, isRegistered = false } of references) {
    const edge = { source: TEST, target: target.nodeId, kind, tier, lines: [3] } as unknown as Incoming;
    noteUse(walk as unknown as ReachingWalk, edge, { hops, tier, isRegistered });
  }
  return walk.uses.get("tests/cart.test.ts:3");
}

const rows: { name: string; references: [Noted, Noted]; want: Partial<TestUse> }[] = [
  {
    name: "the surer of two",
    references: [
      { target: METHOD, tier: "candidate" },
      { target: CLASS, kind: "references" },
    ],
    want: { via: CLASS, tier: "exact", how: "runs" },
  },
  {
    name: "the one that does more than register, though it is less sure",
    references: [
      { target: CLASS, isRegistered: true },
      { target: METHOD, tier: "candidate" },
    ],
    want: { via: METHOD, tier: "candidate", isRegistered: false, how: "runs" },
  },
];

describe("of two references on one line is kept", () => {
  test.each(rows)("$name", ({ references, want }) => {
    expect(kept(references)).toMatchObject(want);
    expect(kept(references.toReversed())).toMatchObject(want);
  });
});

test("a use by more steps does not take the place of a nearer one", () => {
  expect(
    kept([
      { target: METHOD, tier: "candidate" },
      { target: CLASS, hops: 2 },
    ]),
  ).toMatchObject({ hops: 1, via: METHOD });
});
