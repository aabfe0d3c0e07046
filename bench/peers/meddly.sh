#!/bin/sh
# Answers like brim states for a net of a family, with Meddly, https://github.com/asminer/meddly:
#
#   brim bench reach --program 'meddly=bench/peers/meddly.sh MEDDLY NET'
#
# MEDDLY is a clone of it that has been built with optimizations and without assertions, NET what meddly.cc is compiled to. dphil is
# its own example dining_phils, with saturation; the others are explored by NET, in orders and groups by hand, which takes less time than its own
# examples kanban and slot do.
meddly=$1 net=$2 family=${4%%:*} n=${4#*:}

# The limit of time, as in --limit-time 1m30s, in whole seconds. It ends the program and not this script, so that the time that the program had is counted.
limit=120
while [ $# -gt 1 ]; do
	case $1 in --limit-time) limit=$(($(echo "$2" | sed 's/[0-9]*ms/1s/; s/h/*3600+/; s/m/*60+/; s/\.[0-9]*//; s/s$//'))) ;; esac
	shift
done

answer() {
	sed -n 's/.*Exactly \([0-9]*\) .*states.*/{"complete": true, "states": "\1", "commit": "'"$commit"'"}/p; /^late/s/.*/{"complete": false, "limit": "time", "commit": "'"$commit"'"}/p'
}

run() {
	timeout "$limit" "$@" || [ $? != 124 ] || echo late
}

# The slotted ring, a place for each node: A, B, C, D, H are 0 to 4, with 0 for E, 5 for F, 10 for G.
sr() {
	i=0
	while [ $((i += 1)) -le "$n" ]; do
		echo "p $i 2"
	done
	i=0 j=$n
	while [ $((i += 1)) -le "$n" ]; do
		echo "t other $i:0>3 $i:5>8 $i:10>13
t owner $i:0>1 $i:5>6 $i:10>11
t go $i:1>4 $i:6>9 $i:11>14
t write $i:1>3 $i:6>8 $i:11>13
t give $i:9>2
t put $i:8>12
t free $i:0>5 $i:1>6 $i:2>7 $i:3>8 $i:4>9 $j:2>1 $j:7>6 $j:12>11
t used $i:10>5 $i:11>6 $i:12>7 $i:13>8 $i:14>9 $j:2>0 $j:7>5 $j:12>10"
		j=$i
	done
}

# The round-robin protocol, in the order of its places.
rr() {
	echo p Res 1
	i=0 has=1
	while [ $((i += 1)) -le "$n" ]; do
		echo "p Own$i 0
p BE$i 1
p BF$i 0
p P0$i $((1 - has))
p P1$i $has
p P2$i 0
p P3$i 0
p P4$i 0"
		has=0
	done
	i=0
	while [ $((i += 1)) -le "$n" ]; do
		j=$((i % n + 1))
		echo "t req -Res -P1$i +Own$i +P2$i
t load -Own$i -BE$i +Res +BF$i
t sendT -BF$i -P2$i +BE$i +P4$i
t sendN -BF$i -P3$i +BE$i +P0$i
t passE -P2$i -P0$j +P3$i +P1$j
t passL -P4$i -P0$j +P0$i +P1$j"
	done
}

commit=$(cat "$meddly/.git/HEAD") # no process that would count
case $commit in ref:*) commit=$(cat "$meddly/.git/${commit#ref: }") ;; esac
commit=$(printf %.12s "$commit")

case $family in
dphil)
	run "$meddly/examples/dining_phils" -sat1 -exact "-n$n" 2>/dev/null | answer ;;
fms)
	run "$net" "$n" <<-END | answer
	p P3 $n
	p P3M2 0
	p P3s 0
	p M2 1
	p P2M2 0
	p P2wM2 0
	p P2 $n
	p P2s 0
	p P2d 0
	p P2wP1 0
	p M3 2
	p P12M3 0
	p P12wM3 0
	p P12 0
	p P12s 0
	p P1wP2 0
	p P1d 0
	p P1s 0
	p P1 $n
	p P1wM1 0
	p P1M1 0
	p M1 3
	t tP1 -P1 +P1wM1
	t tM1 -P1wM1 -M1 +P1M1
	t tP1M1 -P1M1 +P1d +M1
	t tP1e -P1d +P1s
	t tP1j -P1d +P1wP2
	t tP1s -P1s +P1
	t tP2 -P2 +P2wM2
	t tM2 -P2wM2 -M2 +P2M2
	t tP2M2 -P2M2 +P2d +M2
	t tP2e -P2d +P2s
	t tP2j -P2d +P2wP1
	t tP2s -P2s +P2
	t tx -P1wP2 -P2wP1 +P12
	t tP12 -P12 +P12wM3
	t tM3 -P12wM3 -M3 +P12M3
	t tP12M3 -P12M3 +P12s +M3
	t tP12s -P12s +P1 +P2
	t tP3 -P3 +P3M2
	t tP3M2 -P3M2 ?M2 +P3s
	t tP3s -P3s +P3
	END
	;;
kanban)
	run "$net" "$n" <<-END | answer
	p out1 0
	p m1 0
	p b1 0
	p kan1 $n
	p out2 0
	p m2 0
	p b2 0
	p kan2 $n
	p out3 0
	p m3 0
	p b3 0
	p kan3 $n
	p out4 0
	p m4 0
	p b4 0
	p kan4 $n
	t tr1 -m1 +b1
	t tb1 -b1 +m1
	t tg1 -m1 +out1
	t tr2 -m2 +b2
	t tb2 -b2 +m2
	t tg2 -m2 +out2
	t tr3 -m3 +b3
	t tb3 -b3 +m3
	t tg3 -m3 +out3
	t tr4 -m4 +b4
	t tb4 -b4 +m4
	t tg4 -m4 +out4
	t tin1 -kan1 +m1
	t ts1_23 -out1 -kan2 -kan3 +kan1 +m2 +m3
	t ts23_4 -out2 -out3 -kan4 +kan2 +kan3 +m4
	t tout4 -out4 +kan4
	END
	;;
rr)
	rr | run "$net" 1 | answer ;;
sr)
	sr | run "$net" 14 | answer ;;
*)
	echo '{"complete": false, "reason": "this family is not measured"}'
	exit 3 ;;
esac
