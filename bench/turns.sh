#!/bin/sh
# turns.sh OLD NEW RUNS SUITE…: measures each cell of the suites with two builds of brim, one right after the other, so that what disturbs
# the machine meets both, into the folders turns/old and turns/new. Then: brim bench compare turns/old turns/new
#
#   LIMIT=60s   the limit of a run instead of that of the suite
set -eu
old=$1 new=$2 runs=$3
shift 3
for suite in "$@"; do
	"$new" bench "$suite" --list | awk 'NR > 1 {print $2}' | while read -r cell; do
		run=1
		while [ "$run" -le "$runs" ]; do
			"$old" bench "$suite" --only "^$cell\$" --runs "$run" ${LIMIT:+--limit-time "$LIMIT"} --results turns/old -q >/dev/null </dev/null || :
			"$new" bench "$suite" --only "^$cell\$" --runs "$run" ${LIMIT:+--limit-time "$LIMIT"} --results turns/new -q >/dev/null </dev/null || :
			run=$((run + 1))
		done
	done
done
