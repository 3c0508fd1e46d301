/** Measures the page in a real browser: how soon it can be used, how soon results stand on the screen, and what it costs the service. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { CodeindexError } from "../../base/errors.js";
import { nth, present } from "../../base/need.js";
import { findChromium, launchChromium } from "./chromium.js";
import { type Figure, type Section, spreadFigures } from "./figures.js";
import { memoryOf } from "./machine.js";
import { createRandom } from "./random.js";
import type { Service, Workspace } from "./workspace.js";

/** First visits, each by a browser that has kept nothing. */
const VISITS = 20;
const LONG_FILE = 10_000;
/** Callers of a function, and callers of each of these. */
const FAN = { callers: 30, each: 3 };
const GRAPH_NODES = 100;
/** The rest of a service before its memory is read, in milliseconds. */
const REST = 3000;

export interface PageInput {
  root: string;
  dataDir: string;
  seed: number;
  /** Searches that are timed. */
  calls: number;
}

/** Throws `configuration` where there is no Chromium, or no playwright-core to drive it. */
export async function benchPage(workspace: Workspace, { root, dataDir, seed, calls }: PageInput): Promise<Section> {
  const path = findChromium();
  if (path === null) throw new CodeindexError("configuration", "Chromium is needed, in PATH or at CHROMIUM_PATH.");
  const browser = await launchChromium(path);
  const stop = () => void browser.close();
  workspace.signal.addEventListener("abort", stop, { once: true });
  try {
    const service = await workspace.serve(root, dataDir);
    await service.built;
    const before = await restedMemory(service, "before");
    const visits = await firstVisits(browser, service);
    const visited = await restedMemory(service, "after the visits");
    const searched = await searches(browser, service, await queriesOf(service, seed, calls));
    const after = await restedMemory(service, "after the searches");
    await service.stop();
    const figures = [...visits, ...searched, before, visited, { ...after, note: "with its caches full" }];
    figures.push(...(await madeRepository(workspace, browser)));
    const method = `${VISITS} first visits without a cache, ${calls} searches typed into the field, and a made repository with a file of ${LONG_FILE.toLocaleString("en")} lines, in headless Chromium on the same machine.`;
    return { name: "page", method, figures };
  } finally {
    workspace.signal.removeEventListener("abort", stop);
    await browser.close();
  }
}

async function restedMemory({ pid }: Service, when: string): Promise<Figure> {
  await sleep(REST);
  return { name: `memory of the service ${when}`, value: (memoryOf(pid)?.now ?? Number.NaN) / 1e6, unit: "MB" };
}

async function firstVisits(browser: Browser, service: Service): Promise<Figure[]> {
  const usable: number[] = [];
  let bytes = 0;
  for (let visit = 0; visit < VISITS; visit++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(service.url);
    await page.locator('input[type="search"]:focus').waitFor();
    usable.push(await timeOf(page, "performance.now()"));
    bytes = await timeOf(page, TRANSFERRED);
    await context.close();
  }
  return [
    { name: "first page, compressed", value: bytes / 1000, unit: "KB" },
    ...spreadFigures("until it can be used", usable),
  ];
}

/** The bodies that were loaded, as they were sent. */
const TRANSFERRED = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .filter(({ name }) => !new URL(name).pathname.match(/^\\/(projects|session|health)/))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;

const timeOf = async (page: Page, script: string): Promise<number> => Number(await page.evaluate(script));

async function searches(browser: Browser, service: Service, queries: readonly string[]): Promise<Figure[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(service.url);
  await page.locator('input[type="search"]:focus').waitFor();
  // The first one loads what shows results.
  await page.keyboard.type("first");
  await page.locator('[role="status"][aria-busy="false"]').waitFor();
  const times: number[] = [];
  for (const query of queries) times.push(await timeOf(page, typed(query)));
  await context.close();
  return spreadFigures("from the last key to results on the screen", times);
}

/** Sets the field as a last key does, and gives the milliseconds until the answer stands there and was drawn. */
const typed = (query: string): string => `new Promise((done) => {
  const field = document.querySelector('input[type="search"]');
  const state = document.querySelector('[role="status"][aria-busy]');
  let wasBusy = false;
  const watch = new MutationObserver(() => {
    wasBusy ||= state.getAttribute("aria-busy") === "true";
    if (!wasBusy || state.getAttribute("aria-busy") === "true") return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)));
  });
  watch.observe(state, { attributes: true });
  const started = performance.now();
  field.value = ${JSON.stringify(query)};
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
})`;

/** Names of the index, and the words in them, in an order that the seed gives. */
async function queriesOf(service: Service, seed: number, count: number): Promise<string[]> {
  const names = new Set<string>();
  for (const letter of "abcdefghijklmnopqrstuvwxyz")
    for (const { name } of await symbolsNamed(service, `${letter}*`)) if (name.length > 3) names.add(name);
  const list = [...names];
  if (list.length < 2) throw new CodeindexError("configuration", "The repository has too few names to search for.");
  const { pick: pickOf } = createRandom(seed);
  const pick = () => pickOf(list);
  const words = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  const queries = [pick()];
  while (queries.length < count) {
    const query = queries.length % 2 === 0 ? pick() : `${words(pick())} ${words(pick())}`;
    // The same text again asks nothing.
    if (query !== queries.at(-1)) queries.push(query);
  }
  return queries;
}

async function symbolsNamed({ url }: Service, query: string): Promise<{ node_id: string; name: string }[]> {
  const response = await fetch(`${url}/tools/search_symbols`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ query, limit: 50 }),
  });
  const { results = [] } = (await response.json()) as { results?: { node_id: string; name: string }[] };
  return results;
}

async function onlyProject({ url }: Service): Promise<string> {
  const { results } = (await (await fetch(`${url}/projects`)).json()) as { results: { id: string }[] };
  return nth(results, 0).id;
}

/** A file of many lines, and a function that many others lead to. */
async function madeRepository(workspace: Workspace, browser: Browser): Promise<Figure[]> {
  const root = workspace.path("made");
  mkdirSync(root);
  const long = Array.from(
    { length: LONG_FILE },
    (_, line) => `export const value${line} = { line: ${line}, text: "a line" };`,
  );
  const callers = Array.from({ length: FAN.callers }, (_, index) => [
    `export function caller${index}() {\n  return hub();\n}`,
    ...Array.from(
      { length: FAN.each },
      (_, one) => `export function far${index}x${one}() {\n  return caller${index}();\n}`,
    ),
  ]);
  writeFileSync(join(root, "long.ts"), `${long.join("\n")}\n`);
  writeFileSync(join(root, "hub.ts"), `export function hub() {\n  return 1;\n}\n${callers.flat().join("\n")}\n`);
  const service = await workspace.serve(root, workspace.path("made-data"));
  await service.built;
  const page = await browser.newPage();
  const figures = [...(await longFile(page, service)), ...(await graph(page, service))];
  await page.close();
  await service.stop();
  return figures;
}

async function longFile(page: Page, service: Service): Promise<Figure[]> {
  await page.goto(`${service.url}/ui/code/${await onlyProject(service)}/long.ts`);
  await page.locator(".syntax-keyword").first().waitFor();
  const opened = await timeOf(page, "performance.now()");
  const frames = (await page.evaluate(SCROLLED)) as number[];
  return [
    { name: `a file of ${LONG_FILE.toLocaleString("en")} lines, until it is in colours`, value: opened, unit: "ms" },
    ...spreadFigures("frames while it scrolls", frames),
  ];
}

/** Scrolls through the whole file in a hundred steps, and gives the milliseconds between frames. */
const SCROLLED = `new Promise((done) => {
  const view = document.querySelector('[aria-label^="Code of"]');
  const frames = [];
  let last = performance.now();
  let step = 0;
  const next = (now) => {
    if (step > 0) frames.push(now - last);
    last = now;
    if (++step > 100) return done(frames);
    view.scrollTop = (view.scrollHeight * step) / 100;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})`;

async function graph(page: Page, service: Service): Promise<Figure[]> {
  const hub = present((await symbolsNamed(service, "hub")).find(({ name }) => name === "hub"));
  await page.goto(`${service.url}/ui/symbol/${await onlyProject(service)}/${hub.node_id}`);
  const nodes = page.locator('[aria-label="Graph"] g[role="button"]');
  await nodes.first().waitFor();
  const times: number[] = [];
  for (let count = await nodes.count(); count < GRAPH_NODES; ) {
    const [took, now] = (await page.evaluate(OPENED)) as [number, number];
    if (now <= count) break;
    times.push(took);
    count = now;
  }
  const shown = await nodes.count();
  return [
    { name: "symbols in the picture", value: shown, unit: "" },
    ...spreadFigures("from a click in the picture to more symbols", times),
  ];
}

/** Clicks on the first symbol with more around it, and gives the milliseconds until there are more, and how many; after ten seconds there are none. */
const OPENED = `new Promise((done) => {
  const all = () => [...document.querySelectorAll('[aria-label="Graph"] g[role="button"]')];
  const before = all().length;
  const started = performance.now();
  const look = () => {
    const now = all().length;
    const took = performance.now() - started;
    if (now > before || took > 10000) done([took, now]);
    else requestAnimationFrame(look);
  };
  all().find((node) => node.textContent.endsWith("+"))?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  requestAnimationFrame(look);
})`;
