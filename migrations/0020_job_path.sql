-- The file that a running job is at, for those who follow it.
alter table jobs add column path text;
