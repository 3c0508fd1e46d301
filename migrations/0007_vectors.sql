-- What chunks mean, as vectors: each is made once per content, and filled in behind the builds. Search keeps their sign bits in memory.

-- Models that made vectors; those of one model can be compared with each other.
create table embedding_models (
  model_id      integer generated always as identity primary key,
  name          text collate "C" not null unique,
  dimensions    integer not null
);

-- A vector per content of a chunk: a signed byte for each dimension.
create table vectors (
  project_id    text collate "C" not null,
  model_id      integer not null,
  text_hash     bytea not null,
  data          bytea not null,
  primary key (project_id, model_id, text_hash)
);

-- The sign bits of the vectors of a file version's chunks, one after the other. A version with a row has all its vectors.
create table version_codes (
  project_id    text collate "C" not null,
  model_id      integer not null,
  version_id    integer not null,
  codes         bytea not null,
  primary key (project_id, model_id, version_id)
);
alter table version_codes alter codes set storage external;

-- How far the vectors of a view are, by model.
create table view_vectors (
  project_id    text collate "C" not null,
  view_id       integer not null,
  model_id      integer not null,
  -- The last generation that had them all; 0: none yet.
  generation    bigint not null default 0,
  -- Chunks of the view that have one, as far as was counted.
  chunk_count   integer not null default 0,
  -- Why it goes no further at the moment; null while it does.
  problem       text,
  -- Whose turn it is to fill them in, and until when.
  lease         text,
  lease_until   timestamptz not null default '-infinity',
  primary key (project_id, view_id, model_id),
  foreign key (project_id, view_id) references views on delete cascade
);
