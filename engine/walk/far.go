package walk

import (
	"brim/ctl/syntax"
	"brim/engine/kripke"
)

// How far a state is from one with a property.

// farthest is more than any distance between numbers that walks meet.
const farthest = 1 << 40

// Far returns a distance for Rover.Seek of states in which f holds, a formula without path operators: of a comparison
// how much its sum lacks, of a conjunction the sum, of a disjunction the least one. The error says what of f has no
// meaning in x.
func Far(x kripke.Numbers, f *syntax.Formula) (func(kripke.State) int64, error) {
	return far(x, syntax.NNF(f))
}

func far(x kripke.Numbers, f *syntax.Formula) (func(kripke.State) int64, error) {
	switch f.Op {
	case syntax.And, syntax.Or:
		var parts []func(kripke.State) int64
		for _, g := range f.Args {
			part, err := far(x, g)
			if err != nil {
				return nil, err
			}
			parts = append(parts, part)
		}
		if f.Op == syntax.And {
			return func(s kripke.State) int64 {
				sum := int64(0)
				for _, part := range parts {
					sum = min(sum+part(s), farthest)
				}
				return sum
			}, nil
		}
		return func(s kripke.State) int64 {
			least := int64(farthest)
			for _, part := range parts {
				least = min(least, part(s))
			}
			return least
		}, nil
	case syntax.Compare:
		if sum, ok := x.Sum(&syntax.Sum{Terms: f.Terms}); ok {
			return lacks(sum, f), nil
		}
	}
	holds, err := x.Predicate(f)
	if err != nil {
		return nil, err
	}
	return func(s kripke.State) int64 {
		if holds(s) {
			return 0
		}
		return 1
	}, nil
}

// lacks returns how much a sum lacks for a comparison.
func lacks(sum func(kripke.State) int64, f *syntax.Formula) func(kripke.State) int64 {
	var ranges [][2]int64
	for lo, hi := range f.Rel.Ranges(f.Const) {
		ranges = append(ranges, [2]int64{lo, hi})
	}
	return func(s kripke.State) int64 {
		v, least := sum(s), uint64(farthest)
		for _, r := range ranges {
			switch {
			case v < r[0]:
				least = min(least, uint64(r[0])-uint64(v)) // which may be more than 63 bits
			case v > r[1]:
				least = min(least, uint64(v)-uint64(r[1]))
			default:
				return 0
			}
		}
		return int64(least)
	}
}
