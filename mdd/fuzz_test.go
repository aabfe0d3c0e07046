package mdd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A setMachine interprets a stream of bytes as commands on a few sets of one forest and on their twins, and compares
// the results (M1 to M3).
type setMachine struct {
	f      *Forest
	sets   [4]Set
	twins  [4]tuples
	stream []byte
}

// next returns a number below n from the stream.
func (m *setMachine) next(n int) int {
	if len(m.stream) == 0 {
		return 0
	}
	b := m.stream[0]
	m.stream = m.stream[1:]
	return int(b) % n
}

// tuple returns a tuple from the stream.
func (m *setMachine) tuple() []int {
	values := make([]int, m.f.levels)
	for k := range values {
		values[k] = max(0, m.next(6)-2)
	}
	return values
}

// step runs one command.
func (m *setMachine) step() error {
	to, a, b := m.next(4), m.next(4), m.next(4)
	s, x, y := m.sets[a], m.twins[a], m.twins[b]
	r := tuples{}
	var got Set
	switch command := m.next(14); command {
	case 0:
		values := m.tuple()
		for _, v := range x {
			r.Add(v)
		}
		r.Add(values)
		got = s.Union(m.f.Tuple(values...))
	case 1:
		for _, v := range x {
			r.Add(v)
		}
		for _, v := range y {
			r.Add(v)
		}
		got = s.Union(m.sets[b])
	case 2:
		r = x.Filter(func(v []int) bool { return y.Has(v) })
		got = s.Intersect(m.sets[b])
	case 3:
		r = x.Filter(func(v []int) bool { return !y.Has(v) })
		got = s.Minus(m.sets[b])
	case 4:
		var file bytes.Buffer
		if err := s.Save(&file); err != nil {
			return err
		}
		var err error
		if got, err = m.f.Load(&file); err != nil {
			return err
		}
		r = x
	case 5:
		box := make([][]int, m.f.levels)
		lists := 1
		for k := range box {
			for range m.next(3) {
				box[k] = append(box[k], m.next(5))
			}
			lists *= len(box[k])
		}
		for i := range lists {
			values := make([]int, len(box))
			for k, list := range box {
				values[k] = list[i%len(list)]
				i /= len(list)
			}
			r.Add(values)
		}
		got = m.f.Box(box)
	case 6:
		var list [][]int
		for range m.next(20) {
			values := m.tuple()
			r.Add(values)
			list = append(list, values)
		}
		got = m.f.Tuples(list)
	case 7:
		values := m.tuple()
		if want := x.Has(values); s.Contains(values...) != want {
			return fmt.Errorf("set %d contains %v: got %v", a, values, !want)
		}
		m.f.s.Collect()
		return nil
	case 8:
		if list := slices.Collect(s.All()); fmt.Sprint(list) != fmt.Sprint(x.Sorted()) {
			return fmt.Errorf("set %d: got %v, want %v", a, list, x.Sorted())
		}
		return nil
	case 10:
		r = x.Filter(func(v []int) bool { return !y.Has(v) })
		for _, v := range y {
			if !x.Has(v) {
				r.Add(v)
			}
		}
		got = s.Xor(m.sets[b])
	case 11:
		level := 1 + m.next(m.f.levels)
		for _, v := range x {
			v = slices.Clone(v)
			v[level-1] = 0
			r.Add(v)
		}
		got = s.Exists(level)
	case 12:
		to := make([]int, m.f.levels)
		for i := range to {
			if t := 1 + m.next(len(to)); !slices.Contains(to, t) {
				to[i] = t
			}
		}
		for _, v := range x {
			moved := make([]int, len(v))
			for i, t := range to {
				if t > 0 {
					moved[t-1] = v[i]
				}
			}
			r.Add(moved)
		}
		got = m.f.Move(s, to)
	case 13:
		if got, want := s.SubsetOf(m.sets[b]), len(x.Filter(y.Has)) == len(x); got != want {
			return fmt.Errorf("%v in %v: got %v", x.Sorted(), y.Sorted(), got)
		}
		return nil
	case 9:
		if s.Equal(m.sets[b]) != (fmt.Sprint(x.Sorted()) == fmt.Sprint(y.Sorted())) {
			return fmt.Errorf("%v equals %v: got %v", x.Sorted(), y.Sorted(), s.Equal(m.sets[b]))
		}
		return nil
	}
	m.sets[to], m.twins[to] = got, r
	if n := got.Count(); n.Int64() != int64(len(r)) {
		return fmt.Errorf("%d tuples, expected %d: got %v, want %v", n, len(r), slices.Collect(got.All()), r.Sorted())
	}
	return nil
}

// runSets runs the stream for one kind of forest.
func runSets(o Options, stream []byte) error {
	m := setMachine{stream: stream}
	m.f = New(1+m.next(5), o)
	defer m.f.Close()
	for i := range m.sets {
		m.sets[i], m.twins[i] = m.f.Empty(), tuples{}
	}
	for len(m.stream) > 0 {
		if err := m.step(); err != nil {
			return err
		}
	}
	for i, s := range m.sets {
		if list := slices.Collect(s.All()); fmt.Sprint(list) != fmt.Sprint(m.twins[i].Sorted()) {
			return fmt.Errorf("set %d: got %v, want %v", i, list, m.twins[i].Sorted())
		}
	}
	return m.f.Check()
}

// runSetsEverywhere runs the stream for all kinds of forests.
func runSetsEverywhere(t *testing.T, stream []byte) {
	for _, o := range everyOption {
		if err := runSets(o, stream); err != nil {
			t.Errorf("%v, collections every %d: %v", o.Rule, o.CollectEvery, err)
		}
	}
}

// Any commands leave sets and their twins equal.
func FuzzSets(f *testing.F) {
	f.Add([]byte{3, 0, 0, 0, 0, 1, 2, 3, 1, 0, 0, 6, 9, 8, 7})
	f.Fuzz(func(t *testing.T, stream []byte) { runSetsEverywhere(t, stream) })
}

// Random commands leave sets and their twins equal.
func TestSetsAgainstTwin(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		stream := make([]byte, 300)
		for i := range stream {
			stream[i] = byte(rng.Uint32())
		}
		if runSetsEverywhere(t, stream); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}
