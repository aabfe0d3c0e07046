package dd

import (
	"context"
	"errors"
	"testing"
)

// Tests of the memory of a store: regions, mappings and the bound of the arena.

// A region shows in old slices what it held when it grew, on Go's heap and in both steps of address space.
func TestRegionGrows(t *testing.T) {
	const most = someWords + 2000
	var m mappings
	defer m.unmapAll()
	for _, from := range []*mappings{nil, &m} {
		r := newRegion(4, most, from)
		for n := 5; n <= most; n = min(2*n, max(n+1, most)) {
			old := r.words
			before := len(old)
			old[before-1] = uint32(n)
			if !r.ensure(n) || len(r.words) < n || len(r.words) > most {
				t.Fatalf("%d words of %d", len(r.words), n)
			}
			if len(r.words) == before {
				continue
			}
			if r.words[before-1]++; old[before-1] != uint32(n) || r.words[before-1] != uint32(n+1) {
				t.Fatalf("growing to %d words loses one, or changes old ones", n)
			}
			for i, w := range r.words[before:] {
				if w != 0 {
					t.Fatalf("word %d is not zero", before+i)
				}
			}
		}
		if r.ensure(most + 1) {
			t.Error("the region grows beyond its maximum")
		}
	}
	if len(m.list) != 2 && canReserve {
		t.Errorf("%d mappings, want 2", len(m.list))
	}
}

// If the system refuses the whole reservation, a region takes less and still grows.
func TestRegionUnderAddressLimit(t *testing.T) {
	var m mappings
	defer m.unmapAll()
	const more = 1 << 50 // words, more than any address space has
	r := newRegion(16, more, &m)
	for _, n := range []int{someWords + 1, 8 * someWords, 20 * someWords} {
		if !r.ensure(n) || len(r.words) < n || r.max != more {
			t.Errorf("%d words, at most %d", len(r.words), r.max)
		}
	}
}

// A store with MaxArena ends there with an error, and uses free records again.
func TestMaxArena(t *testing.T) {
	s := New(Options{MaxArena: 1 << 16})
	defer s.Close()
	first := s.Make(1, 1, s.Push(Unit))
	s.Push(first)
	litterSome := func() {
		for i := range 100_000 {
			s.Make(1, 2+i, s.Push(Unit))
		}
	}
	if err := s.Guard(context.Background(), Limits{}, litterSome); err != nil {
		t.Error(err)
	}
	err := s.Guard(context.Background(), Limits{}, func() { endless(s) })
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Kind != "memory" || limit.Max != 1<<16 {
		t.Errorf("got %v", err)
	}
	if n := s.Make(1, 1, s.Push(Unit)); n != first {
		t.Error("a node is lost")
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}

// Words from Go's heap are not given back to the system.
func TestDropLeavesForeignWords(t *testing.T) {
	var m mappings
	w := make([]uint32, 1000) // from Go's heap: giving it back to the system would be a disaster
	m.drop(w)
	w[0] = 1
	mine := m.mapWords(1000)
	m.drop(mine)
	if len(m.list) != 0 {
		t.Errorf("%d mappings left", len(m.list))
	}
}
