-- beside: 24
-- Sessions of the page in a browser, each of a token. Neither half of its key is kept, one of which a cookie has and the other the page: only a hash of both.
create table page_sessions (
  session_hash  bytea primary key,
  token_id      text collate "C" not null references tokens on delete cascade,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  -- To the minute.
  last_used_at  timestamptz not null default now()
);
create index page_sessions_by_token on page_sessions (token_id, last_used_at);
