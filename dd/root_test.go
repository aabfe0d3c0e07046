package dd

import (
	"context"
	"runtime"
	"testing"
)

// collectAll collects until Go's collector had time to tell of all roots.
func collectAll(s *Store, want int) int {
	for range 20 {
		s.protected = 1
		if s.Collect(); s.nodes <= want {
			break
		}
	}
	return s.nodes
}

func TestRootsKeepNodes(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	var roots []*Root
	for i := range 100 {
		roots = append(roots, s.Protect(s.Make(1, i, s.Push(Unit))))
	}
	twice := s.Protect(roots[0].Node())
	if got := collectAll(s, 100); got != 100 {
		t.Errorf("%d nodes, expected 100", got)
	}
	for i, r := range roots {
		if got := s.First(r.Node()); got != i {
			t.Errorf("node %d starts at %d", i, got)
		}
	}
	runtime.KeepAlive(roots)
	roots = nil
	if got := collectAll(s, 1); got != 1 {
		t.Errorf("%d nodes, expected the one that has a second root", got)
	}
	runtime.KeepAlive(twice)
	if got := collectAll(s, 0); got != 0 {
		t.Errorf("%d nodes, expected none", got)
	}
}

// One root among many must not keep those that Go allocated next to it.
func TestRootsAreIndependent(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	var kept []*Root
	for i := range 1000 {
		r := s.Protect(s.Make(1, i, s.Push(Unit)))
		if i%10 == 0 {
			kept = append(kept, r)
		}
	}
	if got := collectAll(s, len(kept)); got != len(kept) {
		t.Errorf("%d nodes, expected %d", got, len(kept))
	}
	runtime.KeepAlive(kept)
}

// Roots that nobody holds must not bring an operation to its limit, even if Go's collector had no reason to run.
func TestDeadRootsDoNotCount(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	err := s.Guard(context.Background(), Limits{Nodes: 2000}, func() {
		for i := range 20000 {
			s.Protect(s.Make(1, i, s.Push(Unit)))
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A root is enough to keep its store.
func TestStoreLivesWithItsRoots(t *testing.T) {
	root := func() *Root {
		s := New(Options{})
		return s.Protect(s.Make(1, 7, s.Push(Unit)))
	}()
	for range 3 {
		runtime.GC()
	}
	if got := root.store.First(root.Node()); got != 7 {
		t.Errorf("got %d, want 7", got)
	}
}
