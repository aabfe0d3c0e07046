#!/bin/sh
# build.sh builds bin/brim and bin/brim-bench from the sources and modules in this folder, with {{.Go}}.
set -eu
cd "$(dirname "$0")"
# Go counts its own calls below XDG_CONFIG_HOME: here, and not in yours. What "go env -w" has set counts all the same.
export GOENV="${GOENV:-${XDG_CONFIG_HOME:-${HOME:-}/.config}/go/env}" XDG_CONFIG_HOME="$PWD/cache/config"
if ! [ -x go/bin/go ]; then
	case $(go env GOVERSION 2>/dev/null) in
	go1.2[1-9]* | go1.[3-9][0-9]* | go[2-9]*) ;; # fetches this version itself where it is another one
	*) ./get-go.sh ;;
	esac
fi
[ ! -x go/bin/go ] || PATH=$PWD/go/bin:$PATH
# Another version of Go fetches this one and compares its checksum with the public database.
export GOTOOLCHAIN={{.Go}} GOFLAGS=-mod=vendor GOWORK=off GOCACHE="$PWD/cache"
mkdir -p bin
echo 'compiling, 1 to 3 minutes the first time' >&2
# The tag is how an executable knows its commit, which records name.
(cd brim && go build -buildvcs=false -tags commit_{{.Commit}} -o ../bin/ ./cmd/brim ./cmd/brim-bench)
bin/brim version
