/** The runs that .ci/run has begun beside its steps: they end with it. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../helpers/folders.js";
import { until } from "../helpers/until.js";

const BESIDE = join(import.meta.dirname, "../../.ci/beside.sh");

test("a script that fails ends the runs that it began, with all processes that they started", async () => {
  const reports = temporaryFolder();
  const failing = `
    set -euo pipefail
    . "${BESIDE}"
    reports="${reports}"
    trap end_all EXIT
    begin faults bash -c 'sleep 600 & echo $!; wait'
    until [ -s "$reports/faults.log" ]; do sleep 0.05; done
    false
  `;
  await expect(promisify(execFile)("bash", ["-c", failing])).rejects.toMatchObject({ code: 1 });
  const started = Number(readFileSync(join(reports, "faults.log"), "utf8"));
  expect(started).toBeGreaterThan(1);
  await until(() => !isAlive(started), { within: 5000 });
});

test("a run that goes well is shown with what it wrote, and its status is that of its command", async () => {
  const script = `
    set -euo pipefail
    . "${BESIDE}"
    reports="${temporaryFolder()}"
    trap end_all EXIT
    begin audit bash -c 'echo no advisories; exit 3'
    end audit || echo "status $?"
  `;
  const { stdout } = await promisify(execFile)("bash", ["-c", script]);
  expect(stdout).toMatch(/^\n=== audit, \d+ s after the start\nno advisories\nstatus 3\n$/);
});

/** Whether a process runs: one that has ended and was not waited for does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
