package proof

import (
	"math"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// Contradictions by intervals. A box has an interval for each place, with all markings that satisfy what is assumed.
// Facts make it smaller until it is empty; where they do not, there are cases, each with one fact more.

const (
	large     = 1 << 30       // no greater bound is noted, so a box may be larger than it must be
	huge      = 1 << 61       // likewise for sums
	unbounded = math.MaxInt64 // stands for no upper bound
	mostCases = 1_000_000     // of one obligation
)

// A box is the markings with low ≤ m ≤ high, and formulas without path operators that are assumed of them.
type box struct {
	*verifier
	low, high []int64
	absurd    int // how many assumptions show that the box is empty
	facts     []*formula.Formula
	about     [][]int // by place: facts
	queue     []int   // facts to look at
	queued    []bool
	settled   []bool   // facts of which a case is assumed
	trail     []func() // what undoes each change
	cases     int
}

func newBox(v *verifier) *box {
	n := len(v.net.Places)
	b := &box{verifier: v, low: make([]int64, n), high: make([]int64, n), about: make([][]int, n)}
	for p := range b.high {
		b.high[p] = unbounded
	}
	return b
}

// undo undoes the changes since the trail had a length. Facts had been looked at then.
func (b *box) undo(length int) {
	for _, i := range b.queue {
		b.queued[i] = false
	}
	b.queue = b.queue[:0]
	for ; len(b.trail) > length; b.trail = b.trail[:len(b.trail)-1] {
		b.trail[len(b.trail)-1]()
	}
}

// contradict makes the box empty.
func (b *box) contradict() {
	b.absurd++
	b.trail = append(b.trail, func() { b.absurd-- })
}

// narrow assumes that place p has at least low and at most high tokens.
func (b *box) narrow(p int, low, high int64) {
	before, after := b.low[p], b.high[p]
	if low = max(before, min(low, large)); high >= min(after, large) {
		high = after
	}
	if low == before && high == after {
		return
	}
	b.low[p], b.high[p] = low, high
	b.trail = append(b.trail, func() { b.low[p], b.high[p] = before, after })
	if low > high {
		b.contradict()
	}
	for _, i := range b.about[p] {
		if !b.queued[i] {
			b.queue, b.queued[i] = append(b.queue, i), true
		}
	}
}

// assume adds f to the facts, or the operands of a conjunction.
func (b *box) assume(f *formula.Formula) {
	if f.Op == formula.And {
		for _, a := range f.Args {
			b.assume(a)
		}
		return
	}
	i := len(b.facts)
	b.facts, b.queue = append(b.facts, f), append(b.queue, i)
	b.queued, b.settled = append(b.queued, true), append(b.settled, false)
	b.places(f, func(about *[]int) { *about = append(*about, i) })
	b.trail = append(b.trail, func() {
		b.facts, b.queued, b.settled = b.facts[:i], b.queued[:i], b.settled[:i]
		b.places(f, func(about *[]int) { *about = (*about)[:len(*about)-1] })
	})
}

// places calls do for each place of f, as often as it occurs.
func (b *box) places(f *formula.Formula, do func(about *[]int)) {
	for _, t := range f.Terms {
		do(&b.about[t.Place])
	}
	for _, a := range f.Args {
		b.places(a, do)
	}
}

// propagate looks at facts until nothing changes, and reports whether the box may have markings.
func (b *box) propagate() bool {
	for i := 0; i < len(b.queue) && b.absurd == 0; i++ {
		b.tick()
		b.queued[b.queue[i]] = false
		b.enforce(b.facts[b.queue[i]])
	}
	if b.absurd > 0 {
		return false // undo empties the queue
	}
	b.queue = b.queue[:0]
	return true
}

// enforce makes the box smaller, as f holds.
func (b *box) enforce(f *formula.Formula) {
	switch open := b.open(f); {
	case f.Op == formula.AtMost:
		sum, without := b.least(f, 1)
		for _, t := range f.Terms {
			least, none := b.term(t, 1)
			room := max(f.Bound, -2*huge) - (sum - least) // for this term
			switch {
			case without > none:
			case t.Weight > 0:
				b.narrow(t.Place, 0, floor(room, t.Weight))
			default:
				b.narrow(t.Place, -floor(room, -t.Weight), unbounded)
			}
		}
	case f.Op == formula.And:
		for _, a := range f.Args {
			b.enforce(a)
		}
	case f.Op == formula.True || len(open) > 1:
	case len(open) == 1:
		b.enforce(open[0])
	default:
		b.contradict()
	}
}

// floor returns a/b rounded down, where b > 0.
func floor(a, b int64) int64 { return (a - (a%b+b)%b) / b }

// open returns the operands of a disjunction that may hold in the box.
func (b *box) open(f *formula.Formula) (list []*formula.Formula) {
	for _, a := range f.Args {
		if f.Op == formula.Or && b.truth(a) >= 0 {
			list = append(list, a)
		}
	}
	return list
}

// term returns the least value in the box of a term times sign, or 0, and that one is missing.
func (b *box) term(t formula.Term, sign int64) (least int64, none int) {
	switch w := sign * t.Weight; {
	case w > 0:
		return w * b.low[t.Place], 0
	case b.high[t.Place] == unbounded:
		return 0, 1
	default:
		return w * b.high[t.Place], 0
	}
}

// least returns the least value in the box of the sum of f times sign, and how many of its terms have none, or more if
// numbers are too large.
func (b *box) least(f *formula.Formula, sign int64) (sum int64, without int) {
	for _, t := range f.Terms {
		least, none := b.term(t, sign)
		sum, without = min(sum+least, huge), without+none
		if sum < -huge || max(t.Weight, -t.Weight) > large || f.Bound > huge {
			return 0, len(f.Terms) + 1
		}
	}
	return sum, without
}

// truth returns 1 if f holds in all of the box, −1 if nowhere, and 0 if neither is seen.
func (b *box) truth(f *formula.Formula) int {
	decides := 1
	switch f.Op {
	case formula.AtMost:
		if sum, without := b.least(f, 1); without == 0 && sum > f.Bound {
			return -1
		}
		if sum, without := b.least(f, -1); without > 0 || sum < -max(f.Bound, -2*huge) {
			return 0
		}
		return 1
	case formula.True, formula.And:
		decides = -1
	}
	all := -decides
	for _, a := range f.Args {
		switch b.truth(a) {
		case decides:
			return decides
		case 0:
			all = 0
		}
	}
	return all
}

// empty reports whether the box is seen to be empty, perhaps by cases.
func (b *box) empty() bool {
	if !b.propagate() {
		return true
	}
	defer b.undo(len(b.trail))
	list := b.choice()
	for _, f := range list {
		if b.cases++; b.cases > mostCases {
			net.Fail(net.Limit, "more than %d cases", mostCases)
		}
		before := len(b.trail)
		b.assume(f)
		closed := b.empty()
		if b.undo(before); !closed {
			return false
		}
		if b.assume(formula.Not(f)); !b.propagate() {
			break
		}
	}
	return len(list) > 0
}

// choice returns formulas of which one holds: the operands that may hold of the disjunction with the fewest, or that a
// place of a comparison has few tokens, or more. Without any, all facts hold in all of the box, or have no limits.
func (b *box) choice() (cases []*formula.Formula) {
	fact := -1
	for i, f := range slices.Backward(b.facts) {
		if f.Op != formula.Or || b.settled[i] || b.truth(f) == 1 {
			continue
		}
		if open := b.open(f); fact < 0 || len(open) < len(cases) {
			cases, fact = open, i
		}
	}
	if fact >= 0 {
		b.settled[fact] = true
		b.trail = append(b.trail, func() { b.settled[fact] = false })
		return cases
	}
	for _, f := range slices.Backward(b.facts) {
		for _, t := range f.Terms {
			if low, high := b.low[t.Place], b.high[t.Place]; low < high && high < unbounded && b.truth(f) == 0 {
				few := formula.NewAtMost([]formula.Term{{Place: t.Place, Weight: 1}}, (low+high)/2)
				return []*formula.Formula{few, formula.Not(few)}
			}
		}
	}
	return nil
}
