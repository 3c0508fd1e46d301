-- beside: 24
-- How many results an answer had, and the program that asked: what was asked in vain, and what the service is used by.
alter table audit_log add column found integer;
alter table audit_log add column client text;
create index audit_log_by_questions on audit_log (at) where found is not null;
