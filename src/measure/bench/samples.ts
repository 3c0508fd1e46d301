/** Reads the samples for drawing queries: files, symbols and texts of an index. */
import { inflateRawSync } from "node:zlib";
import type { Db } from "../../store/db/db.js";
import { listJobs } from "../../store/jobs.js";
import { popularSymbols, sampleFiles, sampleSymbols } from "../../store/samples.js";
import { readContents } from "../../store/versions.js";
import type { View } from "../../store/views.js";
import type { Samples } from "./queries.js";

const SAMPLES = { files: 400, symbols: 1000, popular: 60, bases: 60, texts: 120 };

/** Repeatable for the same index and seed. */
export async function readSamples(db: Db, view: View, seed: number): Promise<Samples> {
  const { projectId } = view;
  const files = await sampleFiles(db, view, seed, SAMPLES.files);
  const hashes = files.slice(0, SAMPLES.texts).map(({ contentHash }) => contentHash);
  const contents = await readContents(db, projectId, hashes);
  contents.sort((a, b) => Buffer.compare(a.contentHash, b.contentHash));
  const [job] = await listJobs(db, projectId, 1);
  return {
    files,
    symbols: await sampleSymbols(db, view, seed, SAMPLES.symbols),
    popular: await popularSymbols(db, projectId, "calls", SAMPLES.popular),
    bases: await popularSymbols(db, projectId, "derives", SAMPLES.bases),
    texts: contents.map(({ data }) => inflateRawSync(data).toString()),
    jobId: job?.jobId ?? null,
  };
}
