/** C#: types in parts over several files. */
import { describe, expect, test } from "vitest";
import { edgesOf, programOf, put } from "../helpers.js";

describe("a parameter of the primary constructor", () => {
  const TRACKERS = "interface ITracker { void Track(); } interface IOther { void Track(); }";
  const PART = "partial class Gate { void Pass() { tracker.Track(); } }";
  const others = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`Other${index}.cs`, ""]));
  const sample = (part: string) =>
    programOf({
      ...others,
      "Trackers.cs": TRACKERS,
      "Gate.cs": `partial class Gate${part}`,
      "Gate.Pass.cs": PART,
    });

  test("is in scope in the parts of other files", () => {
    expect(edgesOf(sample("(ITracker tracker) { }"), "Gate.Pass.cs", ["calls"])).toEqual([
      "Gate.Pass calls Trackers.cs#ITracker.Track (import)",
    ]);
  });

  test("gives way to a member of its name", () => {
    const edges = edgesOf(sample("(ITracker tracker) { IOther tracker; }"), "Gate.Pass.cs", ["calls"]);
    expect(edges).toEqual(["Gate.Pass calls Trackers.cs#IOther.Track (import)"]);
  });

  test("touches the other parts when its type changes", () => {
    const changing = sample("(ITracker tracker) { }");
    changing.program.settle();
    put(changing, "Gate.cs", "partial class Gate(IOther tracker) { }");
    expect(changing.program.affected()).toContain("Gate.Pass.cs");
  });
});
