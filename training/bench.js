/**
 * `npm run bench:embed [FOLDER]`: how fast the built-in embedder is on chunks of 1.5 kB of the folder's sources (by default ours), what its parts take, how much memory it
 * needs, and how fast its sums would be with typed arrays in place of WebAssembly. Times are CPU time of one core.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createWordEmbedder, readModel } from "../dist/models/embedding/builtin.js";
import { eachWord } from "../dist/models/embedding/words.js";
import { languageOf } from "./declarations.js";

const CHUNK = 1500;
const ROUNDS = 40_000;
const ROWS_OF_A_CHUNK = 90;

const folder = process.argv[2] ?? join(import.meta.dirname, "..", "src");
const before = process.memoryUsage().rss;
const model = await readModel(new URL("../models/words.bin", import.meta.url));
const embedder = createWordEmbedder(model);
await embedder.embed([{ kind: "query", text: "warm" }]);
console.log(`${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB of memory`);

const chunks = readdirSync(folder, { recursive: true })
  .filter((path) => languageOf(path) && !path.includes("node_modules"))
  .flatMap((path) => {
    const text = readFileSync(join(folder, path), "utf8");
    const starts = Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, index) => index * CHUNK);
    return starts.map((at) => ({ kind: "chunk", text: text.slice(at, at + CHUNK), symbols: ["someSymbolName"], path }));
  })
  .slice(0, ROUNDS);
if (chunks.length === 0) throw new Error(`${folder} has no sources`);

await time("whole", () => embedder.embed(chunks));
await time("words alone", () => {
  for (const { text } of chunks) eachWord(text, { word() {}, gram() {} });
});
const { sums, dimensions, vocabulary } = model;
const rows = Int32Array.from({ length: ROWS_OF_A_CHUNK }, (_, at) => (at * at * 7) % vocabulary.rows);
const weights = new Float32Array(ROWS_OF_A_CHUNK).fill(1);
await time("sums alone", () => {
  for (const _ of chunks) sums.sum(rows, weights, ROWS_OF_A_CHUNK);
});
await time("sums by typed arrays", () => {
  for (const _ of chunks) sumTyped();
});

function sumTyped() {
  const sum = new Float64Array(dimensions);
  for (const [index, row] of rows.entries()) {
    const weight = weights[index];
    const at = row * dimensions;
    for (let column = 0; column < dimensions; column++) sum[column] += weight * sums.table[at + column];
  }
  let square = 0;
  for (let column = 0; column < dimensions; column++) square += sum[column] * sum[column];
  return Float32Array.from(sum, (value) => value / Math.sqrt(square));
}

async function time(what, run) {
  await run();
  let done = 0;
  const start = process.cpuUsage();
  for (; done < ROUNDS; done += chunks.length) await run();
  const { user, system } = process.cpuUsage(start);
  const each = (user + system) / done;
  console.log(`${what}: ${each.toFixed(1)} µs a chunk, ${Math.round(1e6 / each)} chunks a second`);
}
