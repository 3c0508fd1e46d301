/**
 * A call of a base's member runs the member of the object's class: where many classes override it, tests that make no object of the class stand
 * apart.
 */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const KINDS = ["Trim", "Split", "Join", "Sort", "Fill"];

const classOf = (kind: string) => dedent`
  import { Operation } from "./operation.js";
  export class ${kind} extends Operation {
    change() {
      return "${kind}";
    }
  }
`;

const testOf = (kind: string) => dedent`
  import { ${kind} } from "../src/${kind}.js";
  import { runs } from "./helper.js";
  it("runs", () => {
    runs(new ${kind}());
  });
`;

const call = useProject({
  "src/operation.ts": dedent`
    export abstract class Operation {
      abstract change(): string;
    }
    export function run(operation: Operation) {
      return operation.change();
    }
  `,
  ...Object.fromEntries(KINDS.map((kind) => [`src/${kind}.ts`, classOf(kind)])),
  "src/TrimLeft.ts": dedent`
    import { Trim } from "./Trim.js";
    export class TrimLeft extends Trim {}
    export const trimLeft = () => new TrimLeft();
  `,
  "tests/helper.ts": dedent`
    import { type Operation, run } from "../src/operation.js";
    export const runs = (operation: Operation) => run(operation);
  `,
  ...Object.fromEntries(KINDS.map((kind) => [`tests/${kind}.test.ts`, testOf(kind)])),
  "tests/left.test.ts": dedent`
    import { trimLeft } from "../src/TrimLeft.js";
    import { runs } from "./helper.js";
    it("trims", () => {
      runs(trimLeft());
    });
  `,
});

test("tests of the class, and of what derives from it, are listed; those of its siblings stand apart", async () => {
  const { text } = await call("get_tests", { symbols: ["Trim.change"] });
  expect(text).toContain("2 test files reach Trim.change (src/Trim.ts:3)");
  expect(text).toMatch(/tests\/Trim\.test\.ts[\s\S]*tests\/left\.test\.ts[\s\S]*Not listed/);
  expect(text).toMatch(
    /4 test files that only come to what it overrides, and make nothing of its class so far as is known: tests\/Fill\.test\.ts, /,
  );
});

test("of the member of the base all are", async () => {
  const { text } = await call("get_tests", { symbols: ["Operation.change"] });
  expect(text).toContain("6 test files reach Operation.change");
});
