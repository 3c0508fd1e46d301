-- beside: 23
-- The newest migration that a version must know to run beside this one; null: such versions do not start any more.
alter table migrations add column if not exists beside integer;
