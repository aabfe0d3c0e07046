package unfold_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"testing"

	"brim/internal/testkit/randcoloured"
	"brim/petri"
	. "brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// A thing is a colour of a place, or a binding of a transition as text.
type thing[T comparable] struct {
	of   int
	what T
}

// slowly returns which colours places may hold and which bindings may be enabled: it tries all assignments again and
// again until nothing new comes, and evaluates terms and guards by their definitions.
func slowly(t *testing.T, net *Net) (colours map[thing[int64]]bool, bindings map[thing[string]]bool) {
	colours, bindings = map[thing[int64]]bool{}, map[thing[string]]bool{}
	m, err := net.Initial()
	if err != nil {
		t.Fatal(err)
	}
	for p := range m {
		for c := range m[p] {
			colours[thing[int64]{p, c}] = true
		}
	}
	for before := -1; before < len(colours)+len(bindings); {
		before = len(colours) + len(bindings)
		for i := range net.Transitions {
			each(net, i, func(values, binding []int64) {
				tr := &net.Transitions[i]
				if tr.Guard != nil {
					if ok, err := net.Satisfied(tr.Guard, values); err != nil || !ok {
						return
					}
				}
				for _, a := range tr.Pre {
					taken, err := net.Evaluate(a.Term, values)
					if err != nil {
						return
					}
					for c := range taken {
						if !colours[thing[int64]{a.Place, c}] {
							return
						}
					}
				}
				for _, a := range tr.Inhibit {
					if _, err := net.Evaluate(a.Term, values); err != nil {
						return
					}
				}
				var given []thing[int64]
				for _, a := range tr.Post {
					list, err := net.Evaluate(a.Term, values)
					if err != nil {
						return
					}
					for c := range list {
						given = append(given, thing[int64]{a.Place, c})
					}
				}
				bindings[thing[string]{i, fmt.Sprint(binding)}] = true
				for _, g := range given {
					colours[g] = true
				}
			})
		}
	}
	return colours, bindings
}

// each calls yield with all assignments to the variables of a transition: by variable of the net, and in a row.
func each(net *Net, transition int, yield func(values, binding []int64)) {
	variables := net.Transitions[transition].Variables
	values, binding := make([]int64, len(net.Variables)), make([]int64, len(variables))
	var assign func(i int)
	assign = func(i int) {
		if i == len(variables) {
			yield(values, binding)
			return
		}
		for c := range net.Sorts[net.Variables[variables[i]].Sort].Size {
			values[variables[i]], binding[i] = c, c
			assign(i + 1)
		}
	}
	assign(0)
}

// TestUnfoldAgainstSlowTwin compares unfoldings with all that slowly finds: the same colours, the same bindings, and
// the arcs that the terms' definitions say.
func TestUnfoldAgainstSlowTwin(t *testing.T) {
	nets := 300
	if testing.Short() {
		nets = 30
	}
	total := 0
	for seed := range nets {
		rng := rand.New(rand.NewPCG(uint64(seed), 80))
		net := randcoloured.Generate(rng, randcoloured.Config{Open: seed%2 == 0, Awkward: seed%3 == 0})
		if why := differs(t, net); why != "" {
			small := randcoloured.Shrink(net, func(n *Net) bool { return differs(t, n) != "" })
			t.Fatalf("seed %d: %s\n%s", seed, differs(t, small), randcoloured.Text(small))
		}
		total += len(unfolded(t, net, unfold.Options{}).Net.Transitions)
	}
	if total < 5*nets {
		t.Errorf("%d bindings in %d nets are few", total, nets)
	}
}

// differs says where the unfolding of a net is not as slowly says, or "".
func differs(t *testing.T, net *Net) string {
	colours, bindings := slowly(t, net)
	u := unfolded(t, net, unfold.Options{})
	for p := range u.Net.Places {
		place, colour := u.PlaceOf(p)
		if !colours[thing[int64]{place, colour}] {
			return fmt.Sprintf("place %s is too many", u.Net.Places[p].Name)
		}
	}
	if len(u.Net.Places) != len(colours) {
		return fmt.Sprintf("%d places, expected %d", len(u.Net.Places), len(colours))
	}
	if name := misnamed(u); name != "" {
		return fmt.Sprintf("%q is no identifier, or names two things", name)
	}
	values := make([]int64, len(net.Variables))
	for i := range u.Net.Transitions {
		transition, binding := u.TransitionOf(i)
		if !bindings[thing[string]{transition, fmt.Sprint(binding)}] {
			return fmt.Sprintf("transition %s is too many", u.Net.Transitions[i].Name)
		}
		tr := &net.Transitions[transition]
		for j, v := range tr.Variables {
			values[v] = binding[j]
		}
		for j, arcs := range [][]Arc{tr.Pre, tr.Post, tr.Inhibit} {
			want := map[int]int64{}
			for _, a := range arcs {
				list, err := net.Evaluate(a.Term, values)
				if err != nil {
					return err.Error()
				}
				for c, n := range list {
					p, ok := u.Place(a.Place, c)
					switch {
					case j < 2:
						want[p] = n
					case ok: // of several inhibitor arcs the smallest number counts
						if before, twice := want[p]; !twice || n < before {
							want[p] = n
						}
					}
				}
			}
			got := map[int]int64{}
			flat := &u.Net.Transitions[i]
			for _, a := range [][]petri.Arc{flat.Pre, flat.Post, flat.Inhibit}[j] {
				got[a.Place] = a.Weight
			}
			if !maps.Equal(got, want) {
				return fmt.Sprintf("transition %s has arcs %v, expected %v", u.Net.Transitions[i].Name, got, want)
			}
		}
	}
	if len(u.Net.Transitions) != len(bindings) {
		return fmt.Sprintf("%d transitions, expected %d", len(u.Net.Transitions), len(bindings))
	}
	return ""
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9._-]*$`)

// misnamed returns a name that is no identifier of XML or that two places or transitions have, or "".
func misnamed(u *unfold.Unfolding) string {
	seen := map[string]bool{}
	var names []string
	for p := range u.Net.Places {
		names = append(names, u.Net.Places[p].Name)
	}
	for i := range u.Net.Transitions {
		names = append(names, u.Net.Transitions[i].Name)
	}
	for _, name := range names {
		if seen[name] || !identifier.MatchString(name) {
			return name
		}
		seen[name] = true
	}
	return ""
}
