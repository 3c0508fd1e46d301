/** Claims of dead code, held against the compiler and against tests by deleting what they name. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Claim } from "../../src/measure/dead/claims.js";
import { createDeleting } from "../../src/measure/dead/deleting.js";
import { typescript } from "../../src/measure/dead/typescript.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";

const FILES = {
  "cart.ts": dedent`
    export function total() { return 1; }
    export function oldTotal() { return round(2); }
    function round(value: number) { return value | 0; }
  `,
  "index.ts": 'export { oldTotal, total } from "./cart";\n',
  "page.ts": dedent`
    import { total } from "./cart";
    console.log(total());
  `,
};

const claimOf = (qualified_name: string, line: number): Claim => ({
  qualified_name,
  node_type: "function",
  file_path: "cart.ts",
  line_start: line,
  line_end: line,
  class: "nobody",
  reason: "nothing uses it",
});

/** The folder, and what deletes in it. */
function prepared() {
  const folder = temporaryFolder(FILES);
  typescript.prepare(folder, Object.keys(FILES));
  return { folder, deleting: createDeleting(folder, typescript) };
}

test("the compiler refutes a claim about what is used; a list of exports is no use, nor is what is dead itself", () => {
  const { folder, deleting } = prepared();
  const claims = [claimOf("total", 1), claimOf("oldTotal", 2), claimOf("round", 3)];
  const { refuted, notCut } = deleting.byCompiler(claims);
  expect(refuted.map(({ claim, by }) => [claim.qualified_name, by])).toEqual([
    ["total", "page.ts:2 TS2304: Cannot find name 'total'."],
  ]);
  expect(notCut).toEqual([]);
  expect(readFileSync(join(folder, "cart.ts"), "utf8")).toBe(FILES["cart.ts"]);
});

test("a test that fails without a declaration refutes the claim about it", () => {
  const { deleting } = prepared();
  const command = "grep -q 'function oldTotal' cart.ts || { echo 'not ok 1 - has a total'; exit 1; }";
  const found = deleting.byTests([claimOf("oldTotal", 2)], command);
  expect(found.map(({ claim }) => claim.qualified_name)).toEqual(["oldTotal"]);
});
