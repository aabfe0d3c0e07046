package nets

import (
	"math/big"
	"strconv"
)

// tpc is the log of a two-phase commit: a coordinator C carries out D transactions with
// M participants, one after the other. They vote, and what all agree on is committed
// and logged, what somebody refuses is aborted and tried again. When all are logged the
// log is emptied, and everything begins anew.
//
//	begin:     C.idle + todo + all Pi.idle → C.vote + all Pi.asked
//	voteY_i:   Pi.asked → Pi.ready + yes           commit_i: C.commit + Pi.ready → C.commit + Pi.dec
//	voteN_i:   Pi.asked → Pi.refused + no          abort_i:  C.abort + Pi.ready → C.abort + Pi.dec
//	crash_i:   C.vote + Pi.ready + yes             abortR_i: C.abort + Pi.refused → C.abort + Pi.dec
//	             → C.vote + Pi.asked               ackd_i:   Pi.dec → Pi.idle + ack
//	decideC:   C.vote + M·yes → C.commit
//	decideA_k: C.vote + k·no + (M−k)·yes → C.abort    k = 1 … M
//	finC:      C.commit + M·ack → C.idle + log     finA:     C.abort + M·ack → C.idle + todo
//	gc:        C.idle → C.gc unless todo ≥ 1       gc1:      C.gc + log → C.gc + todo
//	gc2:       C.gc → C.idle unless log ≥ 1
//
// There are (4^M + 2·3^M + 1)·D + 2 markings, the farthest (3·M + 4)·D + 1 firings away,
// and no deadlock.
func tpc() Family {
	f := Family{
		Name:      "tpc",
		Title:     "two-phase commit log",
		Parameter: "participants M and transactions D",
		Numbers:   []Number{{"M", 1, maxArcs / 40}, {"D", 1, maxTokens}},
		States: func(size ...int) *big.Int {
			x := power(3, size[0])
			x.Lsh(x, 1).Add(x, power(4, size[0])).Add(x, big.NewInt(1))
			return x.Mul(x, big.NewInt(int64(size[1]))).Add(x, big.NewInt(2))
		},
		Depth: func(size ...int) *big.Int {
			x := big.NewInt(3*int64(size[0]) + 4)
			return x.Mul(x, big.NewInt(int64(size[1]))).Add(x, big.NewInt(1))
		},
	}
	f.builds(func(b builder, m int) {
		b.commitLog(m, b.size[1])
	})
	return f
}

// commitLog adds the net of tpc.
func (b builder) commitLog(m, d int) {
	idle, vote, commit, abort := b.Place("C.idle", 1), b.Place("C.vote", 0), b.Place("C.commit", 0),
		b.Place("C.abort", 0)
	todo, log, gc := b.Place("todo", int64(d)), b.Place("log", 0), b.Place("C.gc", 0)
	yes, no, ack := b.Place("yes", 0), b.Place("no", 0), b.Place("ack", 0)
	const pIdle, pAsked, pReady, pRefused, pDec = 0, 1, 2, 3, 4
	var first []int // place Pi.idle
	begin, asked := []int{idle, todo}, []int{vote}
	for i := 1; i <= m; i++ {
		p := "P" + strconv.Itoa(i) + "."
		me := b.Place(p+"idle", 1)
		b.Place(p+"asked", 0)
		b.Place(p+"ready", 0)
		b.Place(p+"refused", 0)
		b.Place(p+"dec", 0)
		first = append(first, me)
		begin, asked = append(begin, me+pIdle), append(asked, me+pAsked)
	}

	b.fire("begin", begin, asked)
	for i, me := range first {
		i++
		b.fire(at("voteY", i), []int{me + pAsked}, []int{me + pReady, yes})
		b.fire(at("voteN", i), []int{me + pAsked}, []int{me + pRefused, no})
		b.fire(at("commit", i), []int{commit, me + pReady}, []int{commit, me + pDec})
		b.fire(at("abort", i), []int{abort, me + pReady}, []int{abort, me + pDec})
		b.fire(at("abortR", i), []int{abort, me + pRefused}, []int{abort, me + pDec})
		b.fire(at("crash", i), []int{vote, me + pReady, yes}, []int{vote, me + pAsked})
		b.fire(at("ackd", i), []int{me + pDec}, []int{me + pIdle, ack})
	}
	// all adds a transition of C that takes what all participants have given.
	all := func(name string, from, what, count, to int) (t int) {
		t = b.Transition(name)
		b.In(t, from, 1)
		b.In(t, what, int64(count))
		b.Out(t, to, 1)
		return t
	}
	all("decideC", vote, yes, m, commit)
	for k := 1; k <= m; k++ {
		t := all(at("decideA", k), vote, no, k, abort)
		if k < m {
			b.In(t, yes, int64(m-k))
		}
	}
	b.Out(all("finC", commit, ack, m, idle), log, 1)
	b.Out(all("finA", abort, ack, m, idle), todo, 1)
	b.fireUnless("gc", idle, todo, gc)
	b.fire("gc1", []int{gc, log}, []int{gc, todo})
	b.fireUnless("gc2", gc, log, idle)
}
