/** The 200 questions of the benchmark, always the same: those written about two packages, and sentences that describe a function. */
import { fileURLToPath } from "node:url";
import { packageFile } from "../../base/package.js";
import { makeOwn, type Repository, readSet } from "../eval/repositories.js";

/** Questions in plain words, and the same as keywords: 144. */
const WRITTEN = fileURLToPath(packageFile("src/measure/eval/questions"));
/** Packages that were not used for tuning; their doc comments are removed, and the first sentence of each asks for its function. */
const SENTENCES: Record<string, number> = { signalr: 21, xterm: 35 };

/** Makes the repositories of the benchmark with their questions. */
export async function readQuestions(): Promise<Repository[]> {
  const unseen = await makeOwn("unseen", Object.keys(SENTENCES));
  const sentences = unseen.map((one) => ({
    ...one,
    queries: one.queries
      .filter(({ level }) => level === "function")
      .slice(0, SENTENCES[one.name])
      .map((query) => ({ ...query, level: "sentence" })),
  }));
  return [...readSet(WRITTEN), ...sentences];
}
