package randnet

import "brim/petri"

// Blocks of places with an invariant, of which bounded nets are made.

// A block is a group of places on which every move keeps an invariant that leaves
// only few local markings:
//
//	machine  one token goes round the places: as many markings as places
//	counter  a weighted sum of tokens never rises, or stays the same unless
//	         Config.Open: at most as many markings as there are solutions of
//	         weight·x ≤ sum, or = sum
//	valve    one place that is filled while below a limit, and emptied
//	idle     one place that no move changes
//
// A transition joins moves of different blocks; read and inhibitor arcs on top
// only forbid firings. So a net has at most as many markings as the product of
// its blocks, which Generate keeps within Config.States.
type block struct {
	kind   kind
	places []int
	marked []bool  // per place: holds tokens at first, or a move gives it some
	weight []int64 // counter: per place, with weight[0] = 1
	limit  int64   // valve: filled only while it holds fewer tokens
	fill   int64   // valve: tokens per filling
}

type kind int

const (
	machine kind = iota
	counter
	valve
	idle
)

// addBlock adds a block if one of some random tries fits into the markings left.
func (g *generator) addBlock() {
	for range 8 {
		kind, d := counter, g.rng.IntN(10)
		switch {
		case d == 9:
			kind = idle
		case d == 8 && g.cfg.Open && !g.cfg.NoInhibitors:
			kind = valve
		case d < 4 || g.cfg.Safe:
			kind = machine
		}
		if g.tryBlock(kind) {
			return
		}
	}
}

// tryBlock adds a block of the given kind with random places and tokens, and reports whether it did: it adds none with
// more local markings than there is room for.
func (g *generator) tryBlock(kind kind) bool {
	b := block{kind: kind}
	var initial []int64
	size := 1
	switch kind {
	case machine:
		size = 2 + g.rng.IntN(3)
		initial = make([]int64, size)
		initial[g.rng.IntN(size)] = 1
	case counter:
		initial = make([]int64, 1+g.rng.IntN(4))
		for range 1 + g.rng.Int64N(g.cfg.Tokens) {
			initial[g.rng.IntN(len(initial))]++
		}
		sum := int64(0)
		for i := range initial {
			b.weight = append(b.weight, 1)
			if i > 0 {
				b.weight[i] += g.rng.Int64N(3)
			}
			sum += b.weight[i] * initial[i]
		}
		size = solutions(b.weight, sum, g.cfg.Open, g.room)
	case valve:
		b.limit, b.fill = 1+g.rng.Int64N(g.cfg.Tokens), 1+g.rng.Int64N(g.cfg.Weight)
		initial = []int64{g.rng.Int64N(b.limit + 1)}
		size = int(b.limit + b.fill) // from 0 to limit−1 + fill
	case idle:
		initial = []int64{g.rng.Int64N(g.cfg.Tokens + 1)}
	}
	if size > g.room {
		return false
	}
	g.room /= size
	for _, tokens := range initial {
		b.places = append(b.places, len(g.places))
		b.marked = append(b.marked, tokens > 0)
		g.places = append(g.places, petri.Place{Initial: tokens})
	}
	g.blocks = append(g.blocks, b)
	return true
}

// solutions returns the number of vectors x ≥ 0 with weight·x = sum, or ≤ sum if
// less is allowed; limit+1 if there are more than limit. weight[0] must be 1.
func solutions(weight []int64, sum int64, less bool, limit int) int {
	last := len(weight) - 1
	if last == 0 {
		if less {
			return int(min(sum, int64(limit))) + 1
		}
		return 1
	}
	n := 0
	for ; sum >= 0 && n <= limit; sum -= weight[last] {
		n += solutions(weight[:last], sum, less, limit)
	}
	return min(n, limit+1)
}
