#!/bin/sh
# search.sh [SECONDS [HENKA [MIB]]]: nodes per second and depth reached from the start of each game, one thread, with so much memory for the table.
seconds=${1:-5}
henka=${2:-$(dirname "$0")/../build/henka}
mib=${3:-64}
for game in $("$henka" variants | cut -d" " -f1); do
    {
        printf 'usi\nsetoption name USI_Variant value %s\nsetoption name USI_Hash value %d\nisready\nusinewgame\nposition startpos\n' "$game" "$mib"
        printf 'go movetime %d\n' "$((seconds * 1000))"
        sleep "$((seconds + 1))"
        echo quit
    } | "$henka" usi | awk -v game="$game" '
        / depth / { for (i = 1; i < NF; i++) { if ($i == "depth") d = $(i + 1); if ($i == "nodes") n = $(i + 1); if ($i == "time") t = $(i + 1) } }
        END { printf "%-11s depth %2d  %10d nodes  %6d ms  %7.2f M/s\n", game, d, n, t, t ? n / t / 1000 : 0 }'
done
