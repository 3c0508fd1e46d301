/** The action of `scip import`: sends a SCIP index to a running service, and prints the result. */
import { createReadStream, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CodeindexError, invalidParameter } from "../base/errors.js";
import { nth } from "../base/need.js";
import { type JobAnswer, jobInWords } from "../tools/shared/jobs.js";
import type { ScipFlags } from "./scip.js";
import { askService, sendFile, serviceUrl } from "./service.js";

const LOOK_EVERY_MS = 300;

/** Returns the exit code. */
export async function importIndex(
  file: string,
  { project, commit, folder, wait, url, json }: ScipFlags,
): Promise<number> {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw invalidParameter("file", `there is no file ${file}`);
  const base = serviceUrl(url);
  const path = `/projects/${encodeURIComponent(project ?? (await onlyProject(base)))}`;
  const query = new URLSearchParams({ ...(commit && { commit }), ...(folder && { folder }) });
  const sent = await sendFile<{ documents: number; job_id: string }>(
    base,
    `${path}/scip?${query}`,
    createReadStream(file),
  );
  const job = await askJob(base, `${path}/jobs/${sent.job_id}`, wait);
  console.log(json ? JSON.stringify(job, null, 2) : jobInWords(job));
  return job.status === "failed" || job.status === "cancelled" ? 1 : 0;
}

/** The job at its end, or its current state without `wait`. */
async function askJob(base: string, path: string, wait: boolean): Promise<JobAnswer> {
  for (;;) {
    const job = await askService<JobAnswer>(base, "GET", path);
    if (!wait || job.finished_at !== null) return job;
    await sleep(LOOK_EVERY_MS);
  }
}

async function onlyProject(base: string): Promise<string> {
  const { results } = await askService<{ results: { project_id: string }[] }>(base, "GET", "/projects");
  const ids = results.map(({ project_id }) => project_id);
  if (ids.length === 1) return nth(ids, 0);
  throw new CodeindexError(
    "project_selection_ambiguous",
    "Which project? Name it with --project.",
    { candidates: ids },
    [`Projects: ${ids.join(", ") || "none yet"}.`],
  );
}
