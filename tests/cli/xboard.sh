#!/bin/sh
# xboard.sh HENKA GAME: XBoard lets the engine play itself; the game must end by its rules. Skipped (77) where there is no XBoard.
PATH=$PATH:/usr/games
command -v xboard >/dev/null || exit 77
command -v xvfb-run >/dev/null || { echo "XBoard is here, but not the xvfb-run to start it by"; echo "0 passed, 1 failed"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
HOME=$folder timeout 150 xvfb-run -a xboard -fcp "$1 xboard" -scp "$1 xboard" -variant "$2" -testLegality false -matchGames 1 -tc 1 -inc 1 \
    -searchDepth 4 -saveGameFile "$folder/game.pgn" -popupExitMessage false -popupMoveErrors false >"$folder/log" 2>&1
result=$(grep -o '{.*} [01/2-]*$' "$folder/game.pgn" | tail -1)
case $result in
'{checkmate}'* | '{'*repetition'}'* | '{'*check'}'* | *adjudication:*) echo "$2: $result"; echo "1 passed, 0 failed" ;;
*) echo "$2: $result"; tail -20 "$folder/game.pgn"; tail -5 "$folder/log"; echo "0 passed, 1 failed"; exit 1 ;;
esac
