#!/bin/sh
# full.sh measures the suites named, or all that need no files or programs of others, into out/full, and writes their tables
# into out/full/tables. The same command goes on where it was interrupted. out/full.html shows all that is there.
set -eu
cd "$(dirname "$0")"
[ -x bin/brim ] || ./build.sh
[ $# -gt 0 ] || set --{{range .Suites}}{{if not .Files}} {{.Name}}{{end}}{{end}}
echo 'measuring; out/full/raw gets a line for each run' >&2
trap : INT TERM # what is measured ends, and the report is written
status=0
bin/brim bench "$@" --results out/full --save || status=$?
for file in out/full/raw/*.jsonl; do
	[ ! -e "$file" ] || bin/brim report --results out/full -o out/full.html || [ $status -ne 0 ] || status=$?
	break
done
exit $status
