/** trace where no way is known: the way back, what may be the missing step, and how far both sides got. */
import { describe, expect, test } from "vitest";
import { useWays } from "./ways.js";

const { traced } = useWays();

describe("where no way is known", () => {
  test("one back is told", async () => {
    const { output, text } = await traced({ from: "query", to: "listUsers" });
    expect(output.ways).toEqual([]);
    expect(output.ways_back).toHaveLength(1);
    expect(text).toContain("No way is known from query (src/users.ts:9) to listUsers (src/users.ts:1)");
    expect(text).toContain("There is one back:\nlistUsers → Repo.find");
  });

  test("calls of the name of what leads there may be the missing step", async () => {
    const { output, text } = await traced({ from: "emit", to: "send", min_confidence: "exact" });
    expect(output.gaps?.joining).toMatchObject([
      { calls: "deliver", file_path: "src/bus.ts", line: 10, may_be: { symbol: "deliver", line_start: 11 } },
    ]);
    expect(text).toContain(
      "src/bus.ts:10  deliver, called on a value of unknown type, may be deliver (src/bus.ts:11)\n    export function emit() { target.deliver() }",
    );
  });

  test("so may a message that one side makes and the other takes, and calls of values", async () => {
    const { output, text } = await traced({ from: "publish", to: "send", min_confidence: "exact" });
    expect(output.gaps?.shared).toMatchObject([{ symbol: "Saved", from: { line: 2 }, to: { line: 7 } }]);
    expect(output.gaps?.open).toMatchObject([{ calls: "fn", line: 3 }]);
    expect(text).toContain("Both sides use Saved (src/bus.ts:5):");
  });

  test("so may whoever holds an object that is made on the way, and a function that is passed on", async () => {
    const made = await traced({ from: "makeRepo", to: "query", min_confidence: "exact" });
    expect(made.output.gaps?.made).toMatchObject([
      { line: 11, makes: { symbol: "SqlRepo" }, member: { symbol: "SqlRepo.find" } },
    ]);
    expect(made.text).toContain(
      "src/users.ts:11  makeRepo makes what has SqlRepo.find (src/users.ts:7), which leads to query",
    );
    const passed = await traced({ from: "publish", to: "close", min_confidence: "exact" });
    expect(passed.text).toContain("src/app.ts:5  boot refers to cleanUp (src/app.ts:9)\n    onEnd(cleanUp)");
  });

  test("how far both sides got is told", async () => {
    const { output, text } = await traced({ from: "connect", to: "write" });
    expect(output.gaps).toMatchObject({ from_reached: 1, to_reached: 7 });
    expect(text).toContain("Callers of write end at");
  });

  test("a search that was cut says so", async () => {
    const { output, text } = await traced({ from: "listUsers", to: "query", hops: 2 });
    expect(output).toMatchObject({ ways: [], cut: "steps" });
    expect(text).toContain("The search was cut at its most steps");
  });

  test("the same symbol is said to be the same", async () => {
    expect((await traced({ from: "query", to: "query" })).text).toContain("are the same");
  });
});
