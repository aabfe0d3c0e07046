package equation

import (
	"math/big"
	"slices"

	"brim/petri/equation/certificate"
)

// write returns a proof for the checker. What it rests on beside the goal comes first: the transitions that never fire,
// and the traps.
func (s *System) write(n *node, root *added) certificate.Step {
	w := &writer{System: s, facts: map[*fact]int{}, choices: map[*choice]int{}}
	w.number(root)
	w.findTraps(n)
	for i, f := range w.traps {
		w.facts[f] = w.known + i
	}
	w.known += len(w.traps)
	proof := w.step(n)
	for _, f := range slices.Backward(w.traps) {
		places := make([]int, len(f.trap))
		for i, p := range f.trap {
			places[i] = int(p)
		}
		proof = &certificate.Trap{Places: places, Then: proof}
	}
	if s.dead {
		raised, lowered := s.raisedNever, s.loweredNever
		// Nothing makes a first change: 0 ≥ 1.
		nothing := &certificate.Sum{Facts: []certificate.Factor{{Index: len(root.facts), By: big.NewInt(1)}}}
		proof = &certificate.Order{Raised: raised, Lowered: lowered, Never: proof, First: nothing}
	}
	return proof
}

// A writer numbers what is known as the checker does.
type writer struct {
	*System
	facts   map[*fact]int
	choices map[*choice]int
	known   int // facts
	open    int // choices
	traps   []*fact
}

// number gives numbers to what an assumption added.
func (w *writer) number(a *added) {
	for _, f := range a.facts {
		if !f.blank {
			w.facts[f] = w.known
			w.known++
		}
	}
	for _, c := range a.choices {
		w.choices[c] = w.open
		w.open++
	}
}

// findTraps lists the traps that a proof rests on.
func (w *writer) findTraps(n *node) {
	if n.conflict != nil {
		for _, m := range n.conflict.Bounds {
			if m.By != nil && m.By.trap != nil && !slices.Contains(w.traps, m.By) {
				w.traps = append(w.traps, m.By)
			}
		}
	}
	for _, m := range n.next {
		w.findTraps(m)
	}
}

// step writes a node.
func (w *writer) step(n *node) certificate.Step {
	if n.conflict != nil {
		return w.sum(n.conflict)
	}
	known, open := w.known, w.open
	steps := make([]certificate.Step, len(n.next))
	for i, m := range n.next {
		w.known, w.open = known, open
		w.number(&n.added[i])
		steps[i] = w.step(m)
	}
	w.known, w.open = known, open
	switch {
	case n.choice != nil:
		return &certificate.Either{Choice: w.choices[n.choice], Cases: steps}
	case n.cut != nil:
		c := *n.cut
		c.Below, c.Above = steps[0], steps[1]
		return &c
	}
	return &certificate.Order{Raised: n.raised, Lowered: n.lowered, Never: steps[0], First: steps[1]}
}

// sum writes a conflict. Bounds by nature of firings, and firings that never happen, are known to the checker.
func (w *writer) sum(c *conflict) *certificate.Sum {
	s := &certificate.Sum{}
	for _, m := range c.Bounds {
		switch {
		case m.By == nil && int(m.V) >= w.tableau.Unknowns():
			s.Places = append(s.Places, certificate.Factor{Index: int(m.V) - w.tableau.Unknowns(), By: m.Factor})
		case m.By != nil && !m.By.blank:
			s.Facts = append(s.Facts, certificate.Factor{Index: w.facts[m.By], By: m.Factor})
		}
	}
	return s
}
