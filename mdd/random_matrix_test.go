package mdd_test

import (
	"flag"
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"brim/mdd"
)

var matrices = flag.Int("matrices", 100, "systems of matrices that the random tester draws")

// X1 to X3: operations on matrices, drawn at random, against explicit relations on the tuples of a box, as
// TestRandomSystems does for sets. Equal matrices have to be the same diagram, with the rules in every node, also where
// variables are left alone: on each level the box has one value that no operand mentions and that stands for all
// others, so two matrices are equal exactly if they have the same pairs in the box. With -matrices 10000 it takes that
// many systems. The way to a failure is
//
//	go test ./mdd -run RandomMatrices -matrices 1 -seed SEED
func TestRandomMatrices(t *testing.T) {
	c := &counts{compared: map[string]int{}}
	if testing.Short() {
		*matrices /= 5
	}
	for seed := *firstSeed; c.systems < *matrices; seed++ {
		runMatrices(t, seed, c)
		if t.Failed() {
			t.Logf("seed %d", seed)
			return
		}
	}
	t.Logf("%d systems, %d results, %d operations ended by a limit", c.systems, c.total, c.ended)
	for _, op := range matrixOps {
		t.Logf("%8d %s", c.compared[op.name], op.name)
		if *matrices >= 100 && c.compared[op.name] == 0 {
			t.Errorf("%s was never compared", op.name)
		}
	}
}

// A matrixSystem is a forest with some sets and matrices, each with its twin.
type matrixSystem struct {
	system
	tuples [][]int // of the box
	mats   []matrixSample
}

// A matrixSample is a matrix and its twin: which pairs of tuples of the box it has, by their numbers.
type matrixSample struct {
	m    mdd.Matrix
	twin [][]bool
}

type matrixOp struct {
	name string
	do   func(s *matrixSystem)
}

func runMatrices(t *testing.T, seed uint64, c *counts) {
	rng := rand.New(rand.NewPCG(seed, 100))
	s := &matrixSystem{system: system{t: t, rng: rng, counts: c}}
	s.levels = 1 + rng.IntN(4)
	s.domain = 1 + rng.IntN([]int{0, 5, 4, 2, 2}[s.levels])
	o := mdd.Options{Rule: mdd.Rule(rng.IntN(2)), CollectEvery: s.draw(0, 0, 1, 2, 3, 7), MaxCache: s.draw(0, 0, 1)}
	s.f = mdd.New(s.levels, o)
	defer s.f.Close()
	s.tuples = [][]int{{}}
	for k := range s.levels {
		s.numbers = append(s.numbers, newNumbering(rng))
		var more [][]int
		for v := range s.domain + 1 {
			for _, values := range s.tuples {
				more = append(more, append(slices.Clone(values), s.numbers[k].at(v)))
			}
		}
		s.tuples = more
	}
	for range 4 {
		s.sets = append(s.sets, s.newSample())
	}
	for range 3 {
		s.op = "MatrixOf"
		s.mats = append(s.mats, matrixSample{s.f.Identity(), s.twin(func(a, b int) bool { return a == b })})
		s.made()
	}
	for range 60 {
		op := matrixOps[rng.IntN(len(matrixOps))]
		s.op = op.name
		op.do(s)
		switch rng.IntN(20) {
		case 0:
			s.sets[rng.IntN(len(s.sets))] = s.newSample()
		case 1:
			s.f.Collect()
		case 2:
			if rng.IntN(20) == 0 {
				runtime.GC()
			}
		}
		if t.Failed() {
			t.Logf("%d levels, values below %d, %+v", s.levels, s.domain, o)
			return
		}
	}
	if err := s.f.Check(); err != nil {
		t.Error(err)
	}
	c.systems++
}

// twin returns the twin with the pairs of numbers of tuples for which has is true.
func (s *matrixSystem) twin(has func(a, b int) bool) [][]bool {
	w := make([][]bool, len(s.tuples))
	for a := range w {
		w[a] = make([]bool, len(s.tuples))
		for b := range w[a] {
			w[a][b] = has(a, b)
		}
	}
	return w
}

func (s *matrixSystem) any() matrixSample { return s.mats[s.rng.IntN(len(s.mats))] }

// place returns the number of a tuple of the box.
func (s *matrixSystem) place(values []int) int {
	n := 0
	for k := s.levels - 1; k >= 0; k-- {
		n = n*(s.domain+1) + s.numbers[k].small(values[k])
	}
	return n
}

// told reports whether operands may mention a value of the level with this index.
func (s *matrixSystem) told(k, v int) bool {
	small := s.numbers[k].small(v)
	return 0 <= small && small < s.domain
}

// allTold reports whether operands may mention all values of a tuple.
func (s *matrixSystem) allTold(values []int) bool {
	for k, v := range values {
		if !s.told(k, v) {
			return false
		}
	}
	return true
}

// keep compares a matrix with its twin, pair by pair, and keeps it as an operand.
func (s *matrixSystem) keep(result func() mdd.Matrix, twin [][]bool) {
	var m mdd.Matrix
	s.attempt(func() { m = result() })
	ok := true
	for a, from := range s.tuples {
		for b, to := range s.tuples {
			ok = ok && m.Contains(from, to) == twin[a][b]
		}
	}
	s.compared(ok, "other pairs")
	if err := mdd.CheckMatrix(m); err != nil {
		s.t.Errorf("%s: %v", s.op, err)
	}
	for _, o := range s.mats { // equal relations are the same diagram
		equal := slices.EqualFunc(o.twin, twin, slices.Equal)
		s.compared(equal == o.m.Equal(m), "equal: %v, want %v", !equal, equal)
	}
	s.mats[s.rng.IntN(len(s.mats))] = matrixSample{m, twin}
}

// sameSet compares a set with the tuples of the box for which has is true.
func (s *matrixSystem) sameSet(result func() mdd.Set, has func(a int) bool) {
	var got mdd.Set
	s.attempt(func() { got = result() })
	want := mdd.Tuples{}
	for a, values := range s.tuples {
		if has(a) {
			want.Add(values)
		}
	}
	s.same("", got, want)
}

// someLevels draws levels, ascending, maybe none.
func (s *matrixSystem) someLevels() (levels []int) {
	for k := 1; k <= s.levels; k++ {
		if s.rng.IntN(3) > 0 {
			levels = append(levels, k)
		}
	}
	return levels
}

// agree reports whether two tuples have the same values on the levels, or on all others.
func (s *matrixSystem) agree(a, b []int, levels []int, on bool) bool {
	for k := 1; k <= s.levels; k++ {
		if slices.Contains(levels, k) == on && a[k-1] != b[k-1] {
			return false
		}
	}
	return true
}

// made makes a matrix of pairs on some levels.
func (s *matrixSystem) made() {
	levels := s.someLevels()
	var pairs [][2][]int
	for range s.rng.IntN(1 + s.rng.IntN(15)) {
		pairs = append(pairs, [2][]int{s.tuple(), s.tuple()})
	}
	some := func(values []int) (list []int) {
		for _, k := range levels {
			list = append(list, values[k-1])
		}
		return list
	}
	var list iter.Seq2[[]int, []int] = func(yield func(from, to []int) bool) {
		for _, pair := range pairs {
			if !yield(some(pair[0]), some(pair[1])) {
				return
			}
		}
	}
	twin := s.twin(func(a, b int) bool {
		from, to := s.tuples[a], s.tuples[b]
		return s.agree(from, to, levels, false) && slices.ContainsFunc(pairs, func(pair [2][]int) bool {
			return s.agree(pair[0], from, levels, true) && s.agree(pair[1], to, levels, true)
		})
	})
	if s.rng.IntN(2) == 0 || len(levels) == 0 {
		s.keep(func() mdd.Matrix { return s.f.MatrixOf(levels, list) }, twin)
		return
	}
	s.op = "MatrixOfSet"
	g := mdd.New(2*len(levels), mdd.Options{Rule: mdd.Rule(s.rng.IntN(2)), CollectEvery: s.draw(0, 1, 3)})
	defer g.Close()
	var tuples [][]int
	for from, to := range list {
		var values []int
		for i := range levels {
			values = append(values, to[i], from[i])
		}
		tuples = append(tuples, values)
	}
	set := g.Tuples(tuples)
	s.keep(func() mdd.Matrix { return s.f.MatrixOfSet(levels, set) }, twin)
}

// bounded reports whether m has finitely many pairs: none with a value that no operand mentions.
func (s *matrixSystem) bounded(x matrixSample) bool {
	for a, row := range x.twin {
		if !s.allTold(s.tuples[a]) && slices.Contains(row, true) {
			return false
		}
	}
	return true
}

// steps draws an event with values before and after it in the box.
func (s *matrixSystem) steps() (values [][]int, steps []mdd.Step, twin mdd.EventTwin) {
	values, twin = make([][]int, s.levels), mdd.EventTwin{}
	for k := 1; k <= s.levels; k++ {
		if s.rng.IntN(2) == 0 {
			continue
		}
		effect, t := s.numbers[k-1].effect(mdd.RandomEffect(s.rng, s.domain))
		for small := range s.domain {
			v := s.numbers[k-1].at(small)
			if s.rng.IntN(4) > 0 && !slices.ContainsFunc(t(v), func(to int) bool { return !s.told(k-1, to) }) {
				values[k-1] = append(values[k-1], v, v)
			}
		}
		steps = append(steps, mdd.Step{Level: k, Effect: effect})
		twin[k] = t
	}
	s.rng.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	return values, steps, twin
}

// leads returns the twin of an event, from the tuples for which from is true.
func (s *matrixSystem) leads(e mdd.EventTwin, from func(values []int) bool) [][]bool {
	w := s.twin(func(a, b int) bool { return false })
	for a, values := range s.tuples {
		if from(values) {
			for _, to := range e.Successors(values) {
				w[a][s.place(to)] = true
			}
		}
	}
	return w
}

// through returns the composition of x and then y.
func (s *matrixSystem) through(x, y [][]bool) [][]bool {
	w := s.twin(func(a, b int) bool { return false })
	for a := range x {
		for b, has := range x[a] {
			if has {
				for c, has := range y[b] {
					w[a][c] = w[a][c] || has
				}
			}
		}
	}
	return w
}

var matrixOps = []matrixOp{
	{"MatrixOf", (*matrixSystem).made},
	{"MatrixOfSet", (*matrixSystem).made},
	{"Union", func(s *matrixSystem) {
		x, y := s.any(), s.any()
		s.keep(func() mdd.Matrix { return x.m.Union(y.m) },
			s.twin(func(a, b int) bool { return x.twin[a][b] || y.twin[a][b] }))
	}},
	{"Intersect", func(s *matrixSystem) {
		x, y := s.any(), s.any()
		s.keep(func() mdd.Matrix { return x.m.Intersect(y.m) },
			s.twin(func(a, b int) bool { return x.twin[a][b] && y.twin[a][b] }))
	}},
	{"Minus", func(s *matrixSystem) {
		x, y := s.any(), s.any()
		s.keep(func() mdd.Matrix { return x.m.Minus(y.m) },
			s.twin(func(a, b int) bool { return x.twin[a][b] && !y.twin[a][b] }))
	}},
	{"Compose", func(s *matrixSystem) {
		x, y := s.any(), s.any()
		s.keep(func() mdd.Matrix { return x.m.Compose(y.m) }, s.through(x.twin, y.twin))
	}},
	{"Inverse", func(s *matrixSystem) {
		x := s.any()
		s.keep(x.m.Inverse, s.twin(func(a, b int) bool { return x.twin[b][a] }))
	}},
	{"Closure", func(s *matrixSystem) {
		x := s.any()
		w := s.twin(func(a, b int) bool { return x.twin[a][b] })
		for b := range w { // the algorithm of Warshall
			for a := range w {
				for c := range w {
					w[a][c] = w[a][c] || w[a][b] && w[b][c]
				}
			}
		}
		s.keep(x.m.Closure, w)
	}},
	{"From", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		s.keep(func() mdd.Matrix { return x.m.From(set.set) },
			s.twin(func(a, b int) bool { return x.twin[a][b] && set.twin.Has(s.tuples[a]) }))
	}},
	{"To", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		s.keep(func() mdd.Matrix { return x.m.To(set.set) },
			s.twin(func(a, b int) bool { return x.twin[a][b] && set.twin.Has(s.tuples[b]) }))
	}},
	{"Diagonal", func(s *matrixSystem) {
		set, levels := s.anySet(), s.someLevels()
		s.keep(func() mdd.Matrix { return set.set.Diagonal(levels...) }, s.twin(func(a, b int) bool {
			return a == b && len(set.twin.Filter(func(v []int) bool {
				return s.agree(v, s.tuples[a], levels,
					true)
			})) > 0
		}))
	}},
	{"Cross", func(s *matrixSystem) {
		x, y := s.anySet(), s.anySet()
		s.keep(func() mdd.Matrix { return x.set.Cross(y.set) }, s.twin(func(a, b int) bool {
			return x.twin.Has(s.tuples[a]) && y.twin.Has(s.tuples[b])
		}))
	}},
	{"Steps", func(s *matrixSystem) {
		values, steps, twin := s.steps()
		s.keep(func() mdd.Matrix { return s.f.Steps(values, steps...) }, s.leads(twin, func(v []int) bool {
			return !slices.ContainsFunc(steps, func(st mdd.Step) bool {
				return st.Effect != mdd.Effect(mdd.Shift{}) && !slices.Contains(values[st.Level-1], v[st.Level-1])
			})
		}))
	}},
	{"Relation.Matrix", func(s *matrixSystem) {
		_, steps, twin := s.steps()
		r := s.f.NewRelation()
		r.Add(steps...)
		var within []int // numbers of tuples that the event leads to the box
		for a, values := range s.tuples {
			if s.allTold(values) && !slices.ContainsFunc(twin.Successors(values),
				func(v []int) bool { return !s.allTold(v) }) {
				within = append(within, a)
			}
		}
		var list [][]int
		for _, a := range within {
			list = append(list, s.tuples[a])
		}
		set := s.f.Tuples(list)
		s.keep(func() mdd.Matrix { return r.Matrix(0, set) },
			s.leads(twin, func(v []int) bool { return slices.Contains(within, s.place(v)) }))
	}},
	{"Relation.Matrix of a matrix", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		r := s.f.NewRelation()
		r.AddMatrix(x.m)
		s.keep(func() mdd.Matrix { return r.Matrix(0, set.set) },
			s.twin(func(a, b int) bool { return x.twin[a][b] && set.twin.Has(s.tuples[a]) }))
	}},
	{"Image", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		s.sameSet(func() mdd.Set { return x.m.Image(set.set) }, func(b int) bool {
			return slices.ContainsFunc(s.tuples, func(v []int) bool { return set.twin.Has(v) && x.twin[s.place(v)][b] })
		})
	}},
	{"PreImage", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		s.sameSet(func() mdd.Set { return x.m.PreImage(set.set) }, func(a int) bool {
			return slices.ContainsFunc(s.tuples, func(v []int) bool { return set.twin.Has(v) && x.twin[a][s.place(v)] })
		})
	}},
	{"Matrix.Enabled", func(s *matrixSystem) {
		x, set := s.any(), s.anySet()
		s.sameSet(func() mdd.Set { return x.m.Enabled(set.set) }, func(a int) bool {
			return set.twin.Has(s.tuples[a]) && slices.Contains(x.twin[a], true)
		})
	}},
	{"Domain", func(s *matrixSystem) {
		x := s.any()
		if s.compared(x.m.Bounded() == s.bounded(x), "bounded: %v", x.m.Bounded()); !s.bounded(x) {
			return
		}
		s.sameSet(x.m.Domain, func(a int) bool { return slices.Contains(x.twin[a], true) })
		s.sameSet(x.m.Range, func(b int) bool {
			return slices.ContainsFunc(x.twin,
				func(row []bool) bool { return row[b] })
		})
	}},
	{"Matrix.All", func(s *matrixSystem) {
		x := s.any()
		if !s.bounded(x) {
			return
		}
		twin := s.twin(func(a, b int) bool { return false })
		count, last := int64(0), []int(nil)
		for from, to := range x.m.All() {
			twin[s.place(from)][s.place(to)] = true
			var pair []int
			for i := range from {
				pair = append(pair, to[i], from[i])
			}
			s.compared(last == nil || mdd.FromTop(last, pair) < 0, "%v after %v", pair, last)
			last = pair
			count++
		}
		s.compared(slices.EqualFunc(twin, x.twin, slices.Equal), "other pairs")
		n := x.m.Count()
		s.compared(n.IsInt64() && n.Int64() == count, "Count is %v, want %d", n, count)
	}},
}
