/** `index`: one run over one repository, without a service. */
import { realpathSync } from "node:fs";
import { nth, present } from "../base/need.js";
import { type Flags, readConfig } from "../config/config.js";
import type { Job } from "../store/jobs.js";
import { jobSummary, showJob } from "./progress.js";
import { stopSignal } from "./stop.js";

/** Errors that are not the fault of the file that had them. */
const OUR_FAULTS = new Set(["internal", "index_error", "engine_unavailable"]);

/** Indexes, prints a summary, and returns the exit code: 1 where the run did not end or a file failed for a reason that is not its own. */
export async function indexOnce(flags: Flags, options: { force: boolean; json: boolean }): Promise<number> {
  const config = readConfig({ ...flags, watchFiles: false });
  const stop = stopSignal();
  const { createBuilder } = await import("../processes/builder.js");
  const builder = await createBuilder(config);
  try {
    const root = realpathSync(nth(config.repos, 0));
    const project = present((await builder.projects()).find((each) => each.root === root));
    const started = await builder.indexing.start(project, { force: options.force });
    const job = await showJob(builder.indexing, started, project.name, stop);
    console.log(options.json ? JSON.stringify(job, null, 2) : jobSummary(job, project.name).join("\n"));
    return exitCode(job);
  } finally {
    await builder.close();
  }
}

function exitCode({ status, result }: Job): number {
  if (status !== "completed") return 1;
  return result?.errors.some(({ code }) => OUR_FAULTS.has(code)) ? 1 : 0;
}
