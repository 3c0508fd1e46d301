-- An entry of the audit log names what the call created or changed: a token's id and rights, a project's source, a job.
alter table audit_log add column detail json;
