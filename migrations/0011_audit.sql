-- Who asked what, and what came of it. Rows are only ever added, and go when they are older than the retention.
create table audit_log (
  entry_id      bigint generated always as identity primary key,
  at            timestamptz not null default now(),
  principal     text not null,
  -- A tool's name, or the method and path of a route.
  action        text collate "C" not null,
  project_id    text collate "C",
  -- What was asked: a hash of it, or itself, as the settings say.
  input_hash    bytea,
  input         json,
  -- ok, or the code of the error.
  outcome       text collate "C" not null,
  -- Points, and milliseconds.
  cost          integer not null,
  duration      integer not null
);
create index audit_log_at on audit_log (at);
