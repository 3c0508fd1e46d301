/** Figures that several resources show. */
import type { CacheFigures } from "../../search/answer-cache.js";
import type { Db } from "../../store/db/db.js";
import { type Job, listJobs } from "../../store/jobs.js";

/** More than the number of jobs between two builds. */
const LOOKED_AT = 50;

/** The last completed build of a project, if its record is kept. */
export async function lastBuild(db: Db, projectId: string): Promise<Job | undefined> {
  const jobs = await listJobs(db, projectId, LOOKED_AT);
  return jobs.find(({ status, result }) => status === "completed" && result !== null);
}

/** The share of searches answered from the cache, 0 to 1. */
export function shareOfHits({ hits, misses }: CacheFigures): number {
  return hits === 0 ? 0 : Math.round((100 * hits) / (hits + misses)) / 100;
}

/** `245MB`, `1.2GB`. */
export function inBytes(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes >= 1024) return `${Math.round((10 * megabytes) / 1024) / 10}GB`;
  return megabytes >= 1 ? `${Math.round(megabytes)}MB` : `${Math.round(bytes / 1024)}KB`;
}
