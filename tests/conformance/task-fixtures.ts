/** The tools that the conformance suite's scenarios about tasks call. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { McpTool } from "../../src/mcp/catalog.js";
import type { ToolResult } from "../../src/mcp/listing.js";
import { RpcError } from "../../src/mcp/methods.js";
import type { McpCall } from "../../src/mcp/request-form.js";
import { elicitation, fixtureTool } from "./fixtures.js";

const text = (words: string): ToolResult => ({ content: [{ type: "text", text: words }] });
const asksName = (message: string) => elicitation(message, { name: { type: "string" } });

const OPTIONAL = { taskSupport: "optional" } as const;
const REQUIRED = { taskSupport: "required" } as const;

/** Asked before the task is made; the task finds the answer under the same key. */
const askName = ({ ask }: McpCall) => ask({ user_name: asksName("What is your name?") });

export const TASK_FIXTURES: McpTool[] = [
  fixtureTool("greet", async ({ name }) => text(`Hello, ${name}!`), { name: { type: "string" } }),
  {
    ...fixtureTool(
      "slow_compute",
      async ({ seconds }, { signal }) => {
        await sleep(Number(seconds) * 1000, undefined, { signal });
        return text(`Computed for ${seconds} s.`);
      },
      { seconds: { type: "number" } },
    ),
    ...OPTIONAL,
  },
  {
    ...fixtureTool("failing_job", async (_args, { signal }) => {
      await sleep(1000, undefined, { signal });
      return { ...text("The job has failed."), isError: true };
    }),
    ...REQUIRED,
  },
  {
    ...fixtureTool("protocol_error_job", async () => {
      throw new RpcError(-32603, "The job could not be done.");
    }),
    ...OPTIONAL,
  },
  {
    ...fixtureTool(
      "confirm_delete",
      async ({ filename }, { ask }) => {
        const key = randomUUID();
        const { [key]: answer } = await ask({
          [key]: elicitation(`Delete ${filename}?`, { confirm: { type: "boolean" } }),
        });
        return text(`${(answer as { action?: string }).action === "accept" ? "Deleted" : "Kept"} ${filename}.`);
      },
      { filename: { type: "string" } },
    ),
    ...OPTIONAL,
  },
  {
    ...fixtureTool("multi_input", async (_args, { ask }) => {
      const answers = await ask({ first: asksName("The first name?"), second: asksName("The second name?") });
      return text(JSON.stringify([answers.first, answers.second]));
    }),
    ...OPTIONAL,
  },
  {
    ...fixtureTool("test_tool_with_task", async (_args, call) => {
      const { user_name } = await askName(call);
      return text(`Hello, ${(user_name as { content?: { name?: string } }).content?.name}!`);
    }),
    ...REQUIRED,
    before: (_args, call) => askName(call),
  },
];
