#!/usr/bin/env bash
# fetch.sh fetches the libraries in this folder anew from the npm registry, in the versions named here, and compares them
# with the hashes in SHA256SUMS. It needs npm. Nothing is fetched when brim is built or run.
#
#   bench/report/assets/vendor/fetch.sh            is what is here what the registry has?
#   bench/report/assets/vendor/fetch.sh --replace  puts it here, and writes the hashes: for other versions
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
packages=(d3@7.9.0 @observablehq/plot@0.6.17)
files=(d3/dist/d3.min.js plot/dist/plot.umd.min.js)

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
for p in "${packages[@]}"; do
	name=${p%@*}
	mkdir "$new/${name##*/}"
	# npm compares what it gets with the hash that the registry names
	tarball=$(cd "$new" && npm pack --silent "$p")
	tar -xzf "$new/$tarball" -C "$new/${name##*/}" --strip-components=1
done
for f in "${files[@]}"; do
	cp "$new/$f" "$new/$(basename "$f")"
done
for p in "${packages[@]}"; do
	name=${p%@*}
	printf '%s\n\n' "$p"
	cat "$new/${name##*/}/LICENSE"
	printf '\n'
done >"$new/LICENCES.txt"

names=(d3.min.js plot.umd.min.js LICENCES.txt)
if [[ ${1-} == --replace ]]; then
	(cd "$new" && cp "${names[@]}" "$OLDPWD" && sha256sum "${names[@]}") >SHA256SUMS
fi
sums=$PWD/SHA256SUMS
(cd "$new" && sha256sum --check "$sums")
sha256sum --check SHA256SUMS
