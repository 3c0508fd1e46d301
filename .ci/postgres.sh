# Starts a PostgreSQL of its own on a free port and sets TEST_DATABASE_URL; stop_postgres removes it. Sourced by .ci/run.
# A TEST_DATABASE_URL that is already set is used as it is.

start_postgres() {
  [ -z "${TEST_DATABASE_URL:-}" ] || return 0
  if ! compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql >/dev/null
  fi
  postgres_bin="$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb | sort -V | tail -1)")"
  postgres_dir="$(mktemp -d)"
  chmod 711 "$postgres_dir"
  [ "$(id -u)" != 0 ] || chown postgres "$postgres_dir"
  local port
  port="$(node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')"
  as_postgres "$postgres_bin/initdb" -D "$postgres_dir/data" -U codeindex -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_dir/data" -w -l "$postgres_dir/log" \
    -o "-p $port -k $postgres_dir -c listen_addresses=127.0.0.1 -c fsync=off" start >/dev/null
  export TEST_DATABASE_URL="postgresql://codeindex@127.0.0.1:$port/postgres"
}

# PostgreSQL refuses to run as root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then (cd / && runuser -u postgres -- "$@"); else "$@"; fi
}

stop_postgres() {
  [ -n "${postgres_dir:-}" ] || return 0
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_dir/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$postgres_dir"
}
