package dd

import (
	"slices"
	"testing"
)

// Lookups are counted by the names of operations, also of operations that have ended.
func TestOperations(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	leaf := s.Make(1, 1, s.Push(Unit))
	union, minus := s.NewOp("union", NodeA), s.NewOp("minus", NodeA)
	s.Remember(union, leaf, 5, 7)
	for range 3 {
		s.Lookup(union, leaf, 5) // known
		s.Peek(union, leaf, 5)
	}
	s.Peek(union, leaf, 6) // a miss, which is not counted: callers look up again
	s.Lookup(union, leaf, 6)
	s.Lookup(minus, leaf, 5)
	p := s.Grow(4)
	s.Remember(minus.With(1), leaf, Unit, leaf)
	s.LookupEach(minus, 1, []Node{leaf, Empty}, Unit, p)
	want := []OpStats{{"union", 7, 6}, {"minus", 2, 1}}
	if got := s.Operations(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	lookups, hits := int64(9), int64(7)
	for range maxOps + 10 { // operations that end
		ops := s.NewOps()
		op := ops.New("short", 0)
		s.Lookup(op, 1, 2)
		s.Remember(op, 1, 2, 3)
		s.Lookup(op, 1, 2)
		lookups, hits = lookups+2, hits+1
	}
	want = append([]OpStats{{"short", lookups - 9, hits - 7}}, want...)
	if got := s.Operations(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if st := s.Stats(); st.Lookups != lookups || st.Hits != hits {
		t.Errorf("%d lookups and %d hits in all, want %d and %d", st.Lookups, st.Hits, lookups, hits)
	}
}

// OnCollect is called with what each collection finds and leaves, and may release roots before it.
func TestOnCollect(t *testing.T) {
	var told []Collection
	var cached []*Root
	act := func() {}
	var s *Store
	s = New(Options{OnCollect: func(c Collection) {
		told = append(told, c)
		for _, r := range cached {
			s.Unprotect(r)
		}
		cached = nil
		act()
	}})
	defer s.Close()
	for i := range 10 {
		r := s.Protect(s.Make(1, i, s.Push(Unit)))
		if i < 4 {
			cached = append(cached, r)
		} else if i < 7 {
			s.Unprotect(r)
		} else {
			defer s.Unprotect(r)
		}
	}
	s.Release(0)
	s.collect()
	if len(told) != 2 {
		t.Fatalf("called %d times", len(told))
	}
	bytes := int64(4 * minBlock)
	before, after := told[0], told[1]
	if want := (Collection{Number: 1, Nodes: 10, Bytes: 10 * bytes, Roots: 7}); before != want {
		t.Errorf("before: got %+v, want %+v", before, want)
	}
	took := after.Took
	want := Collection{Number: 1, Done: true, Nodes: 10, Bytes: 10 * bytes, Roots: 7, NodesLeft: 3,
		BytesLeft: 3 * bytes, RootsLeft: 3, Took: took}
	if after != want || took <= 0 {
		t.Errorf("after: got %+v, want %+v", after, want)
	}
	if st := s.Stats(); st.Collections != 1 || st.Freed != 7 || st.CollectTime != took || st.Roots != 3 {
		t.Errorf("got %+v", st)
	}
	for text, misuse := range map[string]func(){
		"dd: Make: a new node from within OnCollect, expected none": func() { s.Make(1, 99, s.Push(Unit)) },
		"dd: Collect: called from within OnCollect":                 func() { s.Collect() },
	} {
		act = misuse
		if got := panicOf(s.collect); got != text {
			t.Errorf("got the panic %q, want %q", got, text)
		}
		s.Release(0)
	}
	act = func() {}
	s.Make(1, 99, s.Push(Unit))
	if s.collect(); s.nodes != 3 {
		t.Errorf("%d nodes after all", s.nodes)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
}
