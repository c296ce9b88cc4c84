# Shell functions around three PostgreSQL nodes under Patroni, with etcd, all on loopback. Source
# processes.sh and postgres.sh first.
#
# etcd is one process here, which is enough to show the failover of PostgreSQL. Where it matters etcd
# runs on three machines: without etcd Patroni makes the primary read-only.

patroni_nodes=(1 2 3)
# How long a primary may be silent before another takes its place, in seconds. Patroni 3.0 takes any
# number; later ones at least 20.
patroni_ttl=${PATRONI_TTL:-8}
# Ports by node, and process ids.
postgres_ports=()
patroni_ports=()
patroni_pids=()

need_patroni() {
  need_postgres
  need patroni etcd curl setpriv
}

# Starts etcd and the nodes, and makes the database; sets cluster_url, which names all three nodes.
start_cluster() {
  local node hosts=""
  need_patroni
  start_etcd
  for node in "${patroni_nodes[@]}"; do
    take_port
    postgres_ports[node]=$REPLY
    take_port
    patroni_ports[node]=$REPLY
  done
  for node in "${patroni_nodes[@]}"; do
    hosts+="${hosts:+,}127.0.0.1:${postgres_ports[node]}"
    write_patroni "$node"
    start_node "$node"
  done
  wait_until 60 "a cluster with a synchronous standby" is_whole
  node=$(primary_node)
  create_database "$work/node$node.socket" "${postgres_ports[node]}"
  # Who asks a standby that has not replayed this yet is refused, and libpq asks no other then.
  for node in "${patroni_nodes[@]}"; do
    wait_until 20 "the database on node$node" "${as_owner[@]}" env -C / "$postgres_programs/psql" \
      --host="$work/node$node.socket" --port="${postgres_ports[node]}" --username=postgres \
      --dbname=beckon --command="SELECT 1"
  done
  cluster_url="postgres://$postgres_user:$postgres_password@$hosts/beckon"
  cluster_url+="?target_session_attrs=read-write&connect_timeout=2"
}

start_etcd() {
  local client
  take_port
  client=http://127.0.0.1:$REPLY
  etcd_host=127.0.0.1:$REPLY
  take_port
  start "$work/etcd.log" etcd --data-dir "$work/etcd" --logger zap --log-level warn \
    --listen-client-urls "$client" --advertise-client-urls "$client" \
    --listen-peer-urls "http://127.0.0.1:$REPLY" \
    --initial-advertise-peer-urls "http://127.0.0.1:$REPLY" \
    --initial-cluster "default=http://127.0.0.1:$REPLY"
  wait_until 20 "etcd" curl --silent --fail "$client/health"
}

# Shared memory in files: a killed node would leave it in /dev/shm otherwise.
#
# Synchronous mode: a commit is answered when a standby has it on disk, and only that standby may
# become primary. Strict: without any standby commits wait, instead of standing on one disk only. With
# three nodes one may be gone without that.
write_patroni() {
  local node=$1
  mkdir "$work/node$node.socket"
  cat >"$work/node$node.yml" <<YAML
scope: beckon
name: node$node
restapi:
  listen: 127.0.0.1:${patroni_ports[node]}
  connect_address: 127.0.0.1:${patroni_ports[node]}
etcd3:
  host: $etcd_host
bootstrap:
  dcs:
    ttl: $patroni_ttl
    loop_wait: 1
    retry_timeout: 3
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters:
        max_connections: 200
        deadlock_timeout: 100ms
        wal_keep_size: 256MB
        wal_log_hints: on
        wal_retrieve_retry_interval: 500ms
        dynamic_shared_memory_type: mmap
  initdb:
    - encoding: UTF8
    - locale: C.UTF-8
    - data-checksums
postgresql:
  listen: 127.0.0.1:${postgres_ports[node]}
  connect_address: 127.0.0.1:${postgres_ports[node]}
  data_dir: $work/node$node
  bin_dir: $postgres_programs
  pgpass: $work/node$node.socket/pgpass
  authentication:
    superuser: {username: postgres, password: postgres-on-loopback}
    replication: {username: replicator, password: replicator-on-loopback}
    rewind: {username: rewinder, password: rewinder-on-loopback}
  parameters:
    unix_socket_directories: $work/node$node.socket
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 scram-sha-256
    - host replication replicator 127.0.0.1/32 scram-sha-256
tags: {}
YAML
  chown -R "$owner" "$work/node$node.yml" "$work/node$node.socket"
  chmod 700 "$work/node$node.socket"
}

start_node() {
  start_as_owner "$work/node$1.log" env -C "$work" patroni "$work/node$1.yml"
  patroni_pids[$1]=$REPLY
}

# Prints the ids of all processes of a node: Patroni's, and those of its PostgreSQL.
node_processes() {
  local pid
  family "${patroni_pids[$1]}"
  for pid in $(postmaster_of "$work/node$1"); do family "$pid"; done
}

# asks_node NODE PATH: whether the node's Patroni answers 200.
asks_node() {
  curl --silent --fail --max-time 1 "http://127.0.0.1:${patroni_ports[$1]}/$2" >/dev/null 2>&1
}

# Prints the node that is primary; fails when there is none.
primary_node() {
  local node
  for node in "${patroni_nodes[@]}"; do
    if asks_node "$node" primary; then
      echo "$node"
      return 0
    fi
  done
  return 1
}

# Whether there is a primary, two replicas that stream, and a synchronous one among them.
is_whole() {
  local node replicas=0 synchronous=0
  primary_node >/dev/null || return 1
  for node in "${patroni_nodes[@]}"; do
    if asks_node "$node" "replica?lag=1MB"; then replicas=$((replicas + 1)); fi
    if asks_node "$node" synchronous; then synchronous=$((synchronous + 1)); fi
  done
  [ $replicas = 2 ] && [ $synchronous -ge 1 ]
}
