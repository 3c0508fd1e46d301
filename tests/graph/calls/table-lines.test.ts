/** Lines that put functions into tables and take them out. */
import { expect, test } from "vitest";
import { callsOneOf, namesTaken, tablesFilled } from "../../../src/graph/calls/table-lines.js";

const FILLED = [
  { line: `doors["lock"] = lock;`, has: ["doors"] },
  { line: "this.doors[kind] = this.open.bind(this)", has: ["doors"] },
  { line: `doors.set("lock", lock);`, has: ["doors"] },
  { line: `doors["lock"] == lock`, has: [] },
  { line: "lock(doors[0])", has: [] },
];

test.each(FILLED)("$line fills $has", ({ line, has }) => {
  expect(tablesFilled(line)).toEqual(has);
});

const TAKEN = [
  { line: "if h, ok := doors[kind]; ok {", has: ["h", "ok"] },
  { line: "const door = doors[kind];", has: ["door"] },
  { line: "for (const [name, door] of Object.entries(doors)) {", has: ["name", "door"] },
  { line: "for door in doors.values():", has: ["door"] },
  { line: "return doors[kind](name)", has: [] },
  { line: "if (doors[kind] == null) return;", has: [] },
];

test.each(TAKEN)("$line takes $has", ({ line, has }) => {
  expect(namesTaken(line, "doors")).toEqual(has);
});

test("a name is called as a function, and not as a member of another value", () => {
  expect(callsOneOf("return door(name)", ["door"])).toBe(true);
  expect(callsOneOf("door?.(name)", ["door"])).toBe(true);
  expect(callsOneOf("door.call(this, name)", ["door"])).toBe(true);
  expect(callsOneOf("house.door(name)", ["door"])).toBe(false);
  expect(callsOneOf("return door", ["door"])).toBe(false);
});

test("hostile lines are read to their end", () => {
  for (const piece of ["a[", "a.set(", "a ", ", a", "a = ", "doors", "doors ?. "]) {
    // A reading that takes the square of its length runs into the time-out.
    const line = piece.repeat(400_000);
    tablesFilled(line);
    namesTaken(`${line} := doors`, "doors");
    namesTaken(line, "doors");
    expect(callsOneOf(line, ["doors"])).toBe(false);
  }
});
