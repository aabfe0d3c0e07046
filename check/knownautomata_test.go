package check_test

import (
	"fmt"
	"strings"

	"brim/petri/timed"
)

// Examples of tools for timed automata as timed-arc nets: a place for each location, whose token is as old as the clock
// is there. What IMITATOR finds for all values of a parameter is asked for some of them, on both sides of its bounds.

// knownAutomata lists known answers.
func knownAutomata() []known {
	var list []known
	add := func(source, name, net, asks, stated string) {
		list = append(list, known{
			func() *timed.Document { return sketched(net, nil).timedArc() }, name, asks, stated, source,
		})
	}
	imitator := func(test, value, net, asks, stated string) {
		add("[And21], test `"+test+"`", test+", "+value, net, asks, stated)
	}
	mutex := "AG !(crit1 = 1 & crit2 = 1)"
	imitator("fischer_2", "a = 2, b = 3", exclusion(2, 3), mutex, "holds")
	imitator("fischer_2", "a = 2, b = 2", exclusion(2, 2), mutex, "fails")
	imitator("test-timedEF-basic-prop", "p = 8", atFour, "EF[2,3] l2 = 1", "fails")
	imitator("test-timedEF-basic-prop", "p = 9", atFour, "EF[3,4] l2 = 1", "holds")
	imitator("test-timedEF-basic-prop", "p = 10", atFour, "EF[4,5] l2 = 1", "holds")
	imitator("test-timedEF-basic-prop", "p = 11", atFour, "EF[5,6] l2 = 1", "fails")
	imitator("test-timedEF-basic", "p = 4", "place l1 1\ngo: l1[4,4] -> l2", "EF[4,4] l2 = 1", "holds")
	imitator("test-timedEF-basic", "p = 5", "place l1 1\ngo: l1[5,5] -> l2", "EF[4,4] l2 = 1", "fails")
	imitator("test-untimedEU", "p = 4", untilNet+"last: l1[4,4] -> lF i j", "E(i = 0 U j = 1)", "holds")
	imitator("test-untimedEU", "p = 7", untilNet+"last: l2[7,7] -> lF j", "E(i = 0 U j = 1)", "fails")
	imitator("AF-simple", "p = 4", forcedNet+"go: l1[4,4] -> l2", "AF l2 = 1", "fails")
	imitator("AF-simple", "p = 5", forcedNet+"go: l1[5,5] -> l2", "AF l2 = 1", "holds")
	imitator("AF-loop", "p = 5", forcedNet+"go: l1[0,5] -> l2\nmiss: l1[5,5] -> l3", "AF l2 = 1", "fails")
	imitator("AF-loop", "p = 6", forcedNet+"go: l1[0,6] -> l2\nloop: l1[1,1] -> l1", "AF l2 = 1", "fails")
	imitator("AF-loop", "p = 7", forcedNet+"go: l1[0,7] -> l2", "AF l2 = 1", "holds")
	imitator("AU-simple1", "p1 = 5, p2 = 2", forcedNet+"go: l1[5,5] -> l2\nloop: l1[2,2] -> l1", "A(l3 = 0 U l2 = 1)",
		"fails")
	imitator("AU-simple1", "p1 = 5, p2 = 4", forcedNet+"go: l1[5,5] -> l2", "A(l3 = 0 U l2 = 1)", "holds")
	solver := func(test, net, asks, stated string) { add("[FC14], `"+test+"`", test, net, asks, stated) }
	gate := queueGate("1", "2", "3")
	solver("Train3.mutexstate", gate, "AG(cross1 + cross2 + cross3 <= 1)", "holds")
	solver("Train3.nodeadlock", gate, "EF deadlock", "fails")
	solver("Train3.canreachcross1stopothers", gate, "EF(cross1 = 1 & stop2 = 1 & stop3 = 1)", "holds")
	solver("GRC-3-a-s", railroad("safe"), "AG(in1 = 1 -> g2 = 1)", "holds")
	solver("GRC-3-b-s", railroad("safe"), "AG(g3 = 0 | c1 = 0)", "fails")
	solver("GRC-3-c-s", railroad("near"), "AG(in1 = 1 -> g2 = 1)", "fails")
	solver("AFSpecA2", clocksNet, "AF p1 = 1", "holds")
	solver("AFSpecb1A2", clocksNet, "AF[0,3] p1 = 1", "holds")
	solver("AFSpecb2A2", clocksNet, "AF[0,1] p1 = 1", "fails")
	return list
}

// atFour comes to l2 after 4 units, where time stops.
const atFour = `
	place l1 1
	place l2 0 <=0
	go: l1[4,4] -> l2`

// untilNet leaves l1 at 2 or 6 with i, and keeps the clock. What the value of p adds follows.
const untilNet = `
	place l1 1 <=6
	two: l1=>l2[2,2] -> i
	six: l1=>l2[6,6] -> i
	`

const forcedNet = `
	place l1 1 <=5
	place l3 0
	`

// clocksNet has a second clock, which must have more than 1 for the loop.
const clocksNet = `
	place p0 1 <=2
	place x2 1
	stay: p0=>p0 x2[2,inf) -> x2
	go: p0 x2 -> p1 x2
	loop: p1 x2[2,inf) -> p1 x2`

// exclusion is Fischer's protocol for two processes, which wait for at most so many units before they write their
// number, and then for at least so many before they read it.
func exclusion(most, least int) string {
	var b strings.Builder
	b.WriteString("place v0 1\n")
	for i := 1; i <= 2; i++ {
		fmt.Fprintf(&b, "place idle%d 1\nplace start%d 0 <=%d\n", i, i, most)
		fmt.Fprintf(&b, "start%d: idle%d v0 -> start%d v0\n", i, i, i)
		fmt.Fprintf(&b, "enter%d: check%d[%d,inf) v%d -> crit%d v%d\n", i, i, least, i, i, i)
		for v := range 3 {
			fmt.Fprintf(&b, "set%d.%d: start%d v%d -> check%d v%d\n", i, v, i, v, i, i)
			fmt.Fprintf(&b, "exit%d.%d: crit%d v%d -> idle%d v0\n", i, v, i, v, i)
			if v != i {
				fmt.Fprintf(&b, "back%d.%d: check%d[%d,inf) v%d -> idle%d v%d\n", i, v, i, least, v, i, v)
			}
		}
	}
	return b.String()
}

// queueGate is the train gate of UPPAAL's tutorial, in which trains wait in a queue; calm is marked but where a train
// that has just come is told to stop. In this version a train may be sent late.
func queueGate(trains ...string) string {
	var b strings.Builder
	b.WriteString("place calm 1\nplace free. 1\n")
	for _, i := range trains {
		fmt.Fprintf(&b, "place safe%s 1\nplace appr%s 0 <=20\nplace start%s 0 <=15\nplace cross%s 0 <=5\n", i, i, i, i)
		fmt.Fprintf(&b, "come%s: safe%s free. calm -> appr%s occ.%s calm\n", i, i, i, i)
		fmt.Fprintf(&b, "cross%s: appr%s[10,inf) calm -> cross%s calm\n", i, i, i)
		fmt.Fprintf(&b, "restart%s: start%s[7,inf) calm -> cross%s calm\n", i, i, i)
	}
	var queues func(queue string)
	queues = func(queue string) {
		for _, i := range trains {
			if !strings.Contains(queue, i) {
				longer := queue + i
				if queue != "" {
					fmt.Fprintf(&b, "place told.%s 0 <=0\n", longer)
					fmt.Fprintf(&b, "come%s: safe%s occ.%s calm -> appr%s told.%s\n", longer, i, queue, i, longer)
					fmt.Fprintf(&b, "stop%s: appr%s[0,10] told.%s -> stop%s occ.%s calm\n",
						longer, i, longer, i, longer)
				}
				head, rest := longer[:1], longer[1:]
				fmt.Fprintf(&b, "send%s: stop%s free.%s calm -> start%s occ.%s calm\n",
					longer, head, longer, head, longer)
				fmt.Fprintf(&b, "leave%s: cross%s[3,inf) occ.%s calm -> safe%s free.%s calm\n",
					longer, head, longer, head, rest)
				queues(longer)
			}
		}
	}
	queues("")
	return b.String()
}

// railroad is the generic railroad crossing for three trains: a gate g, and a controller c, whose clock goes on where
// it only counts trains. A train that leaves as the last one, with the gate going down, comes to the place after.
func railroad(after string) string {
	var b strings.Builder
	b.WriteString(`
		place g0 1
		place g1 0 <=2
		place g3 0 <=2
		place c0 1
		place c1 0 <=1
		place c2 0 <=1
		place c3 0 <=1
		place c7 0 <=1
		raise2: g2 c7 -> g3 c0
		raise1: g1 c7 -> g3 c0
		up: g3[2,2] -> g0
		down: g1[2,2] -> g2
		`)
	for k := 1; k <= 3; k++ {
		fmt.Fprintf(&b, "lower%d: g0 c%d -> g1 c%d\nturn%d: g3 c%d -> g1 c%d\n", k, k, k+3, k, k, k+3)
	}
	for i := 1; i <= 3; i++ {
		last := fmt.Sprintf("in%d[1,inf) c4 -> safe%d c7", i, i)
		if after == "near" {
			last = fmt.Sprintf("in%d=>near%d[1,inf) c4 -> c7", i, i)
		}
		for k, arcs := range []string{
			"safe# c0 -> near# c1", "safe# c7 -> near# c1", "safe# c1=>c2 -> near#", "safe# c2=>c3 -> near#",
			"safe# c4 -> near# c5", "safe# c5 -> near# c6", "near#[4,4] -> in#", "in#[1,inf) c1 -> safe# c7", last,
			"in#[1,inf) c3=>c2 -> safe#", "in#[1,inf) c2=>c1 -> safe#", "in#[1,inf) c6 -> safe# c5",
			"in#[1,inf) c5 -> safe# c4",
		} {
			fmt.Fprintf(&b, "t%d.%d: %s\n", i, k, strings.ReplaceAll(arcs, "#", fmt.Sprint(i)))
		}
		fmt.Fprintf(&b, "place safe%d 1\nplace near%d 0 <=4\nplace in%d 0 <=15\n", i, i, i)
	}
	return b.String()
}
