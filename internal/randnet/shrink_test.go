package randnet_test

import (
	"testing"

	"brim/internal/oracle"
	"brim/internal/randnet"
	"brim/petri"
)

func mustText(t *testing.T, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText("test", text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// Everything the failure does not need goes; what it needs stays, by name.
func TestShrink(t *testing.T) {
	const large = `p a 7
p b 0
p c 3
p d 12
p e 1
t move pre: a 2 c 1 post: b 3 c 1 inh: e 2
t back pre: b 2 post: a 1 inh:
t read pre: c 3 e 1 post: c 3 e 1 inh:
t block pre: a 1 post: d 1 inh: d 14
`
	for _, c := range []struct {
		what  string
		fails func(*petri.Net) bool
		want  string
	}{
		{"anything", func(*petri.Net) bool { return true }, ""},
		{"nothing", func(*petri.Net) bool { return false }, large},
		{"place c", func(n *petri.Net) bool { _, ok := n.PlaceIndex("c"); return ok }, "p c 0\n"},
		{"d has at least 5 tokens", func(n *petri.Net) bool {
			p, ok := n.PlaceIndex("d")
			return ok && n.Places[p].Initial >= 5
		}, "p d 5\n"},
		{"three tokens in b", func(n *petri.Net) bool {
			s, err := oracle.Explore(n, 2000)
			p, ok := n.PlaceIndex("b")
			return err == nil && ok && s.MaxTokens[p] >= 3
		}, "p a 3\np b 0\nt move pre: a 1 post: b 1 inh:\n"},
		{"an inhibitor arc counts", func(n *petri.Net) bool {
			b := petri.NewBuilder("without")
			for _, p := range n.Places {
				b.Place(p.Name, p.Initial)
			}
			for i, tr := range n.Transitions {
				b.Transition(tr.Name)
				for _, a := range tr.Pre {
					b.In(i, a.Place, a.Weight)
				}
				for _, a := range tr.Post {
					b.Out(i, a.Place, a.Weight)
				}
			}
			without, err := b.Net()
			if err != nil {
				return false
			}
			x, errX := oracle.ExploreTo(n, 6, 5000)
			y, errY := oracle.ExploreTo(without, 6, 5000)
			return errX == nil && errY == nil && len(x.States) != len(y.States)
		}, "p d 0\nt block pre: post: d 1 inh: d 1\n"},
	} {
		t.Run(c.what, func(t *testing.T) {
			net := mustText(t, large)
			got := randnet.Shrink(net, c.fails)
			if c.fails(net) && !c.fails(got) {
				t.Error("the shrunk net does not fail")
			}
			if text := randnet.Text(got); text != c.want {
				t.Errorf("got\n%swant\n%s", text, c.want)
			}
			if text := randnet.Text(net); text != large {
				t.Errorf("Shrink changed its argument to\n%s", text)
			}
		})
	}
}

// Shrunk random nets still fail, and shrinking them again changes nothing.
func TestShrinkRandom(t *testing.T) {
	fails := func(n *petri.Net) bool {
		s, err := oracle.Explore(n, 1000)
		return err == nil && len(s.Dead) > 0 && s.Depth >= 2
	}
	shrunk := 0
	for seed := range uint64(150) {
		net := generate(seed, randnet.Config{})
		if !fails(net) {
			continue
		}
		shrunk++
		got := randnet.Shrink(net, fails)
		if !fails(got) {
			t.Errorf("seed %d: the shrunk net does not fail", seed)
		}
		if len(got.Transitions) > 2 || len(got.Places) > 3 {
			t.Errorf("seed %d: still large:\n%s", seed, randnet.Text(got))
		}
		if again := randnet.Shrink(got, fails); again != got {
			t.Errorf("seed %d: shrunk once\n%sand again\n%s", seed, randnet.Text(got), randnet.Text(again))
		}
	}
	if shrunk < 5 {
		t.Errorf("only %d nets to shrink", shrunk)
	}
}
