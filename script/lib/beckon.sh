# Shell functions around Beckon's own programs. Source processes.sh first.

programs=$(dirname "${BECKON_PROGRAM:-$PWD/.build/release/beckon}")
# URLs of the servers that run.
server_urls=()

# build_programs "PACKAGES" PRODUCT…: installs what is missing, by options of script/bootstrap, and
# builds. What people see of it goes to standard error.
build_programs() {
  local product packages
  read -ra packages <<<"$1"
  script/bootstrap "${packages[@]}" >&2
  for product in "${@:2}"; do swift build -c release --product "$product" >&2; done
}

# create_app DATABASE: makes an app; sets publishable_key and secret_key.
create_app() {
  local answer
  answer=$("$programs/beckon" app create --name Fleet --json --database "$1" 2>"$work/app.log") ||
    fail "beckon does not work with ${1%%:*}: $(cat "$work/app.log")"
  publishable_key=$(sed 's/.*"publishable_key":"\([^"]*\)".*/\1/' <<<"$answer")
  secret_key=$(sed 's/.*"secret_key":"\([^"]*\)".*/\1/' <<<"$answer")
}

# start_server DATABASE: starts one more server and waits until it is ready; adds to server_urls. All
# servers of a fleet have one public URL, as behind a proxy.
start_server() {
  local url number=$((${#server_urls[@]} + 1))
  take_port
  url=http://127.0.0.1:$REPLY
  start "$work/server$number.log" "$programs/beckon" serve --listen "127.0.0.1:$REPLY" \
    --database "$1" --public-url http://fleet.example
  wait_until 30 "beckon serve" curl --silent --fail "$url/health"
  server_urls+=("$url")
}

# simulate COMMAND OPTION…: runs beckon-sim against the servers that run.
simulate() {
  local urls
  urls=$(IFS=, && echo "${server_urls[*]}")
  "$programs/beckon-sim" "$1" --servers "$urls" --publishable-key "$publishable_key" \
    --secret-key "$secret_key" "${@:2}"
}
