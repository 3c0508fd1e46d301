/** Questions that went badly, by what the audit log has of them. */
import { describe, expect, test } from "vitest";
import { failedQuestions } from "../../src/auth/failed-questions.js";
import type { AskedQuestion } from "../../src/store/audit.js";

/** A question of ann's about the shop, `minute` minutes past ten. */
const asked = (minute: number, query: string, found: number, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  at: new Date(Date.UTC(2026, 0, 1, 10, minute)).toISOString(),
  principal: "token:ann",
  client: "an-agent",
  action: "search_code",
  projectId: "shop",
  inputHash: null,
  input: { query },
  found,
  ...more,
});
const told = (questions: AskedQuestion[]) =>
  failedQuestions(questions).map(({ why, query, times, askedAgain }) => [why, query, times, askedAgain]);

describe("questions that went badly", () => {
  const CASES: { name: string; questions: AskedQuestion[]; want: unknown[] }[] = [
    {
      name: "a question that found nothing counts, by its words",
      questions: [asked(0, "refund policy", 0), asked(30, "refund policy ", 0), asked(50, "basket", 4)],
      want: [["nothing", "refund policy", 2, null]],
    },
    {
      name: "a question that is asked again in other words counts, with those words",
      questions: [asked(0, "where are prices rounded", 8), asked(1, "roundPrice half even", 8)],
      want: [["again", "where are prices rounded", 1, "roundPrice half even"]],
    },
    {
      name: "the next question is another one when no word is the same, or it comes late, or is about another project",
      questions: [
        asked(0, "price of an item", 8),
        asked(1, "database migration", 8),
        asked(20, "migration order", 8, { projectId: "bank" }),
        asked(40, "migration lock", 8, { projectId: "bank" }),
      ],
      want: [],
    },
    {
      name: "the same question again, and one of somebody else, are none in other words",
      questions: [
        asked(0, "price of an item", 8),
        asked(1, "price of an item", 8),
        asked(2, "item price list", 8, { principal: "token:ben" }),
      ],
      want: [],
    },
    {
      name: "a query that was still being typed is not a question",
      questions: [asked(0, "look a pri", 0), asked(0, "look a price", 0), asked(0, "look a price up", 3)].map(
        (question, second) => ({ ...question, at: `2026-01-01T10:00:0${second}.000Z` }),
      ),
      want: [],
    },
    {
      name: "of a log of hashes it is known what found nothing",
      questions: [asked(0, "", 0, { input: null, inputHash: Buffer.from("a") }), asked(9, "", 5, { input: null })],
      want: [["nothing", null, 1, null]],
    },
    {
      name: "the most frequent comes first, then the latest",
      questions: [asked(0, "one", 0), asked(10, "two", 0), asked(20, "three", 0), asked(30, "one", 0)],
      want: [
        ["nothing", "one", 2, null],
        ["nothing", "three", 1, null],
        ["nothing", "two", 1, null],
      ],
    },
  ];
  for (const { name, questions, want } of CASES)
    test(name, () => {
      expect(told(questions)).toEqual(want);
      expect(told([...questions].reverse())).toEqual(want);
    });

  test("names the programs, and counts the callers", () => {
    const questions = [
      asked(0, "refunds", 0),
      asked(9, "refunds", 0, { principal: "token:ben", client: "page" }),
      asked(18, "refunds", 0, { principal: "token:ben", client: null }),
    ];
    expect(failedQuestions(questions)).toMatchObject([{ times: 3, callers: 2, clients: ["an-agent", "page"] }]);
  });
});
