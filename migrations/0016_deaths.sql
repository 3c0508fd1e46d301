-- How many processes have died of a job or a task: one that takes too many with it is given up.
alter table jobs add column deaths integer not null default 0;
alter table tasks add column deaths integer not null default 0;
