#!/bin/sh
# studies.sh [HENKA [DIR [STUDY...]]]: the studies of docs/studies, played anew at 1,000 and 8,000 nodes a move, each into DIR/STUDY (DIR: /tmp/henka-studies).
# Everything that was played is kept, so it can be stopped at any time; the same command goes on. PER_CENT=20 plays a fifth of the games that docs/studies has,
# and PER_CENT=100 goes on from there; THREADS=2 plays two games at once. Prints the seconds of each that were played now, and the report's first lines.
henka=${1:-$(dirname "$0")/../build/henka}
out=${2:-/tmp/henka-studies}
[ $# -gt 1 ] && shift 2 || shift $#
mkdir -p "$out" || exit 1
[ $# -gt 0 ] || set -- ito rutherford shinogi okisaki rutherford-order rutherford-gap suzumu
began=$(date +%s)
for study in "$@"; do
    more=
    case $study in
    ito) games=1000 ;;
    rutherford) games=800 ;;
    shinogi) games=600 ;;
    okisaki) games=500 ;;
    suzumu) games=500 ;;
    rutherford-*) games=200 more="--compare ${study#rutherford-}" ;;
    *) echo "no study is called $study" >&2 && exit 2 ;;
    esac
    from=$(date +%s)
    # shellcheck disable=SC2086 # $more is an option and its value, or nothing
    "$henka" study "${study%%-*}" --nodes 1000,8000 --games $((games * ${PER_CENT:-100} / 100)) $more --threads "${THREADS:-1}" --quiet --resume \
        --out "$out/$study" >"$out/$study.said" || exit 1
    echo "$study: $(($(date +%s) - from)) s. $(sed -n 1,2p "$out/$study.said" | tr '\n' ' ')"
done
echo "all: $(($(date +%s) - began)) s"
