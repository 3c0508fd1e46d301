-- beside: 24
-- The names of symbols in any case: a tool that is given a name reads the few that are the same, and not all names of the project.
create index symbol_names_folded on symbol_names (project_id, lower(name));
