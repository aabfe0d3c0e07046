package nets

import (
	"math/big"
	"strconv"
)

// brp is the bounded retransmission protocol: N chunks of a file go one after the other
// over a channel K, each with an alternating bit, and are acknowledged over a channel L.
// Both channels may lose what they carry, T notices it, and a chunk is sent again at
// most MAX times, after which the rest is given up. Then all chunks are there again. For
// each bit b, c the other one, and k = 0 … MAX:
//
//	send_b:     send + bb + Ke + left → wait + bb + Kfb + left
//	loseK_b:    Kfb → Ke + T
//	new_b:      Kfb + Rwb → Ke + Rdb
//	deliver_b:  Rdb → Rac
//	dup_b:      Kfb + Rwc → Ke + Rac
//	ack_b:      Rab + Le → Rwb + La
//	getack_b_k: La + wait + bb + left + rtk → Le + send + bc + sent + rt0
//
// and, for the whole:
//
//	loseL:     La → Le + T
//	timeout_k: T + wait + rtk → send + rt(k+1)    k < MAX
//	abort:     T + wait + rtMAX → drain + rt0
//	done:      send → drain    unless left ≥ 1
//	drain1:    drain + sent → drain + left
//	restart:   drain → send    unless sent ≥ 1
//
// There are 18·N·(MAX+1) + 8 markings, in a long and narrow graph: the farthest is
// 5·N + 6·MAX + 11 firings away. If N is odd the bit with which the first chunk is sent is
// another one in the next round, and 11·N + 3·MAX + 3 firings are always enough, for
// N = 1 two more. (That is what breadth-first search finds for N ≤ 10 and MAX ≤ 24.)
// There is no deadlock.
func brp() Family {
	f := Family{
		Name:      "brp",
		Title:     "bounded retransmission protocol",
		Parameter: "chunks N and retries MAX",
		Numbers:   []Number{{"N", 1, maxTokens}, {"MAX", 0, maxArcs/25 - 10}},
		States: func(size ...int) *big.Int {
			x := big.NewInt(18 * int64(size[0]))
			return x.Mul(x, big.NewInt(int64(size[1])+1)).Add(x, big.NewInt(8))
		},
		Depth: func(size ...int) *big.Int {
			n, most := int64(size[0]), int64(size[1])
			d := 5*n + 6*most + 11
			switch {
			case n == 1:
				d = min(d, 16+3*most)
			case n%2 == 1:
				d = min(d, 11*n+3*most+3)
			}
			return big.NewInt(d)
		},
	}
	f.builds(func(b builder, n int) {
		b.retransmission("", n, b.size[1], nil)
	})
	return f
}

// brp2 is two bounded retransmission protocols a and b, with places a.send and transitions
// send_a_0 and so on, whose channels K share a bus: sending takes the place bus, and loseK,
// new and dup give it back. No closed forms are known.
func brp2() Family {
	f := Family{
		Name:      "brp2",
		Title:     "two bounded retransmission protocols on a bus",
		Parameter: "chunks and retries of both, N1,M1 and N2,M2",
		Numbers: []Number{
			{"N1", 1, maxTokens}, {"M1", 0, maxArcs/50 - 10},
			{"N2", 1, maxTokens}, {"M2", 0, maxArcs/50 - 10},
		},
	}
	f.builds(func(b builder, _ int) {
		bus := []int{b.Place("bus", 1)}
		b.retransmission("a", b.size[0], b.size[1], bus)
		b.retransmission("b", b.size[2], b.size[3], bus)
	})
	return f
}

// retransmission adds the net of brp. Names tell which one of several it is. The places of
// bus are taken while something is in K.
func (b builder) retransmission(which string, n, most int, bus []int) {
	prefix, suffix := "", ""
	if which != "" {
		prefix, suffix = which+".", "_"+which
	}
	place := func(name string, tokens int) int { return b.Place(prefix+name, int64(tokens)) }
	pair := func(name string, first int) [2]int { return [2]int{place(name+"0", first), place(name+"1", 0)} }
	send, wait, drain := place("send", 1), place("wait", 0), place("drain", 0)
	bit := pair("b", 1)
	left, sent := place("left", n), place("sent", 0)
	kEmpty, kFull := place("Ke", 1), pair("Kf", 0)
	timer := place("T", 0)
	rWait, rDeliver, rAck := pair("Rw", 1), pair("Rd", 0), pair("Ra", 0)
	lEmpty, lAck := place("Le", 1), place("La", 0)
	retry := make([]int, most+1)
	for k := range retry {
		retry[k] = place("rt"+strconv.Itoa(k), int(tokens(k == 0)))
	}

	for i := range 2 {
		c := 1 - i
		b.fire(at("send"+suffix, i), append([]int{send, bit[i], kEmpty, left}, bus...),
			[]int{wait, bit[i], kFull[i], left})
		b.fire(at("loseK"+suffix, i), []int{kFull[i]}, append([]int{kEmpty, timer}, bus...))
		b.fire(at("new"+suffix, i), []int{kFull[i], rWait[i]}, append([]int{kEmpty, rDeliver[i]}, bus...))
		b.fire(at("deliver"+suffix, i), []int{rDeliver[i]}, []int{rAck[c]})
		b.fire(at("dup"+suffix, i), []int{kFull[i], rWait[c]}, append([]int{kEmpty, rAck[c]}, bus...))
		b.fire(at("ack"+suffix, i), []int{rAck[i], lEmpty}, []int{rWait[i], lAck})
		for k := range retry {
			b.fire(at(at("getack"+suffix, i), k), []int{lAck, wait, bit[i], left, retry[k]},
				[]int{lEmpty, send, bit[c], sent, retry[0]})
		}
	}
	b.fire("loseL"+suffix, []int{lAck}, []int{lEmpty, timer})
	for k := range most {
		b.fire(at("timeout"+suffix, k), []int{timer, wait, retry[k]}, []int{send, retry[k+1]})
	}
	b.fire("abort"+suffix, []int{timer, wait, retry[most]}, []int{drain, retry[0]})
	b.fireUnless("done"+suffix, send, left, drain)
	b.fire("drain1"+suffix, []int{drain, sent}, []int{drain, left})
	b.fireUnless("restart"+suffix, drain, sent, send)
}

// fireUnless adds a transition that moves a token from one place to another while a third
// one is empty.
func (b builder) fireUnless(name string, from, full, to int) {
	t := b.Transition(name)
	b.In(t, from, 1)
	b.Out(t, to, 1)
	b.Inhibit(t, full, 1)
}
