package encode_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"brim/mdd"
	"brim/petri/encode"
	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/structure"
)

// A count is what an independent search, or a closed form, tells about a net. A nil pointer is a number that is not
// known.
type count struct {
	Net       string
	States    int64
	Firings   *int64
	Depth     *int
	Deadlocks *int64
}

// Known numbers of markings under every order, with every method and rule.
func TestCounts(t *testing.T) {
	text, err := os.ReadFile("../testdata/counts.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []count
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	most := int64(4000)
	if testing.Short() {
		most = 1000
	}
	for _, c := range list {
		if c.States > most {
			continue
		}
		t.Run(c.Net, func(t *testing.T) {
			net, err := nets.Parse(c.Net)
			if err != nil {
				t.Fatal(err)
			}
			flows, _ := structure.Semiflows(net, structure.Limit{})
			file := order.Decomposition{Levels: order.Singles(net), Method: "file"}
			for _, d := range append(order.Candidates(net, flows, order.Options{}), file, file.Reversed()) {
				for _, rule := range []mdd.Rule{mdd.ZeroSuppressed, mdd.QuasiReduced} {
					m, err := encode.New(net, d, mdd.Options{Rule: rule})
					if err != nil {
						t.Fatal(err)
					}
					late := m.Forest.Guard(context.Background(), mdd.Limits{Memory: 1 << 30},
						func() { err = c.check(m) })
					if late != nil || err != nil {
						t.Errorf("order %s, %v: %v %v", d.Method, rule, err, late)
					}
					m.Close()
				}
			}
		})
	}
}

// check compares m with the known numbers.
func (c *count) check(m *encode.Model) error {
	reached := m.Moves.Saturate(m.Init)
	bfs, depth := m.Moves.BFS(m.Init)
	switch {
	case !m.Moves.Chaining(m.Init).Equal(reached) || !bfs.Equal(reached):
		return fmt.Errorf("Saturate, Chain and BFS differ")
	case !reached.Count().IsInt64() || reached.Count().Int64() != c.States:
		return fmt.Errorf("%v markings, want %d", reached.Count(), c.States)
	case c.Depth != nil && depth != *c.Depth:
		return fmt.Errorf("depth %d, want %d", depth, *c.Depth)
	case c.Firings != nil && m.All.CountEnabled(reached).Int64() != *c.Firings:
		return fmt.Errorf("%v firings, want %d", m.All.CountEnabled(reached), *c.Firings)
	case c.Deadlocks != nil && m.All.Dead(reached).Count().Int64() != *c.Deadlocks:
		return fmt.Errorf("%v deadlocks, want %d", m.All.Dead(reached).Count(), *c.Deadlocks)
	}
	return nil
}
