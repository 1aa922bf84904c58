#!/bin/sh
# xboard.sh HENKA GAME [LEGALITY [SECOND]]: XBoard lets the engine play itself, or the command SECOND. The game must last at least LEAST moves and
# end by a rule of the game, as the engine tells it; XBoard must not have found fault with anything. GAME is XBoard's name of it. LEGALITY: does XBoard
# test the moves by rules of its own, which it does where nobody says otherwise (true)? ./test installs XBoard, so without it the test fails; without
# SECOND it is skipped. SECOND does not ponder: HaChu 0.21 then moves out of turn. It may resign, and XBoard may call a draw by its own rules of fifty moves and material.
LEAST=10
PATH=$PATH:/usr/games
fail() { echo "xboard.sh: $*"; echo "0 passed, 1 failed"; exit 1; }
for program in xboard xvfb-run; do command -v $program >/dev/null || fail "$program is not here (Debian's packages xboard and xvfb)"; done
if [ "$4" ]; then
    command -v "${4%% *}" >/dev/null || { echo "$4 is not here"; exit 77; }
    set -- "$1" "$2" "$3" "$4" -ponderNextMove false
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
HOME=$folder timeout "${LIMIT:-150}" xvfb-run -a xboard -fcp "$1 xboard" -scp "${4:-$1 xboard}" -variant "$2" -testLegality "${3:-true}" -matchGames 1 -tc 1 -inc 1 $5 $6 \
    -searchDepth 4 -saveGameFile "$folder/game.pgn" -popupExitMessage false -popupMoveErrors false >"$folder/log" 2>&1
[ -s "$folder/game.pgn" ] || { tail -5 "$folder/log"; fail "$2: no game was saved"; }
result=$(grep -o '{[^{}]*} [01/2-]*$' "$folder/game.pgn" | tail -1)
moves=$(grep -oE '(^| )[0-9]+\. ' "$folder/game.pgn" | tail -1 | tr -dc 0-9)
echo "$2: ${moves:-0} moves, $result"
[ "${moves:-0}" -ge $LEAST ] || { tail -20 "$folder/game.pgn"; fail "$2: expected a game of at least $LEAST moves"; }
! grep -iE 'illegal|forfeit|unknown command' "$folder/game.pgn" "$folder/log" || fail "$2: XBoard or the engine complained"
case $result in
'{checkmate} 1-0' | '{checkmate} 0-1' | '{repetition} 1/2-1/2' | '{perpetual check} 1-0' | '{perpetual check} 0-1' | '{stalemate} '*) echo "1 passed, 0 failed" ;;
'{Xboard adjudication: Stalemate} '* | '{bare king} '* | '{Xboard adjudication: '*epetition* | '{XBoard adjudication: '*epetition* | '{Xboard adjudication: '*heck* | '{XBoard adjudication: '*heck*) echo "1 passed, 0 failed" ;;
*resign* | *'fifty move rule} 1/2-1/2' | *'50-move rule} 1/2-1/2' | *aterial*'} 1/2-1/2') [ "$4" ] && echo "1 passed, 0 failed" || fail "$2: expected an end by the rules" ;;
*) tail -20 "$folder/game.pgn"; tail -5 "$folder/log"; fail "$2: expected an end by the rules" ;;
esac
