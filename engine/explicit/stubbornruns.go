package explicit

import (
	"brim/ctl/syntax"
	"brim/engine/kripke"
)

// Runs chooses stubborn sets of a net, so that of each maximal run one is left in which the same propositions hold, up
// to stuttering: conditions V and I of [VH17], while condition L, that no transition which a proposition can see is put
// off for ever, is that each cycle of what is left has a marking where the set is wide.
//
// A transition is visible if a proposition can see it: if it changes the sum of a comparison, or the tokens that decide
// whether a transition is enabled that a proposition names. So an invisible one changes no proposition in any marking;
// that what it swaps places with looks alike before and after is needed for the proof [NVW20].
type Runs struct {
	set     *stubborn
	visible []bool  // by transition
	seen    []int32 // the visible ones
	all     *kripke.Successors
	at      int // the next transition of all that a set is tried from
}

// NewRuns returns a choice for propositions without path operators. Cost: the arcs of the net for each comparison.
func NewRuns(n *kripke.Net, props []*syntax.Formula) *Runs {
	s := newStubborn(n)
	r := &Runs{set: s.newSet(), visible: make([]bool, len(n.Net().Transitions))}
	r.see(props)
	for t, is := range r.visible {
		if is {
			r.seen = append(r.seen, int32(t))
		}
	}
	return r
}

// Invisible returns how many transitions no proposition can see.
func (r *Runs) Invisible() int { return len(r.visible) - len(r.seen) }

// see marks the transitions that can change the value of a formula in props as visible. These are the transitions that
// change the tokens of a place an enabled(…) depends on, or the value of the sum in a comparison; with deadlock all
// are.
func (r *Runs) see(props []*syntax.Formula) {
	net := r.set.Net.Net()
	watched := make([]bool, len(net.Places)) // transitions that change them are visible
	weights := make([]int64, len(net.Places))
	for _, f := range props {
		for g := range f.All() {
			switch g.Op {
			case syntax.Deadlock:
				for t := range r.visible {
					r.visible[t] = true
				}
			case syntax.Enabled:
				for _, u := range g.Transitions {
					for e := range net.Transitions[u.Index].Effects() {
						watched[e.Place] = watched[e.Place] || e.Min > 0 || e.Below > 0
					}
				}
			case syntax.Compare:
				for _, x := range g.Terms {
					if !small(x.Weight) {
						watched[x.Place.Index] = true
					}
					weights[x.Place.Index] = x.Weight
				}
				r.change(weights, watched)
				for _, x := range g.Terms {
					weights[x.Place.Index] = 0
				}
			}
		}
	}
	r.change(weights, watched)
}

// change makes the transitions visible that change a weighted sum, or a place that is watched.
func (r *Runs) change(weights []int64, watched []bool) {
	net := r.set.Net.Net()
	for t := range r.visible {
		sum := int64(0)
		for e := range net.Transitions[t].Effects() {
			w := weights[e.Place]
			if e.Delta != 0 && (watched[e.Place] || w != 0 && !small(e.Delta)) {
				r.visible[t] = true
			}
			sum += w * e.Delta
		}
		if sum != 0 {
			r.visible[t] = true
		}
	}
}

// small reports whether the sum of any products of two such numbers that a net has arcs for fits into 64 bits.
func small(a int64) bool {
	const most = 1 << 16
	return -most < a && a < most
}

// Start looks at a state with all its transitions.
func (r *Runs) Start(state kripke.State, all *kripke.Successors) {
	if r.all != nil {
		for t := range r.set.enabled {
			r.set.enabled[t] = false
		}
	}
	r.all, r.at = all, 0
	r.set.Marking(r.set.m, state)
	for i := range all.Len() {
		r.set.enabled[all.Label(i)] = true
	}
}

// Next sets keep to another stubborn set without visible transitions, not all of them; false says that there is none.
func (r *Runs) Next(keep []bool) bool {
	x := r.set
	x.barred = r.visible
	for r.at < r.all.Len() {
		t := r.all.Label(r.at)
		r.at++
		if r.visible[t] {
			continue
		}
		x.empty()
		x.add(t)
		if x.close() && r.tell(keep) < len(keep) {
			return true
		}
	}
	return false
}

// Wide sets keep to a stubborn set with all visible transitions, and an invisible one if one is enabled.
func (r *Runs) Wide(keep []bool) {
	x := r.set
	x.barred = nil
	x.empty()
	for _, t := range r.seen {
		x.add(int(t))
	}
	x.close()
	invisible := -1
	for i := range r.all.Len() {
		if t := r.all.Label(i); !r.visible[t] {
			invisible = t
			if x.in[t] {
				invisible = -1
				break
			}
		}
	}
	if invisible >= 0 {
		x.add(invisible)
		x.close()
	}
	r.tell(keep)
}

// tell sets keep to the transitions that are in the set, and returns how many these are.
func (r *Runs) tell(keep []bool) (n int) {
	for i := range keep {
		if keep[i] = r.set.in[r.all.Label(i)]; keep[i] {
			n++
		}
	}
	return n
}
