package mdd_test

import (
	"bytes"
	"errors"
	"io"
	"maps"
	"math"
	"math/big"
	"slices"

	"brim/mdd"
)

// setOps are the basic operations on sets and their queries: a part of the random tests.
var setOps = []op{
	{"Union", func(s *system) {
		a, b := s.anySet(), s.anySet()
		want := maps.Clone(a.twin)
		maps.Copy(want, b.twin)
		var got mdd.Set
		s.attempt(func() { got = a.set.Union(b.set) })
		s.keep("", got, want)
	}},
	{"Intersect", func(s *system) {
		a, b := s.anySet(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = a.set.Intersect(b.set) })
		s.keep("", got, a.twin.Filter(b.twin.Has))
	}},
	{"Minus", func(s *system) {
		a, b := s.anySet(), s.anySet()
		var got mdd.Set
		s.attempt(func() { got = a.set.Minus(b.set) })
		s.keep("", got, a.twin.Filter(func(v []int) bool { return !b.twin.Has(v) }))
	}},
	{"Equal", func(s *system) {
		a, b := s.anySet(), s.anySet()
		equal := len(a.twin) == len(b.twin) && len(a.twin.Filter(b.twin.Has)) == len(a.twin)
		s.compared(a.set.Equal(b.set) == equal, "%v and %v", a.twin.Sorted(), b.twin.Sorted())
		s.compared(a.set.IsEmpty() == (len(a.twin) == 0), "IsEmpty of %v", a.twin.Sorted())
	}},
	{"Release", func(s *system) {
		a := s.anySet()
		again := s.f.Tuples(a.twin.Sorted())
		s.compared(again == a.set && map[mdd.Set]int{a.set: 1}[again] == 1, "the same tuples are not ==: %v",
			a.twin.Sorted())
		again.Release() // one result of two
		b := s.newSample()
		b.set.Release()
		if s.rng.IntN(2) == 0 {
			s.f.Collect()
		}
		s.same("one of two results", a.set, a.twin)
		s.same("made again", s.f.Tuples(b.twin.Sorted()), b.twin)
	}},
	{"Contains", func(s *system) {
		a := s.anySet()
		list := append(a.twin.Sorted(), s.tuple(), s.tuple(), s.tuple(), s.tuple())
		same := true
		for _, values := range list {
			same = same && a.set.Contains(values...) == a.twin.Has(values)
		}
		s.compared(same, "some of %v in %v", list, a.twin.Sorted())
	}},
	{"Count", func(s *system) {
		a := s.anySet()
		s.compared(a.set.Count().Cmp(big.NewInt(int64(len(a.twin)))) == 0, "got %v, want %d", a.set.Count(),
			len(a.twin))
	}},
	{"Pick", func(s *system) {
		a := s.anySet()
		values, ok := a.set.Pick()
		s.compared(ok == (len(a.twin) > 0) && (!ok || slices.Equal(values, a.twin.Sorted()[0])), "got %v of %v", values,
			a.twin.Sorted())
	}},
	{"Extents", func(s *system) {
		a := s.anySet()
		mdd.CheckExtents(s.t, a.set, a.twin.Sorted()) // Values and MaxSum, too
		s.compared(true, "")
	}},
	{"Where", func(s *system) {
		a, level, keep := s.anySet(), 1+s.rng.IntN(s.levels), s.rng.Uint64()
		keeps := func(v int) bool { return keep>>(v%64)&1 == 1 }
		var got mdd.Set
		s.attempt(func() { got = a.set.Where(level, keeps) })
		s.keep("", got, a.twin.Filter(func(v []int) bool { return keeps(v[level-1]) }))
	}},
	{"Between", func(s *system) {
		a, weight := s.anySet(), s.weights()
		lo := int64(s.rng.IntN(30) - 15)
		hi := lo + int64(s.rng.IntN(20)-1)
		switch s.rng.IntN(8) {
		case 0:
			lo = math.MinInt64
		case 1:
			hi = math.MaxInt64
		}
		var got mdd.Set
		s.attempt(func() { got = a.set.Between(weight, lo, hi) })
		s.keep("", got, a.twin.Filter(func(v []int) bool { w := weigh(weight, v); return lo <= w && w <= hi }))
	}},
	{"MaxSum", func(s *system) {
		a, weight := s.anySet(), s.weights()
		most := int64(math.MinInt64)
		for _, v := range a.twin {
			most = max(most, weigh(weight, v))
		}
		got, ok := a.set.MaxSum(weight)
		s.compared(ok == (len(a.twin) > 0) && (!ok || got == most), "got %d, want %d", got, most)
		long, ok := a.set.MaxBigSum(func(k, v int) *big.Int { return big.NewInt(weight(k, v)) })
		s.compared(ok == (len(a.twin) > 0) && (!ok || long.Cmp(big.NewInt(most)) == 0), "got %d, want %d", long, most)
	}},
	{"Box", func(s *system) {
		box := make([][]int, s.levels)
		for k := range box {
			for range s.rng.IntN(4) {
				box[k] = append(box[k], s.number(k).at(s.rng.IntN(s.domain))) // some of them twice
			}
		}
		var got mdd.Set
		s.attempt(func() { got = s.f.Box(box) })
		s.keep("", got, inBox(box))
	}},
	{"Tuples", func(s *system) {
		var list [][]int
		for range s.rng.IntN(30) {
			list = append(list, s.tuple())
		}
		var got mdd.Set
		s.attempt(func() { got = s.f.Tuples(list) })
		s.keep("", got, twinOf(list))
		s.attempt(func() { got = s.f.FromSeq(slices.Values(list)) })
		s.keep("FromSeq", got, twinOf(list))
	}},
	{"Tuple", func(s *system) {
		values := s.tuple()
		s.keep("", s.f.Tuple(values...), twinOf([][]int{values}))
	}},
	{"FromSeq", func(s *system) {
		a := s.anySet()
		s.same("other rule", s.f.FromSeq(s.other.FromSeq(a.set.All()).All()), a.twin)
	}},
	{"Save", func(s *system) {
		var file, foreign bytes.Buffer
		list := []sample{s.anySet(), s.anySet()}
		for _, a := range list {
			if err := a.set.Save(&file); err != nil {
				s.t.Error(err)
			}
		}
		for i := 0; ; i++ {
			set, err := s.other.Load(&file)
			if err != nil {
				s.compared(errors.Is(err, io.EOF) && i == len(list), "set %d: %v", i, err)
				break
			}
			s.compared(set.Equal(s.other.Tuples(list[i].twin.Sorted())), "another diagram by the other rule")
			if err := set.Save(&foreign); err != nil {
				s.t.Error(err)
			}
		}
		for i, a := range list {
			set, err := s.f.Load(&foreign)
			if err != nil {
				s.t.Errorf("set %d and back: %v", i, err)
				return
			}
			s.same("and back", set, a.twin)
		}
	}},
	{"EachNode", func(s *system) {
		if s.f.Rule() != mdd.ZeroSuppressed {
			return
		}
		a := s.anySet()
		var nodes []mdd.ListedNode
		for n := range a.set.EachNode() {
			n.Values, n.Children = slices.Clone(n.Values), slices.Clone(n.Children)
			nodes = append(nodes, n)
		}
		b := s.f.NewBuilder()
		root := uint32(min(1, len(a.twin)))
		names := map[uint32]uint32{0: 0, 1: 1}
		for _, n := range nodes {
			kids := make([]uint32, len(n.Children))
			for i, c := range n.Children {
				kids[i] = names[c]
			}
			names[n.Name] = b.Node(n.Level, n.Values, kids)
			root = names[n.Name]
		}
		s.same("built again", b.Set(root), a.twin)
		s.compared(a.set.Nodes() == len(nodes), "%d nodes listed of %d", len(nodes), a.set.Nodes())
		widths := make([]int, s.levels)
		for _, n := range nodes {
			widths[n.Level-1]++
		}
		s.compared(slices.Equal(a.set.Widths(), widths), "widths %v, want %v", a.set.Widths(), widths)
	}},
}

// inBox returns the tuples with a value of its list on each level.
func inBox(box [][]int) mdd.Tuples {
	tuples := [][]int{nil}
	for _, list := range box {
		var longer [][]int
		for _, t := range tuples {
			for _, v := range list {
				longer = append(longer, append(slices.Clone(t), v))
			}
		}
		tuples = longer
	}
	return twinOf(tuples)
}

// twinOf returns the set of the listed tuples.
func twinOf(list [][]int) mdd.Tuples {
	twin := mdd.Tuples{}
	for _, values := range list {
		twin.Add(values)
	}
	return twin
}

// weights draws weights from −4 to 6.
func (s *system) weights() func(level, value int) int64 {
	a, b := s.rng.IntN(100), s.rng.IntN(100)
	return func(level, value int) int64 { return int64((level*a+value*b+level*value)%11 - 4) }
}

// weigh returns the sum of the weights of the values.
func weigh(weight func(level, value int) int64, values []int) (sum int64) {
	for i, v := range values {
		sum += weight(i+1, v)
	}
	return sum
}
