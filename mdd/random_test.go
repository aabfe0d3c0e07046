package mdd_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

var (
	operations = flag.Int("operations", 10_000, "results that the random tester compares")
	firstSeed  = flag.Uint64("seed", 1, "first seed of the random tester")
)

// Operations of mdd and edd, drawn at random, on random systems in which forests, relations and sets come and go. Every
// result is compared with Go's maps, tuple by tuple, and with the diagram that is made of these, which tests M1 to M4
// and E1 to E3 for all operations together. Some operations are ended by a limit first. The way to a failure is
//
//	go test ./mdd -run RandomSystems -seed SEED
//
// and with -tags narrow, where that found it. A million results take minutes.
func TestRandomSystems(t *testing.T) {
	want := *operations
	if testing.Short() {
		want /= 5
	}
	c := &counts{compared: map[string]int{}}
	for seed := *firstSeed; c.total < want; seed++ {
		func() {
			ended := false
			defer func() {
				if !ended || t.Failed() { // a panic, or a difference
					t.Logf("seed %d", seed)
				}
			}()
			runSystem(t, seed, c)
			ended = true
		}()
		if t.Failed() {
			return
		}
	}
	t.Logf("%d systems, %d results, %d operations ended by a limit", c.systems, c.total, c.ended)
	for _, name := range slices.Sorted(maps.Keys(c.compared)) {
		t.Logf("%8d %s", c.compared[name], name)
	}
	for _, op := range slices.Concat(setOps, algebraOps, countOps, eventOps, funcOps) {
		if want >= 10_000 && c.compared[op.name] == 0 {
			t.Errorf("%s was never compared", op.name)
		}
	}
}

// counts has the numbers of systems, operations and results of a run.
type counts struct {
	systems, total, ended int

	compared map[string]int // results, by operation
}

// An op runs one operation of a system and compares its result.
type op struct {
	name string
	do   func(s *system)
}

// A system is a forest with some sets, relations and functions, each with its twin.
type system struct {
	t      *testing.T
	rng    *rand.Rand
	counts *counts
	op     string // that is running

	levels, domain int
	numbers        []numbering // by level − 1
	f, other       *mdd.Forest // other has the other rule
	funcs          *edd.Forest // nil unless f is zero-suppressed
	moreFuncs      *edd.Forest

	sets []sample
	rels []*relation
	dist []function
}

// A sample is a set and its twin.
type sample struct {
	set  mdd.Set
	twin mdd.Tuples
}

const (
	opsEach   = 150 // operations of a system
	mostTwins = 300 // tuples of a sample that others are made of
)

// runSystem draws a system and runs operations on it.
func runSystem(t *testing.T, seed uint64, c *counts) {
	s := &system{t: t, rng: rand.New(rand.NewPCG(seed, 21)), counts: c}
	s.levels = 1 + s.rng.IntN(5)
	s.domain = min(2+s.rng.IntN(4), 8-s.levels)
	if s.rng.IntN(8) == 0 { // as many values as make saturation look up unfinished nodes
		s.levels, s.domain = 1+s.rng.IntN(2), 15+s.rng.IntN(10)
	}
	for range s.levels {
		s.numbers = append(s.numbers, newNumbering(s.rng))
	}
	o := mdd.Options{Rule: mdd.Rule(s.rng.IntN(2)), CollectEvery: s.draw(0, 0, 0, 0, 1, 2, 3, 7, 20),
		MaxCache: s.draw(0, 0, 1)}
	s.f = mdd.New(s.levels, o)
	defer s.f.Close()
	s.other = mdd.New(s.levels, mdd.Options{Rule: 1 - o.Rule, CollectEvery: s.draw(0, 0, 1, 5)})
	defer s.other.Close()
	ops := slices.Concat(setOps, algebraOps, countOps, eventOps)
	if o.Rule == mdd.ZeroSuppressed {
		s.funcs = edd.New(s.f, edd.Options{CollectEvery: s.draw(0, 0, 0, 0, 1, 2, 3, 7, 20), MaxCache: s.draw(0, 0, 1)})
		defer s.funcs.Close()
		s.moreFuncs = edd.New(s.f, edd.Options{CollectEvery: s.draw(0, 0, 1, 5)})
		defer s.moreFuncs.Close()
		ops = slices.Concat(ops, funcOps, funcOps)
	}
	for range 5 {
		s.sets = append(s.sets, s.newSample())
	}
	for range 2 {
		s.rels = append(s.rels, s.newRelation())
	}
	if s.funcs != nil {
		for range 3 {
			s.dist = append(s.dist, s.newFunction())
		}
	}
	for range opsEach {
		op := ops[s.rng.IntN(len(ops))]
		s.op = op.name
		op.do(s)
		s.renew()
		if t.Failed() {
			t.Logf("%d levels, values below %d, %+v", s.levels, s.domain, o)
			return
		}
	}
	for _, check := range []func() error{s.f.Check, s.other.Check} {
		if err := check(); err != nil {
			t.Error(err)
		}
	}
	c.systems++
}

// renew drops a set, a relation or a function now and then, and collects.
func (s *system) renew() {
	switch s.rng.IntN(40) {
	case 0, 1:
		s.sets[s.rng.IntN(len(s.sets))] = s.newSample()
	case 2, 3, 4:
		s.rels[s.rng.IntN(len(s.rels))] = s.newRelation()
	case 5, 6:
		if s.funcs != nil {
			s.dist[s.rng.IntN(len(s.dist))] = s.newFunction()
		}
	case 7:
		s.f.Collect()
	case 8:
		if s.rng.IntN(20) == 0 {
			runtime.GC()
		}
	}
}

func (s *system) draw(from ...int) int { return from[s.rng.IntN(len(from))] }

func (s *system) anySet() sample { return s.sets[s.rng.IntN(len(s.sets))] }

// tuple draws a tuple; half of its values are 0.
func (s *system) tuple() []int {
	values := make([]int, s.levels)
	for k := range values {
		if s.rng.IntN(2) == 0 {
			values[k] = s.rng.IntN(s.domain)
		}
		values[k] = s.number(k).at(values[k])
	}
	return values
}

// isSmall reports whether later operations may have a tuple as an operand.
func (s *system) isSmall(values []int) bool {
	for k, v := range values {
		if v = s.number(k).small(v); v < 0 || v > s.domain+5 {
			return false
		}
	}
	return true
}

// newSample draws a set.
func (s *system) newSample() sample {
	twin := mdd.Tuples{}
	for range s.rng.IntN(1 + s.rng.IntN(30)) {
		twin.Add(s.tuple())
	}
	return sample{s.f.Tuples(twin.Sorted()), twin}
}

// attempt runs fn, which makes a result: sometimes under a limit first, and again without it if the limit has ended fn.
func (s *system) attempt(fn func()) {
	guard := s.f.Guard
	if s.funcs != nil && s.rng.IntN(2) == 0 {
		guard = s.funcs.Guard
	}
	ctx := context.Background()
	var err error
	switch s.rng.IntN(30) {
	case 0:
		err = guard(ctx, dd.Limits{Work: int64(1 + s.rng.IntN(100))}, fn)
	case 1:
		err = guard(ctx, dd.Limits{Nodes: 1 + s.rng.IntN(80)}, fn)
	case 2:
		err = guard(ctx, dd.Limits{Memory: int64(s.rng.IntN(1 << 18))}, fn)
	case 3:
		ended, cancel := context.WithCancel(ctx)
		cancel()
		err = guard(ended, dd.Limits{}, fn)
	case 4:
		if !s.f.Try(int64(s.rng.IntN(100)), fn) {
			err = &dd.LimitError{}
		}
	case 5:
		done := false
		err = guard(ctx, dd.Limits{Work: int64(1 + s.rng.IntN(100))},
			func() { done = s.f.Try(int64(s.rng.IntN(50)), fn) })
		if err == nil && !done {
			err = &dd.LimitError{}
		}
	default:
		fn()
		return
	}
	if err == nil {
		return
	}
	if limit := (*dd.LimitError)(nil); !errors.As(err, &limit) {
		s.t.Errorf("%s: %v", s.op, err)
	}
	s.counts.ended++
	fn()
}

// compared counts a result of the running operation, and reports a difference.
func (s *system) compared(same bool, format string, args ...any) {
	s.counts.total++
	s.counts.compared[s.op]++
	if !same {
		s.t.Errorf("%s: %s", s.op, fmt.Sprintf(format, args...))
	}
}

// same compares a set with the expected tuples: the tuples, their order, and the diagram.
func (s *system) same(what string, got mdd.Set, want mdd.Tuples) {
	list := slices.Collect(got.All())
	sorted := want.Sorted()
	ok := slices.EqualFunc(list, sorted, slices.Equal)
	s.compared(ok, "%s: got %v, want %v", what, list, sorted)
	s.rng.Shuffle(len(sorted), func(i, j int) { sorted[i], sorted[j] = sorted[j], sorted[i] })
	again := s.f.Tuples(sorted)
	s.compared(again.Equal(got), "%s: another diagram of %v", what, list)
	if err := mdd.CheckRule(got); err != nil {
		s.t.Errorf("%s: %s: %v", s.op, what, err)
	}
}

// keep is same, and keeps the set as an operand.
func (s *system) keep(what string, got mdd.Set, want mdd.Tuples) {
	s.same(what, got, want)
	for _, values := range want {
		if !s.isSmall(values) {
			return
		}
	}
	if len(want) <= mostTwins {
		s.sets[s.rng.IntN(len(s.sets))] = sample{got, want}
	}
}
