#!/bin/sh
# levels.sh [GAMES [HENKA [AGAINST [FROM [TO [NAME…]]]]]]: levels FROM..TO of every game, AGAINST "greedy" (a player that takes what is worth most and else moves at random),
# "below" (each level against the one below, level 1 against the greedy player) or a level; from quiet openings of two to four plies, each from both sides. A level plays its own number of
# nodes, so other work on the machine changes nothing. Prints a row a match: won-drawn-lost, the level's share of the points with its 95 % bounds, and in how many games the level, and the
# opponent, left the last royal to be taken at once though another move would have kept it. SEED=5.
games=${1:-100}
henka=${2:-$(dirname "$0")/../build/henka}
against=${3:-greedy}
from=${4:-1}
to=${5:-7}
[ $# -gt 5 ] && shift 5 || set -- suzumu ito rutherford shinogi okisaki shogi
printf '%-11s %5s %-8s %-10s %-22s %s\n' game level against W-D-L 'share, 95 % bounds' 'last royal left'
for game; do
    for level in $(seq "$from" "$to"); do
        case $against in
        below) down=$([ "$level" = 1 ] && echo greedy || echo $((level - 1))) ;;
        *) down=$against ;;
        esac
        [ "$down" = greedy ] && player=proto=greedy || player=level=$down
        "$henka" match "$game" --engine "name=up,level=$level" --engine "name=down,$player" --games "$games" --nodes 1000000 --openings quiet --plies 2-4 --seed "${SEED:-5}" --quiet |
            awk -v game="$game" -v level="$level" -v down="$down" '
                /^W-D-L/ { wdl = $2; sub(",", "", wdl); sub(",$", "", $6); share = $3 " % " $5 " " $6 }
                /^up left/ { up = $10 } /^down left/ { low = $10 }
                END { printf "%-11s %5s %-8s %-10s %-22s %d, %d\n", game, level, down, wdl, share, up, low }'
    done
done
