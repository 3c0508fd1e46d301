# Runs commands beside the rest of a script. Sourced by .ci/run. Their output goes to files in the folder that `reports` names.

declare -A beside=()

# begin NAME COMMAND…: runs it beside what follows. It and all that it starts are one process group, so that end_all reaches the last of them: npm starts a
# shell, that a test runner, and that the servers of an installation.
begin() {
  set -m
  "${@:2}" >"$reports/$1.log" 2>&1 </dev/null &
  set +m
  beside[$1]=$!
}

# end NAME: waits for it, shows what it wrote, and gives its status.
end() {
  local status=0
  wait "${beside[$1]}" || status=$?
  unset "beside[$1]"
  printf '\n=== %s, %d s after the start\n' "$1" "$SECONDS"
  cat "$reports/$1.log"
  return "$status"
}

# end_all: ends what still runs, and waits until it has ended: for ten seconds, then it is killed.
end_all() {
  local group patience
  for group in "${beside[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
  for group in "${beside[@]}"; do
    for ((patience = 100; patience > 0; patience--)); do
      kill -0 -- "-$group" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$group" 2>/dev/null || true
  done
  beside=()
}
