package dd

import (
	"context"
	"runtime"
	"testing"
)

// Tests of roots: they keep nodes alive, and end when they are released or no longer referenced.

// collectAll returns how many nodes a collection leaves.
func collectAll(s *Store) int {
	s.Collect()
	return s.nodes
}

// A collection keeps the nodes below a root, and frees them once the root is released.
func TestRootsKeepNodes(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	var roots []*Root
	for i := range 100 {
		roots = append(roots, s.Protect(s.Make(1, i, s.Push(Unit))))
	}
	twice := s.Protect(roots[0].Node())
	if got := collectAll(s); got != 100 {
		t.Errorf("%d nodes, expected 100", got)
	}
	for i, r := range roots {
		if got := s.Values(r.Node()).At(0); got != i {
			t.Errorf("node %d starts at %d", i, got)
		}
	}
	runtime.KeepAlive(roots)
	roots = nil
	if got := collectAll(s); got != 1 {
		t.Errorf("%d nodes, expected the one that has a second root", got)
	}
	runtime.KeepAlive(twice)
	if got := collectAll(s); got != 0 {
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
	if got := collectAll(s); got != len(kept) {
		t.Errorf("%d nodes, expected %d", got, len(kept))
	}
	runtime.KeepAlive(kept)
}

// Unreferenced roots must not bring an operation to its limit, even if Go's collector had no reason to run.
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

// Roots that ended after Go's collector was last asked are found, by Collect and where a limit would end an operation.
func TestRootsThatEndLater(t *testing.T) {
	for _, limits := range []Limits{{}, {Nodes: 2500}, {Memory: 104 << 10}} {
		s := New(Options{})
		var roots []*Root
		for i := range 2000 {
			roots = append(roots, s.Protect(s.Make(1, 3*i, s.Push(Unit))))
		}
		if got := collectAll(s); got != 2000 {
			t.Errorf("%d nodes, expected 2000", got)
		}
		runtime.KeepAlive(roots)
		roots = nil
		if limits.Nodes == 0 && limits.Memory == 0 {
			if got := collectAll(s); got != 0 {
				t.Errorf("%d nodes, expected none", got)
			}
			continue
		}
		err := s.Guard(context.Background(), limits, func() {
			for i := range 2000 {
				s.Push(s.Make(2, 3*i, s.Push(Unit)))
			}
		})
		if err != nil {
			t.Error(err)
		}
		s.Close()
	}
}
