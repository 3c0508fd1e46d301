-- A registry of projects: clones of git URLs beside folders, and projects whose data is being removed.

-- Where it is cloned from, without credentials; null: a folder that somebody else keeps. Its branch is in settings.
alter table projects add column url text;
-- Added by a user, not by how the service was started.
alter table projects add column is_added boolean not null default false;
-- From then on nobody finds the project; its rows, and at last this one, are removed bit by bit.
alter table projects add column removed_at timestamptz;
-- The last fetch that succeeded; when the last one began; why it failed; and when one was asked for.
alter table projects add column fetched_at timestamptz;
alter table projects add column fetch_tried_at timestamptz;
alter table projects add column fetch_problem text;
alter table projects add column fetch_requested_at timestamptz;
-- Until then one process fetches it, and no other.
alter table projects add column fetch_held_until timestamptz;

-- A folder can be added again while the data of its former project is still being removed.
alter table projects drop constraint projects_root_key;
create unique index projects_by_root on projects (root) where removed_at is null;
create unique index projects_by_url on projects (url, (coalesce(settings ->> 'branch', ''))) where removed_at is null;

-- Folders that a user removed: a start does not take them in again by itself.
create table removed_roots (
  root          text primary key,
  removed_at    timestamptz not null default now()
);
