-- Members of what lies outside by their last names: how many calls of a name are taken for a library's.
create index external_symbols_by_last_name on external_symbols (project_id, substring(name from '[^.]*$')) where name like '%.%';
