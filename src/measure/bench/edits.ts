/** Measures the time from a save to an answer: changes files of a copy of the repository, and polls until the service knows. */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pause } from "../../base/promises.js";
import { skipByContent } from "../../repository/decode.js";
import { type Figure, type Section, spreadFigures, TARGETS } from "./figures.js";
import { memoryOf } from "./machine.js";
import { createMcpClient, type McpClient, pollSymbols } from "./mcp-client.js";
import { createRandom, type Random } from "./random.js";
import { copyRepository, listCodeFiles } from "./repository.js";
import { type Service, throwIfStopped, type Workspace } from "./workspace.js";

/** The interval at which the answer is polled. */
const POLL_MS = 5;
const LIMIT_MS = 30_000;
/** The pauses between saves, at least and at random in addition, in milliseconds. */
const PAUSE_MS = { least: 100, more: 400 };
const SOAK_EDITS = 1000;
/** Edits after which caches are full, and memory should no longer grow. */
const SETTLED_EDITS = 100;
const REST_MS = 5000;

const METHOD =
  "A uniquely named function is appended to a random source file, in turn by a write in place and by a rename over it; search_symbols is asked over MCP every 5 ms until it is found.";

/** Makes a number of edits, drawn by the seed. `soak`: also a long run of edits without pause. */
export async function benchEdits(
  workspace: Workspace,
  root: string,
  { edits, seed, soak }: { edits: number; seed: number; soak: boolean },
): Promise<Section> {
  const { signal } = workspace;
  const copy = workspace.path("copy");
  const dataDir = workspace.path("data");
  await copyRepository(root, copy);
  throwIfStopped(signal);
  const paths = (await listCodeFiles(copy, dataDir)).filter((path) => isEditable(copy, path));
  if (paths.length === 0)
    return { name: "save to searchable", method: "There is no source file to edit.", figures: [] };
  const service = await workspace.serve(copy, dataDir);
  await service.built;
  const client = createMcpClient(service.url, signal);
  const random = createRandom(seed);
  let done = 0;
  const editSome = async (count: number, pauses: boolean): Promise<number[]> => {
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      if (pauses) await pause(PAUSE_MS.least + random.below(PAUSE_MS.more), signal);
      throwIfStopped(signal);
      times.push(await editOne(client, join(copy, random.pick(paths)), ++done, random, signal));
    }
    return times;
  };
  // The watcher must be ready before the first measured edit.
  await editSome(1, true);
  const figures = spreadFigures("save to searchable", await editSome(edits, true), TARGETS.editP95);
  if (soak) figures.push(...(await soakFigures(service, editSome, done)));
  client.close();
  await service.stop();
  return { name: "save to searchable", method: `${edits} edits. ${METHOD}`, figures };
}

/** Whether the index accepts the file with any content, and a function may be added to it. */
function isEditable(root: string, path: string): boolean {
  return !/\.d\.[cm]?ts$/.test(path) && skipByContent(path, readFileSync(join(root, path))) === null;
}

/** Makes one edit; returns the time until it was found, in milliseconds. */
async function editOne(
  client: McpClient,
  file: string,
  number: number,
  random: Random,
  signal: AbortSignal,
): Promise<number> {
  const name = `benchEdit${number}x${random.below(1e9).toString(36)}`;
  const isCSharp = /\.csx?$/i.test(file);
  const code = isCSharp ? `\ninternal static class ${name} { }\n` : `\nfunction ${name}() {\n  return ${number};\n}\n`;
  const started = performance.now();
  if (number % 2 === 0) appendFileSync(file, code);
  else {
    writeFileSync(`${file}.bench~`, Buffer.concat([readFileSync(file), Buffer.from(code)]));
    renameSync(`${file}.bench~`, file);
  }
  const options = { signal, everyMs: POLL_MS, limitMs: LIMIT_MS };
  try {
    // With `name:` the service does not search for similar names, which would cost it more than the edit.
    const found = await pollSymbols(client, `name:${name}`, ({ names }) => names.includes(name), options);
    return found - started;
  } catch (error) {
    throw new Error(`edit ${number} of ${file} was not seen`, { cause: error });
  }
}

async function soakFigures(
  { pid }: Service,
  editSome: (count: number, pauses: boolean) => Promise<number[]>,
  done: number,
): Promise<Figure[]> {
  const memory = (name: string): Figure[] => {
    const bytes = memoryOf(pid)?.now;
    return bytes === undefined ? [] : [{ name, value: bytes / 1e6, unit: "MB" }];
  };
  await editSome(Math.max(0, SETTLED_EDITS - done), false);
  const before = memory(`memory after ${SETTLED_EDITS} edits`);
  const times = await editSome(SOAK_EDITS, false);
  await sleep(REST_MS);
  const after = memory(`memory after ${SOAK_EDITS} more edits and ${REST_MS / 1000} s of rest`);
  return [...before, ...after, ...spreadFigures(`save to searchable, ${SOAK_EDITS} edits without a pause`, times)];
}
