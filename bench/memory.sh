#!/bin/sh
# memory.sh [HENKA]: resident memory of `henka serve` at rest, two seconds after its start with an empty store.
henka=${1:-$(dirname "$0")/../build/henka}
folder=$(mktemp -d) || exit 1
"$henka" serve --port "$((20000 + $$ % 20000))" --db "$folder/games.db" >/dev/null 2>&1 &
server=$!
trap 'kill $server; rm -rf "$folder"' EXIT
sleep 2
sed -n 's/^Vm\(RSS\|HWM\): */henka serve, \1: /p' "/proc/$server/status"
