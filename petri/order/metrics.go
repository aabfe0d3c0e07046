package order

import (
	"cmp"
	"slices"

	"brim/petri"
)

// Metrics are cheap numbers that say how hard an order may be for saturation;
// smaller is better in all of them. Levels run from 1 to K; an event is a
// transition that touches at least one level with a place that can change.
type Metrics struct {
	Levels int // K
	Events int

	// SpanSum is Σ top(e) − bottom(e) + 1, the number of levels between the
	// highest and the lowest that event e touches, both included.
	SpanSum int64
	// TopSum is Σ top(e): saturation works below the top of an event, so low
	// tops keep its work local.
	TopSum int64
	// WeightedSpan is Σ (top(e)/K)·(top(e) − bottom(e) + 1) / (K·Events), between
	// 0 and 1, the weighted event span WES⁽¹⁾ of [SC06].
	WeightedSpan float64
	// UniqueSpan counts every level of an event down to the lowest one that it
	// touches, but what two events have in common from some level downwards only
	// once, after the sums of unique and productive spans of [SC18].
	UniqueSpan int64
	// Profile is Σ over levels of the distance down to the lowest level that
	// shares an event with it; Bandwidth is the greatest such distance.
	Profile   int64
	Bandwidth int
}

// Cost returns the metrics of a decomposition. O(arcs · log) and one hash table.
func Cost(net *petri.Net, d Decomposition) Metrics {
	return newCosting(net).metrics(d)
}

// A costing computes metrics of many decompositions of one net.
type costing struct {
	net   *petri.Net
	still []bool
	level []int32
	parts []part
	seen  map[uint64]struct{}
}

// A part is what one event does to one place.
type part struct {
	level, place int32
	effect       uint64 // hash of the weights
}

func newCosting(net *petri.Net) *costing {
	return &costing{net: net, still: net.Fixed(), level: make([]int32, len(net.Places)), seen: map[uint64]struct{}{}}
}

// metrics computes the metrics of d in one pass over the transitions: each adds its span, and lowers the lowest level
// that its levels are connected with.
func (c *costing) metrics(d Decomposition) Metrics {
	for i, l := range d.Levels {
		for _, p := range l {
			c.level[p] = int32(i + 1)
		}
	}
	m := Metrics{Levels: len(d.Levels)}
	clear(c.seen)
	lowest := make([]int32, len(d.Levels)+1)
	for k := range lowest {
		lowest[k] = int32(k)
	}
	k := float64(m.Levels)
	for i := range c.net.Transitions {
		c.collect(&c.net.Transitions[i])
		if len(c.parts) == 0 {
			continue
		}
		m.Events++
		bottom, top := c.parts[0].level, c.parts[len(c.parts)-1].level
		m.SpanSum += int64(top - bottom + 1)
		m.TopSum += int64(top)
		m.WeightedSpan += float64(top) / k * float64(top-bottom+1)
		m.UniqueSpan += c.unique()
		for _, p := range c.parts {
			lowest[p.level] = min(lowest[p.level], bottom)
		}
	}
	if m.Events > 0 {
		m.WeightedSpan /= k * float64(m.Events)
	}
	for k, low := range lowest {
		m.Profile += int64(k - int(low))
		m.Bandwidth = max(m.Bandwidth, k-int(low))
	}
	return m
}

// collect lists the parts of t, by level and place.
func (c *costing) collect(t *petri.Transition) {
	c.parts = c.parts[:0]
	for kind, arcs := range [...][]petri.Arc{t.Pre, t.Post, t.Inhibit} {
		for _, a := range arcs {
			if !c.still[a.Place] {
				c.parts = append(c.parts,
					part{c.level[a.Place], int32(a.Place), mix(uint64(kind) ^ uint64(a.Weight)<<2)})
			}
		}
	}
	slices.SortFunc(c.parts, func(a, b part) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.place, b.place), cmp.Compare(a.effect, b.effect))
	})
}

// unique returns the number of levels of the collected event that no earlier one
// has passed in the same way below.
func (c *costing) unique() (levels int64) {
	var h uint64
	last := c.parts[0].level - 1
	for i := 0; i < len(c.parts); {
		at := c.parts[i].level
		h = mix(h ^ uint64(at))
		for ; i < len(c.parts) && c.parts[i].level == at; i++ {
			h = mix(h ^ uint64(c.parts[i].place)<<20 ^ c.parts[i].effect)
		}
		if _, old := c.seen[h]; !old {
			c.seen[h] = struct{}{}
			levels += int64(at - last)
		}
		last = at
	}
	return levels
}
