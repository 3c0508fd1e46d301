/** How the index of one project stands: its figures, its jobs with live progress, and its ledger. */
import { useState } from "preact/hooks";
import { type Answer, ask, callTool, type Job, type Project } from "../api.js";
import { changes, progress } from "../kit/follow.js";
import { hasFolder, lacksOf } from "../kit/projects.js";
import { type Asked, useAnswer } from "../kit/use-answer.js";
import { useCaller } from "../kit/use-caller.js";
import { useSending } from "../kit/use-sending.js";
import { duration } from "../kit/words.js";
import { Facts } from "./facts.js";
import { Ledger, ledgerLink, type PathStatus } from "./ledger.js";
import { BuildBar, ErrorState, Loading, NotBuilt } from "./states.js";
import { Table } from "./table.js";
import { Time } from "./time.js";

const JOBS = 12;

type Status = Answer<"get_status">;

export function IndexOfProject({ project }: { project: Project }) {
  const { id, name } = project;
  const [turn, setTurn] = useState(0);
  const parts = [id, turn, changes.value];
  const status = useAnswer((signal) => callTool("get_status", {}, { project: id, signal }), parts);
  const jobs = useAnswer(
    (signal) => ask<{ results: Job[] }>("GET", `${pathOf(id)}/jobs?limit=${JOBS}`, { signal }),
    parts,
  );
  if (!hasFolder(project)) return <NotBuilt project={project} />;
  if (status.error) return <ErrorState error={status.error} again={status.again} />;
  if (!status.answer) return <Loading />;
  return (
    <>
      <header class="head">
        <h1>{name}</h1>
        <Buttons id={id} isBusy={status.answer.job !== null} done={() => setTurn((before) => before + 1)} />
      </header>
      <Standing status={status.answer} project={project} />
      <Ledger project={id} turn={turn + changes.value} status={status.answer} />
      <Jobs id={id} jobs={jobs} />
    </>
  );
}

const pathOf = (id: string): string => `projects/${encodeURIComponent(id)}`;

function Buttons({ id, isBusy, done }: { id: string; isBusy: boolean; done: () => void }) {
  const { may } = useCaller();
  const { send, isBusy: isSending, problem } = useSending();
  if (!may("index")) return null;
  const build = async (full: boolean) => {
    await send(() => ask("POST", `${pathOf(id)}/build?full=${full}`));
    done();
  };
  return (
    <div class="buttons">
      {problem && (
        <span class="problem" role="alert">
          {problem.message}
        </span>
      )}
      <button type="button" class="main" disabled={isBusy || isSending} onClick={() => build(false)}>
        Bring up to date
      </button>
      <button type="button" disabled={isBusy || isSending} onClick={() => build(true)}>
        Read everything again
      </button>
    </div>
  );
}

function Standing({ status, project }: { status: Status; project: Project }) {
  const { watcher_active, watch_note, worker_note, embedding_model, embeddings_count, embedding_problem } = status;
  const lacks = lacksOf(project);
  const listOf = (wanted: PathStatus) => ledgerLink(project.id, wanted);
  const share = status.total_chunks > 0 ? Math.floor((100 * embeddings_count) / status.total_chunks) : 0;
  return (
    <section class="block" aria-label="State">
      <p role="status">
        {status.job === null && status.status === "ready" && (
          <>
            {lacks.length > 0 ? "Last indexed" : "Up to date as of"} <Time at={project.indexed_at} />, generation{" "}
            {project.generation.toLocaleString()}
            {project.commit !== null && (
              <>
                , at commit <code>{project.commit.slice(0, 10)}</code>
              </>
            )}
            {lacks.length > 0 && `: ${lacks.join("; ")}`}.
          </>
        )}
        {status.job === null && status.status === "not_built" && "There is no index yet."}
        {status.job !== null && (
          <>
            {progress.value ? "A build runs." : "A build waits or begins."}
            {project.generation > 0 && " Questions are answered from the index as it was."}
          </>
        )}
      </p>
      {progress.value && <BuildBar progress={progress.value} />}
      {worker_note !== null && <p class="problem">{worker_note}</p>}
      <Facts
        facts={[
          {
            name: "Files",
            value: status.indexed_files.toLocaleString(),
            note: status.partial_files > 0 && (
              <a href={listOf("partial")}>{status.partial_files.toLocaleString()} with lines that did not parse</a>
            ),
          },
          {
            name: "Left out",
            value: status.skipped_files.toLocaleString(),
            link: status.skipped_files > 0 && listOf("skipped"),
          },
          {
            name: "Failed",
            value: status.failed_files.toLocaleString(),
            link: status.failed_files > 0 && listOf("failed"),
            isBad: status.failed_files > 0,
          },
          { name: "Symbols", value: status.indexed_symbols.toLocaleString() },
          { name: "Edges", value: status.edges.toLocaleString() },
          { name: "Chunks", value: status.total_chunks.toLocaleString() },
          {
            name: "Vectors",
            value: embedding_model === null ? "none" : `${share} %`,
            note: embedding_problem ?? embedding_model ?? "No embedder is configured.",
            isBad: embedding_problem !== null,
          },
          { name: "Changes", value: watcher_active ? "followed" : "not followed", note: watch_note },
        ]}
      />
    </section>
  );
}

function Jobs({ id, jobs }: { id: string; jobs: Asked<{ results: Job[] }> }) {
  const { may } = useCaller();
  const { send, problem } = useSending();
  const change = async (job: Job, verb: "cancel" | "retry") => {
    await send(() => ask("POST", `${pathOf(id)}/jobs/${encodeURIComponent(job.job_id)}/${verb}`));
    jobs.again();
  };
  if (!jobs.answer) return null;
  return (
    <section class="block">
      <h2>Jobs</h2>
      {problem && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <Table
        label="Jobs"
        rows={jobs.answer.results}
        keyOf={({ job_id }) => job_id}
        columns={[
          { title: "Job", cell: ({ kind }) => (kind === "changes" ? "changes" : "build") },
          { title: "Status", cell: ({ status }) => <span class={`state state-${status}`}>{status}</span> },
          { title: "Begun", cell: ({ started_at, created_at }) => <Time at={started_at ?? created_at} /> },
          {
            title: "Took",
            isNumber: true,
            cell: ({ statistics }) => statistics && duration(statistics.milliseconds),
          },
          {
            title: "Read",
            isNumber: true,
            cell: ({ statistics }) => statistics?.indexed.toLocaleString(),
          },
          { title: "Came of it", cell: outcome },
          {
            title: "Actions",
            cell: (job) =>
              may("index") && (
                <>
                  {(job.status === "queued" || job.status === "running") && (
                    <button type="button" onClick={() => change(job, "cancel")}>
                      Cancel
                    </button>
                  )}
                  {job.status === "failed" && (
                    <button type="button" onClick={() => change(job, "retry")}>
                      Retry
                    </button>
                  )}
                </>
              ),
          },
        ]}
        empty="No job ran lately."
      />
    </section>
  );
}

function outcome({ error, errors, statistics }: Job) {
  if (error) return <span class="problem">{error.message}</span>;
  if (errors.length > 0)
    return (
      <details>
        <summary class="problem">{errors.length} files failed</summary>
        <ul>
          {errors.slice(0, 20).map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      </details>
    );
  return statistics && <span class="dim">{statistics.files.toLocaleString()} files in the index</span>;
}
