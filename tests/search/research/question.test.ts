/** Questions about code: the names in them, and the relation that they ask for. */
import { describe, expect, test } from "vitest";
import { readQuestion } from "../../../src/search/research/question.js";

describe("the relation that a question asks for", () => {
  const CASES = [
    { asked: "what calls `refund`", toward: "callers" },
    { asked: "callers of the method Cart.add", toward: "callers" },
    { asked: "Where is Cart.add called from?", toward: "callers" },
    { asked: "all calls to refundOrder()", toward: "callers" },
    { asked: "implementations of the interface Carrier", toward: "implementations" },
    { asked: "which classes extends BaseCarrier", toward: "implementations" },
    { asked: "all `Carrier` implementations", toward: "implementations" },
    { asked: "show refundOrder() callers", toward: "callers" },
    // These ask how something works.
    { asked: "How does the CartService implement discounts?", toward: null },
    { asked: "How does OrderClient retry calls to the server?", toward: null },
    { asked: "What is called by Cart.add?", toward: null },
  ] as const;
  for (const { asked, toward } of CASES)
    test(asked, () => {
      expect(readQuestion(asked).toward).toBe(toward);
    });
});
