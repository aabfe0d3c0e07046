#!/bin/sh
# smoke.sh shows that all works: it builds brim, counts the states of a net, and measures the short versions of the tables.
set -eu
cd "$(dirname "$0")"
./build.sh
bin/brim states brim/examples/kanban-100.pnml | tee out.txt
grep -q '17,263,002,294,682,342,171' out.txt # by the closed form of the net
rm out.txt
bin/brim check dphil:3 'EF deadlock'
bin/brim bench --quick --results out/quick --save
bin/brim report --quick --results out/quick -o out/quick.html
echo
echo 'smoke test passed; see out/quick.html, and the tables in out/quick/tables'
