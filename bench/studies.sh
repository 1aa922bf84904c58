#!/bin/sh
# studies.sh [HENKA [DIR]]: a study of each of the five games at 1,000 and 8,000 nodes a move, with at least 500 distinct games at each strength and two threads.
# Prints the seconds of each and of all, and keeps the reports in DIR (/tmp/henka-studies). Ten minutes on two idle cores.
henka=${1:-$(dirname "$0")/../build/henka}
out=${2:-/tmp/henka-studies}
rm -rf "$out" && mkdir -p "$out" || exit 1
began=$(date +%s)
from=$began
for game in ito:505 rutherford:505 suzumu:590 shinogi:500 okisaki:500; do # so many, for some repeat another one
    name=${game%:*}
    "$henka" study "$name" --nodes 1000,8000 --games "${game#*:}" --threads 2 --quiet --out "$out/$name" >"$out/$name.said" || exit 1
    now=$(date +%s)
    echo "$name: $((now - from)) s. $(sed -n 1p "$out/$name.said")"
    from=$now
done
echo "all: $((now - began)) s"
