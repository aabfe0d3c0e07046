#!/bin/sh
# Builds verifydtapn, TAPAAL's engine for timed-arc nets with integer time, without CMake and without what its build
# downloads:
#
#   bench/peers/verifydtapn.sh UNFOLD VERIFY
#
# UNFOLD is a clone of https://github.com/TAPAAL/unfoldTACPN, VERIFY one of https://github.com/TAPAAL/verifydtapn; the
# program is VERIFY/build/verifydtapn. It needs g++, flex and bison, and of Debian the packages
# libboost-program-options-dev, librapidxml-dev and libsparsehash-dev. CXXFLAGS and LDFLAGS may name other folders.
set -e
unfold=$1 verify=$2
version=$(sed -n 's/^set(VERIFYDTAPN_VERSION \(.*\))$/\1/p' "$verify/CMakeLists.txt")

(
	cd "$unfold/src/PQL"
	flex -o PQLQueryTokens.lexer.cpp PQLQueryTokens.l
	bison -Wno-deprecated -d -o PQLQueryParser.parser.cpp PQLQueryParser.y
)
flags="-std=gnu++17 -O3 -DNDEBUG -flto=auto -w -I$unfold/include -I$unfold/src/PQL -I$verify/include -I/usr/include/rapidxml $CXXFLAGS"
mkdir -p "$verify/build"
i=0
for file in $(find "$unfold/src" "$verify/src" -name '*.cpp'); do
	i=$((i + 1))
	g++ $flags -DVERIFYDTAPN_VERSION="\"$version\"" -DVERIFYDTAPN_NAME='"verifydtapn"' -c "$file" -o "$verify/build/$i.o"
done
g++ $flags "$verify"/build/*.o -o "$verify/build/verifydtapn" $LDFLAGS -lboost_program_options
