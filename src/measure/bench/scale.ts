/** How both ways to search fare with the size of a project: from memory, and by a PostgreSQL server. docs/scale.md has the figures. */
import { nth } from "../../base/need.js";
import { withDatabase } from "./database.js";
import type { Figure, Section } from "./figures.js";
import type { Answered, ScaleInput, Written } from "./scale-child.js";
import type { Workspace } from "./workspace.js";

const CALLERS = [1, 8, 32];

export interface ScaleOptions {
  root: string;
  databaseUrl: string;
  seed: number;
  /** Chunks of the synthetic projects. */
  sizes: readonly number[];
  questions: number;
}

/** Writes a project of each size into a database of its own, and asks it both ways. */
export async function benchScale(workspace: Workspace, options: ScaleOptions): Promise<Section> {
  const { root, seed, sizes, questions } = options;
  return withDatabase(options.databaseUrl, async (databaseUrl) => {
    const dataDir = workspace.path("scale");
    const run = <Result>(step: ScaleInput["step"]) =>
      workspace.runChild<Result>("scale-child", {
        databaseUrl,
        dataDir,
        root,
        seed,
        step,
      } satisfies ScaleInput);
    const realId = await run<string>({ kind: "index" });
    const figures: Figure[] = [];
    for (const size of sizes) {
      const written = await run<Written>({ kind: "write", realId, size, name: `chunks-${size}` });
      const { projectId } = written;
      const asked = { kind: "ask", realId, projectId, questions, callers: CALLERS } as const;
      const database = await run<Answered>({ ...asked, mode: "database" });
      const memory = await run<Answered>({ ...asked, mode: "memory" });
      figures.push(...writtenFigures(written), ...waysFigures(written.chunks, memory, database));
    }
    return {
      name: "scale",
      method:
        "Synthetic projects made of the files of the repository, in one database of a server. Each way in a process of its own that has read nothing; the server's caches are as writing left them. Questions are sentences of doc comments.",
      figures,
    };
  });
}

function writtenFigures({ chunks, files, wordSeconds, fillSeconds, isIndexed, bytes }: Written): Figure[] {
  const size = chunks.toLocaleString("en");
  const perChunk = (bytes: number) => bytes / 1e3 / chunks;
  return [
    { name: `${size} chunks: files`, value: files, unit: "" },
    { name: `${size} chunks: words written in`, value: wordSeconds, unit: "s" },
    {
      name: `${size} chunks: signs and counts in`,
      value: fillSeconds,
      unit: "s",
      ...(isIndexed && { note: "with an index of the signs" }),
    },
    {
      name: `${size} chunks: disk a chunk for memory's way`,
      value: perChunk(bytes.memory),
      unit: "KB",
      note: "postings and codes",
    },
    { name: `${size} chunks: disk a chunk for words`, value: perChunk(bytes.words), unit: "KB" },
    { name: `${size} chunks: disk a chunk for signs`, value: perChunk(bytes.signs), unit: "KB" },
  ];
}

function waysFigures(chunks: number, memory: Answered, database: Answered): Figure[] {
  const size = chunks.toLocaleString("en");
  const figures: Figure[] = [];
  for (const [way, found] of [
    ["memory", memory],
    ["database", database],
  ] as const) {
    const add = (name: string, value: number, unit: Figure["unit"] = "ms", note?: string) =>
      figures.push({ name: `${size} chunks, ${way}: ${name}`, value, unit, ...(note !== undefined && { note }) });
    add("first question", found.first);
    add("p50", found.plain.p50);
    add("p95", found.plain.p95);
    add("filtered, p50", found.filtered.p50);
    add("filtered, p95", found.filtered.p95);
    for (const { callers, spread, perSecond, failed } of found.together)
      add(
        `${callers} callers, p95`,
        spread.p95,
        "ms",
        `${perSecond.toFixed(1)} answers a second${failed > 0 ? `, ${failed} gave up` : ""}`,
      );
    add("memory of the process", found.memory / 1e6, "MB");
  }
  figures.push({
    name: `${size} chunks: of memory's 10 hits in the database's`,
    value: sharedHits(memory, database),
    unit: "",
  });
  if (database.recall !== null)
    figures.push({
      name: `${size} chunks: recall of the index, of the 80 nearest`,
      value: database.recall,
      unit: "",
      note: "0.98 or more is wanted",
    });
  return figures;
}

/** The share of the hits of one way that the other finds too. */
function sharedHits(memory: Answered, database: Answered): number {
  let share = 0;
  for (const [index, hits] of memory.hits.entries()) {
    const found = new Set(nth(database.hits, index));
    share += hits.filter((chunkId) => found.has(chunkId)).length / Math.max(1, hits.length) / memory.hits.length;
  }
  return share;
}
