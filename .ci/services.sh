# Starts a PostgreSQL 17 with pgvector, a PgBouncer before it, another one with a replica, and a Redis of its own on free ports and sets
# TEST_DATABASE_URL, TEST_POOLER_URL, TEST_REPLICATED_URL, TEST_REPLICA_URL and TEST_REDIS_URL; stop_services removes them. TEST_POSTGRES_TOOLS is a folder with the server's pg_dump and the like. Sourced by .ci/run. A variable that is set already is used as it is. They are packages of Debian 13, in a root folder of their own:
# Debian 12 has no pgvector. Needs root.

start_services() {
  [ -z "${TEST_DATABASE_URL:-}" ] || [ -z "${TEST_REDIS_URL:-}" ] || return 0
  services_root="$(mktemp -d)"
  if ! command -v mmdebstrap >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mmdebstrap >/dev/null
  fi
  local mirror
  mirror="$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | sort -u | head -1)"
  mmdebstrap --quiet --variant=minbase --include=postgresql-17-pgvector,pgbouncer,redis-server trixie "$services_root" "$mirror"
  if [ -z "${TEST_DATABASE_URL:-}" ]; then
    local port
    port="$(free_port)"
    make_postgres "$postgres_data" "$port"
    export TEST_DATABASE_URL="postgresql://codeindex@127.0.0.1:$port/postgres"
    start_pooler "$port"
    start_replicated
    make_tools
  fi
  if [ -z "${TEST_REDIS_URL:-}" ]; then
    local port
    port="$(free_port)"
    in_root redis-server --port "$port" --bind 127.0.0.1 --save '' --dir /tmp --daemonize yes --pidfile /tmp/redis.pid >/dev/null
    export TEST_REDIS_URL="redis://127.0.0.1:$port"
  fi
}

# make_postgres FOLDER PORT: a server with a data folder of its own.
make_postgres() {
  in_root runuser -u postgres -- "$postgres_bin/initdb" -D "$1" -U codeindex -A trust -E UTF8 --locale=C.UTF-8 >/dev/null
  start_postgres "$1" "$2"
}

# start_postgres FOLDER PORT: the server of a data folder.
start_postgres() {
  in_root runuser -u postgres -- "$postgres_bin/pg_ctl" -D "$1" -w -l "/tmp/postgres-$2.log" -o "-p $2 -k /tmp \
    -c listen_addresses=127.0.0.1 -c fsync=off -c dynamic_shared_memory_type=mmap -c max_connections=300" start >/dev/null
}

# A server, and one that replays what it writes (streaming replication). The first is not that of all other tests: the full disk of one of them is a
# tablespace, which the replica would have in the same folder.
start_replicated() {
  local port
  port="$(free_port)"
  make_postgres "$replicated_data" "$port"
  export TEST_REPLICATED_URL="postgresql://codeindex@127.0.0.1:$port/postgres"
  in_root runuser -u postgres -- "$postgres_bin/pg_basebackup" -h 127.0.0.1 -p "$port" -U codeindex -D "$replica_data" -R -X stream -c fast
  port="$(free_port)"
  start_postgres "$replica_data" "$port"
  export TEST_REPLICA_URL="postgresql://codeindex@127.0.0.1:$port/postgres"
}

# Programs of the root folder that work on files of this machine: through the loader and the libraries that they are made for.
make_tools() {
  local tool libraries="$services_root/usr/lib/$(uname -m)-linux-gnu"
  export TEST_POSTGRES_TOOLS="$services_root/tools"
  mkdir "$TEST_POSTGRES_TOOLS"
  for tool in pg_dump pg_restore psql; do
    printf '#!/bin/sh\nexec %s --library-path %s %s "$@"\n' "$(echo "$libraries"/ld-linux-*.so.*)" "$libraries" \
      "$services_root$postgres_bin/$tool" >"$TEST_POSTGRES_TOOLS/$tool"
    chmod 755 "$TEST_POSTGRES_TOOLS/$tool"
  done
}

# start_pooler PORT: a PgBouncer that lends sessions of the server on that port by transaction.
start_pooler() {
  local port
  port="$(free_port)"
  cat >"$services_root/tmp/pgbouncer.ini" <<EOF
[databases]
* = host=127.0.0.1 port=$1 user=codeindex
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $port
auth_type = any
pool_mode = transaction
max_client_conn = 200
unix_socket_dir =
logfile = /tmp/pgbouncer.log
pidfile = /tmp/pgbouncer.pid
EOF
  in_root runuser -u postgres -- /usr/sbin/pgbouncer -q -d /tmp/pgbouncer.ini
  export TEST_POOLER_URL="postgresql://codeindex@127.0.0.1:$port/postgres"
}

postgres_bin=/usr/lib/postgresql/17/bin
postgres_data=/var/tmp/codeindex
replicated_data=/var/tmp/codeindex-replicated
replica_data=/var/tmp/codeindex-replica

in_root() { chroot "$services_root" "$@"; }

free_port() {
  node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'
}

stop_services() {
  local data
  [ -n "${services_root:-}" ] || return 0
  for data in "$replica_data" "$replicated_data" "$postgres_data"; do
    in_root runuser -u postgres -- "$postgres_bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
  done
  [ ! -f "$services_root/tmp/pgbouncer.pid" ] || kill "$(cat "$services_root/tmp/pgbouncer.pid")" 2>/dev/null || true
  [ ! -f "$services_root/tmp/redis.pid" ] || kill "$(cat "$services_root/tmp/redis.pid")" 2>/dev/null || true
  rm -rf "$services_root"
}
