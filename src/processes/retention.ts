/**
 * Deletes old data according to the settings: entries of the audit log, ended jobs and ended tokens, and once a day for each project the parts of the
 * index that are no longer used. Every process that indexes runs it. Other data (of tasks, builds, removals) is deleted where it ends.
 */
import type { Logger } from "../base/log.js";
import type { Config } from "../config/config.js";
import { forgetAudit } from "../store/audit.js";
import type { Db } from "../store/db/db.js";
import { forgetJobs } from "../store/jobs.js";
import { forgetPageSessions } from "../store/page-sessions.js";
import { claimSweep, sweep } from "../store/sweep.js";
import { forgetTokens } from "../store/tokens.js";
import { sweepVectors } from "../store/vectors.js";

const LOOK_EVERY_MS = 10 * 60_000;
/** The first look waits until the start of the process is over. */
const FIRST_LOOK_MS = 60_000;

/** Looks every ten minutes; the returned function ends that. */
export function createRetention(
  settings: Pick<Config, "auditDays" | "jobDays" | "tokenDays">,
  db: Db,
  log: Logger,
): () => Promise<void> {
  const stop = new AbortController();
  let looking: Promise<void> | undefined;
  const look = (): void => {
    looking ??= forgetOld(settings, db, stop.signal)
      .catch((error) => log.warn({ err: error }, "failed to delete old data; retrying later"))
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

/** Deletes data older than the settings allow, and sweeps the projects that are due. */
export async function forgetOld(
  { auditDays, jobDays, tokenDays }: Pick<Config, "auditDays" | "jobDays" | "tokenDays">,
  db: Db,
  signal?: AbortSignal,
): Promise<void> {
  await forgetAudit(db, auditDays);
  await forgetJobs(db, jobDays);
  await forgetTokens(db, tokenDays);
  await forgetPageSessions(db);
  for (;;) {
    if (signal?.aborted) return;
    const projectId = await claimSweep(db);
    if (projectId === undefined) return;
    await sweep(db, projectId, signal, { thorough: true });
    await sweepVectors(db, projectId);
  }
}
