/** Traces go where OpenTelemetry's environment says, and nowhere without it. */
import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { CodeindexError } from "../../src/base/errors.js";
import { createLog } from "../../src/base/log.js";
import { type ObservedWork, observe } from "../../src/base/observe.js";
import { createIndexer } from "../../src/indexing/indexer.js";
import { createIndexingService } from "../../src/indexing/jobs.js";
import { createParsePool } from "../../src/indexing/parse-pool.js";
import { createProgramCache } from "../../src/indexing/program-cache.js";
import { createQueue } from "../../src/queue/queue.js";
import { registerProject } from "../../src/store/projects.js";
import { isTracingOn, startTracing } from "../../src/telemetry/tracing.js";
import { temporaryFolder } from "../helpers/folders.js";
import { openPglite } from "../helpers/store.js";

describe("whether there are traces", () => {
  test.each<{ env: NodeJS.ProcessEnv; want: boolean }>([
    { env: {}, want: false },
    { env: { OTEL_SERVICE_NAME: "code" }, want: false },
    { env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }, want: true },
    { env: { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://collector:4318/v1/traces" }, want: true },
    { env: { OTEL_TRACES_EXPORTER: "otlp" }, want: true },
    { env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_TRACES_EXPORTER: "none" }, want: false },
    { env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_SDK_DISABLED: "true" }, want: false },
  ])("$env: $want", ({ env, want }) => expect(isTracingOn(env)).toBe(want));
});

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number; message?: string };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A collector that keeps what it gets. */
let collector: Server | undefined;
afterEach(() => {
  collector?.close();
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
});

async function collect(): Promise<{ spans: Span[]; services: string[] }> {
  const spans: Span[] = [];
  const services: string[] = [];
  collector = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      services.push(resource.attributes.find(({ key }: { key: string }) => key === "service.name").value.stringValue);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((done) => collector!.listen(0, "127.0.0.1", done));
  const address = collector.address() as { port: number };
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${address.port}`;
  return { spans, services };
}

const work = (kind: ObservedWork["kind"], name: string, more: Partial<ObservedWork> = {}): ObservedWork => ({
  kind,
  name,
  attributes: {},
  ...more,
});

test("a request, its tool and their transaction are one trace, which goes on from the caller's", async () => {
  const { spans, services } = await collect();
  const stop = await startTracing({ role: "service", version: "1.0.0" }, createLog("silent"));
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  const request = work("request", "POST", { headers, attributes: { status: 504 } });
  await observe(request, async () => {
    const failed = observe(work("tool", "search_code"), () =>
      observe(work("transaction", "postgres"), async () => {
        throw new CodeindexError("index_timeout", "select secret");
      }),
    );
    await expect(failed).rejects.toThrow("select secret");
    request.name = "POST /mcp";
  });
  await stop();
  const [transaction, tool, root] = ["transaction postgres", "tool search_code", "POST /mcp"].map(
    (name) => spans.find((span) => span.name === name)!,
  );
  expect(services[0]).toBe("codeindex");
  expect([transaction!.traceId, tool!.traceId, root!.traceId]).toEqual([traceId, traceId, traceId]);
  expect(root!.parentSpanId).toBe("b7ad6b7169203331");
  expect(tool!.parentSpanId).toBe(root!.spanId);
  expect(transaction!.parentSpanId).toBe(tool!.spanId);
  expect(tool!.status).toEqual({ code: 2, message: "index_timeout" });
  expect(root!.attributes).toContainEqual({ key: "status", value: { intValue: 504 } });
  expect(JSON.stringify(spans)).not.toContain("secret");
});

test("indexing for a request belongs to its trace, whichever process runs the job and when", async () => {
  const { spans } = await collect();
  const stop = await startTracing({ role: "worker", version: "1.0.0" }, createLog("silent"));
  const store = await openPglite();
  const queue = await createQueue({ pglite: store.db });
  const skip = { exclude: [], include: ["**/*"], maxFileSize: 1000 };
  const pool = createParsePool({ threads: 1 });
  const indexer = createIndexer({
    db: store.db,
    pool,
    programs: createProgramCache(1000),
    log: createLog("silent"),
    chunkSize: 250,
    skip,
  });
  const indexing = createIndexingService({ db: store.db, queue, indexer, log: createLog("silent") });
  const project = await registerProject(store.db, temporaryFolder({ "a.txt": "a" }));
  const { jobId } = await observe(work("request", "POST /projects/{project}/build"), () => indexing.start(project, {}));
  await indexing.begin({ alone: true });
  expect(await indexing.wait(jobId, AbortSignal.timeout(50_000))).toMatchObject({ status: "completed" });
  await indexing.close();
  await queue.close();
  await indexer.close({ finish: true });
  await pool.close();
  await store.remove();
  await stop();
  const [request, job] = ["POST /projects/{project}/build", "job build"].map(
    (name) => spans.find((span) => span.name === name)!,
  );
  expect(job).toMatchObject({ traceId: request!.traceId, parentSpanId: request!.spanId });
});

test("a transaction in nobody's work, such as a lease that lasts, is not traced", async () => {
  const { spans } = await collect();
  const stop = await startTracing({ role: "watcher", version: "1.0.0" }, createLog("silent"));
  await observe(work("transaction", "postgres"), async () => undefined);
  await observe(work("job", "build"), async () => undefined);
  await stop();
  expect(spans.map(({ name }) => name)).toEqual(["job build"]);
});
