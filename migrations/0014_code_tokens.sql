-- How much of a chunk is code, and no lines of comment: what is code is preferred.
alter table chunks add column code_tokens integer not null default 0;
