package views

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"brim/cmd/brim/internal/models"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/petri"
	"brim/petri/structure"
)

// The report of brim info as text for people.

// Lists longer than these are cut, unless all is asked for.
const (
	mostNames      = 8
	mostInvariants = 10
	mostTerms      = 12
)

// table returns the report as a table for people: size, classes, special places and transitions, invariants,
// boundedness and, with --bounds, the bound of each place.
func (i *infoCommand) table(s *study) *terminal.Table {
	t := &terminal.Table{}
	if s.model.Coloured != nil {
		i.addColoured(t, s)
	} else {
		models.Heading(t, cmp.Or(s.whole, s.model))
	}
	net, f := s.model.Net, &s.facts
	if net == nil {
		return t
	}
	if s.whole != nil {
		i.addExtended(t, s)
	} else {
		t.Add("initial marking", initialText(net))
		t.Addf("arcs", "%s input, %s output (%s read), %s inhibitor; largest weight %s", quantity.Int(f.InputArcs),
			quantity.Int(f.OutputArcs), quantity.Int(f.ReadArcs), quantity.Int(f.InhibitorArcs),
			quantity.Int(f.MaxWeight))
	}
	if s.resets() {
		i.addInvariants(t, s)
	} else {
		i.addStructure(t, s)
	}
	if i.bounds {
		t.Add("")
		t.Add("place", "bound")
		for p, b := range s.bounds {
			bound := "none known"
			if b != structure.NoBound {
				bound = quantity.Int(b)
			}
			t.Add(s.names.Place(p), bound)
		}
	}
	return t
}

// initialText says how many tokens lie on how many places.
func initialText(net *petri.Net) string {
	marked := 0
	for p := range net.Places {
		if net.Places[p].Initial > 0 {
			marked++
		}
	}
	return fmt.Sprintf("%s on %s", quantity.Count(initialTokens(net), "token"), quantity.Count(marked, "place"))
}

// addStructure adds classes, special places and transitions, invariants, boundedness, and what sets prove.
func (i *infoCommand) addStructure(t *terminal.Table, s *study) {
	net, f := s.model.Net, &s.facts
	t.Add("class", strings.Join(classes(f), ", "))
	t.Add("connected parts", quantity.Int(f.Components))
	list := func(label string, names []string) {
		if len(names) > 0 {
			t.Add(label, i.names(names, " "))
		}
	}
	list("isolated places", s.names.Places(f.IsolatedPlaces))
	list("constant places", s.names.Places(f.ConstantPlaces))
	list("source places", s.names.Places(f.SourcePlaces))
	list("sink places", s.names.Places(f.SinkPlaces))
	list("source transitions", s.names.Transitions(f.SourceTransitions))
	list("sink transitions", s.names.Transitions(f.SinkTransitions))
	list("idle transitions", s.names.Transitions(f.Idle))
	list("dead transitions", s.names.Transitions(s.dead))
	if u := newUnitsReport(net.Units); u != nil {
		safe := "not declared safe"
		switch {
		case u.Safe:
			safe = "safe"
		case net.Units.Doubt != "":
			safe = "not taken as safe"
		}
		t.Addf("nested units", "%s, depth %s, with %s of %s places; %s",
			quantity.Int(u.Count), quantity.Int(u.Depth), quantity.Int(u.Places), quantity.Int(f.Places), safe)
	}
	i.addInvariants(t, s)
	i.addVerdict(t, s)
	i.addRepeats(t, s)
	i.addFindings(t, s)
	i.addSets(t, s)
}

func (i *infoCommand) addInvariants(t *terminal.Table, s *study) {
	found := quantity.Count(len(s.flows), "minimal place invariant")
	if !s.complete {
		found = "at least " + quantity.Count(len(s.flows), "place invariant")
	}
	t.Addf("invariants", "%s, covering %s of %s places", found, quantity.Int(s.facts.Covered),
		quantity.Int(s.facts.Places))
	shown := slices.SortedStableFunc(slices.Values(s.flows),
		func(a, b structure.Semiflow) int { return len(a.Places) - len(b.Places) })
	if !i.all && len(shown) > mostInvariants {
		shown = shown[:mostInvariants]
	}
	for _, flow := range shown {
		t.Add("", i.invariant(s, flow))
	}
	if more := len(s.flows) - len(shown); more > 0 {
		t.Addf("", "… and %s more (--all lists them)", quantity.Int(more))
	}
	if s.facts.Covered > 0 {
		bound := fmt.Sprintf("the invariants allow at most %s in each covered place",
			quantity.Count(s.facts.LargestBound, "token"))
		if s.facts.SafeByInvariant {
			bound += ": the net is safe"
		}
		t.Add("bounds", bound)
	}
	if s.safe > 0 && !s.facts.SafeByInvariant {
		t.Addf("safe places", "%s of %s never hold two tokens", quantity.Int(s.safe), quantity.Int(s.facts.Places))
	}
}

// invariant writes a flow as an equation.
func (i *infoCommand) invariant(s *study, flow structure.Semiflow) string {
	var terms []string
	names, relation := s.names, "="
	if s.resets() {
		relation = "≤"
	}
	for j, p := range flow.Places {
		if !i.all && j == mostTerms {
			terms = append(terms, fmt.Sprintf("… (%s)", quantity.Count(len(flow.Places), "place")))
			break
		}
		term := names.Place(p)
		if w := flow.Weights[j]; w != 1 {
			term = fmt.Sprintf("%d %s", w, term)
		}
		terms = append(terms, term)
	}
	return fmt.Sprintf("%s %s %d", strings.Join(terms, " + "), relation, flow.Constant)
}

func (i *infoCommand) addVerdict(t *terminal.Table, s *study) {
	v := s.verdict
	switch v.Kind {
	case structure.Bounded:
		t.Add("bounded", "yes: "+v.Reason)
	case structure.Unbounded:
		t.Add("bounded", "no: any number of tokens in "+i.names(s.names.Places(v.Grown), " "))
		for line := range strings.Lines(howUnbounded(s.names.Transitions(v.Prefix), s.names.Transitions(v.Loop))) {
			t.Add("", strings.TrimSpace(line))
		}
	default:
		t.Add("bounded", "unknown: "+v.Reason)
	}
}

// names lists names, how many there are if some are left out.
func (i *infoCommand) names(names []string, between string) string {
	if i.all || len(names) <= mostNames {
		return strings.Join(names, between)
	}
	return fmt.Sprintf("%s%s… (%s in all)", strings.Join(names[:mostNames], between), between, quantity.Int(len(names)))
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
		{f.AsymmetricChoice && !f.ExtendedFreeChoice, "asymmetric choice"},
		{f.Workflow, "workflow net"},
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
