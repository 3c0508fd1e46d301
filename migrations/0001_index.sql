-- The index: projects, their views, what was read once per content, and what readers see.
--
-- Immutable rows (file_versions, symbols, chunks, edges, posting blocks) are written before anyone can see them. A publish only changes
-- `files` and `views` in one short transaction; readers reach everything else through those two.
-- Every index table leads with project_id, so that it can be partitioned or distributed by it.
-- The bulk tables have no foreign keys: checking them row by row costs more than the insert itself. store/projects.ts removes a project.

create extension if not exists pg_trgm;
-- For the vectors to come; a server without pgvector serves all the rest.
do $$
begin
  if exists (select from pg_available_extensions where name = 'vector') then
    create extension if not exists vector;
  end if;
end
$$;

create table projects (
  project_id    text collate "C" primary key,
  name          text collate "C" not null,
  root          text not null unique,
  settings      jsonb not null default '{}',
  -- The next free ids of this project; taken in the transaction that uses them.
  next_version  integer not null default 1,
  next_symbol   integer not null default 1,
  next_chunk    integer not null default 1,
  next_edge_set integer not null default 1,
  next_segment  integer not null default 1,
  created_at    timestamptz not null default now()
);

-- A project at a ref, or its working tree ('worktree').
create table views (
  project_id    text collate "C" not null references projects on delete cascade,
  view_id       integer not null,
  ref           text collate "C" not null,
  -- Raised by one with every publish; 0: nothing was published yet.
  generation    bigint not null default 0,
  "commit"      text,
  indexed_at    timestamptz,
  -- The build that may publish. A build that finds another token here was replaced and gives up.
  build_token   text,
  -- Hash of the settings and versions that decide what is in the index; another value means a full rebuild.
  fingerprint   text,
  -- Totals of the published generation, kept with it so that status costs one row.
  totals        jsonb not null default '{}',
  primary key (project_id, view_id),
  unique (project_id, ref)
);

-- A file's text, once per content; deflated.
create table contents (
  project_id    text collate "C" not null,
  content_hash  bytea not null,
  size          integer not null,
  data          bytea not null,
  primary key (project_id, content_hash)
);
alter table contents alter data set storage external;

-- What parsing a content gave, once per content: a deflated ParseResult. The checkpoint of a build, and what edges are resolved from.
create table parse_results (
  project_id        text collate "C" not null,
  content_hash      bytea not null,
  language          text collate "C" not null,
  extractor_version integer not null,
  data              bytea not null,
  primary key (project_id, content_hash, language, extractor_version)
);
alter table parse_results alter data set storage external;

-- A content at a path: what symbols, chunks and postings belong to. Views with the same file share it.
create table file_versions (
  project_id    text collate "C" not null,
  version_id    integer not null,
  path          text collate "C" not null,
  content_hash  bytea not null,
  language      text collate "C",
  -- What its rows look like (indexing/format.ts): rows of another format are not used again.
  format        text collate "C" not null,
  size          integer not null,
  line_count    integer not null,
  -- The ids of its symbols and chunks run from the first, in source order.
  first_symbol  integer not null,
  symbol_count  integer not null,
  first_chunk   integer not null,
  chunk_count   integer not null,
  primary key (project_id, version_id)
);
create index file_versions_by_path on file_versions (project_id, path, content_hash);

-- A declaration. Rows of one view with the same node_id are one symbol with several spans.
create table symbols (
  project_id          text collate "C" not null,
  symbol_id           integer not null,
  version_id          integer not null,
  -- Position in the file's ParseResult.symbols; 0 is the file itself.
  ordinal             integer not null,
  parent_ordinal      integer not null,
  node_id             text collate "C" not null,
  name                text collate "C" not null,
  qualified_name      text collate "C" not null,
  node_type           text collate "C" not null,
  language            text collate "C" not null,
  line_start          integer not null,
  line_end            integer not null,
  start_offset        integer not null,
  end_offset          integer not null,
  access_modifier     text collate "C" not null,
  -- Bits, in the order of store/symbol-heads.ts.
  flags               integer not null,
  parameter_signature text,
  parameter_count     integer,
  return_type         text,
  doc                 text,
  primary key (project_id, symbol_id)
);
create index symbols_by_node on symbols (project_id, node_id);
create index symbols_by_qualified_name on symbols (project_id, qualified_name);
create index symbols_by_version on symbols (project_id, version_id, ordinal);

-- The distinct symbol names of a project, for matching with typing errors. Names that no view uses any more do no harm.
create table symbol_names (
  project_id    text collate "C" not null,
  name          text collate "C" not null,
  primary key (project_id, name)
);
create index symbol_names_trigrams on symbol_names using gin (name gin_trgm_ops);

-- A unit of retrieval: a function, a class head, a group of small members. Its text is a span of the content.
create table chunks (
  project_id    text collate "C" not null,
  chunk_id      integer not null,
  version_id    integer not null,
  ordinal       integer not null,
  kind          text collate "C" not null,
  start_line    integer not null,
  end_line      integer not null,
  start_offset  integer not null,
  end_offset    integer not null,
  token_count   integer not null,
  -- Hash of what an embedder would be shown.
  text_hash     bytea not null,
  symbol_names  text[] not null,
  breadcrumb    text,
  signature     text,
  doc           text,
  primary key (project_id, chunk_id)
);
create index chunks_by_version on chunks (project_id, version_id, ordinal);

-- The inverted indexes, as blocks of sorted terms with packed posting lists (search/postings.ts). A segment covers the file versions of
-- one batch; segments are merged as they grow in number.
create table segments (
  project_id    text collate "C" not null,
  -- 'word': terms to chunks. 'name': terms to symbols. 'trigram': trigrams to file versions.
  field         text collate "C" not null,
  segment_id    integer not null,
  document_count integer not null,
  byte_count    integer not null,
  -- Ids of the first and the last document.
  first_document integer not null,
  last_document integer not null,
  -- Packed document lengths in terms, for BM25.
  lengths       bytea not null,
  primary key (project_id, field, segment_id)
);
alter table segments alter lengths set storage external;

create table posting_blocks (
  project_id    text collate "C" not null,
  field         text collate "C" not null,
  segment_id    integer not null,
  first_term    text collate "C" not null,
  data          bytea not null,
  primary key (project_id, field, segment_id, first_term)
);
alter table posting_blocks alter data set storage external;

-- The outgoing edges of one file version, resolved once; immutable. A view's file points at the set that is right for it.
create table edges (
  project_id    text collate "C" not null,
  edge_set_id   integer not null,
  -- The symbol of the file the edge leaves from.
  source_ordinal integer not null,
  -- Numbers, in the order of graph/edge.ts.
  kind          smallint not null,
  tier          smallint not null,
  line          integer not null,
  target        text collate "C" not null
);
create index edges_by_set on edges (project_id, edge_set_id, source_ordinal);
create index edges_by_target on edges (project_id, target, kind);

-- Named things outside the project that edges of tier external lead to.
create table external_symbols (
  project_id    text collate "C" not null,
  node_id       text collate "C" not null,
  name          text collate "C" not null,
  -- The package, module or namespace it belongs to; null for a global of the runtime.
  module        text,
  primary key (project_id, node_id)
);

-- The ledger: every path a view has seen, and what became of it.
create table files (
  project_id    text collate "C" not null,
  view_id       integer not null,
  path          text collate "C" not null,
  -- indexed, partial (indexed but for error_ranges), skipped, failed
  status        text not null,
  -- Why it was skipped or failed: a SkipReason or an error code; and the rule of which file, or the message.
  reason        text,
  detail        text,
  -- A skipped directory stands for everything below it.
  is_directory  boolean not null default false,
  language      text collate "C",
  size          bigint,
  modified_ns   bigint,
  inode         bigint,
  content_hash  bytea,
  version_id    integer,
  edge_set_id   integer,
  error_ranges  jsonb,
  -- How many edges the set has, so that a view's totals are a sum over its files.
  edge_count    integer not null default 0,
  -- Calls in this file that could not be resolved.
  unresolved_calls integer not null default 0,
  attempts      integer not null default 0,
  -- The generation this row came with.
  generation    bigint not null,
  primary key (project_id, view_id, path)
);
create index files_by_version on files (project_id, view_id, version_id);
create index files_by_edge_set on files (project_id, view_id, edge_set_id);
create index files_by_generation on files (project_id, view_id, generation);

-- Jobs as users see them; the queue has its own tables for running them.
create table jobs (
  job_id        text primary key,
  project_id    text collate "C" not null references projects on delete cascade,
  kind          text collate "C" not null,
  -- queued, running, completed, failed, cancelled
  status        text not null,
  phase         text,
  files_done    integer not null default 0,
  files_total   integer not null default 0,
  result        jsonb,
  error         jsonb,
  created_at    timestamptz not null default now(),
  started_at    timestamptz,
  finished_at   timestamptz
);
create index jobs_by_project on jobs (project_id, created_at desc);
