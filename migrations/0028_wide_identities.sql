-- beside: 24
-- Numbers that the database gives are bigint: Citus distributes and copies no table with another identity.
alter table scip_imports alter column import_id type bigint;
alter table embedding_models alter column model_id type bigint;
