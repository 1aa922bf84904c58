#!/bin/sh
# ladder.sh [GAMES [HENKA [FROM [TO [NAME…]]]]]: each level against the one below, FROM..TO, in every game; level 1 against a player that moves at random but captures
# whenever it can ("1:0"). Each plays its level's own number of nodes, so other work on the machine changes nothing. Prints the upper player's share of the points
# with its 95 % bounds, a row a game.
games=${1:-100}
henka=${2:-$(dirname "$0")/../build/henka}
from=${3:-1}
to=${4:-10}
[ $# -gt 4 ] && shift 4 || set -- $("$henka" variants | cut -d" " -f1)
printf '%-11s' game
for up in $(seq "$from" "$to"); do printf ' %19s' "$up:$((up - 1))"; done
echo
for game; do
    printf '%-11s' "$game"
    for up in $(seq "$from" "$to"); do
        down="level=$((up - 1))"
        [ "$up" = 1 ] && down=proto=random
        "$henka" match "$game" --engine "name=up,level=$up" --engine "name=down,$down" --games "$games" --nodes 1000000 --plies 4-8 --seed 5 --concurrency 2 --quiet |
            awk '/^W-D-L/ { printf " %5s %% %11s", $3, $5 $6 }'
    done
    echo
done
