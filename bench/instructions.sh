#!/bin/sh
# instructions.sh HENKA [BASE]: instructions a node of the search, by valgrind's callgrind, with what a run
# costs without searching taken off; with BASE, another build's henka, both and the difference in percent.
# Both are built without -Dnative (valgrind does not know every instruction) and with the same options. The
# same tree is needed for a comparison: where the node counts differ, that is said.
[ $# -ge 1 ] || { sed -n '2,5s/^# //p' "$0"; exit 1; }
callgrind() { # HENKA GAME DEPTH: prints nodes and instructions
    log=$(mktemp)
    nodes=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" bench "$2" --depth "$3" 2>"$log" | awk 'NR == 1 { print $2 }')
    echo "$nodes $(awk '/Collected/ { print $NF }' "$log")"
    rm -f "$log"
}
a_node() { # HENKA GAME DEPTH: prints instructions a node, and the nodes
    callgrind "$1" "$2" 1 | { read -r few_nodes few; callgrind "$1" "$2" "$3" | { read -r nodes all
        echo "$(((all - few) / (nodes - few_nodes))) $nodes"; }; }
}
for game in okisaki:9 shinogi:9 suzumu:5 shogi:10; do
    name=${game%:*} depth=${game#*:}
    now=$(a_node "$1" "$name" "$depth")
    if [ $# -ge 2 ]; then
        base=$(a_node "$2" "$name" "$depth")
        [ "${now#* }" = "${base#* }" ] || echo "$name: ${now#* } nodes and ${base#* }: not the same tree"
        echo "$name $depth: ${now% *} instructions a node, base ${base% *} ($(awk "BEGIN { printf \"%+.1f\", 100 * ${now% *} / ${base% *} - 100 }") %)"
    else
        echo "$name $depth: ${now% *} instructions a node, ${now#* } nodes"
    fi
done
