#!/bin/sh
# perft.sh [HENKA]: nodes per second of perft from the start, one thread, the list of legal moves made at the last ply. CPU time, best of three.
henka=${1:-$(dirname "$0")/../build/henka}
for pair in shogi:5 shinogi:5 okisaki:5 suzumu:4 ito:10 rutherford:11; do
    game=${pair%:*}
    depth=${pair#*:}
    best=
    for n in 1 2 3; do
        found=$("$henka" perft "$game" "$depth" --speed | sed -n 's/^\([0-9]*\) nodes in \([0-9.]*\) s.*/\1 \2/p')
        [ -n "$found" ] || continue
        best=$(printf '%s\n%s\n' "$best" "$found" | awk 'NF == 2 && (!t || $2 < t) {n = $1; t = $2} END {print n, t}')
    done
    echo "$game $depth $best" | awk '{printf "%-11s depth %2d  %12d nodes  %6.2f s  %7.1f M/s\n", $1, $2, $3, $4, $4 > 0 ? $3 / $4 / 1e6 : 0}'
done
