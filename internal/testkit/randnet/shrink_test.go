package randnet_test

import (
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
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

// What fails on large nets fails on the small one that is returned; what fails on no other leaves the net.
func TestShrink(t *testing.T) {
	explored := func(holds func(*oracle.Space) bool) func(*petri.Net) bool {
		return func(n *petri.Net) bool {
			s, err := oracle.Explore(n, 1000)
			return err == nil && holds(s)
		}
	}
	for _, c := range []struct {
		what  string
		fails func(*petri.Net) bool
		most  int // transitions
	}{
		{"anything", func(*petri.Net) bool { return true }, 1},
		{"a deadlock after two steps", explored(func(s *oracle.Space) bool { return len(s.Dead) > 0 && s.Depth >= 2 }),
			2},
		{"two deadlocks", explored(func(s *oracle.Space) bool { return len(s.Dead) > 1 }), 2},
		{"ten markings that cannot stop",
			explored(func(s *oracle.Space) bool { return len(s.Dead) == 0 && len(s.States) > 9 }), 4},
		{"an inhibitor arc", func(n *petri.Net) bool {
			for _, tr := range n.Transitions {
				if len(tr.Inhibit) > 0 {
					return true
				}
			}
			return false
		}, 1},
	} {
		shrunk := 0
		for seed := range uint64(150) {
			net := generate(seed, randnet.Config{})
			if !c.fails(net) {
				continue
			}
			shrunk++
			small := randnet.Shrink(net, c.fails)
			if !c.fails(small) {
				t.Fatalf("%s, seed %d: the small net does not fail\n%s", c.what, seed, randnet.Text(small))
			}
			if len(small.Transitions) > c.most {
				t.Fatalf("%s, seed %d: still large\n%s", c.what, seed, randnet.Text(small))
			}
		}
		if shrunk < 5 {
			t.Errorf("%s: only %d nets to shrink", c.what, shrunk)
		}
	}
	net := mustText(t, "p a 7\nt t pre: a 2 post: inh:\n")
	if got := randnet.Shrink(net, func(n *petri.Net) bool { return n == net }); got != net {
		t.Errorf("got another net:\n%s", randnet.Text(got))
	}
}
