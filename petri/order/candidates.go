package order

import (
	"cmp"
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// Options of Candidates. The zero value works.
type Options struct {
	Limits Limits // for Groups
	// Most is the number of decompositions returned at most. Default 10.
	Most int
	// Starts is the number of random starts of FORCE on nets that are small
	// enough. Default 5.
	Starts int
	Seed   uint64
	// NoGroups leaves every place on a level of its own; OnlyGroups skips the
	// decompositions of that kind where others exist.
	NoGroups, OnlyGroups bool
}

func (o Options) orDefault() Options {
	if o.Most <= 0 {
		o.Most = 10
	}
	if o.Starts <= 0 {
		o.Starts = 5
	}
	return o
}

// Candidates returns distinct decompositions of the net, the most promising
// first: those with components, where there are any worth making, before those
// with one place a level, and each kind by its weighted event span. The time is
// near-linear for large nets.
func Candidates(net *petri.Net, flows []structure.Semiflow, options Options) []Decomposition {
	options = options.orDefault()
	singles := Singles(net)
	var kinds [][]Decomposition
	if !options.NoGroups {
		if groups := Groups(net, flows, options.Limits); len(groups) < len(singles) {
			kinds = append(kinds, orders(net, flows, groups, "+groups", options))
		}
	}
	if len(kinds) == 0 || !options.OnlyGroups {
		kinds = append(kinds, orders(net, flows, singles, "", options))
	}
	var list []Decomposition
	for i, kind := range kinds {
		share := options.Most - len(list)
		if i+1 < len(kinds) {
			share = (2*share + 2) / 3
		}
		list = append(list, kind[:min(share, len(kind))]...)
	}
	return list
}

// bigWork is the number of pins from which on only near-linear methods are used.
const bigWork = 100_000

// orders returns the distinct orders of the components, best first.
func orders(net *petri.Net, flows []structure.Semiflow, groups [][]int, suffix string, options Options) []Decomposition {
	h := newHypergraph(net, groups)
	of := componentOf(net, groups)
	file := identity(len(groups))
	big := len(h.pins) > bigWork
	force := h.forceBest(file, options.Seed, options.Starts, 3_000_000)

	var list []ordered
	costs := newCosting(net)
	seen := map[uint64]bool{}
	add := func(method string, s sequence) {
		if s == nil {
			return
		}
		s = h.sunk(s)
		for _, reverse := range []bool{false, true} {
			if reverse {
				s, method = h.sunk(s.reversed()), method+" reversed"
			}
			d := s.decomposition(groups, method+suffix)
			if f := d.fingerprint(); !seen[f] {
				seen[f] = true
				list = append(list, ordered{d, costs.metrics(d)})
			}
		}
	}
	add("file", file)
	add("force", force)
	add("bandwidth", h.cuthillMcKee())
	add("nupn", alongUnits(net, groups, force))
	if !big {
		add("sloan", h.sloan())
		if len(flows) > 0 {
			add("invariant force", h.withFlows(of, flows).forceBest(file, options.Seed, options.Starts, 2_000_000))
			bare := &hypergraph{vertices: h.vertices, edgeFrom: make([]int32, 1)}
			add("invariant", bare.withFlows(of, flows).chain())
		}
		add("chain", h.chain())
	}
	slices.SortStableFunc(list, func(a, b ordered) int {
		return cmp.Compare(a.metrics.WeightedSpan, b.metrics.WeightedSpan)
	})
	out := make([]Decomposition, len(list))
	for i := range list {
		out[i] = list[i].Decomposition
	}
	return out
}

// An ordered decomposition has been measured.
type ordered struct {
	Decomposition
	metrics Metrics
}

// sunk returns s with the components that no event touches moved to the lowest
// levels, where they cost one node each.
func (h *hypergraph) sunk(s sequence) sequence {
	out := make(sequence, 0, len(s))
	for _, idle := range []bool{true, false} {
		for _, v := range s {
			if (len(h.edgesOf(int(v))) == 0) == idle {
				out = append(out, v)
			}
		}
	}
	return out
}

// decomposition returns the groups in the given sequence.
func (s sequence) decomposition(groups [][]int, method string) Decomposition {
	levels := make([][]int, len(s))
	for i, v := range s {
		levels[i] = groups[v]
	}
	return Decomposition{levels, method}.Clone()
}
