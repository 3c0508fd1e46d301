/** Which project? The user is asked where a tool cannot tell. */
import { expect, test } from "vitest";
import { runChoosing } from "../../src/mcp/choose.js";
import type { McpCall } from "../../src/mcp/request-form.js";
import { ANYONE } from "../../src/model/principal.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import { ALPHA, BETA, TABLE, tableHost } from "./table.js";

test.each([{ upperCaseErrors: false }, { upperCaseErrors: true }])(
  "%o: the call goes on with what is chosen",
  async (tool) => {
    const host = { ...tableHost({ projects: [ALPHA, BETA] }), tools: [{ ...TABLE[0]!, ...tool }] };
    const call = {
      client: { elicitation: true, sampling: false, roots: false, tasks: false },
      session: null,
      state: undefined,
      ask: async () => ({ project: { action: "accept", content: { project: "beta" } } }),
    } as unknown as McpCall;
    const caller = { principal: ANYONE, signal: new AbortController().signal };
    const run = (by: typeof caller) => callTool(host, "count_to", { up_to: 1 }, by);
    const answer = await runChoosing(run, caller, call, host.exchange);
    expect(answer.structured).toMatchObject({ index: { project: "beta" } });
  },
);

test("roots that are none are passed over", async () => {
  const host = tableHost({ projects: [ALPHA, BETA] });
  const call = {
    client: { elicitation: false, sampling: false, roots: true, tasks: false },
    session: null,
    state: undefined,
    ask: async () => ({ roots: { roots: [null, 1, "x", {}, { uri: 1 }, { uri: "file://%" }] } }),
  } as unknown as McpCall;
  const caller = { principal: ANYONE, signal: new AbortController().signal };
  const run = (by: typeof caller) => callTool(host, "count_to", { up_to: 1 }, by);
  const answer = await runChoosing(run, caller, call, host.exchange);
  expect(answer.structured).toMatchObject({ error: { code: "project_selection_ambiguous" } });
});
