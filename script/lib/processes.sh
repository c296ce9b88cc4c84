# Shell functions that start programs for a script and end all of them with it. Source this first:
# it makes a temporary directory, and on exit, also by Ctrl-C or a failure, ends what was started
# through it and removes the directory (KEEP=1 keeps it after a failure). No service of the system is
# used or disturbed.

# The directory for everything that the script makes.
work=$(mktemp -d "${TMPDIR:-/tmp}/beckon-${0##*/}.XXXXXX")
# Folders elsewhere, which are removed with it.
elsewhere=()
# Process ids of what was started.
started=()
# Ports that were given out.
ports=()

# What is started gets SIGTERM when the script is gone, even by `kill -9`. PostgreSQL refuses to run
# as root, so root hands it to the user `postgres`, or `nobody` where there is none.
as_self=(setpriv --pdeathsig TERM)
as_owner=("${as_self[@]}")
owner=$(id -un)
if [ "$(id -u)" = 0 ]; then
  owner=$(id -un postgres 2>/dev/null || echo nobody)
  as_owner+=("--reuid=$owner" "--regid=$(id -gn "$owner")" --init-groups)
fi
chown "$owner" "$work"
chmod 755 "$work"

# Says what is wrong and what to do about it, and stops.
fail() {
  echo "script/${0##*/}: $*" >&2
  exit 1
}

# Tells people how it goes; standard output is kept for the result.
say() { echo "$(date +%T) $*" >&2; }

# tell_usage WORD…: prints the comment at the head of the script and ends, if that is asked for.
tell_usage() {
  case " $* " in
    *" --help "* | *" -h "*)
      sed -n '2,/^[^#]/s/^# \{0,1\}//p' "script/${0##*/}"
      exit 0
      ;;
  esac
}

# check_options "KNOWN…" WORD…: stops unless the words are known options, each with a number.
check_options() {
  local known=$1
  shift
  while [ $# -gt 0 ]; do
    case " $known " in
      *" $1 "*) ;;
      *) fail "there is no option '$1'. See: script/${0##*/} --help" ;;
    esac
    case "${2-}" in
      "" | *[!0-9]*) fail "$1 needs a whole number. See: script/${0##*/} --help" ;;
    esac
    shift 2
  done
}

# Stops unless all of the commands are there.
need() {
  local command
  for command in "$@"; do
    command -v "$command" >/dev/null || fail "there is no $command. Run: script/bootstrap --cluster"
  done
}

# Sets REPLY to a port that nobody listens on. Not one that the kernel gives to outgoing
# connections: one of these might take it while its owner restarts.
take_port() {
  while :; do
    REPLY=$((RANDOM % 10000 + 20000))
    case " ${ports[*]-} " in *" $REPLY "*) continue ;; esac
    (: <"/dev/tcp/127.0.0.1/$REPLY") 2>/dev/null || break
  done
  ports+=("$REPLY")
}

# start LOG COMMAND…: runs a command in the background, in a session of its own, so that Ctrl-C does
# not reach it before the script; sets REPLY to its process id.
start() {
  setsid "${as_self[@]}" "${@:2}" >>"$1" 2>&1 </dev/null &
  note_started $!
}

# run_in_view COMMAND…: runs a command to its end, which prints for the person, and gives its
# status. In a session of its own too, and waited for, so that Ctrl-C or SIGTERM ends the script and
# with it the command and all that the command has started. Where a signal ended it, that is said:
# the command itself could not.
run_in_view() {
  local status=0
  setsid "${as_self[@]}" "$@" </dev/null &
  started+=($!)
  wait $! || status=$?
  if [ $status -gt 128 ]; then fail "$1 was ended by SIG$(kill -l $((status - 128)))"; fi
  return $status
}

# As `start`, by a user whom PostgreSQL accepts.
start_as_owner() {
  setsid "${as_owner[@]}" "${@:2}" >>"$1" 2>&1 </dev/null &
  note_started $!
}

# The shell need not tell how it ended: it is killed.
note_started() {
  REPLY=$1
  started+=("$1")
  disown "$1"
}

# wait_until SECONDS WHAT COMMAND…: tries a command until it succeeds.
wait_until() {
  local deadline=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $deadline ] || fail "$what: not within the time. Its logs: $(ls "$work"/*.log)"
    sleep 0.1
  done
}

# Prints a process id and those of all its descendants.
family() {
  local child
  echo "$1"
  for child in $(ps -o pid= --ppid "$1"); do family "$child"; done
}

# Prints the process id of the PostgreSQL that runs on a data directory, if one does. Its file may be
# left over from a killed one, and the number be somebody else's now.
postmaster_of() {
  local pid
  pid=$(head -1 "$1/postmaster.pid" 2>/dev/null) || return 0
  if [ "$(readlink "/proc/$pid/cwd")" = "$1" ]; then echo "$pid"; fi
}

# Waits at most 5 s until a process has ended.
await_end() {
  local tries
  for tries in {1..50}; do
    if ! kill -0 "$1" 2>/dev/null; then break; fi
    sleep 0.1
  done
}

# SIGQUIT ends them all at once, and PostgreSQL takes its shared memory away with it. Patroni leaves
# its PostgreSQL running, so the data directories are asked too.
end_everything() {
  local status=$? pid data
  trap - EXIT
  trap '' INT TERM
  set +e
  ulimit -c 0
  # The shell need not tell how they ended.
  disown -a
  for pid in "${started[@]}"; do kill -QUIT "$pid" 2>/dev/null; done
  for data in "$work"/*/; do
    pid=$(postmaster_of "${data%/}")
    [ -n "$pid" ] || continue
    kill -QUIT "$pid" 2>/dev/null
    await_end "$pid"
    kill -KILL "$pid" 2>/dev/null
  done
  for pid in "${started[@]}"; do
    # And its session: what it has started itself.
    kill -KILL "$pid" "-$pid" 2>/dev/null
    await_end "$pid"
  done
  if [ $status = 0 ] || [ -z "${KEEP-}" ]; then rm -rf "$work" "${elsewhere[@]}"; else say "kept: $work"; fi
  exit $status
}

trap end_everything EXIT
trap 'exit 130' INT
trap 'echo "script/${0##*/}: ended by SIGTERM before it was done" >&2; exit 143' TERM
