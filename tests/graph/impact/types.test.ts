/** Types that take all that another type holds, by src/graph/impact/types.ts. */
import { describe, expect, test } from "vitest";
import { isWider } from "../../../src/graph/impact/types.js";

describe("a type takes all that another holds", () => {
  for (const { wide, narrow, is } of [
    { wide: "string", narrow: "string", is: true },
    { wide: "string | null", narrow: "string", is: true },
    { wide: "string", narrow: "string | null", is: false },
    { wide: "A | B | C", narrow: "C|A", is: true },
    { wide: "unknown", narrow: "Cart", is: true },
    { wide: "Cart", narrow: "any", is: true },
    { wide: "Cart", narrow: "unknown", is: false },
    // Literals.
    { wide: "string", narrow: '"a" | "b"', is: true },
    { wide: '"a"', narrow: "string", is: false },
    { wide: "number", narrow: "12", is: true },
    { wide: "boolean", narrow: "true", is: true },
    // Intersections.
    { wide: "P", narrow: "P & Q", is: true },
    // A literal may not have members that are not asked for.
    { wide: "P", narrow: "P & { paginate?: boolean }", is: false },
    { wide: "P & Q", narrow: "P", is: false },
    // Lists.
    { wide: "(string | number)[]", narrow: "string[]", is: true },
    { wide: "readonly string[]", narrow: "string[]", is: true },
    { wide: "string[]", narrow: "readonly string[]", is: false },
    { wide: "ReadonlyArray<string>", narrow: "Array<string>", is: true },
    // Type arguments: what is left out has a default.
    { wide: "Promise<string | null>", narrow: "Promise<string>", is: true },
    { wide: "Promise<string>", narrow: "Promise<string | null>", is: false },
    { wide: "Handler", narrow: "Handler<Services>", is: true },
    { wide: "Handler", narrow: "Router<Services>", is: false },
    // Literal types: each member that one asks for is there, and fits.
    { wide: "{ a: string }", narrow: "{ a: string; b: number }", is: true },
    { wide: "{ a: string; b?: number }", narrow: "{ a: string }", is: true },
    { wide: "{ a: string; b: number }", narrow: "{ a: string; b?: number }", is: false },
    { wide: "{ a: string }", narrow: "{ b: string }", is: false },
    // Functions.
    { wide: "(a: string) => void", narrow: "(a: string) => number", is: true },
    { wide: "(a: string) => string | null", narrow: "(a: string) => string", is: true },
    { wide: "(a: string) => string", narrow: "(a: number) => string", is: false },
    // A union of the results is not a union of functions.
    { wide: "() => string", narrow: "() => string | number", is: false },
    { wide: "(() => string) | null", narrow: "() => string", is: true },
  ])
    test(`${wide} ${is ? "takes" : "does not take"} ${narrow}`, () => expect(isWider(wide, narrow)).toBe(is));
});
