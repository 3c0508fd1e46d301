-- Tasks: calls of tools that go on after they were answered. What such a call builds is a job of the table jobs; here stands what a task has beside
-- its job: whose it is, how it was called, what its client is asked, and what came of it.
create table tasks (
  task_id       text primary key,
  -- The order in which they were made, for lists.
  number        bigint generated always as identity,
  -- The principal that made it; to others it does not exist.
  owner         text not null,
  tool          text collate "C" not null,
  -- What another process needs to make the call again. json, not jsonb, throughout: texts of clients may hold any character.
  call          json not null,
  -- working, input_required, completed, failed, cancelled
  status        text collate "C" not null default 'working',
  -- How far it is, in words, where it has no job.
  message       text,
  -- The job that it started, of the same id, or that was waiting already and does the same.
  job_id        text references jobs on delete set null,
  -- What the client is asked and has not answered, and what it has answered, by key.
  requests      json not null default '{}',
  answers       json not null default '{}',
  result        json,
  error         json,
  -- The run that may report on it, and when that was last heard of.
  run_id        text,
  heartbeat_at  timestamptz,
  ttl_ms        bigint not null,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  finished_at   timestamptz
);
create index tasks_by_owner on tasks (owner, number desc);
create index tasks_by_job on tasks (job_id);
create index tasks_open on tasks (number) where finished_at is null;
create index tasks_ended on tasks (expires_at) where finished_at is not null;
