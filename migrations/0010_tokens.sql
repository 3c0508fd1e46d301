-- Who may ask, and about what: tokens of the installation's own. Of a token's secret only the hash is kept.
create table tokens (
  token_id      text collate "C" primary key,
  name          text not null,
  hash          bytea not null,
  scope         text not null,
  -- Patterns of project ids, with * for anything; null: all projects.
  projects      text[],
  created_at    timestamptz not null default now(),
  expires_at    timestamptz,
  last_used_at  timestamptz,
  revoked_at    timestamptz
);
