package tables

import (
	"context"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/petri"
	"brim/petri/nets"
)

// The bounds of B-Fix decide, and none that is less: one step less leaves the verdict unknown, and what is certain
// within fewer steps stays certain within more.
func TestLeastBounds(t *testing.T) {
	lines, _ := table1Lines(testing.Short())
	for _, l := range lines {
		net, err := nets.Parse(l.model)
		if err != nil {
			t.Fatal(err)
		}
		for bound, want := range map[int]engine.Result{l.search.fixed: engine.Holds, l.search.fixed - 1: engine.Unknown} {
			if got := within(t, net, l.property, bound); got != want {
				t.Errorf("%s within %d steps: %v, want %v", l.model, bound, got, want)
			}
		}
	}
}

// within returns what the markings within so many steps decide.
func within(t *testing.T, net *petri.Net, property string, bound int) engine.Result {
	t.Helper()
	f := parse(t, syntax.NewPool(), net, property)
	x, err := symbolic.NewRounds(net, symbolic.Options{}, symbolic.RoundOptions{Strategy: symbolic.Fix, Bound: bound})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	v, _, err := x.Verdict(context.Background(), f, syntax.Infinite, symbolic.WitnessOptions{None: true})
	if err != nil {
		t.Fatal(err)
	}
	return v.Result
}

// parse reads a formula about a net of a family.
func parse(t *testing.T, pool *syntax.Pool, net *petri.Net, text string) *syntax.Formula {
	t.Helper()
	family, size, err := nets.Split(net.Name)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	f, err := pool.Parse(text, "", propositions{syntax.NewLists(places, nil, nil), family, size})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// propositions are names of places, and the propositions of a family.
type propositions struct {
	syntax.Names
	family nets.Family
	size   []int
}

func (p propositions) Proposition(name string) (string, bool) {
	return p.family.Proposition(p.size, name)
}
