package order

import (
	"cmp"
	"math"
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
// first, at most options.Most of them. Components win nearly always and are
// preferred, but not always: larger components and single places take a few of
// the ranks, so that the first four or so are a fair choice to try side by side.
// The time is near-linear for large nets.
//
// Method names the order: "file" (first place at the top), "force" [AMS03],
// "bandwidth" [CM69], "sloan" [Slo89], "chain" (transition by transition, each as
// close to those before as it can be), "invariant" (the same with invariants),
// "invariant force" (both kinds of edges), "nupn" (nested units stay together);
// then perhaps "reversed"; then "+groups" or "+large groups" if levels hold
// components, of up to Limits.States local states or four times as many.
func Candidates(net *petri.Net, flows []structure.Semiflow, options Options) []Decomposition {
	options = options.orDefault()
	alone := Singles(net)
	var kinds [3][]ordered // small components, larger components, single places
	if !options.NoGroups {
		limits := options.Limits.orDefault()
		groups := Groups(net, flows, limits)
		if len(groups) < len(alone) {
			kinds[0] = newHypergraph(net, groups).orders(net, flows, groups, "+groups", options)
		}
		if limits.States *= 4; len(net.Places) <= bigWork {
			if large := Groups(net, flows, limits); len(large) < len(groups) {
				kinds[1] = newHypergraph(net, large).orders(net, flows, large, "+large groups", options)
			}
		}
	}
	if kinds[0] == nil && kinds[1] == nil || !options.OnlyGroups {
		kinds[2] = newHypergraph(net, alone).orders(net, flows, alone, "", options)
	}

	// The ranks of each kind; what is left over goes to the first kind that has
	// more.
	var list []Decomposition
	for _, kind := range []int{0, 0, 0, 2, 0, 0, 2, 1, 0, 2} {
		if len(list) < options.Most && len(kinds[kind]) > 0 {
			list = append(list, kinds[kind][0].Decomposition)
			kinds[kind] = kinds[kind][1:]
		}
	}
	for _, rest := range kinds {
		for _, d := range rest[:min(len(rest), options.Most-len(list))] {
			list = append(list, d.Decomposition)
		}
	}
	return list
}

// bigWork is the number of pins from which on only near-linear methods are used,
// and the cheaper metrics.
const bigWork = 30_000

// Candidates returns distinct orders of the vertices, each on a level of its own, the most promising first, at most
// options.Most of them; of the options Most, Starts and Seed count. Method is "file" (vertex 0 at the top), "force",
// "bandwidth", "sloan" or "chain" as above, then perhaps "reversed". The weights of edges count in "force" and where
// the orders are ranked; the others ask only which edges there are. Tune goes on from there. The time is near-linear.
func (h *Hypergraph) Candidates(options Options) []Decomposition {
	h.index()
	options = options.orDefault()
	var list []Decomposition
	for _, o := range h.orders(nil, nil, singles(h.vertices), "", options) {
		list = append(list, o.Decomposition)
	}
	return list[:min(len(list), options.Most)]
}

// orders returns the distinct orders of the components, best first; net is nil for a hypergraph without one. Improving
// the best of them further by hill climbing on a metric was tried with seven metrics: on average the orders became
// worse for saturation.
func (h *Hypergraph) orders(net *petri.Net, flows []structure.Semiflow, groups [][]int, suffix string,
	options Options) []ordered {
	file := identity(len(groups))
	big := len(h.pins) > bigWork
	rate := func(s sequence, _ Decomposition) float64 { return h.score(s) }
	if net != nil && !big {
		costs := newCosting(net)
		rate = func(_ sequence, d Decomposition) float64 { return score(costs.metrics(d)) }
	}

	var list []ordered
	seen := map[uint64]bool{}
	add := func(method string, s sequence) {
		s = h.sunk(s)
		d := s.decomposition(groups, method+suffix)
		f := d.fingerprint()
		if seen[f] {
			return
		}
		seen[f] = true
		list = append(list, ordered{d, rate(s, d)})
	}
	both := func(method string, s sequence) {
		if s != nil {
			add(method, s)
			add(method+" reversed", s.reversed())
		}
	}
	both("file", file)
	work := 3_000_000
	if big {
		work /= 2
	}
	force := h.forceBest(file, options.Seed, options.Starts, work)
	both("force", force)
	band := h.from((*Hypergraph).cuthillMcKee, options.Seed, force)
	both("bandwidth", band)
	both("nupn", alongUnits(net, groups, force))
	if !big {
		sloan := h.from((*Hypergraph).sloan, options.Seed, force, band)
		both("sloan", sloan)
		both("chain", h.from((*Hypergraph).chain, options.Seed, force, band, sloan))
		if len(flows) > 0 {
			of := componentOf(net, groups)
			both("invariant force", h.withFlows(of, flows).forceBest(file, options.Seed, options.Starts, 2_000_000))
			both("invariant", NewHypergraph(h.vertices).withFlows(of, flows).chain())
		}
	}
	slices.SortStableFunc(list, func(a, b ordered) int { return cmp.Compare(a.score, b.score) })
	return list
}

// score ranks the orders of one set of components; smaller is better. Spans count,
// tops count, and a span is less harmful where the profile says that many levels
// reach down to the same low ones, as to a resource at the bottom that all
// processes share. Of some hundred products of powers tried on 40 nets this one
// had the best first four; the sum of spans alone was among the worst.
func score(m Metrics) float64 {
	return float64(m.UniqueSpan) * float64(m.TopSum) / math.Sqrt(float64(m.Profile)+1)
}

// score is the same with plain spans, which need no hash table. O(pins).
func (h *Hypergraph) score(s sequence) float64 {
	pos := s.positions()
	lowest := make([]int32, len(s)) // by position
	for i := range lowest {
		lowest[i] = int32(i)
	}
	var m Metrics
	m.UniqueSpan, m.TopSum = h.sums(pos)
	for e := range int32(h.edgeCount()) {
		lo, _ := h.extent(e, pos)
		for _, v := range h.edge(e) {
			lowest[pos[v]] = min(lowest[pos[v]], lo)
		}
	}
	for i, lo := range lowest {
		m.Profile += int64(i) - int64(lo)
	}
	return score(m)
}

// An ordered decomposition is one with its score.
type ordered struct {
	Decomposition
	score float64
}

// sunk returns s with the components that no event touches moved to the lowest
// levels, where they cost one node each.
func (h *Hypergraph) sunk(s sequence) sequence {
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
