/**
 * The metrics for Prometheus at /metrics. Work is counted as it ends; queue lengths and totals are read on a scrape, at most every few seconds.
 * Labels come from lists of ours (routes, tools, codes of errors, lanes, kinds), the configuration, and at most 50 projects that lag, so that no
 * request can add a series.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CacheFigures, MemoryBudget } from "../base/memory-budget.js";
import { addObserver, type ObservedWork } from "../base/observe.js";
import type { EmbedderSource } from "../models/embedding/source.js";
import type { QueueDepth } from "../queue/queue-types.js";
import type { Db } from "../store/db/db.js";
import { checkWritable } from "../store/db/server.js";
import { countEverything } from "../store/figures.js";
import type { ReadReplica, ReplicaFigures } from "../store/read-replica.js";

const PREFIX = "codeindex_";
/** Seconds. The promised times for tools are 50 to 150 ms. */
const QUICK = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 10];
const SLOW = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];
/** How long a scrape waits for the queue or the database, and how long their answer is reused, in milliseconds. */
const PATIENCE = 1500;
const KEPT = 5000;
/** The sampling interval of the event loop, in milliseconds. */
const LOOP_PRECISION = 20;

export interface Metrics {
  /** All metrics as text, and its content type. */
  read(): Promise<{ type: string; text: string }>;
  /** Stops counting. */
  close(): void;
}

export interface MetricSources {
  role: "service" | "worker" | "watcher";
  version: string;
  db: Db;
  /** null: the process has no queue. */
  depth: (() => Promise<QueueDepth[]>) | null;
  /** Null or absent where answers are read from the database alone. */
  replica?: Pick<ReadReplica, "figures"> | null;
  /** Null or absent where the process has no embedder. */
  embedder?: () => Pick<EmbedderSource, "model" | "problem"> | null;
  /** Absent where the process keeps nothing of indexes. */
  memory?: () => Pick<MemoryBudget, "limit" | "figures">;
}

/** Ends the help texts of figures that all processes share. */
const OF_ALL = "Of the whole installation: every process reports the same, so take max(), not sum().";

/** A metric as docs/operations.md lists it: its name, its kind, its labels, and its help text without the words on who reports it. */
export interface MetricDescription {
  name: string;
  kind: "counter" | "gauge" | "histogram";
  labels: readonly string[];
  help: string;
  /** Whether each process reports the same, of the whole installation. */
  isShared: boolean;
}

/** Every metric of the program, those of replicas and caches among them; none of those that every Node process has (process_…, nodejs_…). */
export function describeMetrics(): MetricDescription[] {
  const described: MetricDescription[] = [];
  const makers = makersOf(new Registry(), (made) => described.push(made));
  workMetrics(makers);
  processMetrics(makers, true);
  installationMetrics(makers);
  cacheMetrics(makers);
  return described;
}

type Makers = ReturnType<typeof makersOf>;

/** Functions that make metrics of a register, under the program's prefix. */
function makersOf(register: Registry, note: (made: MetricDescription) => void) {
  const options = (kind: MetricDescription["kind"], name: string, help: string, labelNames: string[]) => {
    note({
      name: PREFIX + name,
      kind,
      labels: labelNames,
      help: help.replace(` ${OF_ALL}`, ""),
      isShared: help.endsWith(OF_ALL),
    });
    return { name: PREFIX + name, help, labelNames, registers: [register] };
  };
  return {
    gauge: (name: string, help: string, ...labels: string[]) => new Gauge(options("gauge", name, help, labels)),
    counter: (name: string, help: string, ...labels: string[]) => new Counter(options("counter", name, help, labels)),
    histogram: (name: string, help: string, buckets: number[], ...labels: string[]) =>
      new Histogram({ ...options("histogram", name, help, labels), buckets }),
  };
}

/** Counted as work ends. */
function workMetrics({ counter, histogram }: Makers) {
  return {
    requests: counter("http_requests_total", "HTTP requests that were answered.", "route", "status"),
    requestTimes: histogram("http_request_duration_seconds", "From request to answer.", QUICK, "route"),
    calls: counter("tool_calls_total", "Tool calls.", "tool", "outcome"),
    callTimes: histogram("tool_duration_seconds", "How long tool calls took.", QUICK, "tool"),
    errors: counter("errors_total", "Errors, by code and by what they ended.", "where", "code"),
    jobs: counter("jobs_total", "Runs of jobs that this process ended.", "kind", "outcome"),
    jobTimes: histogram("job_duration_seconds", "How long runs of jobs took.", SLOW, "kind"),
    files: counter("files_total", "Files of completed jobs, by what became of them.", "outcome"),
    transactions: histogram("db_transaction_duration_seconds", "How long transactions took.", QUICK),
  };
}

/** Of the process itself; those of a replica where it reads from one. */
function processMetrics({ gauge, counter }: Makers, hasReplica: boolean) {
  return {
    info: gauge("info", "Version and role of this process; always 1.", "version", "role"),
    connections: gauge("db_connections", "Connections to the database.", "state"),
    clock: gauge("clock_offset_seconds", "How far the clock of this process is ahead of the database's."),
    up: gauge("up", "Whether a part answers: database, writes, queue, replica, embedder.", "part"),
    replicaLag: hasReplica && gauge("replica_lag_seconds", "How far the replica is behind the database."),
    reads:
      hasReplica && counter("reads_total", "Statements of answers, by where they ran: replica, or database.", "on"),
  };
}

/** Read from the database and the queue, which all processes share: of these, take one process, or the maximum. */
function installationMetrics({ gauge }: Makers) {
  const shared = (name: string, help: string, ...labels: string[]) => gauge(name, `${help} ${OF_ALL}`, ...labels);
  return {
    queued: shared("queue_jobs", "Entries of the queue.", "lane", "state"),
    oldest: shared("queue_oldest_seconds", "How long the oldest entry has been waiting.", "lane"),
    recorded: shared("job_records", "Jobs that have not ended or have failed, as recorded.", "status"),
    oldestRecord: shared("job_oldest_seconds", "How long ago the oldest waiting job was asked for."),
    projects: shared("projects", "Projects.", "state"),
    lag: shared(
      "project_lag_seconds",
      "How long the oldest change or build of a project has waited, of the 50 longest.",
      "project",
    ),
    pending: shared("project_pending_changes", "Changed paths of these projects that are not indexed yet.", "project"),
    oldestIndex: shared("index_oldest_seconds", "Since the index was published that is the oldest."),
    sources: shared("project_sources", "Projects whose last fetch failed, or whose folder nobody watches.", "state"),
    held: shared("index_entries", "Entries of all indexes.", "of"),
    vectors: shared("vectors", "Chunks that have a vector of a model.", "model"),
    behind: shared("vectors_behind", "Projects that lack vectors of a model.", "model", "state"),
  };
}

/** Starts to count. Must be closed. */
export function createMetrics({ role, version, db, depth, replica, embedder, memory }: MetricSources): Metrics {
  const register = new Registry();
  const makers = makersOf(register, () => undefined);
  const { requests, requestTimes, calls, callTimes, errors, jobs, jobTimes, files, transactions } = workMetrics(makers);
  const { info, connections, clock, up, replicaLag, reads } = processMetrics(makers, Boolean(replica));
  const ofInstallation = installationMetrics(makers);
  const { queued, oldest, recorded, oldestRecord, projects, lag, pending } = ofInstallation;
  const { oldestIndex, sources, held, vectors, behind } = ofInstallation;
  info.set({ version, role }, 1);

  const countCaches = memory && countingCaches(cacheMetrics(makers), memory);

  const stop = addObserver({
    ended(work, milliseconds) {
      const seconds = milliseconds / 1000;
      const outcome = work.error ?? "ok";
      if (work.error) errors.inc({ where: work.kind, code: work.error });
      if (work.kind === "request") {
        requests.inc({ route: work.name, status: String(work.attributes.status ?? 0) });
        if (!work.attributes.endless) requestTimes.observe({ route: work.name }, seconds);
      } else if (work.kind === "tool") {
        calls.inc({ tool: work.name, outcome: work.error ? "error" : "ok" });
        callTimes.observe({ tool: work.name }, seconds);
      } else if (work.kind === "job") {
        jobs.inc({ kind: work.name, outcome: outcome === "ok" || outcome === "cancelled" ? outcome : "failed" });
        jobTimes.observe({ kind: work.name }, seconds);
        for (const [became, count] of filesOf(work)) files.inc({ outcome: became }, count);
      } else transactions.observe(seconds);
    },
  });

  const askQueue = kept(async () => depth?.() ?? []);
  const askDatabase = kept(() => countEverything(db, AbortSignal.timeout(PATIENCE)));
  const askWritable = kept(() => checkWritable(db, AbortSignal.timeout(PATIENCE)).then(() => true));
  let areDefaultsOn = false;

  async function look(): Promise<void> {
    const [lanes, counts, isWritable] = await Promise.all([askQueue(), askDatabase(), askWritable()]);
    countCaches?.();
    for (const each of Object.values(ofInstallation)) each.reset();
    for (const [state, count] of Object.entries(db.connections())) connections.set({ state }, count);
    clock.set((Date.now() - db.now()) / 1000);
    if (depth) up.set({ part: "queue" }, lanes ? 1 : 0);
    up.set({ part: "database" }, counts ? 1 : 0);
    up.set({ part: "writes" }, isWritable ? 1 : 0);
    const using = embedder?.() ?? null;
    if (using) up.set({ part: "embedder" }, using.model !== null && using.problem === null ? 1 : 0);
    else up.remove({ part: "embedder" });
    if (replica) showReplica(replica.figures());
    for (const { lane, oldestMs, ...states } of lanes ?? []) {
      for (const [state, count] of Object.entries(states)) queued.set({ lane, state }, count);
      oldest.set({ lane }, oldestMs / 1000);
    }
    if (!counts) return;
    for (const [status, count] of Object.entries(counts.jobs)) recorded.set({ status }, count);
    oldestRecord.set(counts.oldestSeconds);
    for (const [state, count] of Object.entries(counts.projects)) projects.set({ state }, count);
    for (const { project, seconds, changes } of counts.lagging) {
      lag.set({ project }, seconds);
      pending.set({ project }, changes);
    }
    oldestIndex.set(counts.oldestIndexSeconds);
    for (const [state, count] of Object.entries(counts.sources)) sources.set({ state }, count);
    for (const [of, count] of Object.entries(counts.index)) held.set({ of }, count);
    for (const { model, chunks, ...states } of counts.vectors) {
      vectors.set({ model }, chunks);
      behind.set({ model, state: "failing" }, states.failing);
      behind.set({ model, state: "filling" }, states.behind - states.failing);
    }
  }

  function showReplica({ isUp, lagSeconds, statements }: ReplicaFigures): void {
    up.set({ part: "replica" }, isUp ? 1 : 0);
    if (!replicaLag || !reads) return;
    replicaLag.set(lagSeconds ?? Number.NaN);
    reads.reset();
    for (const [on, count] of Object.entries(statements)) reads.inc({ on }, count);
  }

  return {
    async read() {
      // A process that is never scraped does not watch its event loop.
      if (!areDefaultsOn) collectDefaultMetrics({ register, eventLoopMonitoringPrecision: LOOP_PRECISION });
      areDefaultsOn = true;
      await look();
      return { type: register.contentType, text: await register.metrics() };
    },
    close() {
      stop();
      register.clear();
    },
  };
}

/** Of the caches of indexes. */
function cacheMetrics({ gauge, counter }: Makers) {
  return {
    most: gauge("cache_limit_bytes", "Most bytes in all caches of the process: CODEINDEX_MEMORY."),
    bytes: gauge("cache_bytes", "Bytes in a cache of the process.", "cache"),
    entries: gauge("cache_entries", "Entries of a cache.", "cache"),
    counters: {
      hits: counter("cache_hits_total", "How often a cache had what was asked for.", "cache"),
      misses: counter("cache_misses_total", "How often it had not, so that the database was asked.", "cache"),
      evictions: counter("cache_evictions_total", "Entries that went as there was no room for them.", "cache"),
    },
  };
}

/** Counts that rise for as long as a budget lasts. */
const COUNTED = ["hits", "misses", "evictions"] as const;

/** A function that brings the metrics of the caches up to date. */
function countingCaches(
  { most, bytes, entries, counters }: ReturnType<typeof cacheMetrics>,
  memory: () => Pick<MemoryBudget, "limit" | "figures">,
): () => void {
  let budget: Pick<MemoryBudget, "limit" | "figures"> | undefined;
  let before = new Map<string, CacheFigures>();
  return () => {
    const now = memory();
    // Other settings begin with another budget, whose counts begin at 0.
    if (budget !== now) before = new Map();
    budget = now;
    most.set(now.limit);
    for (const figures of now.figures()) {
      const cache = figures.name;
      bytes.set({ cache }, figures.bytes);
      entries.set({ cache }, figures.entries);
      const known = before.get(cache);
      for (const of of COUNTED) counters[of].inc({ cache }, figures[of] - (known?.[of] ?? 0));
      before.set(cache, figures);
    }
  };
}

/** The outcomes of a job's files: see `attributes` of the work in indexing/jobs/run.ts. */
function filesOf({ attributes }: ObservedWork): [outcome: string, count: number][] {
  return Object.entries(attributes).flatMap(([name, count]): [string, number][] =>
    name.startsWith("files.") && typeof count === "number" ? [[name.slice("files.".length), count]] : [],
  );
}

/** Shares one call of `ask` between callers at about the same time; undefined where it does not answer in time. */
function kept<T>(ask: () => Promise<T>): () => Promise<T | undefined> {
  let answer: Promise<T | undefined> | undefined;
  let until = 0;
  return () => {
    if (answer && performance.now() < until) return answer;
    until = performance.now() + KEPT;
    let timer: NodeJS.Timeout;
    const patience = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), PATIENCE);
    });
    // Of a part that does not answer there is no figure.
    answer = Promise.race([ask().catch(() => undefined), patience]).finally(() => clearTimeout(timer));
    return answer;
  };
}
