/** Metrics by the names that others ask for: the alerts, the dashboard, the scaler of workers, and the pages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMetrics } from "../../src/telemetry/metrics.js";
import { asker, useSharedApp } from "../helpers/app.js";

const PROJECT = join(import.meta.dirname, "../..");
const CHART = "helm/codeindex";
/** Those that Prometheus adds: of the pod that it asks, and of the buckets of histograms. */
const OF_PROMETHEUS = ["namespace", "pod", "le"];

const app = useSharedApp({ "src/cart.ts": "export function addItem() {}\n" });
const ask = asker(() => app());

type Names = Map<string, Set<string>>;

/** The metrics of a process that has done a bit of all, and the labels of their series. */
async function readNames(): Promise<Names> {
  const metrics = createMetrics({
    role: "service",
    version: "1.2.3",
    db: app().db,
    depth: async () => [{ lane: "bulk", waiting: 1, active: 0, failed: 0, delayed: 0, oldestMs: 1 }],
    replica: { figures: () => ({ isUp: true, lagSeconds: 1, statements: { replica: 1, database: 1 } }) },
    memory: () => app().searcher.memory,
  });
  const names: Names = new Map();
  try {
    await ask("search_symbols", { query: "addItem" });
    await ask("get_file_outline", { path: "nowhere.ts" }).catch(() => undefined);
    const [project] = await app().projects();
    const { jobId } = await app().indexing.start(project!, { force: true });
    // While the build is under way the project lags.
    note((await metrics.read()).text, names);
    await app().indexing.wait(jobId, AbortSignal.timeout(40_000));
    note((await metrics.read()).text, names);
    return names;
  } finally {
    metrics.close();
  }
}

function note(text: string, names: Names): void {
  for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) if (!names.has(name!)) names.set(name!, new Set());
  for (const [, sample, labels] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const name = names.has(sample!) ? sample! : sample!.replace(/_(bucket|sum|count)$/, "");
    for (const [, label] of labels!.matchAll(/(\w+)="/g)) names.get(name)?.add(label!);
  }
}

const read = (path: string) => readFileSync(join(PROJECT, path), "utf8");
const pages = readdirSync(join(PROJECT, "docs")).filter((name) => name.endsWith(".md"));
/** The questions to Prometheus, each in a line. */
const queries = [
  ...Array.from(read(`${CHART}/dashboards/codeindex.json`).matchAll(/"expr": "(.*)"/g), ([, query]) => query!),
  ...Array.from(read(`${CHART}/templates/monitoring.yaml`).matchAll(/^ +expr: (.*)$/gm), ([, query]) => query!),
  ...Array.from(read(`${CHART}/templates/scaling.yaml`).matchAll(/^ +query: (.*)$/gm), ([, query]) => query!),
];

test("every metric that alerts, dashboard, scaler and pages name is one that processes report", async () => {
  const names = await readNames();
  const isReported = (name: string) => names.has(name) || names.has(name.replace(/_(bucket|sum|count)$/, ""));
  const named = [...queries, ...pages.map((page) => read(`docs/${page}`))].flatMap(
    (text) => text.match(/\b(?:codeindex|process|nodejs)_[a-z][a-z_]*[a-z]\b/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(40);
  expect([...new Set(named)].filter((name) => !isReported(name))).toEqual([]);
});

test("every label that alerts, dashboard and scaler choose and group by is one that the metric has", async () => {
  const names = await readNames();
  const wrong: string[] = [];
  for (const query of queries) {
    const metrics = [...new Set(query.match(/\b(?:codeindex|process)_\w+/g) ?? [])].map((name) =>
      name.replace(/_bucket$/, ""),
    );
    const chosen = Array.from(query.matchAll(/\b(\w+)=~?\\?"/g), ([, label]) => label!);
    const grouped = Array.from(query.matchAll(/\bby \(([^)]*)\)/g), ([, labels]) => labels!.split(/, */)).flat();
    // A metric may have no series yet, as that of a lag where the build was over before it was read.
    const has = (label: string) => metrics.some((name) => names.get(name)?.size === 0 || names.get(name)?.has(label));
    const lacks = [...chosen, ...grouped].filter((label) => !OF_PROMETHEUS.includes(label) && !has(label));
    if (lacks.length > 0) wrong.push(`${lacks.join()} of ${query}`);
  }
  expect(queries.length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});
