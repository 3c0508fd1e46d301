-- From where it was asked, as the connection or trusted proxies say.
alter table audit_log add column address text;
