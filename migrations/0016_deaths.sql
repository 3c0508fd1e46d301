-- How many workers have died of a job: one that takes too many with it is given up.
alter table jobs add column deaths integer not null default 0;
