#!/bin/sh
# smoke.sh shows that all works: it builds brim, counts the states of a net, and measures the short versions of the suites.
set -eu
cd "$(dirname "$0")"
./build.sh
mkdir -p out
bin/brim states brim/examples/kanban-100.pnml | tee out/states.txt
grep -q '17,263,002,294,682,342,171' out/states.txt # by the closed form of the net
bin/brim check dphil:3 'EF deadlock'
echo 'measuring the short versions, 20 seconds to 5 minutes; the tables go to out/quick.txt' >&2
bin/brim bench --quick --results out/quick --save >out/quick.txt
bin/brim report --quick --results out/quick -o out/quick.html
echo
echo 'smoke test passed; see out/quick.html, or out/quick.txt. Warnings, and claims that are undecided, are normal there:'
echo 'the short versions show that all works, and decide few claims.'
