/** Shows a job's progress: a bar on a terminal, otherwise a line now and then. */
import { Presets, SingleBar } from "cli-progress";
import { pause } from "../base/promises.js";
import { visible } from "../base/visible.js";
import type { Indexing } from "../indexing/indexing-types.js";
import type { Job } from "../store/jobs.js";

/** A look asks the database, in 2 ms of CPU: a bar shall move, and lines come seldom. The end of a job is heard at once. */
const LOOK_EVERY_MS = { bar: 150, lines: 500 };
const LINE_EVERY_MS = 3000;

interface Display {
  update(job: Job): void;
  stop(): void;
}

/** Waits for a job and returns it at its end, showing its progress on standard error. */
export async function showJob(
  indexing: Pick<Indexing, "get" | "wait" | "current">,
  job: Job,
  title: string,
  signal: AbortSignal,
  display: Display = process.stderr.isTTY ? bar(title) : lines(title),
): Promise<Job> {
  const { isTTY } = process.stderr;
  const ended = new AbortController();
  const watching = (async () => {
    while (!ended.signal.aborted) {
      // A failed look shows nothing: if the fault lasts, the wait reports it.
      const now = await look(indexing, job).catch(() => null);
      if (now) display.update(now);
      // Aborting the sleep early ends the watch.
      await pause(isTTY ? LOOK_EVERY_MS.bar : LOOK_EVERY_MS.lines, ended.signal);
    }
  })();
  try {
    const last = await indexing.wait(job.jobId, signal);
    display.update(last);
    return last;
  } finally {
    ended.abort();
    await watching.finally(() => display.stop());
  }
}

/** The job as it is now. While it waits for another one of its project, such as that of a run that was killed, the other one is what goes on. */
async function look(indexing: Pick<Indexing, "get" | "current">, { jobId, projectId }: Job): Promise<Job | null> {
  const own = await indexing.get(jobId);
  return own?.status === "queued" ? ((await indexing.current(projectId)) ?? own) : own;
}

function bar(title: string): Display {
  const shown = new SingleBar(
    {
      format: `${visible(title)} {bar} {percentage}% | {value}/{total} files | {phase}`,
      clearOnComplete: true,
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  shown.start(1, 0, { phase: "scan" });
  return {
    update({ filesDone, filesTotal, phase, status }) {
      shown.setTotal(Math.max(1, filesTotal));
      shown.update(filesDone, { phase: phase ?? status });
    },
    stop: () => shown.stop(),
  };
}

/** Prints a line after the job's first moment, at each new phase and then every few seconds; a line that repeats the last one is left out. */
export function lines(title: string, say: (line: string) => void = console.error, now = () => performance.now()) {
  let last = now();
  let shownPhase: string | null = null;
  let shown = "";
  return {
    update({ filesDone, filesTotal, phase, status }: Pick<Job, "filesDone" | "filesTotal" | "phase" | "status">) {
      // It may wait for another build for long.
      const current = status === "queued" ? "waiting" : (phase ?? "waiting");
      const isNewPhase = shownPhase !== null && current !== shownPhase;
      if ((status !== "running" && status !== "queued") || (!isNewPhase && now() - last < LINE_EVERY_MS)) return;
      last = now();
      shownPhase = current;
      const line = `${title}: ${current}, ${filesDone} of ${filesTotal} files`;
      if (line !== shown) say(line);
      shown = line;
    },
    stop: () => undefined,
  };
}

/** A job's results, in lines. */
export function jobSummary(job: Job, name: string): string[] {
  const { result, error } = job;
  if (!result) return [`${name}: ${job.status}${error ? `: ${error.message}` : ""}`];
  const { totals, skipped, errors } = result;
  const seconds = (result.milliseconds / 1000).toFixed(1);
  const reasons = Object.entries(skipped).map(([reason, count]) => `${reason} ${count}`);
  return [
    `${name}: ${totals.files} files, ${totals.symbols} symbols, ${totals.edges} edges, ${totals.chunks} chunks`,
    `  ${result.indexed} indexed, ${result.unchanged} unchanged, ${result.removed} removed, in ${seconds} s`,
    ...(reasons.length > 0 ? [`  left out: ${reasons.join(", ")}`] : []),
    ...(errors.length > 0 ? [`  ${errors.length} errors:`] : []),
    ...errors.slice(0, 20).map(({ path, message }) => `    ${path}: ${message}`),
    ...(errors.length > 20 ? [`    and ${errors.length - 20} more`] : []),
  ];
}
