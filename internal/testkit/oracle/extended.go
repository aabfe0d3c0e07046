package oracle

import (
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/extended"
)

// The firing rule of nets with capacities, reset arcs and priorities, by definition.

// ExploreExtended is Explore for such a net. Of Space.Net only the names count: it has no arcs.
func ExploreExtended(net *extended.Net, maxStates int) (*Space, error) {
	names := &petri.Net{Name: net.Name}
	initial := make(petri.Marking, len(net.Places))
	for p, x := range net.Places {
		names.Places = append(names.Places, petri.Place{Name: x.ID, Initial: x.Initial})
		initial[p] = x.Initial
	}
	for _, t := range net.Transitions {
		names.Transitions = append(names.Transitions, petri.Transition{Name: t.ID})
	}
	return explore(names, extendedRule{net, higher(net)}, math.MaxInt, maxStates)
}

// An extendedRule is the rule of a net. above says of which pairs of transitions the first has priority.
type extendedRule struct {
	net   *extended.Net
	above [][]bool // by the first and the second
}

// higher returns the smallest transitive relation with all priorities of the net, in the manner of Warshall.
func higher(net *extended.Net) [][]bool {
	n := len(net.Transitions)
	above := make([][]bool, n)
	for t := range above {
		above[t] = make([]bool, n)
		for u := range above[t] {
			above[t][u] = net.Transitions[t].Priority > net.Transitions[u].Priority
		}
	}
	for _, o := range net.Over {
		above[o.First][o.Then] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				above[i][j] = above[i][j] || above[i][k] && above[k][j]
			}
		}
	}
	return above
}

// weight returns the sum and the largest of the weights of the arcs of a kind between a place and a transition, and the
// smallest one, which is 0 without any.
func (r extendedRule) weight(p, t int, kind extended.Kind) (sum, most, least int64) {
	for _, a := range r.net.Arcs {
		if a.Place == p && a.Transition == t && a.Kind == kind {
			if least == 0 {
				least = a.Weight
			}
			sum, most, least = sum+a.Weight, max(most, a.Weight), min(least, a.Weight)
		}
	}
	return sum, most, least
}

// after returns what place p holds after t fired where it held tokens, and whether p lets t fire.
func (r extendedRule) after(p, t int, tokens int64) (int64, bool) {
	takes, _, _ := r.weight(p, t, extended.Input)
	gives, _, _ := r.weight(p, t, extended.Output)
	_, asks, _ := r.weight(p, t, extended.Read)
	_, _, below := r.weight(p, t, extended.Inhibitor)
	resets, _, _ := r.weight(p, t, extended.Reset)
	if tokens < takes || tokens < asks || below > 0 && tokens >= below {
		return 0, false
	}
	left := tokens - takes
	if resets > 0 {
		left = 0
	}
	left += gives
	most := r.net.Places[p].Capacity
	return left, most == extended.Unlimited || left <= most || left <= tokens
}

// ready reports whether t could fire in m without priorities.
func (r extendedRule) ready(t int, m petri.Marking) bool {
	for p, tokens := range m {
		if _, ok := r.after(p, t, tokens); !ok {
			return false
		}
	}
	return true
}

func (r extendedRule) enabled(t int, m petri.Marking) bool {
	for u := range r.net.Transitions {
		if r.above[u][t] && r.ready(u, m) {
			return false
		}
	}
	return r.ready(t, m)
}

func (r extendedRule) fire(t int, m petri.Marking) (petri.Marking, error) {
	next := slices.Clone(m)
	for p, tokens := range m {
		if next[p], _ = r.after(p, t, tokens); next[p] < 0 {
			return nil, fmt.Errorf("oracle: firing %s: more than 2^63−1 tokens in one place", r.net.Transitions[t].ID)
		}
	}
	return next, nil
}
