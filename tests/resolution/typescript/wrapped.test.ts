/** `export default memo(X)`: what is imported under another name is X as well. */
import { expect, test } from "vitest";
import { edgesOf, programOf, put } from "../helpers.js";

test("an import of a default export that wraps a component is one of the component", () => {
  const program = programOf({
    "row.tsx": `
      import { forwardRef, memo } from "react";
      import { Cell } from "./cell";
      function Row() { return <Cell />; }
      export default memo(forwardRef(Row));`,
    "cell.tsx": "export function Cell() { return <td />; }",
    "again.tsx": `import { memo } from "react"; import { Cell } from "./cell"; export default memo(Cell);`,
    "options.ts": "const options = {}; export default define(options);",
    "use.tsx": `
      import Line from "./row";
      import Box from "./again";
      export { default as Third } from "./row";
      import settings from "./options";
      export const Table = () => <Line />;`,
  });
  expect(edgesOf(program, "use.tsx", ["imports"]).filter((edge) => !edge.endsWith("# (import)"))).toEqual([
    "file imports row.tsx#default (import)",
    "file imports row.tsx#Row (import)",
    "file imports again.tsx#default (import)",
    "file imports cell.tsx#Cell (import)",
    "file imports options.ts#default (import)",
    "file imports row.tsx#default (import)",
    "file imports row.tsx#Row (import)",
  ]);
});

test("importing files are resolved again when the default export wraps another component", () => {
  const row = (wrapped: string) => `
    import { memo } from "react";
    function Row() { return <tr />; }
    function Head() { return <th />; }
    export default memo(${wrapped});`;
  const program = programOf({ "row.tsx": row("Row"), "use.tsx": `import Line from "./row";` });
  edgesOf(program, "use.tsx");
  program.program.settle();
  put(program, "row.tsx", row("Head"));
  expect(program.program.affected()).toContain("use.tsx");
  expect(edgesOf(program, "use.tsx")).toContain("file imports row.tsx#Head (import)");
});
