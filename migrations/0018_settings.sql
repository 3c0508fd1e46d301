-- Settings that were changed while the service runs (update_config), by the name of their key. They hold for all processes of the installation.
create table settings (
  name text primary key,
  value jsonb not null,
  set_at timestamptz not null default now()
);
