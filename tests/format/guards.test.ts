/** Guards among the steps of a function, each in one row. */
import { expect, test } from "vitest";
import { stepRows } from "../../src/format/steps.js";
import { dedent } from "../helpers/dedent.js";

const stepsOf = (source: string, kept?: ReadonlySet<number>) =>
  stepRows(1, source.split("\n"), { isFunction: true, ...(kept && { kept }) }).map(({ text }) =>
    text.replace("\t", " "),
  );

const SEND = dedent`
  func send(c *Context) {
    mail, err := read(c)
    if err != nil {
      c.Fail(err.Error())
      return
    }
    err = post(mail)
    if err != nil {
      c.Fail(err.Error())
      return
    }
    if mail.IsCopy {
      return
    }
  }
`;

test("a guard is one row, and the same block is told by the line that has it", () => {
  expect(stepsOf(SEND)).toEqual([
    "1 func send(c *Context) {",
    "2  mail, err := read(c)",
    "3-6  if err != nil { c.Fail(err.Error()); return }",
    "7  err = post(mail)",
    "8-11  if err != nil { as in 3 }",
    "12-14  if mail.IsCopy { return }",
  ]);
});

test("a line that is shown in any case is written again", () => {
  expect(stepsOf(SEND, new Set([9]))).toContain("8-11  if err != nil { c.Fail(err.Error()); return }");
});

test("blocks without braces", () => {
  const source = dedent`
    def send(mail):
        if not mail.to:
            raise Refused("no address")
        if mail.is_old:
            drop(mail)  # nobody reads it
            return None
        post(mail)
  `;
  expect(stepsOf(source)).toEqual([
    "1 def send(mail):",
    '2-3  if not mail.to: raise Refused("no address")',
    "4-6  if mail.is_old: drop(mail); return None",
    "7  post(mail)",
  ]);
});

test("conditions with an else, longer blocks and those that go on stay as they are", () => {
  const source = dedent`
    function send(mail: Mail) {
      if (mail.isUrgent) {
        return ring(mail);
      } else {
        wait(mail);
      }
      if (mail.to) {
        post(mail);
      }
      if (mail.copies) {
        one(mail);
        two(mail);
        three(mail);
        return four(mail);
      }
    }
  `;
  expect(stepsOf(source)).toEqual([
    "1 function send(mail: Mail) {",
    "2  if (mail.isUrgent) {",
    "3   return ring(mail);",
    "4  } else {",
    "5   wait(mail);",
    "7  if (mail.to) {",
    "8   post(mail);",
    "10  if (mail.copies) {",
    "11   one(mail);",
    "12   two(mail);",
    "13   three(mail);",
    "14   return four(mail);",
  ]);
});

test("hostile lines are read to their end", () => {
  for (const piece of ["if a: ", "if {", "return ", "# ", "  // "]) {
    const lines = Array.from({ length: 8000 }, (_, index) => `${" ".repeat(index % 7)}${piece.repeat(90)}`);
    expect(stepRows(1, ["function f() {", ...lines, "}"], { isFunction: true }).length).toBeLessThanOrEqual(8002);
  }
});
