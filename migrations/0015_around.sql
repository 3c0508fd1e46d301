-- What doc comments around a chunk say of it: it is found by them too.
alter table chunks add column around text;
