/** The places of an account: which of them stand first. */
import { expect, test } from "vitest";
import { nth } from "../../../src/base/need.js";
import { bestPlaces, isMentionedData, neighboursOf } from "../../../src/search/research/account.js";
import type { Link } from "../../../src/search/research/follow.js";
import type { ScoredPlace } from "../../../src/search/research/spread.js";
import type { SymbolHead } from "../../../src/store/symbol-heads.js";

function placeOf(name: string, path: string, score: number): ScoredPlace {
  const head = { nodeId: `${path} ${name}`, name, path, lineStart: 1 } as SymbolHead;
  return { head, score, hop: 0, reason: "words", by: null, lines: null };
}

const shown = (places: readonly ScoredPlace[]) => places.map(({ head }) => `${head.path} ${head.name}`);

test("the fifth place of a name stands behind others that are nearly as good", () => {
  const drivers = Array.from({ length: 8 }, (_, index) => placeOf("run_query", `drivers/${index}.py`, 0.9));
  const places = [...drivers, placeOf("store_result", "models.py", 0.5), placeOf("enqueue", "tasks.py", 0.75)];
  const best = shown(bestPlaces(places, 6));
  expect(best).toEqual([
    ...drivers.slice(0, 4).map(({ head }) => `${head.path} run_query`),
    "tasks.py enqueue",
    "drivers/4.py run_query",
  ]);
  expect(shown(bestPlaces(places, 8, { perFile: 1, perName: 1 }))).toEqual(shown(drivers));
});

test("a further place of a file stands behind others that are nearly as good", () => {
  const places = [placeOf("a", "one.ts", 0.9), placeOf("b", "one.ts", 0.89), placeOf("c", "two.ts", 0.85)];
  expect(shown(bestPlaces(places, 3))).toEqual(["one.ts a", "two.ts c", "one.ts b"]);
});

test("callers and callees of the best places join them, the best of each first", () => {
  const [best, caller, weak, callee, strange] = [0.9, 0.2, 0.1, 0.3, 0.15].map((score, index) =>
    placeOf(nth(["best", "caller", "weak", "callee", "strange"], index), "one.ts", score),
  ) as [ScoredPlace, ScoredPlace, ScoredPlace, ScoredPlace, ScoredPlace];
  const other = placeOf("other", "two.ts", 0.4);
  const call = (from: ScoredPlace, to: ScoredPlace, kind: Link["kind"] = "calls"): Link => ({
    ...{ source: from.head.nodeId, target: to.head.nodeId, kind },
    ...{ tier: "exact", path: "one.ts", line: 1 },
  });
  const links = [
    call(caller, best),
    call(weak, best),
    call(strange, best),
    call(best, callee),
    call(best, other, "references"),
  ];
  const places = new Map([best, caller, weak, callee, strange, other].map((place) => [place.head.nodeId, place]));
  expect(shown(neighboursOf([best], places, links, 8))).toEqual(["one.ts caller", "one.ts strange", "one.ts callee"]);
  expect(shown(neighboursOf([best], places, links, 1))).toEqual(["one.ts caller"]);
  // A caller that stands there already takes its place.
  expect(shown(neighboursOf([best, caller], places, links, 8))).toEqual(["one.ts strange", "one.ts callee"]);
});

test("a type that code only takes is mentioned data; one that the question finds, and a class, are not", () => {
  const link: Link = { source: "a", target: "b", kind: "accepts", tier: "exact", path: "a.ts", line: 1 };
  const of = (nodeType: string, more: Partial<ScoredPlace> = {}): ScoredPlace => {
    const place = placeOf("Order", "order.ts", 0.5);
    return { ...place, head: { ...place.head, nodeType }, reason: null, by: link, ...more };
  };
  expect(isMentionedData(of("type"))).toBe(true);
  expect(isMentionedData(of("enum"))).toBe(true);
  expect(isMentionedData(of("class"))).toBe(false);
  expect(isMentionedData(of("type", { reason: "declares Order" }))).toBe(false);
  expect(isMentionedData(of("constant", { by: { ...link, kind: "calls" } }))).toBe(false);
});
