package ticks

import (
	"encoding/binary"
	"fmt"

	"brim/mdd"
)

// Effects as tables.

// leads calls visit with the values that an effect leads to from v; nil leaves v alone.
func leads(e mdd.Effect, v int, visit func(to int)) {
	switch e := e.(type) {
	case nil:
		visit(v)
	case mdd.Shift:
		if v >= e.Min && (e.Below == 0 || v < e.Below) {
			visit(v + e.Delta)
		}
	case *mdd.Pairs:
		for _, pair := range e.At(v) {
			visit(pair[1])
		}
	}
}

// allLeads calls visit with the tuples that steps lead to from a tuple; Level counts its elements from 1. They are the
// caller's own.
func allLeads(tuple []int, steps []mdd.Step, visit func(to []int)) {
	to := append([]int(nil), tuple...)
	var step func(i int)
	step = func(i int) {
		if i == len(steps) {
			visit(append([]int(nil), to...))
			return
		}
		at := steps[i].Level - 1
		leads(steps[i].Effect, tuple[at], func(v int) {
			to[at] = v
			step(i + 1)
		})
	}
	step(0)
}

// effectOf returns the effect with these pairs of values from 0 to most; nil if it leaves all of them alone, and ok is
// false if there are no pairs.
func effectOf(pairs [][2]int, most int) (e mdd.Effect, ok bool) {
	if len(pairs) == 0 {
		return nil, false
	}
	p := mdd.NewPairs(pairs...)
	for v := range most + 1 {
		if at := p.At(v); len(at) != 1 || at[0][1] != v {
			return p, true
		}
	}
	return nil, true
}

// joined returns the pairs of what one effect leads to and the other then leads to, among values up to most.
func joined(first, second mdd.Effect, most int) (pairs [][2]int) {
	for v := range most + 1 {
		leads(first, v, func(via int) {
			leads(second, via, func(to int) {
				if to <= most {
					pairs = append(pairs, [2]int{v, to})
				}
			})
		})
	}
	return pairs
}

// keyOf returns a text that differs for different lists of numbers.
func keyOf(values []int) string {
	var key []byte
	for _, v := range values {
		key = binary.AppendUvarint(key, uint64(v))
	}
	return string(key)
}

// stepsKey returns a text that differs for steps with different effects, of values up to most by level, -1 if that is
// not known.
func stepsKey(steps []mdd.Step, most func(level int) int) string {
	var key []byte
	number := func(n int) { key = binary.AppendVarint(key, int64(n)) }
	for _, s := range steps {
		number(s.Level)
		switch e := s.Effect.(type) {
		case mdd.Shift:
			key = append(key, 's')
			number(e.Min)
			number(e.Below)
			number(e.Delta)
		case *mdd.Pairs:
			key = append(key, 'p')
			if most(s.Level) < 0 {
				key = fmt.Appendf(key, "%p", e)
			}
			for v := range most(s.Level) + 1 {
				at := e.At(v)
				number(len(at))
				for _, pair := range at {
					number(pair[1])
				}
			}
		}
	}
	return string(key)
}
