package serve

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
	"brim/petri/structure/class"
	"brim/petri/structure/component"
	"brim/petri/structure/siphon"
)

// Sets of places and transitions that can be shown in the drawing, and what they prove.

const (
	mostSets   = 20              // of each kind that a page is told
	setTime    = 2 * time.Second // for each kind
	repeatWork = 20_000_000      // of the search for transition invariants
)

// findings adds what siphons, traps and invariants prove.
func (x *Facts) findings(ctx context.Context, net *petri.Net) {
	own, cancel := context.WithTimeout(ctx, 2*setTime)
	defer cancel()
	x.Findings = []Finding{}
	for _, f := range class.New(structure.NewProfile(net)).All(own) {
		x.Findings = append(x.Findings, Finding{f.Name, f.Answer.String(), f.Means, f.Reason, f.Places, f.Transitions})
	}
}

// sets adds the smallest siphons and traps, components that cover the net, and transition invariants. What was found
// before a limit is told.
func (x *Facts) sets(ctx context.Context, net *petri.Net) {
	x.Sets = []Set{}
	within := func(look func(ctx context.Context)) {
		own, cancel := context.WithTimeout(ctx, setTime)
		defer cancel()
		look(own)
	}
	tokens := func(places []int) int64 {
		sum := int64(0)
		for _, p := range places {
			sum = min(sum, petri.Omega-net.Places[p].Initial) + net.Places[p].Initial
		}
		return sum
	}
	within(func(ctx context.Context) {
		list, _ := siphon.Siphons.Minimal(ctx, net, mostSets)
		for _, set := range list.Sets {
			about := "it contains a marked trap, so it never loses all tokens"
			if tokens(siphon.Traps.Largest(net, set)) == 0 {
				about = "it contains no marked trap"
			}
			x.add("siphon", about, set, nil)
		}
	})
	within(func(ctx context.Context) {
		list, _ := siphon.Traps.Minimal(ctx, net, mostSets)
		for _, set := range list.Sets {
			about := "marked, so it always has a token"
			if tokens(set) == 0 {
				about = "without a token at first"
			}
			x.add("trap", about, set, nil)
		}
	})
	for _, k := range []component.Kind{component.S, component.T} {
		within(func(ctx context.Context) {
			cover, _ := k.Cover(ctx, net)
			for _, c := range cover.Components[:min(mostSets, len(cover.Components))] {
				if k == component.S {
					x.add("S-component", fmt.Sprintf("always %s", quantity.Count(int(tokens(c.Places)), "token")),
						c.Places, c.Transitions)
				} else {
					x.add("T-component", "firing each transition once changes nothing", c.Places, c.Transitions)
				}
			}
		})
	}
	repeats, _ := structure.TSemiflows(net, structure.Limit{Work: repeatWork, Done: ctx.Done()})
	for _, f := range repeats[:min(mostSets, len(repeats))] {
		x.add("transition invariant", "firing these so often changes nothing", nil, f.Transitions)
		for _, n := range f.Counts {
			last := &x.Sets[len(x.Sets)-1]
			last.Counts = append(last.Counts, strconv.FormatInt(n, 10))
		}
	}
}

func (x *Facts) add(kind, about string, places, transitions []int) {
	x.Sets = append(x.Sets, Set{Kind: kind, About: about, Places: append([]int{}, places...),
		Transitions: append([]int{}, transitions...)})
}
