-- Of code that is not in the index, or not whole, the names that stand in it, as numbers (search/unread-names.ts): answers say which of these files
-- mention a symbol. null: there is none to look into.
alter table files add column names bytea;
create index files_with_names on files (project_id, view_id) where names is not null;
-- Names of what lies outside: which imports of a name lead to files or packages of the project that are not in the index.
create index external_symbols_by_name on external_symbols (project_id, name);
