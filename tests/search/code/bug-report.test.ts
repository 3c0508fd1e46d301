/** Bug reports as questions, read by src/search/code/bug-report.ts without forms, logs and repeats. */
import { describe, expect, test } from "vitest";
import { isReport, readReport } from "../../../src/search/code/bug-report.js";
import { conceptsOf } from "../../../src/search/code/concepts.js";
import { dedent } from "../../helpers/dedent.js";

const REPORT = dedent`
  Lock of the cart is never released

  <!-- Please search first. -->
  - [x] I have searched the existing issues

  ### Steps to reproduce
  When two people pay for the same cart at once, the second one waits for ever, as the lock is not given back.

  Environment: Debian 12
  2026-01-02 10:00:00 INFO server started
  2026-01-02 10:00:01 INFO listening
  2026-01-02 10:00:02 ERROR cart lock timed out after 30 s
    at release (/home/me/shop/src/cart/lock.ts:12:4)
    at release (/home/me/shop/src/cart/lock.ts:13:4)
`;

function judge(text: string): boolean {
  const concepts = conceptsOf(text);
  return isReport(text, { count: concepts.length, carrying: concepts.filter(({ weight }) => weight === 1).length });
}

describe("a report", () => {
  test("is prose of several lines", () => expect(judge(REPORT)).toBe(true));

  test.each([
    "where do we release the lock of a cart when the second of two people who want to pay for it has waited too long",
    dedent`
      const cart = await load(id);
      const lock = await acquire(cart);
      try {
        await pay(cart, lock);
      } finally {
        release(lock);
      }`,
    dedent`
      TypeError: lock is undefined
          at release (src/cart/lock.ts:12:4)
          at pay (src/cart/pay.ts:30:9)
          at main (src/main.ts:4:1)`,
    "",
  ])("is not: %s", (text) => expect(judge(text)).toBe(false));

  test("is read without forms, logs, repeats and the folders of whoever reports", () => {
    expect(readReport(REPORT)).toEqual({
      text: dedent`
        Lock of the cart is never released
        When two people pay for the same cart at once, the second one waits for ever, as the lock is not given back.
        ERROR cart lock timed out after 30 s
          at release (cart/lock.ts:12:4)
      `.trimEnd(),
      used: 4,
      left: 7,
    });
  });

  test("is read as far as it says something, of 20,000 characters of log", () => {
    const log = Array.from({ length: 300 }, (_, at) => `2026-01-02 10:00:${at} INFO tick ${at} of the clock`).join(
      "\n",
    );
    const { text, left } = readReport(`The clock is late\n\n${log}\n2026-01-02 10:09:09 ERROR clock failed\n`);
    expect(text).toBe("The clock is late\nERROR clock failed");
    expect(left).toBe(300);
  });

  test("of a form alone is the form", () => expect(readReport("### Environment\n").text).toBe("### Environment\n"));
});
