/** The places of an account: which of them stand first. */
import { expect, test } from "vitest";
import { bestPlaces } from "../../../src/search/research/account.js";
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
