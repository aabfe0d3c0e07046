package main

import (
	"fmt"
	"slices"
	"strings"

	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
)

// Lists longer than these are cut, unless all is asked for.
const (
	mostNames      = 8
	mostInvariants = 10
	mostTerms      = 12
)

// table lays out what is known for people.
func (i *infoCommand) table(s *study) *table {
	net, f := s.net, &s.facts
	t := &table{}
	t.addf("net", "%s: %s", net.Name, sizeOf(net))
	marked := 0
	for p := range net.Places {
		if net.Places[p].Initial > 0 {
			marked++
		}
	}
	t.addf("initial marking", "%s on %s", quantity.Count(initialTokens(net), "token"), quantity.Count(marked, "place"))
	t.addf("arcs", "%s input, %s output (%s read), %s inhibitor; largest weight %s", quantity.Int(f.InputArcs),
		quantity.Int(f.OutputArcs), quantity.Int(f.ReadArcs), quantity.Int(f.InhibitorArcs), quantity.Int(f.MaxWeight))
	t.add("class", strings.Join(classes(f), ", "))
	t.add("connected parts", quantity.Int(f.Components))
	list := func(label string, names []string) {
		if len(names) > 0 {
			t.add(label, i.names(names))
		}
	}
	list("isolated places", placeTexts(net, f.IsolatedPlaces))
	list("constant places", placeTexts(net, f.ConstantPlaces))
	list("source places", placeTexts(net, f.SourcePlaces))
	list("sink places", placeTexts(net, f.SinkPlaces))
	list("source transitions", transitionTexts(net, f.SourceTransitions))
	list("sink transitions", transitionTexts(net, f.SinkTransitions))
	list("idle transitions", transitionTexts(net, f.Idle))
	if u := newUnitsReport(net.Units); u != nil {
		safe := "not declared safe"
		switch {
		case u.Safe:
			safe = "safe"
		case net.Units.Doubt != "":
			safe = "not taken as safe"
		}
		t.addf("nested units", "%s, depth %s, with %s of %s places; %s",
			quantity.Int(u.Count), quantity.Int(u.Depth), quantity.Int(u.Places), quantity.Int(f.Places), safe)
	}
	i.addInvariants(t, s)
	i.addVerdict(t, s)
	if i.bounds {
		t.add("")
		t.add("place", "bound")
		for p, b := range structure.Bounds(net, s.flows) {
			bound := "none known"
			if b != structure.NoBound {
				bound = quantity.Int(b)
			}
			t.add(placeText(net, p), bound)
		}
	}
	return t
}

func (i *infoCommand) addInvariants(t *table, s *study) {
	found := quantity.Count(len(s.flows), "minimal place invariant")
	if !s.complete {
		found = "at least " + quantity.Count(len(s.flows), "place invariant")
	}
	t.addf("invariants", "%s, covering %s of %s places", found, quantity.Int(s.facts.Covered), quantity.Int(s.facts.Places))
	shown := slices.SortedStableFunc(slices.Values(s.flows), func(a, b structure.Semiflow) int { return len(a.Places) - len(b.Places) })
	if !i.all && len(shown) > mostInvariants {
		shown = shown[:mostInvariants]
	}
	for _, flow := range shown {
		t.add("", i.invariant(s.net, flow))
	}
	if more := len(s.flows) - len(shown); more > 0 {
		t.addf("", "… and %s more (--all lists them)", quantity.Int(more))
	}
	if s.facts.Covered > 0 {
		bound := fmt.Sprintf("the invariants allow at most %s in each covered place", quantity.Count(s.facts.LargestBound, "token"))
		if s.facts.SafeByInvariant {
			bound += ": the net is safe"
		}
		t.add("bounds", bound)
	}
}

// invariant writes a flow as an equation.
func (i *infoCommand) invariant(net *petri.Net, flow structure.Semiflow) string {
	var terms []string
	for j, p := range flow.Places {
		if !i.all && j == mostTerms {
			terms = append(terms, fmt.Sprintf("… (%s)", quantity.Count(len(flow.Places), "place")))
			break
		}
		term := placeText(net, p)
		if w := flow.Weights[j]; w != 1 {
			term = fmt.Sprintf("%d %s", w, term)
		}
		terms = append(terms, term)
	}
	return fmt.Sprintf("%s = %d", strings.Join(terms, " + "), flow.Constant)
}

func (i *infoCommand) addVerdict(t *table, s *study) {
	v := s.verdict
	switch v.Kind {
	case structure.Bounded:
		t.add("bounded", "yes: "+v.Reason)
	case structure.Unbounded:
		t.add("bounded", "no: any number of tokens in "+i.names(placeTexts(s.net, v.Grown)))
		for line := range strings.Lines(howUnbounded(transitionTexts(s.net, v.Prefix), transitionTexts(s.net, v.Loop))) {
			t.add("", strings.TrimSpace(line))
		}
	default:
		t.add("bounded", "unknown: "+v.Reason)
	}
}

// names lists names, how many there are if some are left out.
func (i *infoCommand) names(names []string) string {
	if i.all || len(names) <= mostNames {
		return strings.Join(names, " ")
	}
	return fmt.Sprintf("%s … (%s in all)", strings.Join(names[:mostNames], " "), quantity.Int(len(names)))
}

// classes lists the classes the net belongs to.
func classes(f *structure.Facts) []string {
	var list []string
	for _, c := range []struct {
		is   bool
		name string
	}{
		{f.Ordinary, "ordinary"},
		{!f.Ordinary, "weighted"},
		{f.StateMachine, "state machine"},
		{f.MarkedGraph, "marked graph"},
		{f.SimpleFreeChoice, "free choice"},
		{f.ExtendedFreeChoice && !f.SimpleFreeChoice, "extended free choice"},
		{f.LoopFree, "loop-free"},
		{f.Conservative, "conservative"},
		{f.SubConservative && !f.Conservative, "sub-conservative"},
		{f.StronglyConnected, "strongly connected"},
	} {
		if c.is {
			list = append(list, c.name)
		}
	}
	return list
}
