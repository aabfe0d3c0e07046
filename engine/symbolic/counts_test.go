package symbolic_test

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"

	"brim/engine/symbolic"
	"brim/petri/nets"
)

// Known numbers of markings, with the order left to Explore.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile("../../petri/testdata/counts.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Net                string
		States             *big.Int
		Firings, Deadlocks *big.Int // nil if not known
		Depth              *int
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		s, err := symbolic.Explore(context.Background(), mustParse(t, c.Net), symbolic.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.Net, err)
			continue
		}
		if got := s.States(); got.Cmp(c.States) != 0 {
			t.Errorf("%s: %v markings, want %v", c.Net, got, c.States)
		}
		if got := s.Firings(); c.Firings != nil && got.Cmp(c.Firings) != 0 {
			t.Errorf("%s: %v firings, want %v", c.Net, got, c.Firings)
		}
		if got := s.Deadlocks(); c.Deadlocks != nil && got.Cmp(c.Deadlocks) != 0 {
			t.Errorf("%s: %v deadlocks, want %v", c.Net, got, c.Deadlocks)
		}
		if c.Depth != nil && *c.Depth < 100 && c.States.Int64() < 100_000 {
			if got := s.Depth(); got != *c.Depth {
				t.Errorf("%s: depth %d, want %d", c.Net, got, *c.Depth)
			}
		}
		s.Close()
	}
}

// Sizes for which there is nothing but the closed form.
func TestClosedForms(t *testing.T) {
	for _, c := range []struct {
		spec string
		slow bool
	}{
		{"dphil:1000", false}, {"hanoi:20", false}, {"rr:100", false}, {"sr:30", false}, {"prodcons:100000", false},
		{"fms:50", true}, {"kanban:200", true}, {"dphil:20000", true}, {"sr:100", true},
	} {
		if c.slow && testing.Short() {
			continue
		}
		t.Run(c.spec, func(t *testing.T) {
			net := mustParse(t, c.spec)
			s, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if got, want := s.States(), closedForm(t, c.spec); got.Cmp(want) != 0 {
				t.Errorf("%v markings, want %v", got, want)
			}
			t.Logf("%v, order %s after %d tries, %d nodes", s.Took, s.Order.Method, s.Choice.Tried, s.Reached.Nodes())
		})
	}
}

// closedForm returns the number of markings of the net that spec names.
func closedForm(t *testing.T, spec string) *big.Int {
	name, size, _ := strings.Cut(spec, ":")
	n, err := strconv.Atoi(size)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range nets.All() {
		if f.Name == name {
			return f.States(n)
		}
	}
	t.Fatalf("no family %s", name)
	return nil
}
