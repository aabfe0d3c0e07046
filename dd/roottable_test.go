package dd

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"
)

// R1, R3: a node has one root as long as that is referenced and not released.
func TestOneRootANode(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	leaf := s.Make(1, 3, s.Push(Unit))
	s.Push(leaf)
	for _, n := range []Node{Empty, Unit, leaf} {
		a := s.Protect(n)
		if b := s.Protect(n); a != b || b.Node() != n {
			t.Fatalf("node %d has the roots %p and %p", n, a, b)
		}
		s.Collect() // now only the test references it
		if b := s.Protect(n); a != b {
			t.Fatalf("node %d has another root after a collection", n)
		}
		for i := range 3 {
			if a.Released() {
				t.Fatalf("released %d times, but returned 3 times", i)
			}
			s.Unprotect(a)
		}
		if !a.Released() {
			t.Error("returned 3 times, and not released after as many")
		}
		if got, want := panicOf(func() { s.Unprotect(a) }), "dd: Unprotect: the root is released already"; got != want {
			t.Errorf("got the panic %q, want %q", got, want)
		}
		b := s.Protect(n)
		if a == b || b.Released() || b.Node() != n {
			t.Error("a root has come back")
		}
		s.Unprotect(b)
	}
	s.Release(0)
	if got := collectAll(s); got != 0 {
		t.Errorf("%d nodes are left", got)
	}
}

// Released roots do not need Go's collector; unreferenced ones are found by a run that comes for any other reason.
func TestCollectionsWithoutAsking(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	protect := func() *Root { return s.Protect(s.Make(1, 1, s.Push(Unit))) }
	s.Unprotect(protect())
	s.Collect()
	if s.golang.asked != 0 || s.nodes != 0 {
		t.Errorf("%d nodes after a release, Go's collector was asked %d times", s.nodes, s.golang.asked)
	}
	protect()
	s.collect()
	if s.nodes != 1 {
		t.Error("a root was forgotten before anybody could know that it is dead")
	}
	runtime.GC()
	if s.collect(); s.nodes != 0 || s.golang.asked != 0 {
		t.Errorf("%d nodes after a run of Go's collector, which was asked %d times", s.nodes, s.golang.asked)
	}
}

// R1 to R3: the table against Go's map: roots are made, found, released and dropped in any order.
func TestRootTable(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := New(Options{})
		held := map[Node]*Root{}
		times := map[Node]int{}               // how often the root was returned and not released
		last := map[Node]weak.Pointer[Root]{} // of a node whose root was dropped
		var nodes []Node
		for i := range 3 * mostYoung / 2 {
			nodes = append(nodes, s.Make(1, i, s.Push(Unit)))
			s.Push(nodes[i])
		}
		span := 1 + rng.IntN(len(nodes)) // few nodes now and then
		for range 2 * span {
			n := nodes[rng.IntN(span)]
			switch rng.IntN(8) {
			case 0, 1, 2, 3:
				r := s.Protect(n)
				old := held[n]
				if old == nil {
					old = last[n].Value()
				}
				if r.Node() != n || old != nil && old != r {
					t.Fatalf("seed %d: node %d has the root %p of node %d, and %p", seed, n, r, r.Node(), old)
				}
				if old == nil {
					times[n] = 0
				}
				held[n] = r
				times[n]++
			case 4, 5:
				if held[n] != nil {
					s.Unprotect(held[n])
					if times[n]--; held[n].Released() != (times[n] == 0) {
						t.Fatalf("seed %d: %d results are left, released: %v", seed, times[n], held[n].Released())
					}
					if held[n].Released() {
						delete(held, n)
						delete(times, n)
						delete(last, n)
					}
				}
			case 6:
				if r := held[n]; r != nil {
					last[n] = weak.Make(r)
					delete(held, n)
				}
			case 7:
				if rng.IntN(span) < 8 {
					runtime.GC()
				}
				if rng.IntN(span) < 8 {
					s.collect()
				}
			}
		}
		if err := s.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		s.Release(0)
		if got := collectAll(s); got != len(held) {
			t.Errorf("seed %d: %d nodes are left, %d roots are held", seed, got, len(held))
		}
		if err := s.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if s.roots.n != len(held) {
			t.Errorf("seed %d: %d roots in the table, %d are held", seed, s.roots.n, len(held))
		}
		runtime.KeepAlive(held)
		s.Close()
	}
}
