/** A call that is cancelled or hangs up takes the build along that it started, unless somebody else waits for it. */
import { beforeAll, expect, test } from "vitest";
import { type HttpServer, listen } from "../../src/http/server.js";
import { ANYONE } from "../../src/model/principal.js";
import { type Job, listJobs } from "../../src/store/jobs.js";
import type { Project } from "../../src/store/projects.js";
import { callTool } from "../../src/tools/running/call-tool.js";
import { useSharedApp } from "../helpers/app.js";
import { dedent } from "../helpers/dedent.js";

/** Enough that a build is still at work when the test comes to it. */
const FILE_COUNT = 200;
const CALLS = Array.from({ length: 60 }, (_, index) => `  step${index}(value);\n`).join("");
const FILES = Object.fromEntries(
  Array.from({ length: FILE_COUNT }, (_, index) => [
    `src/f${index}.ts`,
    dedent`
      import { step1 } from "./f${(index + 1) % FILE_COUNT}.js";
      export function step${index}(value: number): number {
      ${CALLS}  return step1(value);
      }
    `,
  ]),
);
const app = useSharedApp(FILES);
let project: Project;

beforeAll(async () => {
  [project] = (await app().projects()) as [Project];
});

/** Calls index_codebase with force, which takes a while, until `signal` aborts. */
const build = (signal: AbortSignal) =>
  callTool(app(), "index_codebase", { force: true }, { principal: ANYONE, signal });

/** The newest job, once it is at work. */
async function running(): Promise<Job> {
  const newest = async () => (await listJobs(app().db, project.projectId, 1))[0];
  await expect.poll(newest, { interval: 10, timeout: 10_000 }).toMatchObject({ status: "running", phase: "parse" });
  return (await newest())!;
}

const ended = (jobId: string) => app().indexing.wait(jobId, AbortSignal.timeout(30_000));
const begun = (jobId: string) =>
  expect.poll(async () => (await app().indexing.get(jobId))?.startedAt, { interval: 10, timeout: 5000 }).not.toBeNull();

test("a call that is cancelled cancels its build, and the next job begins before that could have ended", async () => {
  const { generation } = await app().viewOf(project);
  const stop = new AbortController();
  const call = build(stop.signal);
  const { jobId } = await running();
  stop.abort();
  expect((await call).structured).toMatchObject({ error: { code: "cancelled" } });
  expect((await ended(jobId)).status).toBe("cancelled");
  const next = await app().indexing.start(project, { paths: ["src/f1.ts"] });
  await begun(next.jobId);
  expect((await ended(next.jobId)).status).toBe("completed");
  expect((await app().viewOf(project)).generation, "the cancelled build published nothing").toBe(generation + 1);
});

test("a client that hangs up in the middle of a request cancels the build of its call", async () => {
  const server: HttpServer = await listen({ ...app(), config: { ...app().config, port: 0 } });
  try {
    const hangUp = new AbortController();
    const request = fetch(`${server.url}/tools/reindex_workspace`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ force: true }),
      signal: hangUp.signal,
    }).catch(() => null);
    const { jobId } = await running();
    hangUp.abort();
    await request;
    expect((await ended(jobId)).status).toBe("cancelled");
  } finally {
    await server.close();
  }
});

test.each([
  { name: "another call", join: () => callTool(app(), "index_codebase", { async: true }, caller()) },
  {
    name: "a look at the job",
    join: (job_id: string) => callTool(app(), "get_job", { job_id, wait_seconds: 1 }, caller()),
  },
])("a build that $name waits for goes on", async ({ name, join }) => {
  // One that runs keeps the next one waiting, so that there is something to join.
  const first = await app().indexing.start(project, { force: true });
  await running();
  const stop = new AbortController();
  const call = callTool(app(), "index_codebase", {}, { principal: ANYONE, signal: stop.signal });
  const waiting = async () =>
    (await listJobs(app().db, project.projectId, 5)).find(({ status }) => status === "queued");
  await expect.poll(waiting, { interval: 10 }).toBeDefined();
  const { jobId } = (await waiting())!;
  const joined = (await join(jobId)).structured;
  expect(joined, name).toMatchObject({ job_id: jobId });
  stop.abort();
  await call;
  await ended(first.jobId);
  expect((await ended(jobId)).status).toBe("completed");
});

test("a build that was asked for without waiting is nobody's to cancel", async () => {
  const { structured } = await callTool(app(), "index_codebase", { async: true, force: true }, caller());
  const { job_id } = structured as unknown as { job_id: string };
  const stop = new AbortController();
  stop.abort();
  await callTool(app(), "get_job", { job_id, wait_seconds: 1 }, { principal: ANYONE, signal: stop.signal });
  expect((await ended(job_id)).status).toBe("completed");
});

const caller = () => ({ principal: ANYONE, signal: AbortSignal.timeout(30_000) });
