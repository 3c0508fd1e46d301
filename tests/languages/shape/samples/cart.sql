-- The carts of the shop.
CREATE TABLE IF NOT EXISTS shop.carts (
  id bigint primary key,
  owner text not null default 'create table x'
);

create or replace function shop.total(cart bigint) returns numeric as $$
begin
  create table hidden (id int);
end
$$ language plpgsql;

CREATE VIEW open_carts AS
  SELECT * FROM carts;
