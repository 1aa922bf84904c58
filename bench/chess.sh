#!/bin/sh
# chess.sh [GAMES [TC [HENKA [ENGINE [SEED]]]]]: chess against Debian's fairy-stockfish (or the program ENGINE that speaks UCI) without a network, at equal time: 100 games
# at 4 s + 0.04 s a move, two at once, one thread and 64 MiB each, every random opening from both sides. 100 games take twelve minutes on two free cores.
# Prints the report of `henka match`; what both programs are told is in the first line.
games=${1:-100}
tc=${2:-4+0.04}
henka=${3:-$(dirname "$0")/../build/henka}
engine=${4:-$(command -v fairy-stockfish || echo /usr/games/fairy-stockfish)}
seed=${5:-1}
command -v "$engine" >/dev/null || {
    echo "$engine is not installed: apt-get install fairy-stockfish" >&2
    exit 1
}
options=$(printf 'uci\nquit\n' | "$engine")
told="hash=64,threads=1"
case $options in # the program of 2020 that Debian has knows no networks
*"option name Use NNUE "*) told="$told,opt.Use NNUE=false" ;;
esac
name=$(printf '%s\n' "$options" | sed -n 's/^id name //p' | tr -d , | head -n 1)
echo "$name ($told) at $tc, seed $seed"
exec "$henka" match chess --engine name=Henka,hash=64,threads=1 --engine "name=$name,proto=uci,cmd=$engine,$told" \
    --tc "$tc" --games "$games" --plies 4-8 --seed "$seed" --margin 100 --concurrency 2
