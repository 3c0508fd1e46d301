/** Counts over everything there is, for metrics. */
import type { Db } from "./db/db.js";
import { oneRow } from "./db/one-row.js";
import { IS_WATCHED } from "./projects.js";

export interface Figures {
  /** Jobs by status: the ones that have not ended, and the failed ones that are kept. */
  jobs: { queued: number; running: number; failed: number };
  /** Since the oldest job that waits was asked for; 0 where none does. */
  oldestSeconds: number;
  projects: { ready: number; not_built: number };
  /** Content of the published generations of all projects. */
  index: { files: number; skipped: number; failed: number; symbols: number; edges: number; chunks: number };
  /** Projects that lag behind, the farthest first: at most MOST_LAGGING of them. */
  lagging: { project: string; seconds: number; changes: number }[];
  /** Since the index of a project was last published: of the project for which that is longest. */
  oldestIndexSeconds: number;
  /** Clones whose last fetch failed, and projects with a folder that nobody watches. */
  sources: { fetch_failed: number; unwatched: number };
  /** By model: the chunks with vectors, the projects that lack some, and the projects among these that cannot be filled in at the moment. */
  vectors: { model: string; chunks: number; behind: number; failing: number }[];
}

/** Each project that lags is a series of its own; more of them than this say nothing that the first do not. */
const MOST_LAGGING = 50;

/** Counts jobs, projects, their content, and what lags behind. */
export async function countEverything(db: Db, signal?: AbortSignal): Promise<Figures> {
  const jobs = await oneRow(
    db.query<Figures["jobs"] & { oldest: number }>(
      `select count(*) filter (where status = 'queued')::int as queued, count(*) filter (where status = 'running')::int as running,
       count(*) filter (where status = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::float8 as oldest
     from jobs where status in ('queued', 'running', 'failed')`,
      [],
      signal,
    ),
  );
  const sum = (field: keyof Figures["index"]) => `coalesce(sum((totals ->> '${field}')::int8), 0)::int8 as ${field}`;
  const views = await oneRow(
    db.query<Figures["projects"] & Figures["index"]>(
      `select count(*) filter (where generation > 0)::int as ready, count(*) filter (where generation = 0)::int as not_built,
       ${sum("files")}, ${sum("skipped")}, ${sum("failed")}, ${sum("symbols")}, ${sum("edges")}, ${sum("chunks")}
     from views join projects using (project_id) where ref = 'worktree' and removed_at is null`,
      [],
      signal,
    ),
  );
  const vectors = await db.query<Figures["vectors"][number]>(
    `select m.name as model, sum(s.chunk_count)::int8 as chunks,
       count(*) filter (where s.generation < v.generation)::int as behind,
       count(*) filter (where s.generation < v.generation and s.problem is not null)::int as failing
     from view_vectors s
     join embedding_models m using (model_id)
     join views v using (project_id, view_id)
     join projects p using (project_id)
     where v.ref = 'worktree' and p.removed_at is null
     group by m.name`,
    [],
    signal,
  );
  const lagging = await db.query<Figures["lagging"][number]>(
    `select project_id as project, greatest(0, extract(epoch from now() - min(jobs.created_at)))::float8 as seconds,
       coalesce(sum(jsonb_array_length(request -> 'paths')), 0)::int as changes
     from jobs join projects using (project_id)
     where status in ('queued', 'running') and removed_at is null
     group by project_id order by seconds desc, project_id limit ${MOST_LAGGING}`,
    [],
    signal,
  );
  const { oldest_index: oldestIndexSeconds, ...sources } = await oneRow(
    db.query<Figures["sources"] & { oldest_index: number }>(
      `select count(*) filter (where fetch_problem is not null)::int as fetch_failed,
         count(*) filter (where url is null and not ${IS_WATCHED})::int as unwatched,
         greatest(0, coalesce(extract(epoch from now() - min(indexed_at)), 0))::float8 as oldest_index
       from projects left join views on views.project_id = projects.project_id and ref = 'worktree'
       where removed_at is null`,
      [],
      signal,
    ),
  );
  const { oldest, ...open } = jobs;
  const { ready, not_built, ...index } = views;
  return {
    jobs: open,
    oldestSeconds: Math.max(0, oldest),
    projects: { ready, not_built },
    index,
    lagging,
    oldestIndexSeconds,
    sources,
    vectors,
  };
}
