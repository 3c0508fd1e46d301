/** `npm run test:containers`: the container tests, with the packages that only they need; says so where no Docker engine answers, and skips them. */
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, "tests", "containers");

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const engine = spawnSync("docker", ["info", "--format", "{{.ServerVersion}}"], { encoding: "utf8" });
if (engine.status !== 0 || spawnSync("docker", ["compose", "version"]).status !== 0) {
  console.log("SKIPPED: the container tests need a Docker engine with compose, and none answers.");
} else {
  console.log(`Docker ${engine.stdout.trim()}`);
  run("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  run("npx", ["vitest", "run", "--config", join(folder, "vitest.config.ts"), ...process.argv.slice(2)]);
}
