# Shell functions around one PostgreSQL on loopback. Source processes.sh first.

postgres_user=beckon
postgres_password=beckon-on-loopback

# PostgreSQL's own programs, and not those that stand elsewhere on the PATH: sets postgres_programs to
# where Debian keeps the newest version's. Not before it is called, as it may be installed only then.
need_postgres() {
  local folders=(/usr/lib/postgresql/*/bin)
  [ -x "${folders[0]}/initdb" ] || fail "there is no PostgreSQL. Run: script/bootstrap --postgres"
  postgres_programs=$(printf '%s\n' "${folders[@]}" | sort -V | tail -1)
}

# start_postgres NAME: makes a database cluster in $work/NAME and starts it; sets postgres_port, and
# postgres_url, which asks for a password. Durable as Debian sets it up: fsync and
# synchronous_commit are on. Two writes that wait for each other stand still for deadlock_timeout; a
# second, as PostgreSQL has it, is longer than they have to.
start_postgres() {
  local data=$work/$1 run=("${as_owner[@]}" env -C "$work" LC_ALL=C)
  need_postgres
  take_port
  postgres_port=$REPLY
  "${run[@]}" "$postgres_programs/initdb" --pgdata="$data" --username=postgres --encoding=UTF8 \
    --locale=C.UTF-8 --auth-local=trust --auth-host=scram-sha-256 --data-checksums \
    >"$work/initdb.log" 2>&1 || fail "initdb: $(tail -1 "$work/initdb.log")"
  start_as_owner "$work/$1.log" "$postgres_programs/postgres" -D "$data" -p "$postgres_port" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories="$data" -c max_connections=200 \
    -c deadlock_timeout=100ms
  wait_until 20 "PostgreSQL on port $postgres_port" \
    "$postgres_programs/pg_isready" --host="$data" --port="$postgres_port"
  create_database "$data" "$postgres_port"
  postgres_url="postgres://$postgres_user:$postgres_password@127.0.0.1:$postgres_port/beckon"
}

# create_database SOCKET_DIRECTORY PORT: the role and the database of Beckon. The role owns its
# database and may do nothing else.
create_database() {
  "${as_owner[@]}" env -C / "$postgres_programs/psql" --quiet --no-psqlrc --host="$1" --port="$2" \
    --username=postgres --dbname=postgres --set=ON_ERROR_STOP=1 >>"$work/psql.log" 2>&1 <<SQL ||
CREATE ROLE $postgres_user LOGIN PASSWORD '$postgres_password';
CREATE DATABASE beckon OWNER $postgres_user;
SQL
    fail "the database could not be made: $(tail -1 "$work/psql.log")"
}
