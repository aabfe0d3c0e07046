package mdd

import "testing"

// Small forests cost little, so many can live at the same time.
func TestManyForests(t *testing.T) {
	list := make([]*Forest, max(10_000, *many))
	sets := make([]Set, len(list))
	for i := range list {
		list[i] = New(3, Options{})
		sets[i] = list[i].Tuple(i, 1, i)
	}
	for i, s := range sets {
		if !s.Contains(i, 1, i) || s.Contains(i+1, 1, i) {
			t.Fatalf("forest %d is wrong", i)
		}
		list[i].Close()
	}
}

// BenchmarkForest makes small forests.
func BenchmarkForest(b *testing.B) {
	for b.Loop() {
		f := New(3, Options{})
		f.Tuple(1, 2, 3)
		f.Close()
	}
}
