-- Secrets that all processes of an installation share, made by the first that needs one: they sign what clients carry from one replica to another.
create table keys (
  name          text collate "C" primary key,
  value         bytea not null,
  created_at    timestamptz not null default now()
);
