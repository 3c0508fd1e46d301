/** Tests that reach a function by the name alone under which it is registered. */
import { expect, test } from "vitest";
import { useProject } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

const call = useProject({
  "src/move.ts": dedent`
    export async function moveDocument(id: string) {
      return id;
    }
  `,
  "src/tools.ts": dedent`
    import { moveDocument } from "./move.js";
    export function documentTools(server: Server) {
      server.registerTool(
        "move_document",
        { title: "Move" },
        withTracing(async (input) => {
          if (input.id) {
            await log("moving", input);
          }
          await moveDocument(input.id);
        }),
      );
      server.registerTool("list_documents", {}, async () => []);
    }
  `,
  "tests/tools.test.ts": dedent`
    it("moves", async () => {
      await callMcpTool("move_document", { id: "a" });
    });
    it("lists", async () => {
      await callMcpTool("list_documents");
    });
  `,
  "tests/other.test.ts": 'it("says move_document", () => {});\n',
});

test("a test that gives the name of a tool to a runner may reach what the tool calls", async () => {
  const { text, structured } = await call("get_tests", { symbols: ["moveDocument"] });
  expect(text).toContain('By name, possible: "move_document", registered at src/tools.ts:3, in tests/tools.test.ts:2');
  expect(structured).toMatchObject({ by_name: [{ name: "move_document", tests: ["tests/tools.test.ts:2"] }] });
});
