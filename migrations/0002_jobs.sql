-- Jobs that outlive their queue: what was asked for, which run is at work on it, and when it was last heard of.

-- paths and force of the job, so that it can be queued again when the queue lost it.
alter table jobs add column request jsonb not null default '{}';
-- The run that may report on the job; a worker that was thought dead finds another one here.
alter table jobs add column run_id text;
-- While it runs its worker renews this; a running job that is silent has lost its worker.
alter table jobs add column heartbeat_at timestamptz;
-- When it was last given to the queue.
alter table jobs add column queued_at timestamptz not null default now();
create index jobs_open on jobs (project_id, created_at) where finished_at is null;

-- When a watcher was last heard of, and what it cannot do.
alter table projects add column watched_at timestamptz;
alter table projects add column watch_note text;
