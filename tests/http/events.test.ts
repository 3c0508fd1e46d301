/** A project's events, as a client reads them while some other process works. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createLog } from "../../src/base/log.js";
import { createProjectEvents } from "../../src/http/project-events.js";
import { type HttpServer, listen } from "../../src/http/server.js";
import type { Db } from "../../src/store/db/db.js";
import { createJob, findJob, finishJob, type JobRun, startJob, updateJob } from "../../src/store/jobs.js";
import { listProjects, type Project, registerProject } from "../../src/store/projects.js";
import { beginBuild, ensureView, publish } from "../../src/store/views.js";
import { openPglite } from "../helpers/store.js";
import { tableHost, viewsBy } from "../mcp/table.js";

let store: Awaited<ReturnType<typeof openPglite>>;
let project: Project;
let server: HttpServer;
const streams: Stream[] = [];

beforeAll(async () => {
  store = await openPglite();
  project = await registerProject(store.db, "/srv/shop");
  server = await listen({
    ...tableHost(),
    db: store.db,
    projects: () => listProjects(store.db),
    ...viewsBy(({ projectId }) => ensureView(store.db, projectId)),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stream of streams.splice(0)) stream.close();
  await store.db.query("delete from jobs");
});
afterAll(async () => {
  await server.close();
  await store.remove();
});

interface Event {
  event: string;
  id?: string;
  data: Record<string, unknown>;
}

interface Stream {
  response: Response;
  /** The next event for which it holds, others left out. */
  next(isWanted: (event: Event) => boolean): Promise<Event>;
  /** All that came so far. */
  text(): string;
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream as EventSource does. */
async function follow(path = "/projects/shop/events", headers: Record<string, string> = {}): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${server.url}${path}`, {
    headers: { accept: "text/event-stream", ...headers },
    signal: stop.signal,
  });
  let text = "";
  let taken = 0;
  let heard: () => void = () => undefined;
  const ended = (async () => {
    for await (const bytes of response.body!) {
      text += Buffer.from(bytes).toString();
      heard();
    }
  })().catch(() => undefined);
  const stream: Stream = {
    response,
    ended,
    text: () => text,
    close: () => stop.abort(),
    async next(isWanted) {
      for (;;) {
        for (const event of parse(text).slice(taken)) {
          taken++;
          if (isWanted(event)) return event;
        }
        await new Promise<void>((done) => {
          heard = done;
        });
      }
    },
  };
  streams.push(stream);
  return stream;
}

function parse(text: string): Event[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .filter((block) => block.startsWith("event:"))
    .map((block) => {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
      return { event: fields.event, id: fields.id, data: JSON.parse(fields.data) };
    });
}

/** A build that some worker runs. */
async function begin(db: Db): Promise<JobRun> {
  const { jobId } = await createJob(db, randomUUID(), project.projectId, {});
  const run = { jobId, projectId: project.projectId, runId: randomUUID() };
  await startJob(db, run);
  return run;
}

async function publishOnce(db: Db) {
  const view = await ensureView(db, project.projectId);
  const token = randomUUID();
  await beginBuild(db, view, token);
  return publish(db, view, token, { upserts: [], deletes: [] }, { fingerprint: "f", commit: "abc", rowFormat: 1 });
}

describe("a stream", () => {
  test("begins with how the project stands, and tells of a build to its end", async () => {
    const { db } = store;
    const run = await begin(db);
    const stream = await follow();
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await stream.next(({ event }) => event === "generation")).toMatchObject({
      data: { project: "shop", generation: expect.any(Number) },
    });
    expect(await stream.next(({ event }) => event === "job")).toMatchObject({
      data: { job_id: run.jobId, status: "running" },
    });
    await updateJob(db, run, { phase: "parse", filesDone: 3, filesTotal: 9 });
    expect(await stream.next(({ event }) => event === "progress")).toMatchObject({
      data: { job_id: run.jobId, phase: "parse", files_done: 3, files_total: 9, progress: 1 / 3 },
    });
    const view = await publishOnce(db);
    expect(await stream.next(({ event }) => event === "generation")).toEqual({
      event: "generation",
      id: String(view.generation),
      data: expect.objectContaining({ generation: view.generation, commit: "abc" }),
    });
    await finishJob(db, run, { status: "failed", error: error("index_error") });
    expect(await stream.next(({ event }) => event === "job")).toMatchObject({
      data: { status: "failed", error: { code: "index_error" } },
    });
  });

  test("tells of a publish at once, not at the next look", async () => {
    // The timer of the looks stands still: each generation comes by the notification of its publish.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await follow();
    await stream.next(({ event }) => event === "generation");
    for (let time = 0; time < 3; time++) {
      await publishOnce(store.db);
      await stream.next(({ event }) => event === "generation");
    }
  });

  test("a second one, with a Last-Event-ID, is told how things are too", async () => {
    const run = await begin(store.db);
    const first = await follow();
    await first.next(({ event }) => event === "job");
    const second = await follow("/projects/shop/events", { "last-event-id": "1" });
    await second.next(({ event }) => event === "generation");
    expect(await second.next(({ event }) => event === "job")).toMatchObject({ data: { job_id: run.jobId } });
  });

  test("says nothing of what had ended before", async () => {
    const run = await begin(store.db);
    await finishJob(store.db, run, { status: "failed", error: error("internal") });
    const stream = await follow();
    await stream.next(({ event }) => event === "generation");
    const later = await begin(store.db);
    expect((await stream.next(({ event }) => event === "job")).data.job_id).toBe(later.jobId);
    expect(await findJob(store.db, run.jobId)).toMatchObject({ status: "failed" });
  });

  test("beats every 15 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const stream = await follow();
    await stream.next(({ event }) => event === "generation");
    await vi.advanceTimersByTimeAsync(15_000);
    await vi.waitUntil(() => stream.text().includes(": heartbeat\n\n"));
  });

  test("ends when the project is removed", async () => {
    await registerProject(store.db, "/srv/gone");
    const stream = await follow("/projects/gone/events");
    await stream.next(({ event }) => event === "generation");
    await store.db.query("update projects set removed_at = now() where project_id = 'gone'");
    expect(await stream.next(({ event }) => event === "removed")).toMatchObject({ data: { project: "gone" } });
    await stream.ended;
  });

  test("shows HEAD its headers, and ends", async () => {
    const answer = await fetch(`${server.url}/projects/${project.projectId}/events`, { method: "HEAD" });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  });

  test("of a project that is none: 404", async () => {
    const response = await fetch(`${server.url}/projects/nothing/events`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "project_not_found" } });
  });

  test("streams end when the service stops, and those above the limit are refused", async () => {
    const other = await listen({
      ...tableHost(),
      db: store.db,
      projects: () => listProjects(store.db),
      ...viewsBy(({ projectId }) => ensureView(store.db, projectId)),
    });
    const open = await Promise.all(Array.from({ length: 200 }, () => fetch(`${other.url}/projects/shop/events`)));
    expect(open.every(({ status }) => status === 200)).toBe(true);
    const refused = await fetch(`${other.url}/projects/shop/events`);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("3");
    expect(await refused.json()).toMatchObject({ error: { code: "rate_limited", retryable: true } });
    await other.close();
    await Promise.all(open.map((response) => response.text()));
  });
});

const error = (code: "index_error" | "internal") => ({
  code,
  message: "It failed.",
  category: "index" as const,
  severity: "error" as const,
  retryable: true,
  suggestions: [],
  context: {},
  timestamp: new Date().toISOString(),
});

test("a job whose end was long ago at the next look, because the database was away, is told", async () => {
  const { db } = store;
  const events = createProjectEvents(db, createLog("silent"));
  const seen: string[] = [];
  const unfollow = events.follow(project.projectId, {
    send: ({ name, data }) => seen.push(`${name} ${data.status ?? ""}`.trim()),
    end: () => undefined,
  });
  const run = await begin(db);
  await vi.waitUntil(() => seen.includes("job running"), 5000);
  await db.query("update jobs set status = 'failed', finished_at = now() - interval '1 hour' where job_id = $1", [
    run.jobId,
  ]);
  await vi.waitUntil(() => seen.includes("job failed"), 5000);
  unfollow();
  await events.close();
});
