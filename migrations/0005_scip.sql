-- What compilers know: SCIP indexes that were imported, and what they say of each content at each path.
--
-- An import is received first: its documents are stored as they arrive. A job then matches them with the files of the view and writes facts,
-- which count from its publish on. They belong to a content at a path, not to a view: where that content comes back, so do they.

create table scip_imports (
  project_id    text collate "C" not null,
  -- Later imports have higher numbers, and none is given twice.
  import_id     integer not null generated always as identity,
  -- The commit that was indexed, where whoever sent it says so; and the folder of the repository that its paths begin at.
  "commit"      text,
  folder        text collate "C",
  -- What the index says of itself.
  tool          text collate "C" not null default '',
  project_root  text not null default '',
  documents     integer not null default 0,
  too_large     integer not null default 0,
  -- receiving, received (a job may match it), applied (its facts count)
  status        text collate "C" not null default 'receiving',
  touched_at    timestamptz not null default now(),
  primary key (project_id, import_id)
);

-- Documents of an import until they are matched, as scip/document.ts packs them.
create table scip_documents (
  project_id    text collate "C" not null,
  import_id     integer not null,
  path          text collate "C" not null,
  data          bytea not null,
  primary key (project_id, import_id, path)
);
alter table scip_documents alter data set storage external;

-- Where what stands in a content leads, as indexing/scip-facts.ts packs it. Of several imports the last one counts.
create table scip_facts (
  project_id    text collate "C" not null,
  path          text collate "C" not null,
  content_hash  bytea not null,
  import_id     integer not null,
  -- Names of targets that the content itself does not mention: a change of one of them may change its edges.
  mentions      text[] not null,
  data          bytea not null,
  primary key (project_id, path, content_hash, import_id)
);
alter table scip_facts alter data set storage external;
