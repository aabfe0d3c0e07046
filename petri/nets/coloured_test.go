package nets_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
	"brim/petri/nets"
)

// The twins have the same markings as the families without colours, name by name, and firings between the same ones.
// The rule for coloured nets is the oracle's, so nothing is unfolded.
func TestColouredTwins(t *testing.T) {
	for _, f := range nets.Coloured() {
		for n := 2; n <= 4; n++ {
			spec := f.Name + ":" + strconv.Itoa(n)
			net, err := nets.ParseColoured(spec)
			if err != nil {
				t.Fatal(err)
			}
			if net.Name != spec {
				t.Errorf("net %s, want name %s", net.Name, spec)
			}
			twin, err := oracle.ExploreColoured(net, 10_000)
			if err != nil {
				t.Fatal(err)
			}
			plain := explore(t, strings.Replace(spec, "-col", "", 1))
			if got := int64(len(twin.States)); got != f.States(n).Int64() || len(plain.States) != len(twin.States) {
				t.Errorf("%s: %d markings, the other family %d, the closed form %d", spec, got, len(plain.States),
					f.States(n))
			}
			if twin.Firings != plain.Firings || twin.Depth != plain.Depth || f.Depth != nil &&
				f.Depth(n).Int64() != int64(twin.Depth) {
				t.Errorf("%s: %d firings, depth %d; want %d, %d", spec, twin.Firings, twin.Depth, plain.Firings,
					plain.Depth)
			}
			if twin.MaxInPlace != plain.MaxInPlace || twin.MaxInMarking != plain.MaxInMarking ||
				len(twin.Dead) != len(plain.Dead) {
				t.Errorf("%s: tokens %d, %d, %d dead", spec, twin.MaxInPlace, twin.MaxInMarking, len(twin.Dead))
			}
			if got, want := twinFirings(twin), plainFirings(plain); !maps.Equal(got, want) {
				t.Errorf("%s: the firings are not those of the other family", spec)
			}
		}
	}
}

// The twins unfold to the nets of the families without colours, whose places and transitions come in another order.
func TestTwinsUnfold(t *testing.T) {
	for _, f := range nets.Coloured() {
		for _, n := range []int{2, 3, 11} {
			u, err := unfold.Net(t.Context(), f.Coloured(n), unfold.Options{})
			if err != nil {
				t.Fatal(err)
			}
			plain, err := nets.Parse(strings.Replace(u.Coloured.Name, "-col", "", 1))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := parts(u.Net), parts(plain); !slices.Equal(got, want) {
				t.Errorf("%s unfolds to\n%s\nwant\n%s", u.Coloured.Name, strings.Join(got, "\n"),
					strings.Join(want, "\n"))
			}
		}
	}
}

// parts lists places and transitions of a net in the order of their names.
func parts(net *petri.Net) (list []string) {
	for _, p := range net.Places {
		list = append(list, fmt.Sprint(p.Name, " ", p.Initial))
	}
	arcs := func(arcs []petri.Arc) (list []string) {
		for _, a := range arcs {
			list = append(list, fmt.Sprint(a.Weight, "*", net.Places[a.Place].Name))
		}
		slices.Sort(list)
		return list
	}
	for _, t := range net.Transitions {
		list = append(list, fmt.Sprint(t.Name, ": ", arcs(t.Pre), " → ", arcs(t.Post)))
	}
	slices.Sort(list)
	return list
}

// plainFirings returns all firings with the names of places and transitions.
func plainFirings(s *oracle.Space) map[string]bool {
	name := func(m petri.Marking) string {
		tokens := map[string]int64{}
		for p, n := range m {
			if n > 0 {
				tokens[s.Net.Places[p].Name] = n
			}
		}
		return fmt.Sprint(tokens)
	}
	all := map[string]bool{}
	for i, edges := range s.Succ {
		for _, e := range edges {
			all[name(s.States[i])+s.Net.Transitions[e.Transition].Name+name(s.States[e.To])] = true
		}
	}
	return all
}

// twinFirings is plainFirings for a coloured twin, with the names that the net without colours has.
func twinFirings(s *oracle.ColouredSpace) map[string]bool {
	name := func(m oracle.ColouredMarking) string {
		tokens := map[string]int64{}
		for p, bag := range m {
			place := &s.Net.Places[p]
			for colour, n := range bag {
				if s.Net.Sorts[place.Sort].Kind == coloured.Dot {
					tokens[place.Name] = n
				} else {
					tokens[fmt.Sprint(place.Name, "_", colour+1)] = n
				}
			}
		}
		return fmt.Sprint(tokens)
	}
	all := map[string]bool{}
	for i, edges := range s.Succ {
		for _, e := range edges {
			all[name(s.States[i])+fmt.Sprint(s.Net.Transitions[e.Transition].Name, "_",
				e.Binding[0]+1)+name(s.States[e.To])] = true
		}
	}
	return all
}

func TestParseColoured(t *testing.T) {
	for spec, want := range map[string]string{
		"dphil:3": "the nets of family dphil are not coloured",
		"dphil-col": "family dphil-col needs a size: write dphil-col:N, N the number of philosophers, as in " +
			"dphil-col:2",
		"dphil-col:1": "family dphil-col: 1 philosophers are too few, the least is 2",
		"sr-cal:3":    "did you mean sr-col?",
	} {
		if _, err := nets.ParseColoured(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseColoured(%q): error %v, want one with %q", spec, err, want)
		}
	}
	if _, err := nets.Parse("rr-col:3"); err == nil || err.Error() != "the nets of family rr-col are coloured" {
		t.Errorf("Parse of a coloured family: error %v", err)
	}
	for spec, want := range map[string]bool{
		"dphil-col:3": true, "sr-col": true, "rr-col:x": true, "dphil:3": false, "dphil-col/model.pnml": false,
		"dphil-col:3/x": false, "x-col:3": false, "": false,
	} {
		if nets.IsColoured(spec) != want {
			t.Errorf("IsColoured(%q) = %t", spec, !want)
		}
	}
	f, _, err := nets.Split("dphil-col:3")
	if err != nil || f.Build != nil || f.Coloured == nil {
		t.Fatalf("Split: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Coloured(1) does not panic")
		}
	}()
	f.Coloured(1)
}
