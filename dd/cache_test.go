package dd

import "testing"

// The computed table returns what was remembered, for each operation and extra operand, and grows when it loses
// results.
func TestComputedTable(t *testing.T) {
	s := New(Options{MaxCache: 1 << 12})
	defer s.Close()
	op, other := s.NewOp("op", 0), s.NewOp("op", 0)
	const n = 1 << 14
	for i := range uint32(n) {
		s.Remember(op.With(5), i, i+1, 3*i)
		if r, ok := s.Lookup(op.With(5), i, i+1); !ok || r != 3*i {
			t.Fatalf("result %d: got %d, %v", i, r, ok)
		}
	}
	hits := 0
	for i := range uint32(n) {
		r, ok := s.Lookup(op.With(5), i, i+1)
		if ok && r != 3*i {
			t.Fatalf("result %d: got %d", i, r)
		}
		if ok {
			hits++
		}
		for _, wrong := range []Op{op, op.With(4), other.With(5)} {
			if _, ok := s.Lookup(wrong, i, i+1); ok {
				t.Fatalf("operation %d answers for %d", wrong, op.With(5))
			}
		}
	}
	st := s.Stats()
	if st.CacheSize != 1<<12 {
		t.Errorf("%d entries, expected the bound %d", st.CacheSize, 1<<12)
	}
	// A result that makes the table grow counts as an eviction and may find a free entry after all.
	if lost := int64(n - hits); hits < 1<<11 || lost > st.Evictions || lost < st.Evictions-2 {
		t.Errorf("%d of %d results are left after %d evictions", hits, n, st.Evictions)
	}
}

// A collection drops what names a dead node, as operand or result, and nothing else.
func TestComputedTableForgetsDeadNodes(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	alive := s.Make(1, 0, s.Push(Unit))
	s.Push(alive)
	dead := s.Make(1, 1, s.Push(Unit))
	a, b, r, none := s.NewOp("op", NodeA), s.NewOp("op", NodeB), s.NewOp("op", NodeResult), s.NewOp("op", 0)
	for _, op := range []Op{a, b, r, none} {
		s.Remember(op, dead, alive, alive)
		s.Remember(op, alive, dead, alive)
		s.Remember(op, alive, alive, dead)
		s.Remember(op, Unit, 3, Empty)
	}
	s.Collect()
	for _, c := range []struct {
		op   Op
		kept [4]bool
	}{
		{a, [4]bool{false, true, true, true}},
		{b, [4]bool{true, false, true, true}},
		{r, [4]bool{true, true, false, true}},
		{none, [4]bool{true, true, true, true}},
	} {
		for i, key := range [][2]Node{{dead, alive}, {alive, dead}, {alive, alive}, {Unit, 3}} {
			if _, ok := s.Lookup(c.op, key[0], key[1]); ok != c.kept[i] {
				t.Errorf("operation %d, entry %d: kept %v, want %v", c.op, i, ok, c.kept[i])
			}
		}
	}
}
