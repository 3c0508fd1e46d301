-- What made each edge, or why a call is unresolved: a number in the order of graph/edge.ts. 0: made before rules were kept.
alter table edges add column rule smallint not null default 0;
