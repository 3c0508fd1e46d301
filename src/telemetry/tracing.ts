/**
 * OpenTelemetry traces: spans for requests, tool calls, jobs and transactions, exported as OpenTelemetry's own environment variables say. Without
 * them it is not loaded and sends nothing. The packages are optional dependencies; they read the other variables (OTEL_TRACES_SAMPLER,
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_…) themselves.
 */
import { type Logger, logFields } from "../base/log.js";
import { addObserver, codeOf, type ObservedWork } from "../base/observe.js";
import { systemCode } from "../base/system-code.js";

/** How long the last export may take at the end, in milliseconds. */
const PATIENCE = 2000;

/** Whether the environment enables traces. */
export function isTracingOn(env: NodeJS.ProcessEnv): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none") return false;
  return Boolean(env.OTEL_TRACES_EXPORTER || env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT);
}

/** Starts tracing if the environment enables it; returns the function that ends it. Without the packages it warns and continues. */
export async function startTracing(
  { role, version }: { role: string; version: string },
  log: Logger,
  env: NodeJS.ProcessEnv = process.env,
): Promise<() => Promise<void>> {
  if (!isTracingOn(env)) return async () => undefined;
  const packages = await loadPackages();
  if (!packages) {
    log.warn(
      "traces are asked for, but the packages of OpenTelemetry are not installed: install without --omit=optional",
    );
    return async () => undefined;
  }
  const { api, sdk, resources, otlp } = packages;
  const exporter =
    env.OTEL_TRACES_EXPORTER === "console" ? new sdk.ConsoleSpanExporter() : new otlp.OTLPTraceExporter();
  const resource = resources
    .defaultResource()
    .merge(
      resources.resourceFromAttributes({
        "service.name": "codeindex",
        "service.version": version,
        "codeindex.role": role,
      }),
    )
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  provider.register();
  const tracer = api.trace.getTracer("codeindex", version);
  const { context, propagation, SpanKind, SpanStatusCode } = api;
  const stop = addObserver({
    headers() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    around(work, run) {
      // A transaction outside any work is of no interest in traces, and may last as long as the process (a lease).
      if (work.kind === "transaction" && !api.trace.getActiveSpan()) return run();
      const parent = work.headers ? propagation.extract(context.active(), work.headers) : context.active();
      const kind = {
        request: SpanKind.SERVER,
        job: SpanKind.CONSUMER,
        tool: SpanKind.INTERNAL,
        transaction: SpanKind.CLIENT,
      };
      return tracer.startActiveSpan(spanName(work), { kind: kind[work.kind] }, parent, async (span) => {
        try {
          return await run();
        } catch (error) {
          work.error ??= codeOf(error);
          throw error;
        } finally {
          // The route of a request is known only at its end.
          span.updateName(spanName(work));
          span.setAttributes(work.attributes);
          for (const [field, value] of Object.entries(logFields()))
            span.setAttribute(`codeindex.${field}`, String(value));
          // Only the code: a message may hold details that belong in the log alone.
          if (work.error) span.setStatus({ code: SpanStatusCode.ERROR, message: work.error });
          span.end();
        }
      });
    },
  });
  return async () => {
    stop();
    const patience = new Promise<void>((done) => setTimeout(done, PATIENCE).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), patience]);
    for (const part of [api.trace, context, propagation]) part.disable();
  };
}

function spanName({ kind, name }: ObservedWork): string {
  return kind === "request" ? name : `${kind} ${name}`;
}

async function loadPackages() {
  try {
    const [api, sdk, resources, otlp] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/exporter-trace-otlp-http"),
    ]);
    return { api, sdk, resources, otlp };
  } catch (error) {
    if (systemCode(error) === "ERR_MODULE_NOT_FOUND") return null;
    throw error;
  }
}
