/** Tasks of MCP on two replicas: made on one, looked at and cancelled on the other, and not lost with whoever made them. */
import { beforeEach, describe, expect, test } from "vitest";
import { hasServers, PATIENCE, useTeam } from "./team.js";

type Service = "service1" | "service2";

describe.runIf(hasServers)("tasks on two replicas", () => {
  const team = useTeam();
  // Without a worker jobs wait for as long as a test wants.
  beforeEach(async () => {
    for (const role of ["worker1", "worker2"] as const) await team().cluster.kill(role);
  });

  async function legacy(role: Service, method: string, params: Record<string, unknown>) {
    const { body } = await team().cluster.post(
      role,
      "/mcp/shop",
      { jsonrpc: "2.0", id: 1, method, params },
      { "mcp-protocol-version": "2025-11-25", accept: "application/json, text/event-stream;q=0" },
    );
    return body as { result: Record<string, unknown>; error?: { code: number } };
  }

  async function modern(role: Service, method: string, params: Record<string, unknown>) {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": { extensions: { "io.modelcontextprotocol/tasks": {} } },
    };
    const { body } = await team().cluster.post(
      role,
      "/mcp/shop",
      { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } },
      {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params.name ?? params.taskId),
        accept: "application/json, text/event-stream",
      },
    );
    return body as { result: Record<string, unknown>; error?: { code: number } };
  }

  const REINDEX = { name: "reindex_workspace", arguments: { force: true, strategy: "tfidf" } };
  const ERAS = [
    {
      era: "2025-11-25",
      ask: legacy,
      make: async (role: Service) => {
        const { result } = await legacy(role, "tools/call", { ...REINDEX, task: {} });
        return (result.task as { taskId: string }).taskId;
      },
      answer: async (role: Service, taskId: string) => (await legacy(role, "tasks/result", { taskId })).result,
    },
    {
      era: "2026-07-28",
      ask: modern,
      make: async (role: Service) => String((await modern(role, "tools/call", REINDEX)).result.taskId),
      answer: async (role: Service, taskId: string) =>
        (await modern(role, "tasks/get", { taskId })).result.result as Record<string, unknown>,
    },
  ];

  test.each(ERAS)(
    "$era: its maker is killed, and another replica brings it to its end",
    async ({ ask, make, answer }) => {
      const { cluster } = team();
      const taskId = await make("service1");
      const get = async () => (await ask("service2", "tasks/get", { taskId })).result;
      await expect.poll(get).toMatchObject({ taskId, status: "working", statusMessage: "queued" });
      await cluster.kill("service1");
      await cluster.start("worker1");
      await expect.poll(get, { timeout: 60_000 }).toMatchObject({ status: "completed" });
      expect(await answer("service2", taskId)).toMatchObject({
        structuredContent: { job_id: taskId, status: "completed" },
      });
    },
    PATIENCE,
  );

  test(
    "a job that two tasks wait for is not cancelled with one of them",
    async () => {
      const { cluster } = team();
      const params = { name: "index_codebase", arguments: {} };
      const make = async () => String((await modern("service1", "tools/call", params)).result.taskId);
      const get = async (taskId: string) => (await modern("service2", "tasks/get", { taskId })).result;
      const first = await make();
      await expect.poll(() => get(first)).toMatchObject({ statusMessage: "queued" });
      const second = await make();
      await expect.poll(() => get(second)).toMatchObject({ statusMessage: "queued" });
      await modern("service2", "tasks/cancel", { taskId: first });
      await cluster.start("worker1");
      await expect
        .poll(() => get(second), { timeout: 60_000 })
        .toMatchObject({
          status: "completed",
          result: { structuredContent: { job_id: first, status: "completed" } },
        });
    },
    PATIENCE,
  );

  test.each(ERAS)(
    "$era: cancelled by another replica, and its job with it",
    async ({ ask, make }) => {
      const { cluster } = team();
      const taskId = await make("service1");
      const jobOf = async () => (await cluster.call("service2", "get_job", "shop", { job_id: taskId })).body;
      await expect.poll(jobOf).toMatchObject({ status: "queued" });
      await ask("service2", "tasks/cancel", { taskId });
      expect(await jobOf()).toMatchObject({ status: "cancelled" });
      for (const role of ["service1", "service2"] as const)
        expect((await ask(role, "tasks/get", { taskId })).result).toMatchObject({ status: "cancelled" });
    },
    PATIENCE,
  );
});
