-- Symbols of a name, for those that ask who else is called so and for lookups by name: without it both walk all symbols.
create index symbols_by_name on symbols (project_id, name);
