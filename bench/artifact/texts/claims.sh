#!/bin/sh
# claims.sh says what records say of the claims: ours, or those of a folder, as out/full/raw. It measures nothing.
set -eu
cd "$(dirname "$0")"
[ -x bin/brim ] || ./build.sh
echo 'claims.md says at each name by which rule the answer comes about' >&2
from=${1:-brim/results/raw}
[ $# -eq 0 ] || shift
exec bin/brim bench{{range .Decisive}} {{.}}{{end}} --from "$from" --summary "$@"
