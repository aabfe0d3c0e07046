package structure

import (
	"context"
	"fmt"
	"slices"

	"brim/petri"
)

// A Kind is what Boundedness found out.
type Kind uint8

const (
	Unknown   Kind = iota // neither was shown within the budget
	Bounded               // some number exceeds the tokens of every place in every reachable marking
	Unbounded             // some place gets any number of tokens
)

func (k Kind) String() string { return [...]string{"unknown", "bounded", "unbounded"}[k] }

// A Verdict says whether a net is bounded, and why.
type Verdict struct {
	Kind   Kind
	Reason string // one line: the argument, or for Unknown the budget that ended

	// If Kind is Unbounded: Loop, fired after Prefix, can be repeated for ever,
	// and each round adds tokens to the places Grown (indices, ascending, at least
	// one) and takes none from the others. Prefix and Loop hold indices of
	// transitions.
	Grown        []int
	Prefix, Loop []int
}

// A Budget ends the search of Boundedness. Zero fields stand for the defaults.
type Budget struct {
	// Markings is the number of markings that breadth-first search may store, and
	// of firings that random walks may try. Default 100 000. Breadth-first search
	// also ends at 256 MB of markings.
	Markings int
	// Memory bounds the bytes of these markings further. Default 256 MB.
	Memory int64
	// Algebra limits the search for P-subflows and for gains. The default is a tenth
	// of the default work of Semiflows.
	Algebra Limit
}

// Boundedness reports whether some bound holds for all places in all reachable
// markings. flows are semiflows or subflows of the net, as many as are known.
//
// In this order it tries: places that flows cover or inhibitor arcs bound; a nested-unit structure that
// declares the net safe; a small breadth-first search; places covered by
// subflows; sets of firings that gain tokens; random walks; breadth-first search with
// the whole budget. A search
// that ends of itself shows that the net is bounded. A search that meets a pump
// shows that it is not: a marking m' reached from an m by a sequence σ with
// m' ≥ m, m' ≠ m [KM69]. Inhibitor arcs break the argument that σ can be
// repeated, so m' must equal m on every place that inhibits a transition of σ; then
// these places go through the same numbers again. Every pump is replayed twice by the
// net's own firing rule before it is believed.
//
// A covered place never grows in a pump: Σ w·m' ≤ Σ w·m and m' ≥ m force equality. Neither does one that inhibitor arcs
// bound, since it inhibits the transitions that fill it.
// So m and m' are only compared if a hash of the covered places agrees, which makes
// comparing with all predecessors cheap.
//
// With inhibitor arcs the question is undecidable, without them the search would
// need a large budget in bad cases: Unknown is an ordinary answer. When ctx is done
// the answer is Unknown as well.
func Boundedness(ctx context.Context, net *petri.Net, flows []Semiflow, budget Budget) Verdict {
	if budget.Markings <= 0 {
		budget.Markings = 100_000
	}
	if budget.Algebra.Work <= 0 {
		budget.Algebra.Work = max(budget.Algebra.orDefault(net).Work/10, 1)
	}
	if budget.Algebra.Done == nil {
		budget.Algebra.Done = ctx.Done()
	}
	if places := int64(len(net.Places)); budget.Memory > 0 && places > 0 {
		budget.Markings = int(min(int64(budget.Markings), max(budget.Memory/(8*places), 1)))
	}
	free := uncovered(net, flows)
	if len(free) == 0 {
		return Verdict{Kind: Bounded, Reason: bounding(net, flows, "place invariants")}
	}
	if declaredSafe(net) {
		return Verdict{Kind: Bounded, Reason: "the nested units declare the net safe"}
	}

	first := min(500, 1<<22/len(net.Places)) // markings; enough for small nets, and for short pumps
	s := newSearch(ctx, net, free)
	x := newExplorer(s)
	if v, done := x.run(min(first, budget.Markings)); done {
		return v
	}
	sub, _ := Subflows(net, budget.Algebra)
	if sub = append(slices.Clip(flows), sub...); len(uncovered(net, sub)) == 0 {
		return Verdict{Kind: Bounded, Reason: bounding(net, sub, "place invariants and sub-invariants")}
	}
	if fewer := uncovered(net, sub); len(fewer) < len(free) {
		free = fewer
		s = newSearch(ctx, net, free)
		x = newExplorer(s)
	}
	if v, done := s.gains(budget); done {
		return v
	}
	if v, done := s.walks(budget.Markings); done {
		return v
	}
	if v, done := x.run(budget.Markings); done {
		return v
	}
	return Verdict{Reason: fmt.Sprintf("no invariant covers place %s (%d places in all), and neither %d markings "+
		"nor %d random firings show a pump",
		net.Places[free[0]].Name, len(free), x.count(), s.fired)}
}

// bounding says what bounds all places that are filled: flows, called by their name, or also inhibitor arcs.
func bounding(net *petri.Net, flows []Semiflow, name string) string {
	if len(open(net, flows)) > 0 {
		name += " and inhibitor arcs"
	}
	return name + " cover every place that a transition fills"
}

// uncovered lists the places that no flow contains, no inhibitor arcs bound, and some transition fills.
func uncovered(net *petri.Net, flows []Semiflow) []int {
	bounds := inhibitorBounds(net)
	return slices.DeleteFunc(open(net, flows), func(p int) bool { return bounds[p] != NoBound })
}

// open lists the places that no flow contains and some transition fills.
func open(net *petri.Net, flows []Semiflow) (places []int) {
	bounded := make([]bool, len(net.Places))
	for _, f := range flows {
		for _, p := range f.Places {
			bounded[p] = true
		}
	}
	byTransition, _ := effects(net)
	grows := make([]bool, len(net.Places))
	for _, e := range byTransition.all {
		if e.value > 0 {
			grows[e.index] = true
		}
	}
	for p := range bounded {
		if !bounded[p] && grows[p] {
			places = append(places, p)
		}
	}
	return places
}

// declaredSafe reports whether the units say that no place ever holds two tokens.
func declaredSafe(net *petri.Net) bool {
	if net.Units == nil || !net.Units.Safe {
		return false
	}
	within := make([]bool, len(net.Places))
	for _, u := range net.Units.List {
		for _, p := range u.Places {
			within[p] = true
		}
	}
	return !slices.Contains(within, false)
}
