-- How many have asked for a job and still want it: a caller that hangs up lets go of it, and the last one takes it along.
alter table jobs add column holders integer not null default 1;
