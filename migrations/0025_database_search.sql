-- beside: 24
-- What a PostgreSQL server searches by itself (docs/scale.md): the terms and the signs of chunks. A GIN index finds chunks by their terms; nearness of signs
-- is measured over the rows of a project, or found by a HNSW index that a process makes for a large project. Filled in behind the builds, for the
-- projects that are searched so. The embedded database, which is searched in memory, has none of these tables.
do $$
declare
  parent text;
begin
  if version() like '%emcc%' or version() like '%wasm%' then
    return;
  end if;

  -- Terms of a chunk, as lexemes that postings/lexemes.ts makes of them.
  create table chunk_words (
    project_id  text collate "C" not null,
    chunk_id    integer not null,
    version_id  integer not null,
    -- Terms in its text, each as often as it stands there.
    length      integer not null,
    terms       tsvector not null,
    primary key (project_id, chunk_id)
  ) partition by hash (project_id);
  create index chunk_words_by_term on chunk_words using gin (terms);

  -- Terms in all chunks of a file version. A version that has a row here has those of its chunks.
  create table version_words (
    project_id  text collate "C" not null,
    version_id  integer not null,
    length      integer not null,
    terms       tsvector not null,
    primary key (project_id, version_id)
  ) partition by hash (project_id);

  -- Signs of the vector of a chunk, a bit for each dimension.
  create table chunk_signs (
    project_id  text collate "C" not null,
    model_id    integer not null,
    chunk_id    integer not null,
    version_id  integer not null,
    signs       varbit not null,
    primary key (project_id, model_id, chunk_id)
  ) partition by hash (project_id);

  foreach parent in array array['chunk_words', 'version_words', 'chunk_signs'] loop
    for part in 0..15 loop
      execute format('create table %I partition of %I for values with (modulus 16, remainder %s)', parent || '_' || part, parent, part);
    end loop;
  end loop;
  -- Most rows are longer than a quarter of a page, and lexemes do not shrink.
  alter table chunk_words alter column terms set storage external;

  -- Documents of the terms of a project that are not rare, counted in a sample.
  create table term_counts (
    project_id  text collate "C" not null,
    lexeme      text collate "C" not null,
    documents   integer not null,
    primary key (project_id, lexeme)
  );

  -- How far the rows of a view are, and what ranking knows of them.
  create table view_search (
    project_id  text collate "C" not null,
    view_id     integer not null,
    -- The last generation whose versions all have their words; 0: none yet.
    generation  bigint not null default 0,
    chunk_count integer not null default 0,
    -- Chunks of the project when its terms were counted, and the mean lengths of chunks and files.
    counted     integer not null default 0,
    mean_chunk  real not null default 1,
    mean_file   real not null default 1,
    -- Whose signs there are, of how many chunks, and whether an index finds the nearest.
    model_id    integer,
    sign_count  integer not null default 0,
    is_indexed  boolean not null default false,
    -- How near nonsense comes by that model, when there were so many chunks.
    floor       real,
    floor_count integer not null default 0,
    lease       text,
    lease_until timestamptz not null default '-infinity',
    primary key (project_id, view_id),
    foreign key (project_id, view_id) references views on delete cascade
  );
end
$$;
