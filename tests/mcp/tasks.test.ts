/** Tasks of both protocol eras: calls that go on after they were answered, whoever asks for them and wherever. */
import { EventEmitter } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CallToolResultSchema,
  CreateTaskResultSchema,
  ElicitRequestSchema,
  type Task,
  TaskStatusNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Authenticator, OPEN } from "../../src/auth/authenticate.js";
import { readConfig } from "../../src/config/config.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { McpTool } from "../../src/mcp/catalog.js";
import type { McpCall } from "../../src/mcp/request-form.js";
import { createTasks, type Tasks } from "../../src/mcp/tasks.js";
import { ANYONE, ownerOf, type Principal } from "../../src/model/principal.js";
import { type App, createApp } from "../../src/processes/service.js";
import { forgetTasks } from "../../src/store/tasks.js";
import { fixtureTool } from "../conformance/fixtures.js";
import { TASK_FIXTURES } from "../conformance/task-fixtures.js";
import { dedent } from "../helpers/dedent.js";
import { temporaryFolder } from "../helpers/folders.js";
import { describeStores } from "../helpers/store.js";
import { tableHost } from "./table.js";

/** Says how far it is, as tools do that have no job. */
const STEPS: McpTool = {
  ...fixtureTool("steps", async () => ({ content: [] })),
  taskSupport: "optional",
  async call(_args, { signal }, { progress }) {
    progress?.(1, 2, "counting");
    await sleep(600_000, undefined, { signal });
    return { content: [] };
  },
};

const root = temporaryFolder();
const dataDir = temporaryFolder();
let app: App;
let server: HttpServer;
let legacy: Client;
beforeAll(async () => {
  writeFileSync(
    join(root, "app.ts"),
    dedent`
      export function start() {
        return 1;
      }
    `,
  );
  app = await createApp(readConfig({ port: 0, repos: [root], dataDir, logLevel: "error", watchFiles: false }, {}));
  server = await listen(app, { tools: [...TASK_FIXTURES, STEPS], resources: [], prompts: [] });
  legacy = new Client({ name: "test", version: "0" }, { capabilities: { elicitation: {} } });
  legacy.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
    action: "accept",
    content: { name: params.message, confirm: true },
  }));
  await legacy.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url)) as never);
});
afterAll(async () => {
  await legacy?.close();
  await server?.close();
  await app?.close();
});

const isOpen = ({ status }: { status: unknown }) => status === "working" || status === "input_required";

describe("2025-11-25", () => {
  async function make(name: string, args: Record<string, unknown> = {}): Promise<Task> {
    const params = { name, arguments: args };
    return (
      await legacy.request({ method: "tools/call", params }, CreateTaskResultSchema, { task: { ttl: 3_600_000 } })
    ).task;
  }
  const get = (taskId: string) => legacy.experimental.tasks.getTask(taskId);
  const result = (taskId: string) => legacy.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);

  test("a task of index_codebase is its job, and ends with what the call would have been answered with", async () => {
    const made = await make("index_codebase", { force: true });
    expect(made).toMatchObject({ status: "working", ttl: 3_600_000, pollInterval: expect.any(Number) });
    const answer = await result(made.taskId);
    expect(answer._meta).toEqual({ "io.modelcontextprotocol/related-task": { taskId: made.taskId } });
    expect(answer.structuredContent).toMatchObject({ status: "completed", statistics: { indexed: 1, files: 1 } });
    expect(await get(made.taskId)).toMatchObject({
      status: "completed",
      statusMessage: "1 files indexed, 0 unchanged, 0 removed, 0 errors",
    });
    const job = await legacy.callTool({ name: "get_job", arguments: { job_id: made.taskId, detail: "full" } });
    expect(job.structuredContent).toMatchObject({ job_id: made.taskId, status: "completed", files_done: 1 });
  });

  test("the list says which tools can be tasks", async () => {
    const { tools } = await legacy.listTools();
    const support = Object.fromEntries(tools.map(({ name, execution }) => [name, execution?.taskSupport]));
    expect(support).toMatchObject({ index_codebase: "optional", failing_job: "required", search_code: undefined });
  });

  test("a cancelled task stays cancelled, and says so", async () => {
    const { taskId } = await make("slow_compute", { seconds: 600 });
    const waiting = result(taskId);
    expect(await legacy.experimental.tasks.cancelTask(taskId)).toMatchObject({ taskId, status: "cancelled" });
    expect(await waiting).toMatchObject({ isError: true });
    await expect(legacy.experimental.tasks.cancelTask(taskId)).rejects.toMatchObject({ code: -32602 });
  });

  test("a tool that answers with an error has failed; a protocol error is one again", async () => {
    const failing = await make("failing_job");
    expect(await result(failing.taskId)).toMatchObject({ isError: true });
    expect(await get(failing.taskId)).toMatchObject({ status: "failed", statusMessage: "The job has failed." });
    const broken = await make("protocol_error_job");
    await expect(result(broken.taskId)).rejects.toMatchObject({ code: -32603 });
    expect(await get(broken.taskId)).toMatchObject({ status: "failed" });
  });

  test("wrong arguments are the tool's error, as they are without a task", async () => {
    const { taskId } = await make("index_codebase", { force: "\0" });
    const { isError, content } = await result(taskId);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain("invalid_parameter");
  });

  test("a tool that cannot be a task refuses to be one, and one that must be refuses not to be", async () => {
    await expect(make("greet", { name: "x" })).rejects.toMatchObject({ code: -32601 });
    const plain = { method: "tools/call", params: { name: "test_tool_with_task" } } as const;
    await expect(legacy.request(plain, CallToolResultSchema)).rejects.toMatchObject({ code: -32601 });
    await expect(make("nothing")).rejects.toMatchObject({ code: -32602 });
    for (const id of ["none", "", "\0", "x".repeat(5000)])
      await expect(get(id)).rejects.toMatchObject({ code: -32602 });
  });

  test("a request of a task reaches the user while tasks/result waits", async () => {
    const one = await make("confirm_delete", { filename: "a.ts" });
    expect((await result(one.taskId)).content).toEqual([{ type: "text", text: "Deleted a.ts." }]);
    const two = await make("multi_input");
    expect(JSON.stringify((await result(two.taskId)).content)).toMatch(/The first name.*The second name/);
    const before = await make("test_tool_with_task");
    expect((await result(before.taskId)).content).toEqual([{ type: "text", text: "Hello, What is your name?!" }]);
  });

  test("how far a task is, is told while tasks/result waits", async () => {
    const { taskId } = await make("steps");
    const told = new Promise((done) => legacy.setNotificationHandler(TaskStatusNotificationSchema, done));
    const waiting = result(taskId);
    expect(await told).toMatchObject({
      params: { taskId, status: "working", statusMessage: "counting (1 of 2)" },
    });
    await legacy.experimental.tasks.cancelTask(taskId);
    await waiting;
  });

  test("tasks are listed newest first, page by page", async () => {
    for (let made = 0; made < 55; made++) await make("slow_compute", { seconds: 0 });
    const { taskId } = await make("slow_compute", { seconds: 0 });
    const first = await legacy.experimental.tasks.listTasks();
    expect([first.tasks.length, first.tasks[0]?.taskId]).toEqual([50, taskId]);
    const second = await legacy.experimental.tasks.listTasks(first.nextCursor);
    expect(second.tasks.length).toBeGreaterThan(5);
    expect(second.tasks.some(({ taskId: id }) => first.tasks.some((each) => each.taskId === id))).toBe(false);
    await expect(legacy.experimental.tasks.listTasks("x")).rejects.toMatchObject({ code: -32602 });
  });
});

describe("2026-07-28", () => {
  /** The SDK's client of this era takes no tasks. */
  async function ask(method: string, params: Record<string, unknown>, extensions = {}) {
    const response = await fetch(new URL("/mcp", server.url), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        "mcp-name": String(params.name ?? params.taskId),
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method,
        params: {
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
            "io.modelcontextprotocol/clientCapabilities": { elicitation: {}, extensions },
          },
        },
      }),
    });
    const { result, error } = (await response.json()) as { result: Record<string, unknown>; error: { code: number } };
    return { status: response.status, result, error };
  }
  const TASKS = { "io.modelcontextprotocol/tasks": {} };
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    (await ask("tools/call", { name, arguments: args }, TASKS)).result;
  const get = async (taskId: unknown) => (await ask("tasks/get", { taskId }, TASKS)).result;
  async function ended(taskId: unknown) {
    for (;;) {
      const task = await get(taskId);
      if (!isOpen({ status: task.status })) return task;
      await sleep(20);
    }
  }

  test("a task of index_codebase is its job, and brings the result along", async () => {
    const { taskId, ...made } = await call("index_codebase", { force: true });
    expect(made).toMatchObject({ resultType: "task", status: "working", ttlMs: expect.any(Number) });
    expect(await ended(taskId)).toMatchObject({
      status: "completed",
      result: { structuredContent: { job_id: taskId, status: "completed", statistics: { indexed: 1 } } },
    });
  });

  test("a client that does not know tasks gets the answer", async () => {
    const { result } = await ask("tools/call", { name: "index_codebase", arguments: {} });
    expect(result).toMatchObject({ resultType: "complete", structuredContent: { status: "completed" } });
    const { status, error } = await ask("tools/call", { name: "failing_job", arguments: {} });
    expect([status, error.code]).toEqual([400, -32021]);
    expect((await ask("tasks/get", { taskId: "none" })).error.code).toBe(-32021);
  });

  test("requests of a task are answered with tasks/update, one by one", async () => {
    const { taskId } = await call("multi_input");
    let task = await get(taskId);
    for (; task.status === "working"; task = await get(taskId)) await sleep(20);
    expect(Object.keys(task.inputRequests as object)).toEqual(["first", "second"]);
    const answer = (inputResponses: object) => ask("tasks/update", { taskId, inputResponses }, TASKS);
    await answer({ second: { action: "accept", content: { name: "b" } }, another: {} });
    expect(await get(taskId)).toMatchObject({ status: "input_required", inputRequests: { first: {} } });
    await answer({ first: { action: "decline" } });
    expect(JSON.stringify((await ended(taskId)).result)).toContain("decline");
  });
});

describeStores("replicas and principals", (store) => {
  /** Calls that are going on, and how often they began. */
  const began: string[] = [];
  const tool = (name: string, isRepeatable: boolean): McpTool => {
    const slow = TASK_FIXTURES.find(({ listed }) => listed.name === "slow_compute")!;
    return {
      ...slow,
      listed: {
        ...slow.listed,
        name,
        annotations: { ...slow.listed.annotations, readOnlyHint: isRepeatable, idempotentHint: isRepeatable },
      },
      async call(args, call, caller) {
        began.push(call.principal.id);
        return slow.call(args, call, caller);
      },
    };
  };
  const READS = tool("reads", true);
  const WRITES = tool("writes", false);
  /** Listeners to revoked tokens, and callers that have no token any more. */
  const revocations = new EventEmitter();
  const gone = new Set<string>();
  const auth: Pick<Authenticator, "whenRevoked" | "isValid"> = {
    whenRevoked({ id }, over) {
      revocations.once(id, over);
      return () => void revocations.off(id, over);
    },
    isValid: async ({ id }) => !gone.has(id),
  };
  const replica = (): Tasks =>
    createTasks({
      db: store(),
      indexing: app.indexing,
      log: app.log,
      mostDays: 7,
      auth,
      tools: [READS, WRITES, ...TASK_FIXTURES],
    });
  const principalOf = (id: string): Principal => ({ ...ANYONE, id });
  const ANN = ownerOf(principalOf("ann"));
  const BOB = ownerOf(principalOf("bob"));
  const by = (principal: string) =>
    ({
      era: "legacy",
      principal: principalOf(principal),
      session: null,
      client: { elicitation: true, sampling: false, roots: false, tasks: false },
    }) as McpCall;
  const start = (tasks: Tasks, made: McpTool, args: unknown, principal = "ann") =>
    tasks.start(made, args, by(principal), { pinnedProject: undefined });
  const ended = (tasks: Tasks, taskId: string) =>
    tasks.until(taskId, new AbortController().signal, async () => {
      const task = await tasks.get(ANN, taskId);
      return isOpen(task) ? undefined : task;
    });

  test("a task does not exist for others", async () => {
    const tasks = replica();
    const { taskId } = await start(tasks, READS, { seconds: 600 });
    await expect(tasks.get(BOB, taskId)).rejects.toMatchObject({ code: -32602 });
    await expect(tasks.list(BOB, null, 50)).resolves.toEqual([]);
    await expect(tasks.cancel(BOB, taskId)).resolves.toBe(false);
    await tasks.answer(BOB, taskId, { any: {} });
    expect(await tasks.get(ANN, taskId)).toMatchObject({ status: "working" });
    await tasks.cancel(ANN, taskId);
    await tasks.close();
  });

  test("work ends with the token that asked for it, and nobody takes it up again", async () => {
    const tasks = replica();
    const { taskId } = await start(tasks, READS, { seconds: 600 });
    revocations.emit("ann");
    await expect.poll(async () => (await tasks.get(ANN, taskId)).status).toBe("cancelled");
    const lost = await start(tasks, READS, { seconds: 600 }, "dora");
    await tasks.close();
    gone.add("dora");
    const other = replica();
    await expect
      .poll(async () => (await other.get(ownerOf(principalOf("dora")), lost.taskId)).status, { timeout: 20_000 })
      .toBe("cancelled");
    await other.close();
  });

  test("another replica cancels, and the work stops", async () => {
    const [maker, other] = [replica(), replica()];
    let stopped: () => void = () => undefined;
    const hasStopped = new Promise<void>((done) => (stopped = done));
    const watched: McpTool = {
      ...READS,
      call: (_args, { signal }) => new Promise(() => signal.addEventListener("abort", stopped)),
    };
    const { taskId } = await start(maker, watched, {});
    expect(await other.cancel(ANN, taskId)).toBe(true);
    await hasStopped;
    expect(await maker.get(ANN, taskId)).toMatchObject({ status: "cancelled" });
    await Promise.all([maker.close(), other.close()]);
  });

  test("another replica answers what a task asks", async () => {
    const [maker, other] = [replica(), replica()];
    const confirm = TASK_FIXTURES.find(({ listed }) => listed.name === "confirm_delete")!;
    const { taskId } = await start(maker, confirm, { filename: "b.ts" });
    const asked = await other.until(taskId, new AbortController().signal, async () => {
      const task = await other.get(ANN, taskId);
      return task.status === "input_required" ? task : undefined;
    });
    await other.answer(ANN, taskId, { [Object.keys(asked.requests)[0]!]: { action: "decline" } });
    expect((await ended(other, taskId)).result).toMatchObject({ content: [{ text: "Kept b.ts." }] });
    await Promise.all([maker.close(), other.close()]);
  });

  test("another replica does the work that one leaves, unless it must not be done twice", async () => {
    const [maker, other] = [replica(), replica()];
    began.length = 0;
    const read = await start(maker, READS, { seconds: 1 });
    const written = await start(maker, WRITES, { seconds: 600 });
    await maker.close();
    expect(await ended(other, read.taskId)).toMatchObject({ status: "completed", result: { content: [{}] } });
    expect(await ended(other, written.taskId)).toMatchObject({ result: { isError: true } });
    expect(began.length).toBe(3);
    await other.close();
  });

  test("a call that takes every process with it is given up", async () => {
    const [maker, other] = [replica(), replica()];
    const { taskId } = await start(maker, READS, { seconds: 600 });
    began.length = 0;
    await store().query(
      "update tasks set heartbeat_at = now() - interval '1 minute', run_id = '', deaths = 4 where task_id = $1",
      [taskId],
    );
    expect(await ended(other, taskId)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining("5 processes have died") }] },
    });
    expect(began).toEqual([]);
    await Promise.all([maker.close(), other.close()]);
  });

  test("ended tasks are forgotten after their time, and questions are not kept without end", async () => {
    const tasks = replica();
    const { taskId } = await start(tasks, READS, { seconds: 0 });
    await ended(tasks, taskId);
    const open = await start(tasks, READS, { seconds: 600 });
    const confirm = TASK_FIXTURES.find(({ listed }) => listed.name === "confirm_delete")!;
    const asks = await start(tasks, confirm, {});
    await tasks.until(asks.taskId, new AbortController().signal, async () =>
      (await tasks.get(ANN, asks.taskId)).status === "input_required" ? true : undefined,
    );
    const gone = await start(tasks, READS, { seconds: 600 });
    await store().query("update tasks set heartbeat_at = now() - interval '1 day', run_id = '' where task_id = $1", [
      gone.taskId,
    ]);
    await store().query("update tasks set expires_at = now() - interval '1 second' where owner = $1", [ANN]);
    await forgetTasks(store());
    await expect(tasks.get(ANN, taskId)).rejects.toMatchObject({ code: -32602 });
    expect(await tasks.get(ANN, open.taskId)).toMatchObject({ status: "working" });
    expect(await tasks.get(ANN, asks.taskId)).toMatchObject({ status: "failed", error: { code: -32603 } });
    expect(await tasks.get(ANN, gone.taskId)).toMatchObject({ status: "failed", error: { code: -32603 } });
    await tasks.cancel(ANN, open.taskId);
    await tasks.close();
  });

  test("there is an end to the tasks that one may have open", async () => {
    const tasks = replica();
    await store().query(
      `insert into tasks (task_id, owner, tool, call, ttl_ms, expires_at, heartbeat_at)
       select 'full-' || n, $1, 'reads', '{}', 1000, now(), now() from generate_series(1, 200) as n`,
      [ownerOf(principalOf("carl"))],
    );
    await expect(start(tasks, READS, {}, "carl")).rejects.toMatchObject({ code: "rate_limited" });
    await tasks.close();
  });

  test("without a database there is no task, and nothing breaks", async () => {
    const { db, indexing, log } = tableHost();
    const tasks = createTasks({ db, indexing, log, mostDays: 7, auth: OPEN, tools: [READS] });
    await expect(start(tasks, READS, {})).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await tasks.close();
  });
});
