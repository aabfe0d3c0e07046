package order

import (
	"testing"

	"pgregory.net/rapid"

	"brim/petri"
	"brim/petri/structure"
)

func TestSiblingOfFamilies(t *testing.T) {
	for _, c := range []struct {
		spec   string
		tokens int64
		want   map[string]int64
	}{
		{"kanban:500", 30, map[string]int64{"pkan1": 30, "pkan4": 30, "pm1": 0}},
		{"fms:100", 20, map[string]int64{"P1": 20, "P2": 20, "P3": 20, "M1": 3, "M3": 2, "M2": 1}},
		{"fms:20", 20, nil},
		{"kanban:4", 2, nil},
		{"dphil:10", 20, nil},
		{"hanoi:5", 20, nil},
	} {
		net, flows := family(t, c.spec)
		small, ok := Sibling(net, flows, c.tokens)
		if ok != (c.want != nil) || !ok && small != net {
			t.Errorf("%s: %v", c.spec, ok)
		}
		for name, want := range c.want {
			p, _ := small.PlaceIndex(name)
			if got := small.Places[p].Initial; got != want {
				t.Errorf("%s: %d tokens on %s, want %d", c.spec, got, name, want)
			}
		}
	}
}

// TestSiblingKeepsWeightsFireable: the transition needs 40 tokens on b at once,
// and they all come from a.
func TestSiblingKeepsWeightsFireable(t *testing.T) {
	build := func(need, back int64) *petri.Net {
		b := petri.NewBuilder("weights")
		from, to := b.Place("a", 1000), b.Place("b", 0)
		move, all := b.Transition("move"), b.Transition("all")
		b.In(move, from, 1)
		b.Out(move, to, 1)
		b.In(all, to, need)
		b.Out(all, from, back)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		return net
	}
	for _, c := range []struct{ need, back, want int64 }{
		{40, 40, 44}, {5, 5, 10}, {40, 30, 30}, {1000, 1000, 1000},
	} {
		net := build(c.need, c.back)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		small, _ := Sibling(net, flows, 10)
		got := small.Places[0].Initial
		if got < min(c.need, c.back) || got > c.want {
			t.Errorf("weights %d and %d: %d tokens, want up to %d", c.need, c.back, got, c.want)
		}
	}
}

func TestSiblingProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := randomNet(t)
		m := net.Initial()
		for p := range m {
			m[p] = rapid.OneOf(rapid.Int64Range(0, 6), rapid.Int64Range(0, 100),
				rapid.Int64Range(0, 4_000_000_000)).Draw(t, "tokens")
		}
		net = net.WithInitial(m)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		small, ok := Sibling(net, flows, rapid.Int64Range(0, 60).Draw(t, "target"))
		changed := false
		to := map[int64]int64{}
		still := net.Fixed()
		for p := range m {
			before, after := m[p], small.Places[p].Initial
			changed = changed || before != after
			if after > before || before > 0 && after == 0 || before <= few && before != after {
				t.Fatalf("place %d: from %d to %d tokens", p, before, after)
			}
			if still[p] {
				if before != after {
					t.Fatalf("constant place %d: from %d to %d tokens", p, before, after)
				}
				continue
			}
			if old, seen := to[before]; seen && old != after {
				t.Fatalf("%d tokens become %d and %d", before, old, after)
			}
			to[before] = after
		}
		if changed != ok {
			t.Fatalf("changed %v, said %v", changed, ok)
		}
		for a, x := range to {
			for b, y := range to {
				if a < b && x > y && y > few {
					t.Logf("order of %d and %d turned round: %d, %d (weights)", a, b, x, y)
				}
			}
		}
	})
}
