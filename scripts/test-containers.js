/**
 * `npm run test:containers`: the container tests, with the packages that only they need. Where no Docker engine answers, or an image they start
 * from cannot be had, it says so and skips them.
 */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "tests", "containers");

const IMAGES = ["node:22-bookworm-slim", "pgvector/pgvector:pg17", "redis:7"];
const PULL_PATIENCE_MS = 120_000;

function hasImage(name) {
  if (spawnSync("docker", ["image", "inspect", name]).status === 0) return true;
  console.log(`Pulls ${name}, for ${PULL_PATIENCE_MS / 1000} s at most.`);
  return spawnSync("docker", ["pull", "--quiet", name], { timeout: PULL_PATIENCE_MS }).status === 0;
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const engine = spawnSync("docker", ["info", "--format", "{{.ServerVersion}}"], { encoding: "utf8" });
if (engine.status !== 0 || spawnSync("docker", ["compose", "version"]).status !== 0) {
  console.log("SKIPPED: the container tests need a Docker engine with compose, and none answers.");
} else if (!IMAGES.every(hasImage)) {
  console.log(`SKIPPED: the container tests start from ${IMAGES.join(", ")}, and not all of them can be had.`);
} else {
  console.log(
    `Docker ${engine.stdout.trim()}. All tests take some 15 minutes on two idle cores, and 40 on busy ones; a name of a file after -- has that one alone.`,
  );
  run("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  run("npx", ["vitest", "run", "--config", join(folder, "vitest.config.ts"), ...process.argv.slice(2)]);
}
