package mdd_test

import (
	"context"
	"maps"
	"slices"

	"brim/mdd"
)

// Random tests of the algebra of sets: operations that quantify, join, move and compare.

// without returns the tuples of t with 0 on the levels for which drop is true.
func without(t mdd.Tuples, drop []bool) mdd.Tuples {
	r := mdd.Tuples{}
	for _, values := range t {
		values = slices.Clone(values)
		for i := range values {
			if drop[i] {
				values[i] = 0
			}
		}
		r.Add(values)
	}
	return r
}

// someLevels draws levels, each with a chance of one in n, in any order.
func (s *system) someLevels(n int) (levels []int, chosen []bool) {
	chosen = make([]bool, s.levels)
	for _, i := range s.rng.Perm(s.levels) {
		if s.rng.IntN(n) == 0 {
			levels, chosen[i] = append(levels, i+1), true
		}
	}
	return levels, chosen
}

// someValues draws a list of values, in any order and with repetitions, for each of some levels; least is the length of
// the shortest.
func (s *system) someValues(least int) (values [][]int, chosen []bool) {
	_, chosen = s.someLevels(2)
	values = make([][]int, s.levels)
	for i := range values {
		if chosen[i] {
			values[i] = make([]int, least+s.rng.IntN(4))
			for j := range values[i] {
				values[i][j] = s.number(i).at(s.rng.IntN(1 + s.rng.IntN(s.domain)))
			}
		}
	}
	return values, chosen
}

// inLists reports whether the values are in their lists, where there is one.
func inLists(values []int, lists [][]int) bool {
	for i, list := range lists {
		if list != nil && !slices.Contains(list, values[i]) {
			return false
		}
	}
	return true
}

// joined returns the join of a and b, whose tuples agree on the levels on.
func joined(a, b mdd.Tuples, on []bool) mdd.Tuples {
	r := mdd.Tuples{}
	for _, x := range a {
	next:
		for _, y := range b {
			z := slices.Clone(x)
			for i, v := range y {
				switch {
				case on[i] && v != x[i]:
					continue next
				case !on[i] && x[i] == 0:
					z[i] = v
				}
			}
			r.Add(z)
		}
	}
	return r
}

// operandsOfJoin draws levels on which two sets agree, and two sets that share no other ones.
func (s *system) operandsOfJoin() (a, b sample, on []int, agree []bool) {
	on, agree = s.someLevels(2)
	inA, inB := slices.Clone(agree), slices.Clone(agree)
	for i := range agree {
		mine := s.rng.IntN(2) == 0
		inA[i], inB[i] = inA[i] || mine, inB[i] || !mine
	}
	part := func(keep []bool) sample {
		drop := make([]bool, len(keep))
		for i := range drop {
			drop[i] = !keep[i]
		}
		twin := without(s.anySet().twin, drop)
		return sample{s.f.Tuples(twin.Sorted()), twin}
	}
	return part(inA), part(inB), on, agree
}

// moved returns the tuples of t with the value of level k on level to[k-1] of the given number of levels.
func moved(t mdd.Tuples, to []int, levels int) mdd.Tuples {
	r := mdd.Tuples{}
	for _, values := range t {
		z := make([]int, levels)
		for i, k := range to {
			if k > 0 {
				z[k-1] = values[i]
			}
		}
		r.Add(z)
	}
	return r
}

// someTargets draws the targets of the levels of a set among the given number of levels.
func (s *system) someTargets(from, levels int) []int {
	to := make([]int, max(from, levels))
	for i, t := range s.rng.Perm(levels) {
		to[i] = t + 1
	}
	if s.rng.IntN(3) == 0 { // in the order that they have
		slices.Sort(to)
	} else {
		s.rng.Shuffle(len(to), func(i, j int) { to[i], to[j] = to[j], to[i] })
	}
	to = to[:from]
	for i := range to {
		if s.rng.IntN(5) == 0 {
			to[i] = 0
		}
	}
	return to
}

// algebraOps are the operations on sets other than union, intersection and difference.
var algebraOps = []op{
	{"Exists", func(s *system) {
		a := s.anySet()
		levels, chosen := s.someLevels(2)
		var got mdd.Set
		s.attempt(func() { got = a.set.Exists(levels...) })
		s.keep("", got, without(a.twin, chosen))
	}},
	{"ForAll", func(s *system) {
		a := s.anySet()
		values, chosen := s.someValues(1)
		// the tuples with the values of the lists, and on the other levels those of v
		all := func(v []int) mdd.Tuples {
			box := slices.Clone(values)
			for i := range box {
				if box[i] == nil {
					box[i] = []int{v[i]}
				}
			}
			return inBox(box)
		}
		if s.rng.IntN(2) == 0 { // a set that has all values for some
			twin := maps.Clone(s.anySet().twin)
			for _, v := range a.twin {
				maps.Copy(twin, all(v))
			}
			a = sample{s.f.Tuples(twin.Sorted()), twin}
		}
		want := without(a.twin, chosen).Filter(func(v []int) bool {
			asked := all(v)
			return len(asked.Filter(a.twin.Has)) == len(asked)
		})
		var got mdd.Set
		s.attempt(func() { got = a.set.ForAll(values) })
		s.keep("", got, want)
	}},
	{"Restrict", func(s *system) {
		a, level := s.anySet(), 1+s.rng.IntN(s.levels)
		value := s.number(level - 1).at(s.rng.IntN(s.domain))
		chosen := make([]bool, s.levels)
		chosen[level-1] = true
		var got mdd.Set
		s.attempt(func() { got = a.set.Restrict(level, value) })
		s.keep("", got, without(a.twin.Filter(func(v []int) bool { return v[level-1] == value }), chosen))
	}},
	{"Cofactor", func(s *system) {
		a := s.anySet()
		values, chosen := s.someValues(s.draw(0, 1, 1, 1))
		var got mdd.Set
		s.attempt(func() { got = a.set.Cofactor(values) })
		s.keep("", got, without(a.twin.Filter(func(v []int) bool { return inLists(v, values) }), chosen))
	}},
	{"Join", func(s *system) {
		a, b, on, agree := s.operandsOfJoin()
		var got mdd.Set
		s.attempt(func() { got = a.set.Join(b.set, on...) })
		s.keep("", got, joined(a.twin, b.twin, agree))
	}},
	{"JoinExists", func(s *system) {
		a, b, on, agree := s.operandsOfJoin()
		drop, chosen := s.someLevels(2)
		var got mdd.Set
		s.attempt(func() { got = a.set.JoinExists(b.set, on, drop) })
		s.keep("", got, without(joined(a.twin, b.twin, agree), chosen))
	}},
	{"AndExists", func(s *system) {
		a, b := s.anySet(), s.anySet()
		drop, chosen := s.someLevels(2)
		var got mdd.Set
		s.attempt(func() { got = a.set.AndExists(b.set, drop...) })
		s.keep("", got, without(a.twin.Filter(b.twin.Has), chosen))
	}},
	{"Move", func(s *system) {
		a := s.anySet()
		to := s.someTargets(s.levels, s.levels)
		var got mdd.Set
		s.attempt(func() { got = s.f.Move(a.set, to) })
		s.keep("", got, moved(a.twin, to, s.levels))
	}},
	{"Move of another forest", func(s *system) {
		levels := 1 + s.rng.IntN(6)
		from := mdd.New(levels, mdd.Options{Rule: mdd.Rule(s.rng.IntN(2)), CollectEvery: s.draw(0, 1, 3)})
		defer from.Close()
		a := s.anySet()
		there := moved(a.twin, s.someTargets(s.levels, levels), levels)
		set := from.Tuples(there.Sorted())
		to := s.someTargets(levels, s.levels)
		var got mdd.Set
		s.attempt(func() { got = s.f.Move(set, to) })
		s.keep("", got, moved(there, to, s.levels))
		set = set.Union(from.Tuple(slices.Repeat([]int{1}, levels)...)) // the same handles may be other nodes now
		there.Add(slices.Repeat([]int{1}, levels))
		from.Collect()
		s.attempt(func() { got = s.f.Move(set, to) })
		s.keep("again", got, moved(there, to, s.levels))
	}},
	{"Reorder", func(s *system) {
		a, b := s.anySet(), s.anySet()
		o := mdd.Reordering{Passes: s.rng.IntN(3), MaxGrowth: 1 + s.rng.Float64(), Work: int64(s.draw(0, 0, 30))}
		if low := 1 + s.rng.IntN(s.levels); s.rng.IntN(2) == 0 {
			o.Blocks = [][2]int{{low, low + s.rng.IntN(s.levels-low+1)}}
		}
		r, err := s.f.Reorder(context.Background(), o, a.set, b.set)
		if err != nil {
			s.compared(false, "error %v", err)
			return
		}
		defer r.Forest.Close()
		want := moved(b.twin, r.To, s.levels).Set(r.Forest)
		s.compared(want.Equal(r.Sets[1]) && r.After <= r.Before, "got %v from %v by %v",
			slices.Collect(r.Sets[1].All()), b.twin.Sorted(), r.To)
		back := make([]int, s.levels)
		for i, k := range r.To {
			back[k-1] = i + 1
		}
		var got mdd.Set
		s.attempt(func() { got = s.f.Move(r.Sets[0], back) })
		s.keep("back", got, a.twin)
	}},
	{"SubsetOf", func(s *system) {
		a, b := s.anySet(), s.anySet()
		if s.rng.IntN(2) == 0 {
			b = sample{a.set.Union(b.set), maps.Clone(b.twin)}
			maps.Copy(b.twin, a.twin)
		}
		want := len(a.twin.Filter(b.twin.Has)) == len(a.twin)
		var got bool
		s.attempt(func() { got = a.set.SubsetOf(b.set) })
		s.compared(got == want, "got %v for %v in %v", got, a.twin.Sorted(), b.twin.Sorted())
	}},
	{"Disjoint", func(s *system) {
		a, b := s.anySet(), s.anySet()
		if s.rng.IntN(2) == 0 {
			b = sample{b.set.Minus(a.set), b.twin.Filter(func(v []int) bool { return !a.twin.Has(v) })}
		}
		want := len(a.twin.Filter(b.twin.Has)) == 0
		var got bool
		s.attempt(func() { got = a.set.Disjoint(b.set) })
		s.compared(got == want, "got %v for %v and %v", got, a.twin.Sorted(), b.twin.Sorted())
	}},
	{"Xor", func(s *system) {
		a, b := s.anySet(), s.anySet()
		want := a.twin.Filter(func(v []int) bool { return !b.twin.Has(v) })
		maps.Copy(want, b.twin.Filter(func(v []int) bool { return !a.twin.Has(v) }))
		var got mdd.Set
		s.attempt(func() { got = a.set.Xor(b.set) })
		s.keep("", got, want)
	}},
	{"Ite", func(s *system) {
		a, b, c := s.anySet(), s.anySet(), s.anySet()
		want := b.twin.Filter(a.twin.Has)
		maps.Copy(want, c.twin.Filter(func(v []int) bool { return !a.twin.Has(v) }))
		var got mdd.Set
		s.attempt(func() { got = a.set.Ite(b.set, c.set) })
		s.keep("", got, want)
	}},
	{"ComplementIn", func(s *system) {
		a := s.anySet()
		box, _ := s.someValues(s.draw(0, 1, 1))
		for i := range box {
			if box[i] == nil {
				box[i] = []int{0, s.number(i).at(s.rng.IntN(s.domain))}
			}
		}
		var got mdd.Set
		s.attempt(func() { got = a.set.ComplementIn(box) })
		s.keep("", got, inBox(box).Filter(func(v []int) bool { return !a.twin.Has(v) }))
	}},
	{"UnionOf", func(s *system) {
		var sets []mdd.Set
		want := mdd.Tuples{}
		for range s.rng.IntN(8) {
			a := s.anySet()
			sets = append(sets, a.set)
			maps.Copy(want, a.twin)
		}
		var got mdd.Set
		s.attempt(func() { got = s.f.UnionOf(sets...) })
		s.keep("", got, want)
	}},
}
