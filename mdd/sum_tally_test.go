package mdd

import (
	"math/rand/v2"
	"testing"
)

// The number of tuples by a shortTally, and the size by a set of nodes, agree with those computed on the list of the
// diagram.
func TestShortTally(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 2))
	for _, o := range everyOption {
		f := New(7, o)
		for range 40 {
			s, tuples := randomSet(f, rng, rng.IntN(300), 1+rng.IntN(4))
			lo, hi, ok := newShortTally(f.s).of(s.node())
			if !ok || hi != 0 || lo != uint64(len(tuples)) {
				t.Fatalf("%v: short %d, %d, %v, want %d", o.Rule, lo, hi, ok, len(tuples))
			}
			compareWithList(t, s)
		}
		for _, s := range []Set{f.Empty(), compositions(f, 40), noTwoOnes(f)} {
			compareWithList(t, s)
		}
		f.Close()
	}
	f := New(220, Options{}) // node by node from 0 to more than 128 bits
	defer f.Close()
	short := newShortTally(f.s)
	n, fits := noTwoOnes(f), 0
	for d := n.traverse("test"); fits+2 < int(d.Codes()); fits++ {
		code := uint32(fits) + 2
		lo, hi, ok := short.of(d.Nodes[fits])
		want := fromLimbs(evaluateLong(tupleSums{d.Traversal}, code))
		if ok != (want.BitLen() <= 128) {
			t.Fatalf("short is %v for %v", ok, want)
		}
		if !ok {
			break
		}
		if got := fromLimbs([]uint64{lo, hi}); got.Cmp(want) != 0 {
			t.Fatalf("short %v, want %v", got, want)
		}
	}
	if fits < 180 || fits >= n.Nodes() {
		t.Errorf("%d of %d nodes fit", fits, n.Nodes())
	}
}

// compareWithList compares the number and the size of s by both algorithms.
func compareWithList(t *testing.T, s Set) {
	t.Helper()
	d := s.traverse("test")
	want := fromLimbs(evaluateLong(tupleSums{d.Traversal}, d.Root))
	lo, hi, ok := newShortTally(s.f.s).of(s.node())
	if got := fromLimbs([]uint64{lo, hi}); !ok || got.Cmp(want) != 0 {
		t.Fatalf("short %v, %v, want %v", got, ok, want)
	}
	arcs := 0
	for _, c := range d.Kids {
		arcs += min(int(c), 1)
	}
	if n, a := s.Size(); n != len(d.Nodes) || a != arcs {
		t.Fatalf("size %d, %d, want %d, %d", n, a, len(d.Nodes), arcs)
	}
}
