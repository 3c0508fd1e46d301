/**
 * `npm run train [-- FOLDER]`: fetches the pinned packages, learns from them and writes models/words.bin and the vectors its test compares with,
 * then evaluates it. FOLDER (.cache/training) keeps the archives and what lies between the steps. Takes half an hour of one core.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Vocabulary } from "../dist/models/embedding/vocabulary.js";
import { fetchPinned, packages } from "./packages.js";
import { HASHED_ROWS, writePairs } from "./pairs.js";
import { samplesWithRows } from "./samples.js";

const NAME = "codeindex-words-2";
const here = import.meta.dirname;
const root = join(here, "..");
const folder = process.argv[2] ?? join(root, ".cache", "training");
const archives = join(folder, "packages");
const pairs = join(folder, "pairs");

await fetchPinned(archives);
writePairs(
  packages().filter(({ heldOut }) => !heldOut),
  archives,
  pairs,
);
const words = JSON.parse(readFileSync(join(pairs, "words.json"), "utf8"));
writeFileSync(join(pairs, "samples.json"), JSON.stringify(samplesWithRows(new Vocabulary(words, HASHED_ROWS))));

const python = join(folder, "python", "bin", "python");
if (!existsSync(python)) {
  run("python3", "-m", "venv", join(folder, "python"));
  run(python, "-m", "pip", "install", "--quiet", "-r", join(here, "requirements.txt"));
}
const model = join(root, "models", "words.bin");
const vectors = join(root, "tests", "fixtures", "embedding-vectors.json");
run(python, join(here, "train.py"), pairs, model, vectors, "--name", NAME, "--hashed-rows", String(HASHED_ROWS));
run(process.execPath, join(here, "evaluate.js"), archives);

function run(command, ...given) {
  const { status } = spawnSync(command, given, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
