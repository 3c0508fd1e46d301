/** The project that benchmarks of caches ask about, with all its vectors, and questions about it. */
import type { App } from "../../processes/service.js";
import type { Db } from "../../store/db/db.js";
import type { Project } from "../../store/projects.js";
import { sampleDocs } from "../../store/samples.js";
import type { View } from "../../store/views.js";
import { withVectors } from "../eval/index-folder.js";

const SENTENCE = /^.{20,300}?(?=[.!?](\s|$)|$)/s;

/** The view of a project, built and with all its vectors. */
export async function indexedView(app: App, project: Project, signal: AbortSignal): Promise<View> {
  const { jobId } = await app.indexing.start(project, { force: false });
  const job = await app.indexing.wait(jobId, signal);
  if (job.status !== "completed") throw new Error(`the build ended as ${job.status}`);
  return withVectors(app, project, signal);
}

/** Sentences of doc comments. */
export async function questionsOf(db: Db, view: View, seed: number, count: number): Promise<string[]> {
  const docs = await sampleDocs(db, view, seed, 3 * count);
  const sentences = docs.flatMap((doc) => SENTENCE.exec(doc.replace(/\s+/g, " ").trim())?.[0] ?? []);
  return [...new Set(sentences)].slice(0, count);
}
