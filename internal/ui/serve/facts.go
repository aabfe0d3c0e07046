package serve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/check"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/structure"
)

// Invariants, bounds and structural properties of a net.

// mostTerms is how many terms of invariants a page is told.
const mostTerms = 100_000

// facts begins to look for what is certain of a net without its state space.
func (s *Server) facts(ctx context.Context, m *model) (*Job, error) {
	net, of, sums, err := m.structure(ctx)
	if err != nil {
		return nil, err
	}
	job := s.jobs.start(m, "facts", 0, func(ctx context.Context, l check.Limits, report func(check.Progress)) (any,
		error) {
		if l.Time > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, l.Time-time.Since(l.Start))
			defer stop()
		}
		at := func(phase string) { report(check.Progress{Phase: phase}) }
		var x *Facts
		if sums {
			x = sumFacts(ctx, net, at)
		} else {
			x = facts(ctx, net, at)
		}
		x.Of, x.Sums = of, sums
		x.Command = commandLine([]string{"info", "--all", "--bounds"}, m.info.Name)
		return x, nil
	})
	return &job, nil
}

// structure returns the net whose structure is told of a model, and which one that is if it is another one: that
// without time, reset arcs and priorities. It reaches more markings; reset arcs only take from the sum of an invariant.
func (m *model) structure(ctx context.Context) (net *petri.Net, of string, sums bool, err error) {
	if m.played != nil {
		return m.played.Net, "", false, nil
	}
	if !m.ruled() && !m.clocked() {
		return nil, "", false, errors.New(m.why)
	}
	n, without := m.drawn.Net(), []string{}
	if m.clocked() {
		without = append(without, "time")
		if m.drawn.Arcs != nil {
			n = m.drawn.Arcs.Ageless()
		}
	}
	sums = slices.ContainsFunc(n.Arcs, func(a extended.Arc) bool { return a.Kind == extended.Reset })
	if sums {
		without = append(without, "reset arcs")
	}
	if n.HasPriorities() {
		without = append(without, "priorities")
	}
	free, err := check.OfExtended(ctx, n.Bare())
	if err != nil {
		return nil, "", false, err
	}
	return free.Net, "the net without " + strings.Join(without, " and "), sums, nil
}

// facts looks until ctx ends.
func facts(ctx context.Context, net *petri.Net, at func(phase string)) *Facts {
	x, flows := newFacts(ctx, net, at)
	x.Properties = properties(structure.Describe(net, flows))
	at("deciding boundedness")
	x.Boundedness = boundedness(structure.Boundedness(ctx, net, flows, structure.Budget{}))
	at("looking for siphons and components")
	x.findings(ctx, net)
	x.sets(ctx, net)
	x.invariants(flows)
	return x
}

// sumFacts is facts for a net without its reset arcs: what holds with these, too.
func sumFacts(ctx context.Context, net *petri.Net, at func(phase string)) *Facts {
	x, flows := newFacts(ctx, net, at)
	x.Properties, x.Findings, x.Sets = []Property{}, []Finding{}, []Set{}
	x.Boundedness = boundedness(structure.Verdict{Kind: structure.Unknown})
	if !slices.Contains(x.Bounds, "") {
		x.Boundedness = boundedness(structure.Verdict{Kind: structure.Bounded,
			Reason: "sums of tokens that never grow"})
	}
	x.invariants(flows)
	return x
}

// newFacts looks for invariants and bounds.
func newFacts(ctx context.Context, net *petri.Net, at func(phase string)) (*Facts, []structure.Semiflow) {
	at("looking for invariants")
	flows, complete := structure.Semiflows(net, structure.Limit{Done: ctx.Done()})
	x := &Facts{Invariants: []Invariant{}, Found: len(flows), Complete: complete, Bounds: []string{}}
	for _, b := range structure.Bounds(net, flows) {
		bound := ""
		if b != structure.NoBound {
			bound = strconv.FormatInt(b, 10)
		}
		x.Bounds = append(x.Bounds, bound)
	}
	return x, flows
}

// invariants lists the short ones first, and of many not all.
func (x *Facts) invariants(flows []structure.Semiflow) {
	slices.SortStableFunc(flows, func(a, b structure.Semiflow) int { return cmp.Compare(len(a.Places), len(b.Places)) })
	terms := 0
	for _, f := range flows {
		if terms += len(f.Places); terms > mostTerms {
			break
		}
		x.Invariants = append(x.Invariants, invariant(f))
	}
}

func invariant(f structure.Semiflow) Invariant {
	list := make([]Tokens, len(f.Places))
	for i, p := range f.Places {
		list[i] = Tokens{p, strconv.FormatInt(f.Weights[i], 10)}
	}
	return Invariant{list, strconv.FormatInt(f.Constant, 10)}
}

func boundedness(v structure.Verdict) Boundedness {
	list := func(of []int) []int { return append([]int{}, of...) }
	return Boundedness{v.Kind.String(), v.Reason, list(v.Grown), list(v.Prefix), list(v.Loop)}
}

// properties returns the structural properties that brim info prints, each with an explanation for the page, and the
// special places and transitions, if there are any.
func properties(f structure.Facts) []Property {
	list := []Property{
		{Name: "ordinary", Holds: f.Ordinary, Means: "every arc moves one token"},
		{Name: "safe by invariants", Holds: f.SafeByInvariant,
			Means: "the invariants allow one token in a place at most"},
		{Name: "conservative", Holds: f.Conservative, Means: "no firing changes the number of tokens"},
		{Name: "sub-conservative", Holds: f.SubConservative, Means: "no firing raises the number of tokens"},
		{Name: "state machine", Holds: f.StateMachine, Means: "each transition has one input and one output place"},
		{Name: "marked graph", Holds: f.MarkedGraph, Means: "each place has one input and one output transition"},
		{Name: "free choice", Holds: f.SimpleFreeChoice, Means: "transitions that share an input place have no other"},
		{Name: "extended free choice", Holds: f.ExtendedFreeChoice,
			Means: "transitions that share an input place share all"},
		{Name: "asymmetric choice", Holds: f.AsymmetricChoice,
			Means: "of two places with a common output transition, one has all of the other"},
		{Name: "workflow net", Holds: f.Workflow,
			Means: "one source place, one sink place, and all nodes between them"},
		{Name: "loop-free", Holds: f.LoopFree, Means: "no place is input and output of one transition"},
		{Name: "strongly connected", Holds: f.StronglyConnected, Means: "arcs lead from each node to each other one"},
		{Name: "connected", Holds: f.Components <= 1, Means: "the net is one part"},
		{Name: "inhibitor arcs", Holds: f.InhibitorArcs > 0, Means: "some transitions wait for few tokens"},
	}
	some := func(name, means string, places, transitions []int) {
		if len(places)+len(transitions) > 0 {
			list = append(list, Property{name, true, means, places, transitions})
		}
	}
	some("isolated places", "without any arc", f.IsolatedPlaces, nil)
	some("constant places", "no firing changes them", f.ConstantPlaces, nil)
	some("source places", "no transition puts tokens there", f.SourcePlaces, nil)
	some("sink places", "no transition takes tokens from there", f.SinkPlaces, nil)
	some("source transitions", "without an input place: enabled for ever, unless inhibited", nil, f.SourceTransitions)
	some("sink transitions", "without an output place", nil, f.SinkTransitions)
	some("idle transitions", "firing them changes nothing", nil, f.Idle)
	return list
}
