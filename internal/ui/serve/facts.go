package serve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"brim/check"
	"brim/petri"
	"brim/petri/structure"
)

// Invariants, bounds and structural properties of a net.

// mostTerms is how many terms of invariants a page is told.
const mostTerms = 100_000

// facts begins to look for what is certain of a net without its state space.
func (s *Server) facts(_ context.Context, m *model) (*Job, error) {
	if m.played == nil {
		return nil, errors.New(m.why)
	}
	job := s.jobs.start(m, "facts", 0, func(ctx context.Context, l check.Limits, report func(check.Progress)) (any,
		error) {
		if l.Time > 0 {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(ctx, l.Time-time.Since(l.Start))
			defer stop()
		}
		x := facts(ctx, m.played.Net, func(phase string) { report(check.Progress{Phase: phase}) })
		x.Command = commandLine([]string{"info", "--all", "--bounds"}, m.info.Name)
		return x, nil
	})
	return &job, nil
}

// facts looks until ctx ends.
func facts(ctx context.Context, net *petri.Net, at func(phase string)) *Facts {
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
	x.Properties = properties(structure.Describe(net, flows))
	at("deciding boundedness")
	x.Boundedness = boundedness(structure.Boundedness(ctx, net, flows, structure.Budget{}))
	at("looking for siphons and components")
	x.findings(ctx, net)
	x.sets(ctx, net)
	slices.SortStableFunc(flows, func(a, b structure.Semiflow) int { return cmp.Compare(len(a.Places), len(b.Places)) })
	terms := 0
	for _, f := range flows {
		if terms += len(f.Places); terms > mostTerms {
			break
		}
		x.Invariants = append(x.Invariants, invariant(f))
	}
	return x
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
