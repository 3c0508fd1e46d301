-- What is kept no longer than it is of use, and what removed projects leave.

-- When a project was last looked through for what nothing uses any more.
alter table projects add column swept_at timestamptz;

-- The projects that a task is about, as far as is known: it goes with them.
alter table tasks add column project_ids text[] not null default '{}';

-- Of a removed folder only a hash is kept: enough to know it again.
update removed_roots set root = encode(sha256(convert_to(root, 'UTF8')), 'hex');
