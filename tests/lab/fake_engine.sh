#!/bin/sh
# A USI program that misbehaves in the way its argument says; with "cecp" as the second argument, an XBoard one.
answer() {
    case $mode in
    crash) exit 1 ;;
    illegal) [ "$speech" = cecp ] && echo "move a1a1" || echo "bestmove 1a1a" ;;
    garbage) printf 'bestmove \377\377%s\n' "$(head -c 300 /dev/zero | tr '\0' x)" ;;
    resign) [ "$speech" = cecp ] && echo resign || echo "bestmove resign" ;;
    late) sleep 1; echo "bestmove resign" ;;
    silent) ;;
    esac
}
mode=$1
speech=${2-usi}
[ "$mode" = stillborn ] && exit 1
while read -r line; do
    case $line in
    usi) echo usiok ;;
    isready) echo readyok ;;
    protover*) echo 'feature ping=1 setboard=1 usermove=1 done=1' ;;
    ping*) echo "pong ${line#ping }" ;;
    go*) answer ;;
    quit) exit 0 ;;
    esac
done
