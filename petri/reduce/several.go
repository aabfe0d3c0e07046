package reduce

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/big"
	"slices"
	"strconv"

	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// This file has rule P4, which drops places that several others imply together.

const (
	mostOthers  = 24   // places that P4 weighs one with
	mostChanges = 300  // transitions that change these
	mostPivots  = 500  // of one question
	mostWeighed = 1000 // questions about one net
	mostDivisor = 60   // of a weight of a place
)

// impliedBySeveral is P4: with weights y ≥ 0 of other places q the difference m(p) − Σ y·m(q) never falls, and each
// transition with an arc from p needs enough tokens of the others to imply that p has enough: p alone never
// disables it. The weights are
// found as a solution of the state equation of another net, in which q is a transition and each condition on the
// weights a place. It is a guess by floating-point numbers, which is believed after all conditions were checked in
// exact ones. One place is dropped after the other, so no two can justify each other. Cost: linear programs of a size
// that does not grow with the net, one for each place and again when its conditions have changed, and not more than a
// number for the net.
func (s *state) impliedBySeveral() {
	if s.weighed == nil {
		s.weighed = make([]uint64, len(s.initial))
	}
	for p := range s.initial {
		if s.ctx.Err() != nil || s.questions == mostWeighed {
			break
		}
		if s.gone[p] || !s.free(p) || len(s.out[p]) == 0 {
			continue
		}
		w := s.weighing(p)
		if w == nil {
			continue
		}
		sum := w.checksum()
		if sum == s.weighed[p] {
			continue
		}
		s.weighed[p] = sum
		s.questions++
		if w.solve(s.ctx) && w.holds() {
			s.dropPlace(Several, p)
			s.hit(Several)
			s.clean() // what comes next may not lean on p
		}
	}
}

// A weighing asks whether other places imply p.
type weighing struct {
	p       int
	others  []int
	changes []int32 // transitions that change p or one of the others
	list    []condition
	times   []int64 // weights of the others, over divisor
	divisor int64
}

// checksum tells whether a question is another one than before. Two that seem equal by chance are only one attempt
// less.
func (w *weighing) checksum() uint64 {
	h := fnv.New64a()
	var b []byte
	for _, q := range w.others {
		b = binary.AppendUvarint(b, uint64(q))
	}
	for _, c := range w.list {
		b = binary.AppendVarint(b, c.least)
		for _, n := range c.weights {
			b = binary.AppendVarint(b, n)
		}
	}
	h.Write(b)
	return h.Sum64()
}

// weighing returns the question for p, nil if the answer is no: some transition takes from p, and from no other place.
func (s *state) weighing(p int) *weighing {
	w := &weighing{p: p}
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		alone := t.delta(p) < 0
		for _, a := range t.pre {
			if a.Place == p {
				continue
			}
			alone = alone && t.delta(a.Place) >= 0
			if !slices.Contains(w.others, a.Place) && len(w.others) < mostOthers {
				w.others = append(w.others, a.Place)
			}
		}
		if alone {
			return nil
		}
	}
	// What the others lose to others of theirs has to be weighed, too.
	for k := 0; k < len(w.others) && len(w.others) < mostOthers; k++ {
		for _, i := range s.in[w.others[k]] {
			t := &s.transitions[i]
			if t.delta(w.others[k]) <= 0 || t.delta(p) > 0 {
				continue
			}
			for _, a := range t.pre {
				if a.Place != p && t.delta(a.Place) < 0 && !slices.Contains(w.others, a.Place) &&
					len(w.others) < mostOthers {
					w.others = append(w.others, a.Place)
				}
			}
		}
	}
	for _, q := range append([]int{p}, w.others...) {
		for _, list := range [2][]int32{s.in[q], s.out[q]} {
			for _, i := range list {
				if s.transitions[i].delta(q) != 0 {
					w.changes = append(w.changes, i)
				}
			}
			if len(w.changes) > 2*mostChanges {
				return nil
			}
		}
	}
	slices.Sort(w.changes)
	w.changes = slices.Compact(w.changes)
	if len(w.changes) > mostChanges {
		return nil
	}
	w.conditions(s)
	return w
}

// A condition is  Σ weights·y ≥ least, by other place.
type condition struct {
	weights []int64
	least   int64
}

// conditions lists those that y ≥ 0 has to meet: for each t that changes something Σ −Δt(q)·y ≥ −Δt(p), and for each
// that asks for p  Σ (pre(t,q) − m0(q))·y ≥ pre(t,p) − m0(p).
func (w *weighing) conditions(s *state) {
	for _, i := range w.changes {
		t := &s.transitions[i]
		c := condition{make([]int64, len(w.others)), -t.delta(w.p)}
		for k, q := range w.others {
			c.weights[k] = -t.delta(q)
		}
		w.list = append(w.list, c)
	}
	for _, i := range s.out[w.p] {
		t := &s.transitions[i]
		c := condition{make([]int64, len(w.others)), weight(t.pre, w.p) - s.initial[w.p]}
		for k, q := range w.others {
			c.weights[k] = weight(t.pre, q) - s.initial[q]
		}
		w.list = append(w.list, c)
	}
}

// solve looks for weights. They are a guess.
func (w *weighing) solve(ctx context.Context) bool {
	const large = 1 << 40 // numbers beyond are of no use in a guess
	b := petri.NewBuilder("weights")
	for k := range w.others {
		b.Transition(strconv.Itoa(k))
	}
	goal := &certificate.Goal{Kind: certificate.All}
	for i, c := range w.list {
		if c.least > large || slices.ContainsFunc(c.weights, func(n int64) bool { return n < -large || n > large }) {
			return false
		}
		enough := max(1, -c.least) // for each transition to fire, and for the goal to ask for no less than 0
		for _, n := range c.weights {
			enough = max(enough, 1-n)
		}
		place := b.Place(strconv.Itoa(i), enough)
		for k, n := range c.weights {
			if n < 0 {
				b.In(k, place, -n)
			} else if n > 0 {
				b.Out(k, place, n)
			}
		}
		goal.Parts = append(goal.Parts, certificate.AtLeast(place, enough+c.least))
	}
	net, err := b.Net()
	if err != nil {
		return false
	}
	r, _ := equation.New(net).Refute(ctx, goal, equation.Limits{Entries: 1 << 16, Pivots: mostPivots, Nodes: 1})
	if r == nil || r.Solution == nil || ctx.Err() != nil {
		return false
	}
	return w.round(r.Solution.Times)
}

// round writes numbers as fractions with the same small divisor.
func (w *weighing) round(list []float64) bool {
	for w.divisor = 1; w.divisor <= mostDivisor; w.divisor++ {
		w.times = w.times[:0]
		for _, x := range list {
			n := math.Round(x * float64(w.divisor))
			if n < 0 || n > 1<<40 || math.Abs(x*float64(w.divisor)-n) > 1e-6 {
				break
			}
			w.times = append(w.times, int64(n))
		}
		if len(w.times) == len(list) {
			return true
		}
	}
	return false
}

// holds checks all conditions in exact numbers.
func (w *weighing) holds() bool {
	sum, x := new(big.Int), new(big.Int)
	for _, c := range w.list {
		sum.Mul(big.NewInt(-c.least), x.SetInt64(w.divisor))
		for k, n := range c.weights {
			x.SetInt64(n)
			sum.Add(sum, x.Mul(x, big.NewInt(w.times[k])))
		}
		if sum.Sign() < 0 {
			return false
		}
	}
	return true
}
