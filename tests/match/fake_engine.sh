#!/bin/sh
# fake_engine.sh MODE [usi|cecp|xshogi [FILE]]: a USI program that misbehaves as MODE says; with "cecp" an XBoard one.
# MODE record plays the words of $MOVES one after another and resigns when there are none left; every line that comes
# in is kept in FILE. MODE say answers each question for a move with the lines of $SAY. $FEATURES takes the place of the features of an XBoard program; $LATE is said before its moves.
answer() {
    case $mode in
    crash) exit 1 ;;
    illegal) [ "$speech" = cecp ] && echo "move a1a1" || echo "bestmove 1a1a" ;;
    garbage) printf 'bestmove \377\377%s\n' "$(head -c 300 /dev/zero | tr '\0' x)" ;;
    resign) [ "$speech" = cecp ] && echo resign || echo "bestmove resign" ;;
    late) sleep 1; echo "bestmove resign" ;;
    say) printf '%b\n' "$SAY" ;;
    record)
        set -- $MOVES resign
        move=$1
        shift
        MOVES=${*%resign}
        if [ "$speech" = xshogi ]; then
            echo "1. ... $move"
        elif [ "$speech" != cecp ]; then
            echo "info depth 7 score cp 25 nodes 770"
            echo "bestmove $move"
        else
            [ -n "$LATE" ] && echo "$LATE"
            echo "7 25 1 770 pv"
            [ "$move" = resign ] && echo resign || echo "move $move"
        fi ;;
    silent) ;;
    esac
}
mode=$1
speech=${2-usi}
record=${3-/dev/null}
[ "$mode" = stillborn ] && exit 1
while read -r line; do
    [ "$mode" = record ] && echo "$line" >>"$record"
    case $line in
    usi) echo usiok ;;
    uci) [ -n "$GAMES" ] && echo "option name UCI_Variant type combo default chess $GAMES"; echo uciok ;;
    isready) echo readyok ;;
    protover*) echo "${FEATURES-feature ping=1 setboard=1 usermove=1 done=1}" ;;
    variant*) [ "$mode" = ignorant ] && echo "Error (unknown variant): ${line#variant }" ;;
    ping*) echo "pong ${line#ping }" ;;
    go*) answer ;;
    quit) exit 0 ;;
    esac
done
