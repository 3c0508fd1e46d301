/**
 * What is kept no longer than the settings say: entries of the audit log, jobs and tokens that have ended, and once a day, project by project, what
 * of the index nothing uses any more. Every process that indexes may do it: the rest of what ends goes where it ends (tasks, builds, removals).
 */

import type { Logger } from "../base/log.js";
import type { Config } from "../config/config.js";
import { forgetAudit } from "../store/audit.js";
import type { Db } from "../store/db/db.js";
import { forgetJobs } from "../store/jobs.js";
import { claimSweep, sweep } from "../store/sweep.js";
import { forgetTokens } from "../store/tokens.js";
import { sweepVectors } from "../store/vectors.js";

const LOOK_EVERY_MS = 10 * 60_000;
/** After a start, which has other things to do. */
const FIRST_LOOK_MS = 60_000;

/** Looks every ten minutes, until what it gives is called. */
export function createRetention(
  settings: Pick<Config, "auditDays" | "jobDays" | "tokenDays">,
  db: Db,
  log: Logger,
): () => Promise<void> {
  const stop = new AbortController();
  let looking: Promise<void> | undefined;
  const look = (): void => {
    looking ??= forgetOld(settings, db, stop.signal)
      .catch((error) => log.warn({ err: error }, "what is old stays; it is tried again"))
      .finally(() => {
        looking = undefined;
      });
  };
  const timers = [setTimeout(look, FIRST_LOOK_MS), setInterval(look, LOOK_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return async () => {
    for (const timer of timers) clearTimeout(timer);
    stop.abort();
    await looking;
  };
}

/** Forgets what is older than the settings say, and sweeps the projects whose turn it is. */
export async function forgetOld(
  { auditDays, jobDays, tokenDays }: Pick<Config, "auditDays" | "jobDays" | "tokenDays">,
  db: Db,
  signal?: AbortSignal,
): Promise<void> {
  await forgetAudit(db, auditDays);
  await forgetJobs(db, jobDays);
  await forgetTokens(db, tokenDays);
  for (;;) {
    if (signal?.aborted) return;
    const projectId = await claimSweep(db);
    if (projectId === undefined) return;
    await sweep(db, projectId, signal, { thorough: true });
    await sweepVectors(db, projectId);
  }
}
