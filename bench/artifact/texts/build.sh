#!/bin/sh
# build.sh builds bin/brim from the sources and modules in this folder, with {{.Go}}.
set -eu
cd "$(dirname "$0")"
if ! [ -x go/bin/go ] && ! command -v go >/dev/null; then
	./get-go.sh
fi
[ ! -x go/bin/go ] || PATH=$PWD/go/bin:$PATH
# Another version of Go fetches this one and compares its checksum with the public database.
export GOTOOLCHAIN={{.Go}} GOFLAGS=-mod=vendor GOWORK=off
mkdir -p bin
# The tag is how the executable knows its commit, which its records name.
(cd brim && go build -buildvcs=false -tags commit_{{.Commit}} -o ../bin/brim ./cmd/brim)
bin/brim version
