package dd

import (
	"math/rand/v2"
	"testing"
)

// LookupEach says of each node what Lookup says, and so does Peek.
func TestLookupEach(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 5))
		s := New(Options{})
		op, other := s.NewOp("op", 0), s.NewOp("op", 0)
		nodes := []Node{Empty, Unit}
		for range 20 {
			c := nodes[rng.IntN(len(nodes))]
			if n := s.Make(s.Level(c)+1, rng.IntN(3), s.Push(c)); n != Empty {
				nodes = append(nodes, n)
			}
		}
		const floor, b = 2, 7
		key := func(n Node) Op { return op.With(max(s.Level(n), floor)) }
		for i := range 60 {
			n := nodes[1+rng.IntN(len(nodes)-1)]
			switch rng.IntN(4) {
			case 0:
				s.Remember(key(n), n, b, nodes[i%len(nodes)])
			case 1:
				s.Remember(key(n), n, b+1, Unit)
			case 2:
				s.Remember(other.With(max(s.Level(n), floor)), n, b, Unit)
			case 3:
				s.Remember(op.With(max(s.Level(n), floor)+1), n, b, Unit)
			}
		}
		var asked []Node
		for range rng.IntN(30) {
			n := nodes[rng.IntN(len(nodes))]
			for range 1 + rng.IntN(3) {
				asked = append(asked, n)
			}
		}
		p := s.Grow(2 * len(asked))
		before := s.Stats()
		missing := s.LookupEach(op, floor, asked, b, p)
		after := s.Stats()
		if answers := after.Hits - before.Hits; answers != after.Lookups-before.Lookups || answers > int64(len(asked)) {
			t.Errorf("seed %d: %d answers of %d counted", seed, answers, after.Lookups-before.Lookups)
		}
		some := false
		for i, n := range asked {
			got, is := s.At(p+2*i), s.At(p+2*i+1)
			want, ok := Empty, true
			if n != Empty {
				want, ok = s.Lookup(key(n), n, b)
				if peek, known := s.Peek(key(n), n, b); peek != want || known != ok {
					t.Errorf("seed %d: Peek of node %d: got %d, %v, want %d, %v", seed, i, peek, known, want, ok)
				}
			}
			wantIs := uint32(Result)
			switch {
			case !ok:
				wantIs, some = NoAnswer, true
			case want == Empty:
				wantIs = NoResult
			}
			if got != want || is != wantIs {
				t.Errorf("seed %d: node %d: got %d and %d, want %d and %d", seed, i, got, is, want, wantIs)
			}
		}
		if missing != some {
			t.Errorf("seed %d: missing: %v, want %v", seed, missing, some)
		}
		s.Close()
	}
}
