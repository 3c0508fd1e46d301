-- beside: 24
-- The processes of an installation, which show one another that they live: what a clone, a format of rows or a watch is left to is alive, or is not.
create table processes (
  process_id    text primary key,
  -- worker: it builds; watcher: it follows folders. A service that does both is a worker.
  role          text not null,
  -- Of a process that builds, the number of the format of rows that it writes.
  row_format    integer,
  -- The folder of clones that it sees, by the id that lies in the folder; null: it sees none.
  clone_folder  text,
  seen_at       timestamptz not null default now()
);

-- The folder of clones that holds the project's clone; `root` is where it lies there. null: it was cloned before, and lies at `root`.
alter table projects add column clone_folder text;
-- The process that fetches it now: one that is gone need not be waited for.
alter table projects add column fetch_held_by text;
-- When a process that builds last saw the folder of a project whose job waited.
alter table projects add column seen_at timestamptz;
-- The watcher that follows it, and another one that has fewer projects and asks for it.
alter table projects add column watched_by text;
alter table projects add column watch_wanted_by text;
alter table projects add column watch_wanted_at timestamptz;

-- The number of the format of rows of the published generation; null: of a version that did not say so.
alter table views add column row_format integer;
