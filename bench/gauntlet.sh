#!/bin/sh
# gauntlet.sh BASE [GAME…]: this build against a stored one (BASE: the path of its `henka`), and against Debian's fairy-stockfish, hachu, fairymax and maxqi in the games that they play (the shipped
# five and shogi where no game is named). First a few games with fixed nodes show how many nodes each side searches in a second of processor time; then both get the nodes of MS
# milliseconds of it (50), so that other work on the machine favours nobody. hachu, fairymax and maxqi know no limit of nodes: they are given a second a move, and Henka gets the nodes of the processor time that
# they then use. Pairs from quiet openings of 4 to 8 plies, every opening from both sides. Each chunk of ten games (fewer where GAMES is less) is written to OUT (gauntlet.txt) as it ends, and a later run with
# the same OUT goes on behind it. Prints won-drawn-lost, Elo with 95 % bounds by pairs, and on standard error what a side (new: this build) lost
# by something else than the rules.
# GAMES=100 each, MS=50, SEED=1, HENKA=build/henka, OUT=gauntlet.txt; VARIANTS=FILE: a variants.ini of games that Fairy-Stockfish does not know by itself; ONLY="base fairy-stockfish …".
base=${1:?the path of a stored build of henka}
shift
[ $# -gt 0 ] || set -- suzumu ito rutherford shinogi okisaki shogi
here=$(dirname "$0")
henka=${HENKA:-$here/../build/henka} games=${GAMES:-100} ms=${MS:-50} seed=${SEED:-1} out=${OUT:-gauntlet.txt}
chunk_games=$((games < 10 ? games : 10))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
touch "$out"

# The program as henka match starts it; when it ends, its processor time is added to a file. HaChu falls over without a size of its table.
player() { # NAME LIMIT SPEC COMMAND
    printf 'name=%s,%s,%s,hash=16,cmd=%s; times >>%s' "$1" "$2" "$3" "$4" "$work/$1"
}
play() { # GAME GAMES SEED NEW OLD
    "$henka" match "$1" --engine "$4" --engine "$5" --games "$2" --seed "$3" --openings quiet --plies 4-8 --margin 60000 --quiet
}
# Seconds of processor time that a program's children used, from the second line of `times`.
seconds() {
    awk 'NR % 2 == 0 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } } END { printf "%.3f", s }' "$1"
}
# Of the report of a match: nodes a move of a player; moves of one side.
nodes_of() { awk -v name="$1:" '$1 == name { for (i = 2; i <= NF; i++) if ($i == "nodes") print $(i - 1) }' "$2"; }
moves_of() { sed -n 's/^.*: \([0-9]*\) games in .* \([0-9.]*\) plies each;.*/\1 \2/p' "$1" | awk '{ print $1 * $2 / 2 }'; }

knows() { # OPPONENT GAME
    case $1 in
    fairy-stockfish) printf 'uci\n%squit\n' "${VARIANTS:+setoption name VariantPath value $VARIANTS
uci
}" | fairy-stockfish 2>/dev/null | grep -q "^option name UCI_Variant .* var $2\( \|\$\)" ;;
    hachu | fairymax | maxqi) # by XBoard's name of the game
        name=$2
        [ "$name" != chess ] || name=normal
        printf 'xboard\nprotover 2\nquit\n' | "$1" 2>/dev/null | sed -n 's/.*variants="\([^"]*\)".*/,\1,/p' | grep -q ",$name," ;;
    *) true ;;
    esac
}

# Tells on standard error what was lost by something else than the rules, and what it was that wasn't legal.
forfeits() { # GAME OPPONENT
    grep -E '^(new|old) lost: .*(illegal move|crash|silence|flag)|^last (illegal|crash)' "$work/report" | sed "s/^/$1 against $2: /" >&2
}

# Plays what is left of a match, chunk by chunk.
match() { # GAME OPPONENT SPEC COMMAND
    game=$1 opponent=$2
    [ "$(awk -v g="$game" -v o="$opponent" '$1 == g && $2 == o' "$out" | wc -l)" -lt $((games / chunk_games)) ] || return 0
    rm -f "$work/new" "$work/old"
    limit=nodes=10000 fixed=no
    case $3 in *proto=cecp*) limit=movetime=1000 fixed=yes ;; esac
    play "$game" 4 "$((seed + 1000))" "$(player new nodes=10000 proto=usi "$henka usi")" "$(player old "$limit" "$3" "$4")" >"$work/report" 2>&1 ||
        { echo "$game against $opponent:" && cat "$work/report" && return 1; } >&2
    forfeits "$game" "$opponent"
    new_nodes=$(awk -v n="$(nodes_of new "$work/report")" -v m="$(moves_of "$work/report")" -v s="$(seconds "$work/new")" -v t="$(seconds "$work/old")" -v ms="$ms" -v fixed=$fixed \
        'BEGIN { printf "%.0f", n * m / s * (fixed == "yes" ? t / m : ms / 1000) }')
    old_nodes=$(awk -v n="$(nodes_of old "$work/report")" -v m="$(moves_of "$work/report")" -v s="$(seconds "$work/old")" -v ms="$ms" 'BEGIN { printf "%.0f", n * m / s * ms / 1000 }')
    [ $fixed = yes ] || limit=nodes=$old_nodes
    for chunk in $(seq 1 $((games / chunk_games))); do
        grep -q "^$game $opponent $chunk " "$out" && continue
        play "$game" "$chunk_games" $((seed + chunk)) "$(player new "nodes=$new_nodes" proto=usi "$henka usi")" "$(player old "$limit" "$3" "$4")" >"$work/report" 2>&1 ||
            { cat "$work/report" >&2 && return 1; }
        forfeits "$game" "$opponent"
        awk -v row="$game $opponent $chunk $new_nodes $limit" '/^W-D-L/ { sub(",", "", $2); gsub("-", " ", $2); gsub("-", " ", $NF); print row, $2, $NF }' "$work/report" >>"$out"
    done
}

report() { # GAME OPPONENT
    awk -v game="$1" -v opponent="$2" '
        function elo(s) { return s <= 0 ? "-inf" : s >= 1 ? "inf" : sprintf("%+.0f", -400 * log(1 / s - 1) / log(10)) }
        $1 == game && $2 == opponent { w += $6; d += $7; l += $8; for (i = 0; i < 5; i++) pairs[i] += $(9 + i); new = $4; old = $5 }
        END {
            for (i = 0; i < 5; i++) { n += pairs[i]; sum += pairs[i] * i / 4 }
            if (!n) exit
            s = sum / n
            for (i = 0; i < 5; i++) v += pairs[i] * (i / 4 - s) ^ 2
            half = 1.96 * sqrt(v / n / n)
            if (!v) half = (1 - 0.05 ^ (1 / n)) / 2 # all pairs alike: so many at most are others, and won or lost outright
            low = s - half; high = s + half
            if (s >= 1) low = 0.05 ^ (1 / n)
            if (s <= 0) high = 1 - 0.05 ^ (1 / n)
            printf "%-11s %-16s %d-%d-%d, %.1f %%, Elo %s [%s, %s], pairs %d-%d-%d-%d-%d, nodes=%s against %s\n", game, opponent, w, d, l, 100 * s, elo(s), elo(low), elo(high),
                pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], new, old
        }' "$out"
}

PATH=$PATH:/usr/games
for game; do
    for opponent in ${ONLY:-base fairy-stockfish hachu fairymax maxqi}; do
        knows "$opponent" "$game" || continue
        case $opponent in
        base) match "$game" base proto=usi "$base usi" ;;
        fairy-stockfish) match "$game" fairy-stockfish "proto=uci${VARIANTS:+,opt.VariantPath=$VARIANTS}" fairy-stockfish ;;
        *) match "$game" "$opponent" proto=cecp "$opponent" ;;
        esac && report "$game" "$opponent"
    done
done
