/** The conditions that lines stand under. */
import { expect, test } from "vitest";
import { conditionsOf } from "../../src/format/conditions.js";
import { codeLines } from "../../src/format/step-code.js";
import { dedent } from "../helpers/dedent.js";

/** The conditions of the line with `HERE` in a function that begins in the first line. */
function conditionsIn(source: string): string[] {
  const lines = source.split("\n");
  return conditionsOf(codeLines(lines, 1000), lines.findIndex((line) => line.includes("HERE")) + 1, 1);
}

const CASES = [
  {
    name: "comments among the lines of a condition",
    in: dedent`
      function send(mail) {
        if (
          // A stream.
          isStream(mail) || // of lines
          // A text.
          isText(mail)
        ) {
          HERE();
        }
      }
    `,
    want: ["if isStream(mail) || isText(mail)"],
  },
  {
    name: "a block of an if",
    in: dedent`
      function send(mail) {
        if (mail.isUrgent) {
          HERE();
        }
      }
    `,
    want: ["if mail.isUrgent"],
  },
  {
    name: "the outer condition stands first",
    in: dedent`
      function send(mail) {
        for (const to of mail.to) {
          if (to.isActive) {
            switch (to.kind) {
              case "page":
                HERE();
            }
          }
        }
      }
    `,
    want: ["if to.isActive", 'in case "page"'],
  },
  {
    name: "an else has the condition of its if",
    in: dedent`
      function send(mail) {
        if (mail.isUrgent) {
          ring();
        } else {
          HERE();
        }
      }
    `,
    want: ["if not mail.isUrgent"],
  },
  {
    name: "one that has several parts stands in brackets there",
    in: dedent`
      def send(mail):
          if not mail.to or mail.isOld:
              return
          else:
              HERE()
    `,
    want: ["if not (not mail.to or mail.isOld)"],
  },
  {
    name: "a condition of several lines",
    in: dedent`
      function send(mail) {
        if (
          mail.isUrgent &&
          mail.to
        ) {
          HERE();
        }
      }
    `,
    want: ["if mail.isUrgent && mail.to"],
  },
  {
    name: "a value that decides above the call",
    in: dedent`
      function send(mail) {
        return Promise.all([
          mail.copy &&
            HERE(mail),
        ]);
      }
    `,
    want: ["if mail.copy"],
  },
  {
    name: "both values of a choice",
    in: dedent`
      function send(mail) {
        return mail.isUrgent
          ? ring(mail)
          : HERE(mail);
      }
    `,
    want: ["if not mail.isUrgent"],
  },
  {
    name: "Python",
    in: dedent`
      def send(mail):
          try:
              post(mail)
          except Refused:
              if mail.tries < 3:
                  HERE()
    `,
    want: ["in except Refused", "if mail.tries < 3"],
  },
  {
    name: "Go",
    in: dedent`
      func send(mail *Mail) {
        if err := post(mail); err != nil {
          HERE()
        }
      }
    `,
    want: ["if err := post(mail); err != nil"],
  },
  {
    name: "a block that is over, and a guard, are none",
    in: dedent`
      function send(mail) {
        if (!mail) return;
        if (mail.isUrgent) {
          ring();
        }
        const all = list.map((to) => {
          HERE(to);
        });
      }
    `,
    want: [],
  },
  {
    name: "the function itself stands under none",
    in: dedent`
      function send(mail) { HERE(); }
    `,
    want: [],
  },
];

test.each(CASES)("$name", ({ in: source, want }) => {
  expect(conditionsIn(source)).toEqual(want);
});

test("hostile lines are read to their end", () => {
  for (const piece of ["if (", "} else ", "a && ", ") ", "case ", "? ", "=  ", " {"]) {
    const lines = Array.from({ length: 400 }, (_, index) => `${" ".repeat(index)}${piece.repeat(60)}`);
    const source = codeLines(lines, 1000);
    for (let line = 2; line <= lines.length; line += 20) expect(conditionsOf(source, line, 1).length).toBeLessThan(20);
  }
});
