#!/bin/sh
# Answers like brim states for a net of a family, with pnmc, https://github.com/ahamez/pnmc:
#
#   brim bench reach --program 'pnmc=bench/peers/pnmc.sh PNMC NETS'
#
# PNMC is a clone of it whose executable, built with optimizations, is in build/pnmc/pnmc, NETS a folder with the nets as `brim gen fms:10 -o NETS/fms-10.pnml` writes them. Families are explored in the order of
# the file or by FORCE, in that which took less time on a middle size.
pnmc=$1 nets=$2 family=${4%%:*} n=${4#*:}

commit=$(cat "$pnmc/.git/HEAD")
case $commit in ref:*) commit=$(cat "$pnmc/.git/${commit#ref: }") ;; esac
commit=$(printf %.12s "$commit")

order=
case $family in dphil | kanban | sr) order=--order-force ;; esac
# The limit of time, as in --limit-time 1m30s, in whole seconds. It ends the program and not this script, so that the time that the program had is counted.
limit=120
while [ $# -gt 1 ]; do
	case $1 in --limit-time) limit=$(($(echo "$2" | sed 's/[0-9]*ms/1s/; s/h/*3600+/; s/m/*60+/; s/\.[0-9]*//; s/s$//'))) ;; esac
	shift
done

ulimit -s unlimited 2>/dev/null # dphil:10000 needs more than 8 MB
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT INT TERM
timeout "$limit" "$pnmc/build/pnmc/pnmc" --format pnml $order --json results --output-dir "$folder" "$nets/$family-$n.pnml" >/dev/null
case $? in
0) ;;
124)
	echo '{"complete": false, "limit": "time", "commit": "'"$commit"'"}'
	exit 3 ;;
*) exit 2 ;;
esac
sed -n 's/.*"states": "\([0-9]*\)".*/{"complete": true, "states": "\1", "commit": "'"$commit"'"}/p' "$folder/results.json"
