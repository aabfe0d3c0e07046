package serve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randtimed"
	"brim/petri/extended"
	"brim/petri/timed"
)

// ofSystem returns what the page is told of the state space of a document, nil if no system is made of it.
func ofSystem(t *testing.T, d *timed.Document) (*model, *Space) {
	t.Helper()
	m, err := drawnModel(t.Context(), Options{}, d)
	if err != nil || m.played != nil || m.askable() != nil {
		return nil, nil
	}
	s := &Space{}
	stop, err := s.ofSystem(t.Context(), m.whole, check.Limits{Start: time.Now()}, quiet)
	if err != nil || stop != nil {
		return nil, nil // a place without a bound
	}
	return m, s
}

// counted returns the numbers that are told under a name.
func (s *Space) counted(name string) string {
	i := slices.IndexFunc(s.Counts, func(c Counted) bool { return strings.HasPrefix(c.Name, name) })
	if i < 0 {
		return "none"
	}
	return s.Counts[i].Number
}

// The numbers of nets with time, reset arcs and priorities are those of all their states found one by one, and the
// facts of such nets hold in all of these.
func TestSystemSpaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(35, 4))
	counts := map[string]int{}
	for i := range 240 {
		var d *timed.Document
		var space *oracle.TimedSpace
		var markings [][]int64
		var err error
		dead := 0
		switch i % 3 {
		case 0:
			n := randextended.Generate(rng, randextended.Config{})
			d = &timed.Document{Untimed: n}
			var x *oracle.Space
			if x, err = oracle.ExploreExtended(n, 500); err == nil {
				for k, m := range x.States {
					markings = append(markings, m)
					if len(x.Succ[k]) == 0 {
						dead++
					}
				}
			}
		case 1:
			n := randtimed.Generate(rng, randtimed.Small())
			d = &timed.Document{Timed: n}
			space, err = oracle.ExploreTimed(n, 500)
		default:
			n := randtimed.GenerateArcs(rng, randtimed.Small())
			d = &timed.Document{Arcs: n}
			space, err = oracle.ExploreTimedArcs(n, 500)
		}
		if err != nil {
			continue
		}
		m, s := ofSystem(t, d)
		if s == nil {
			continue
		}
		if space != nil {
			seen := map[string]bool{}
			for _, s := range space.States {
				if text := fmt.Sprint(s.Marking); !seen[text] {
					seen[text] = true
					markings = append(markings, s.Marking)
				}
			}
		}
		kind := []string{"resets", "intervals", "ages"}[i%3]
		counts[kind]++
		if s.States != strconv.Itoa(len(markings)) || space == nil && s.counted("Deadlocks") != strconv.Itoa(dead) {
			t.Fatalf("net %d, %s: %+v; expected %d markings, %d dead", i, kind, s, len(markings), dead)
		}
		if space != nil && (s.counted("Deadlocks") == "0" != (len(space.Dead) == 0) ||
			s.counted("Timelocks") == "0" != (len(space.Stopped) == 0)) {
			t.Fatalf("net %d, %s: %+v; expected %d deadlocks, %d timelocks", i, kind, s, len(space.Dead),
				len(space.Stopped))
		}
		if err := m.factsHold(t.Context(), markings); err != nil {
			t.Fatalf("net %d, %s: %v", i, kind, err)
		}
	}
	t.Log(counts)
	if counts["resets"] < 20 || counts["intervals"] < 20 || counts["ages"] < 20 {
		t.Errorf("only %v were compared", counts)
	}
}

// factsHold compares invariants and bounds with markings.
func (m *model) factsHold(ctx context.Context, markings [][]int64) error {
	net, of, sums, err := m.structure(ctx)
	if err != nil || !strings.HasPrefix(of, "the net without ") {
		return fmt.Errorf("the structure is of %q, %v", of, err)
	}
	x := facts
	if sums {
		x = sumFacts
	}
	found := x(ctx, net, func(string) {})
	for _, at := range markings {
		for p, b := range found.Bounds {
			if n, err := strconv.ParseInt(b, 10, 64); err == nil && at[p] > n {
				return fmt.Errorf("place %d has %d tokens, and the bound %s", p, at[p], b)
			}
		}
		for _, f := range found.Invariants {
			sum := int64(0)
			for _, w := range f.Places {
				n, _ := strconv.ParseInt(w.Tokens, 10, 64)
				sum += n * at[w.Place]
			}
			if n, _ := strconv.ParseInt(f.Value, 10, 64); sum > n || sum < n && !sums {
				return fmt.Errorf("the sum of %+v is %d in %v", f, sum, at)
			}
		}
	}
	return nil
}

// Levels of a net with reset arcs are not put into another order.
func TestSystemOrderRefused(t *testing.T) {
	n := &extended.Net{Name: "n", Places: []extended.Place{{ID: "p", Initial: 2, Capacity: extended.Unlimited}},
		Transitions: []extended.Transition{{ID: "clear"}},
		Arcs:        []extended.Arc{{Place: 0, Transition: 0, Kind: extended.Reset, Weight: 1}}}
	m, err := drawnModel(t.Context(), Options{}, &timed.Document{Untimed: n})
	if err != nil {
		t.Fatal(err)
	}
	_, err = new(Server).explore(t.Context(), m, ExploreRequest{Order: [][]string{{"p"}}})
	if err == nil || !strings.Contains(err.Error(), "orders are chosen of other nets") {
		t.Errorf("an order is taken, %v", err)
	}
}
