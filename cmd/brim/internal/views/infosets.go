package views

import (
	"context"
	"fmt"
	"time"

	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/petri"
	"brim/petri/structure"
	"brim/petri/structure/class"
	"brim/petri/structure/component"
	"brim/petri/structure/siphon"
)

// The part of brim info about transition invariants, siphons, traps and components, and what they prove.

// What brim info spends on what no flag asks for.
const (
	proofTime  = 3 * time.Second // to look for what siphons and invariants prove
	repeatWork = 20_000_000      // of the search for transition invariants
)

// sets are sets of places and transitions, and what they prove.
type sets struct {
	repeats    []structure.TSemiflow // transition invariants
	allRepeats bool                  // these are all minimal ones
	findings   []class.Named

	siphons, traps         *siphon.List // nil if no flag asks for them, like the components
	machines, markedGraphs *component.Cover
}

// lookForSets finds sets, those that flags ask for until ctx ends.
func (i *infoCommand) lookForSets(ctx context.Context, p *structure.Profile) (x sets) {
	net := p.Net()
	x.repeats, x.allRepeats = structure.TSemiflows(net, structure.Limit{Work: repeatWork, Done: ctx.Done()})
	own, cancel := context.WithTimeout(ctx, proofTime)
	defer cancel()
	x.findings = class.New(p).All(own)
	// what was found before a limit is worth showing, and the lists say that they are not complete
	if i.siphons > 0 {
		list, _ := siphon.Siphons.Minimal(ctx, net, i.siphons)
		x.siphons = &list
	}
	if i.traps > 0 {
		list, _ := siphon.Traps.Minimal(ctx, net, i.traps)
		x.traps = &list
	}
	if i.components {
		x.machines, _ = component.S.Cover(ctx, net)
		x.markedGraphs, _ = component.T.Cover(ctx, net)
	}
	return x
}

// addRepeats adds the transition invariants to a table.
func (i *infoCommand) addRepeats(t *terminal.Table, s *study) {
	found := quantity.Count(len(s.repeats), "minimal transition invariant")
	if !s.allRepeats {
		found = "at least " + quantity.Count(len(s.repeats), "transition invariant")
	}
	covered := map[int]bool{}
	for _, f := range s.repeats {
		for _, x := range f.Transitions {
			covered[x] = true
		}
	}
	t.Addf("t-invariants", "%s, covering %s of %s transitions", found, quantity.Int(len(covered)),
		quantity.Int(s.facts.Transitions))
	for k, f := range s.repeats {
		if !i.all && k == mostInvariants {
			t.Addf("", "… and %s more (--all lists them)", quantity.Int(len(s.repeats)-k))
			break
		}
		var terms []string
		for j, x := range f.Transitions {
			term := s.names.Transition(x)
			if n := f.Counts[j]; n != 1 {
				term = fmt.Sprintf("%d %s", n, term)
			}
			terms = append(terms, term)
		}
		t.Add("", i.names(terms, " + "))
	}
}

// addFindings adds what is known to follow from siphons and invariants.
func (i *infoCommand) addFindings(t *terminal.Table, s *study) {
	for _, f := range s.findings {
		switch {
		case f.Answer == class.Unknown:
		case f.Name == "well-formed", f.Name == "live", f.Name == "deadlock-free":
			t.Addf(f.Name, "%v: %s", f.Answer, f.Reason)
		case f.Name == "siphons have marked traps":
			about := "each contains a marked trap"
			if f.Answer == class.No {
				about = "no marked trap is in " + i.names(s.names.Places(f.Places), " ")
			}
			t.Add("siphons", about)
		}
	}
}

// addSets adds the siphons, traps and components that flags ask for.
func (i *infoCommand) addSets(t *terminal.Table, s *study) {
	if s.siphons != nil {
		t.Add("minimal siphons", listed(s.siphons, "siphon"))
		for _, set := range s.siphons.Sets {
			trap := siphon.Traps.Largest(s.model.Net, set)
			about := "no trap inside"
			switch {
			case marked(s.model.Net, trap) && len(trap) == len(set):
				about = "a marked trap"
			case marked(s.model.Net, trap):
				about = "with the marked trap " + i.names(s.names.Places(trap), " ")
			case len(trap) > 0:
				about = "the traps inside have no token"
			}
			t.Addf("", "%s: %s", i.names(s.names.Places(set), " "), about)
		}
	}
	if s.traps != nil {
		t.Add("minimal traps", listed(s.traps, "trap"))
		for _, set := range s.traps.Sets {
			about := "no token"
			if marked(s.model.Net, set) {
				about = "marked"
			}
			t.Addf("", "%s: %s", i.names(s.names.Places(set), " "), about)
		}
	}
	if s.machines != nil {
		t.Add("s-components", covers(s.machines, "place"))
		for _, c := range s.machines.Components {
			t.Addf("", "%s: %s", i.names(s.names.Places(c.Places), " "),
				quantity.Count(tokens(s.model.Net, c.Places), "token"))
		}
		t.Add("t-components", covers(s.markedGraphs, "transition"))
		for _, c := range s.markedGraphs.Components {
			t.Add("", i.names(s.names.Transitions(c.Transitions), " "))
		}
	}
}

// listed says how many sets were found, and which.
func listed(l *siphon.List, what string) string {
	switch n := quantity.Count(len(l.Sets), "minimal "+what); {
	case l.Complete && len(l.Sets) == 1:
		return n + ", the only one"
	case l.Complete:
		return n + ", which are all"
	case l.Ordered == len(l.Sets):
		return n + ", the smallest"
	default:
		return fmt.Sprintf("%s, the first %s of them the smallest", n, quantity.Int(l.Ordered))
	}
}

// covers says how far components cover a net.
func covers(c *component.Cover, what string) string {
	n := quantity.Count(len(c.Components), "component")
	switch {
	case c.Covers():
		return n + " cover the net"
	case len(c.Open) > 0:
		return fmt.Sprintf("%s; %s in none", n, quantity.Count(len(c.Open), what))
	default:
		return fmt.Sprintf("%s; not looked at before a limit: %s", n, quantity.Count(len(c.Unknown), what))
	}
}

func marked(net *petri.Net, places []int) bool { return tokens(net, places) > 0 }

// tokens returns how many tokens the places have initially, or the largest number.
func tokens(net *petri.Net, places []int) int {
	sum := int64(0)
	for _, p := range places {
		sum = min(sum, petri.Omega-net.Places[p].Initial) + net.Places[p].Initial
	}
	return int(sum)
}
