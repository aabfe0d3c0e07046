#!/bin/sh
# turns.sh OLD NEW RUNS SUITE…: measures each cell of the suites with two builds of brim, one right after the other, so that
# what disturbs the machine meets both, into the folders turns/old and turns/new. Then: brim bench compare turns/old turns/new
#
#   BENCH=FILE  the brim-bench that measures, instead of the one in the path
#   LIMIT=60s   the limit of a run instead of that of the suite
set -eu
bench=${BENCH:-brim-bench}
old=$1 new=$2 runs=$3
shift 3
measure() { # RESULTS BRIM
	"$bench" "$suite" --brim "$2" --only "^$cell\$" --runs "$run" ${LIMIT:+--limit-time "$LIMIT"} --results "$1" -q >/dev/null </dev/null || :
}
for suite in "$@"; do
	"$bench" "$suite" --list | awk 'NR > 1 {print $2}' | while read -r cell; do
		run=1
		while [ "$run" -le "$runs" ]; do
			measure turns/old "$old"
			measure turns/new "$new"
			run=$((run + 1))
		done
	done
done
