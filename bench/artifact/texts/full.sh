#!/bin/sh
# full.sh measures the suites named, or all that need no files or programs of others, into out/full, and writes their tables
# into out/full/tables. out/full/raw gets a line for each run. The same command goes on where it was interrupted.
# out/full.html shows all that is there.
set -eu
cd "$(dirname "$0")"
[ -x bin/brim ] || ./build.sh
[ $# -gt 0 ] || set --{{range .Suites}}{{if not .Files}} {{.Name}}{{end}}{{end}}
trap : INT TERM # what is measured ends, and the report is written
status=0
bin/brim bench "$@" --results out/full --save || status=$?
for file in out/full/raw/*.jsonl; do
	[ ! -e "$file" ] || bin/brim report --results out/full -o out/full.html || [ $status -ne 0 ] || status=$?
	break
done
case $status in
3) echo 'full.sh: runs are missing, or one failed without an answer, see above; the same command goes on there' >&2 ;;
4) echo 'full.sh: a verdict is wrong, or two programs contradict each other, see above' >&2 ;;
esac
exit $status
