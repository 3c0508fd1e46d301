/** The tools that the conformance suite's scenarios about tasks call. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { McpCall } from "../../src/mcp/call.js";
import type { McpTool } from "../../src/mcp/catalog.js";
import type { ToolResult } from "../../src/mcp/listing.js";
import { RpcError } from "../../src/mcp/methods.js";

const text = (words: string): ToolResult => ({ content: [{ type: "text", text: words }] });

/** A question with one field. */
const question = (message: string, field: string, type: "string" | "boolean") => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { [field]: { type } }, required: [field] },
  },
});

function fixture(
  name: string,
  description: string,
  properties: Record<string, unknown>,
  about: Pick<McpTool, "taskSupport" | "before">,
  run: (args: Record<string, unknown>, call: McpCall) => Promise<ToolResult>,
): McpTool {
  return {
    listed: {
      name,
      title: name,
      description,
      inputSchema: { type: "object", properties },
      annotations: {
        title: name,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      icons: [],
    },
    ...about,
    call: (args, call) => run((args ?? {}) as Record<string, unknown>, call),
  };
}

/** Asked before the task is made; the task finds the answer under the same key. */
const askName = ({ ask }: McpCall) => ask({ user_name: question("What is your name?", "name", "string") });

export const TASK_FIXTURES: McpTool[] = [
  fixture("greet", "Says hello.", { name: { type: "string" } }, {}, async ({ name }) => text(`Hello, ${name}!`)),
  fixture(
    "slow_compute",
    "Takes some seconds.",
    { seconds: { type: "number" }, label: { type: "string" } },
    { taskSupport: "optional" },
    async ({ seconds }, { signal }) => {
      await sleep(Number(seconds) * 1000, undefined, { signal });
      return text(`Computed for ${seconds} s.`);
    },
  ),
  fixture("failing_job", "Fails after a second.", {}, { taskSupport: "required" }, async (_args, { signal }) => {
    await sleep(1000, undefined, { signal });
    return { ...text("The job has failed."), isError: true };
  }),
  fixture("protocol_error_job", "Ends with a protocol error.", {}, { taskSupport: "optional" }, async () => {
    throw new RpcError(-32603, "The job could not be done.");
  }),
  fixture(
    "confirm_delete",
    "Asks before it deletes.",
    { filename: { type: "string" } },
    { taskSupport: "optional" },
    async ({ filename }, { ask }) => {
      const key = randomUUID();
      const { [key]: answer } = await ask({ [key]: question(`Delete ${filename}?`, "confirm", "boolean") });
      return text(`${(answer as { action?: string }).action === "accept" ? "Deleted" : "Kept"} ${filename}.`);
    },
  ),
  fixture("multi_input", "Asks two things at once.", {}, { taskSupport: "optional" }, async (_args, { ask }) => {
    const answers = await ask({
      first: question("The first name?", "name", "string"),
      second: question("The second name?", "name", "string"),
    });
    return text(JSON.stringify([answers.first, answers.second]));
  }),
  fixture(
    "test_tool_with_task",
    "Asks for a name, and then takes its time.",
    {},
    { taskSupport: "required", before: (_args, call) => askName(call) },
    async (_args, call) => {
      const { user_name } = await askName(call);
      return text(`Hello, ${(user_name as { content?: { name?: string } }).content?.name}!`);
    },
  ),
];
