#!/usr/bin/env bash
# fetch.sh fetches the libraries in this folder anew from the npm registry, in the versions named here, and compares them
# with the hashes in SHA256SUMS. It needs npm. Nothing is fetched when brim is built or run.
#
#   internal/ui/serve/assets/vendor/fetch.sh            is what is here what the registry has?
#   internal/ui/serve/assets/vendor/fetch.sh --replace  puts it here, and writes the hashes: for other versions
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
packages=(@dagrejs/dagre@3.1.3 d3-dispatch@3.0.1 d3-timer@3.0.1 d3-quadtree@3.0.1 d3-force@3.0.0)

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
names=()
for p in "${packages[@]}"; do
	name=${p%@*}
	name=${name##*/}
	mkdir "$new/$name"
	# npm compares what it gets with the hash that the registry names
	tarball=$(cd "$new" && npm pack --silent "$p")
	tar -xzf "$new/$tarball" -C "$new/$name" --strip-components=1
	cp "$new/$name/dist/$name.min.js" "$new/"
	names+=("$name.min.js")
	printf '%s\n\n' "$p"
	cat "$new/$name/LICENSE"
	printf '\n'
done >"$new/LICENCES.txt"
names+=(LICENCES.txt)

if [[ ${1-} == --replace ]]; then
	(cd "$new" && cp "${names[@]}" "$OLDPWD" && sha256sum "${names[@]}") >SHA256SUMS
fi
sums=$PWD/SHA256SUMS
(cd "$new" && sha256sum --check "$sums")
sha256sum --check SHA256SUMS
