#!/bin/sh
# full.sh measures the suites named, or all that need no files or programs of others, into out/full, and writes their tables
# into out/full/tables. The same command goes on where it was interrupted. out/full.html shows all that is there.
set -eu
cd "$(dirname "$0")"
[ -x bin/brim ] || ./build.sh
[ $# -gt 0 ] || set --{{range .Suites}}{{if not .Files}} {{.Name}}{{end}}{{end}}
bin/brim bench "$@" --results out/full --save
bin/brim report --results out/full -o out/full.html
