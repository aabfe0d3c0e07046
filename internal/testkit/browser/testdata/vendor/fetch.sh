#!/usr/bin/env bash
# fetch.sh fetches axe-core anew from the npm registry, in the version named here, and compares it with the hashes in
# SHA256SUMS. It needs npm. Nothing is fetched when brim is tested.
#
#   internal/testkit/browser/testdata/vendor/fetch.sh            is what is here what the registry has?
#   internal/testkit/browser/testdata/vendor/fetch.sh --replace  puts it here, and writes the hashes: for another version
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
package=axe-core@4.14.1

new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
# npm compares what it gets with the hash that the registry names
tarball=$(cd "$new" && npm pack --silent "$package")
tar -xzf "$new/$tarball" -C "$new" --strip-components=1
for file in LICENSE LICENSE-3RD-PARTY.txt; do
	printf '%s: %s\n\n' "$package" "$file"
	cat "$new/$file"
	printf '\n'
done >"$new/LICENCES.txt"

names=(axe.min.js LICENCES.txt)
if [[ ${1-} == --replace ]]; then
	(cd "$new" && cp "${names[@]}" "$OLDPWD" && sha256sum "${names[@]}") >SHA256SUMS
fi
sums=$PWD/SHA256SUMS
(cd "$new" && sha256sum --check "$sums")
sha256sum --check SHA256SUMS
