/** Keys of tables and cases as choices of code to run, and the lines of each. */
import { expect, test } from "vitest";
import { choiceAt, choicesAround } from "../../../src/graph/messages/choice.js";

const SWITCH = [
  "switch (job.name) {",
  "  case Topics.MAILS: {",
  "    const mail = read(job);",
  "    return sendMail(mail);",
  "  }",
  "  case Topics.BILLS:",
  "    return sendBill(job);",
  "  default:",
  "    throw new Error(job.name);",
  "}",
  "done();",
];

const TABLE = [
  "export const handlers = {",
  "  [Topics.MAILS]: withRetry({",
  "    handle: sendMail,",
  "  }),",
  "  [Topics.BILLS]:",
  "    sendBill,",
  '  "bills.paid": (job) => close(job), "bills.open": open,',
  "};",
];

test("a case has the lines down to the next one", () => {
  expect(choiceAt(SWITCH, { line: 2, name: "MAILS" })).toEqual({ how: "case", until: 5, isBody: true });
  expect(choiceAt(SWITCH, { line: 6, name: "BILLS" })).toEqual({ how: "case", until: 7, isBody: true });
  expect(choiceAt(SWITCH, { line: 4, name: "mail" })).toBeNull();
});

test("an arm behind an arrow has its expression or block", () => {
  const lines = [
    "when (action) {",
    "  is Action.Open -> open(action)",
    "  Action.Close -> {",
    "    close()",
    "  }",
    "  is Action.Save ->",
    "    save(action)",
    "      .then { done() }",
    "  else -> Unit",
    "}",
  ];
  const until = (line: number, name: string) => choiceAt(lines, { line, name })?.until;
  expect([until(2, "Open"), until(3, "Close"), until(6, "Save")]).toEqual([2, 5, 8]);
  expect(
    choiceAt(["  case Opened opened when opened.IsNew:", "    Open(opened);"], { line: 1, name: "Opened" }),
  ).toEqual({
    how: "case",
    until: 2,
    isBody: true,
  });
  expect(choiceAt(["  case .opened(let file):", "    open(file)"], { line: 1, name: "opened" })?.until).toBe(2);
});

test("a key has its value, in as many lines as that takes", () => {
  expect(choiceAt(TABLE, { line: 2, name: "MAILS" })).toEqual({ how: "key", until: 4, isBody: false });
  expect(choiceAt(TABLE, { line: 5, name: "BILLS" })).toEqual({ how: "key", until: 6, isBody: false });
  expect(choiceAt(TABLE, { line: 7, name: "bills.paid" })).toEqual({ how: "key", until: 7, isBody: true });
});

test("the name that chooses a line stands in it or above it", () => {
  expect(choicesAround(SWITCH, 4)).toEqual([{ name: "MAILS", line: 2 }]);
  expect(choicesAround(SWITCH, 11)).toEqual([]);
  expect(choicesAround(TABLE, 6)).toEqual([{ name: "BILLS", line: 5 }]);
  expect(choicesAround(TABLE, 7)).toEqual([
    { name: "bills.paid", line: 7 },
    { name: "bills.open", line: 7 },
  ]);
});

test.each(["case a.", "[a.", "{ ->", "register<(", "Topics.MAILS "])(
  "%j a hundred thousand times over takes no time",
  (piece) => {
    const lines = [piece.repeat(250), piece.repeat(100_000), ...Array.from({ length: 30 }, () => piece.repeat(250))];
    for (const line of [1, 2, 3]) {
      expect(() => choiceAt(lines, { line, name: "MAILS" })).not.toThrow();
      expect(() => choicesAround(lines, line)).not.toThrow();
    }
  },
);
