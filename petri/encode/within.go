package encode

import (
	"cmp"
	"slices"

	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
)

// A narrowed holds the transitions that Moves has in another form than All, or not at all.
type narrowed struct {
	both *mdd.Relation // All, and then the other forms
	list []narrowing
}

// A narrowing is a transition, and the event of its other form; −1 if it can never be fired.
type narrowing struct{ transition, event int }

// NewWithin encodes net as New does, but Moves leads to no marking in which a place p holds more than most[p] tokens,
// or than its initial ones if these are more; petri.Omega is no bound. All has every firing. Leaving tells which
// markings that separates.
func NewWithin(net *petri.Net, most []int64, d order.Decomposition, o mdd.Options) (*Model, error) {
	m, err := newModel(net, d)
	if err != nil {
		return nil, err
	}
	m.narrow = &narrowed{}
	list := slices.Clip(net.Transitions)
	for t := range net.Transitions {
		switch other, change := within(net, t, most); change {
		case narrower:
			m.narrow.list = append(m.narrow.list, narrowing{t, len(list)})
			list = append(list, other)
		case never:
			m.narrow.list = append(m.narrow.list, narrowing{t, -1})
		}
	}
	e := m.effects(list)
	m.makeLevels(e, nil, o)
	m.narrow.both = m.events(e)
	n := len(net.Transitions)
	replaced := make([]bool, n)
	for _, x := range m.narrow.list {
		replaced[x.transition] = true
	}
	m.All = m.narrow.both.Only(func(t int) bool { return t < n })
	m.Moves = m.narrow.both.Only(func(t int) bool { return e.moves[t] && (t >= n || !replaced[t]) })
	return m, nil
}

// Leaving returns the markings of s in which a firing leads beyond the bounds that the model was made with; none if it
// has no bounds.
func (m *Model) Leaving(s mdd.Set) mdd.Set {
	leaving := m.Forest.Empty()
	if m.narrow == nil {
		return leaving
	}
	for _, x := range m.narrow.list {
		out := m.All.Enabled(x.transition, s)
		if x.event >= 0 {
			out = out.Minus(m.narrow.both.Enabled(x.event, out))
		}
		leaving = leaving.Union(out)
	}
	return leaving
}

// A narrowness tells how bounds change a transition.
type narrowness uint8

const (
	same narrowness = iota
	narrower
	never
)

// within returns transition t in the form that is enabled only where it leads to no marking beyond the bounds: with
// more inhibitor arcs.
func within(net *petri.Net, t int, most []int64) (petri.Transition, narrowness) {
	x := net.Transitions[t]
	change := same
	for _, out := range x.Post {
		bound := max(most[out.Place], net.Places[out.Place].Initial)
		gain := out.Weight
		if i, ok := find(x.Pre, out.Place); ok {
			gain -= x.Pre[i].Weight
		}
		if bound == petri.Omega || gain <= 0 {
			continue
		}
		if gain > bound {
			return x, never
		}
		if change == same {
			change, x.Inhibit = narrower, slices.Clone(x.Inhibit)
		}
		below := petri.Arc{Place: out.Place, Weight: bound - gain + 1}
		if i, ok := find(x.Inhibit, out.Place); ok {
			x.Inhibit[i].Weight = min(x.Inhibit[i].Weight, below.Weight)
		} else {
			x.Inhibit = slices.Insert(x.Inhibit, i, below)
		}
	}
	return x, change
}

// find returns the index of the arc at a place, or where it would be.
func find(arcs []petri.Arc, place int) (int, bool) {
	return slices.BinarySearchFunc(arcs, place, func(a petri.Arc, p int) int { return cmp.Compare(a.Place, p) })
}
