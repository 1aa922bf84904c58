#!/bin/sh
# cutechess.sh CUTECHESS-CLI [HENKA [OPPONENT]]: two whole games of every game that cutechess, the opponent and Henka know, by UCI, each side once first.
# Prints how they ended; fails if Henka lost one by an illegal move, by time or by silence. NODES=300: of each move.
CUTECHESS=${1:?cutechess-cli} HENKA=${2:-build/henka} OPPONENT=${3:-/usr/games/fairy-stockfish}
failed=0 log=$(mktemp)
trap 'rm -f "$log"' EXIT
for game in standard shogi minishogi makruk grand; do
    "$CUTECHESS" -variant $game -engine cmd="$HENKA" arg=uci proto=uci name=Henka -engine cmd="$OPPONENT" proto=uci name=Opponent \
        -each tc=inf nodes="${NODES:-300}" -games 2 -maxmoves 300 >"$log" 2>&1
    sed -n "s/^Finished game/$game/p" "$log"
    [ "$(grep -c '^Finished game' "$log")" = 2 ] || { tail -3 "$log"; failed=1; }
    # The first word behind the brace is the side at fault: White is Henka in the first game, Black in the second.
    grep -E '^Finished game 1 .*\{(White|Sente)( makes an illegal|.s connection| loses on time| disconnects)|^Finished game 2 .*\{(Black|Gote)( makes an illegal|.s connection| loses on time| disconnects)' "$log" && failed=1
done
exit $failed
