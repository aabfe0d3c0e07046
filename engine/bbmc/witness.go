package bbmc

import (
	"fmt"
	"slices"

	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/kripke"
)

// A Witness shows that a formula holds in the initial state of a structure.
type Witness struct {
	Paths mu.Witness
	Table *kripke.Table // the states by the numbers in Paths
	Graph *mu.Graph     // the part in which it was found
}

// Check replays w in s: the transitions of all paths exist, the paths fit together, and the formula holds in what they
// are made of, by iteration. An error is a fault of this program.
func (w *Witness) Check(s kripke.Structure, f *mu.Bound) error {
	number := map[int32]int32{0: 0} // of the states of the paths
	states := []int32{0}
	at := map[mu.Point]int32{{}: 0}
	var edges []mu.Edge
	var out kripke.Successors
	for i, p := range w.Paths {
		here, ok := at[p.From]
		if !ok {
			return fmt.Errorf("bbmc: path %d of a witness begins nowhere", i)
		}
		at[mu.Point{Path: i}] = here
		for k, e := range p.Steps {
			if e.From != here {
				return fmt.Errorf("bbmc: path %d of a witness, step %d: it begins in state %d, expected %d", i, k,
					e.From, here)
			}
			if err := s.Successors(w.Table.State(int(e.From)), &out); err != nil {
				return err
			}
			if !leads(&out, int(e.Label), w.Table.State(int(e.To))) {
				return fmt.Errorf("bbmc: path %d of a witness, step %d: there is no such transition", i, k)
			}
			if _, met := number[e.To]; !met {
				number[e.To] = int32(len(states))
				states = append(states, e.To)
			}
			edges = append(edges, mu.Edge{From: number[e.From], Label: e.Label, To: number[e.To]})
			here = e.To
			at[mu.Point{Path: i, At: k + 1}] = here
		}
	}
	if !slices.Equal(w.Table.State(0), s.Initial()[0]) {
		return fmt.Errorf("bbmc: a witness that does not begin in the initial state")
	}
	a, err := newAtoms(s, f, w.Table)
	if err != nil {
		return err
	}
	holds := func(atom, state int) bool { return a.holds(atom, int(states[state])) }
	if !f.Iterate(mu.NewGraph(len(states), edges), holds)[0] {
		return fmt.Errorf("bbmc: the formula does not hold in its witness of %d paths", len(w.Paths))
	}
	return nil
}

// leads reports whether a transition with a label leads to a state.
func leads(out *kripke.Successors, label int, to kripke.State) bool {
	for i := range out.Len() {
		if out.Label(i) == label && slices.Equal(out.State(i), to) {
			return true
		}
	}
	return false
}

// Path returns the first path of w, the only one unless the formula has conjunctions of what several paths show. It may
// end where another path goes on.
func (w *Witness) Path() *kripke.Path {
	first := w.Paths[0]
	p := &kripke.Path{States: []kripke.State{w.Table.State(0)}, Loop: engine.NoLoop}
	for _, e := range first.Steps {
		p.Labels = append(p.Labels, int(e.Label))
		p.States = append(p.States, w.Table.State(int(e.To)))
	}
	if first.To != nil && first.To.Path == 0 {
		p.Loop = first.To.At
	}
	return p
}
