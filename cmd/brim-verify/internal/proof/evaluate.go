package proof

import (
	"slices"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
)

// Formulas of CTL on the part. All sets are too small rather than too large: what is in the set of a formula satisfies
// it, whatever the markings outside of the part do.

// A bitset is a set of markings of the part, or of numbers below another limit.
type bitset []uint64

// grown returns the set with room for numbers below n.
func (b bitset) grown(n int) bitset {
	for len(b)*64 < n {
		b = append(b, 0)
	}
	return b
}

func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 == 1 }
func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) empty() bool {
	return !slices.ContainsFunc(b, func(word uint64) bool { return word != 0 })
}

// chosen returns the markings of the part of which choose is true.
func (v *verifier) chosen(choose func(i int) bool) bitset {
	b := bitset(nil).grown(len(v.part.markings))
	for i := range v.part.markings {
		v.tick()
		if choose(i) {
			b.set(i)
		}
	}
	return b
}

// others returns the markings of the part that are not in b.
func (v *verifier) others(b bitset) bitset { return v.chosen(func(i int) bool { return !b.has(i) }) }

// An evaluation keeps the sets of the subformulas of a formula.
type evaluation struct {
	*verifier
	sets map[string]bitset // by key
}

// satisfying returns markings of the part that satisfy f. Cost: the part with its steps, for each subformula.
func (v *verifier) satisfying(f *formula.Formula) bitset {
	v.part.finish()
	return evaluation{v, map[string]bitset{}}.set(f)
}

// set returns the markings in which f is seen to hold: by claims, by sections never, or by its operator.
func (e evaluation) set(f *formula.Formula) bitset {
	if b, ok := e.sets[f.Key]; ok {
		return b
	}
	p := e.part
	var b bitset
	switch {
	case f.Op == formula.Enabled || f.Op == formula.NotEnabled:
		b = bitset(nil).grown(len(p.markings))
		for _, t := range f.Transitions {
			for _, i := range p.firing[t] {
				b.set(int(i))
			}
		}
		if f.Op == formula.NotEnabled {
			b = e.others(b)
		}
	case f.Op == formula.Deadlock:
		b = p.dead
	case f.Op == formula.Alive:
		b = e.others(p.dead)
	case f.Op == formula.And || f.Op == formula.Or:
		args := make([]bitset, len(f.Args))
		for i, a := range f.Args {
			args[i] = e.set(a)
		}
		claimed := e.claimed(f)
		b = e.chosen(func(i int) bool {
			inside := func(b bitset) bool { return b.has(i) == (f.Op == formula.Or) }
			return slices.ContainsFunc(args, inside) == (f.Op == formula.Or) || claimed.has(i)
		})
	case !f.Temporal():
		b = e.chosen(func(i int) bool { p.load(i); return f.Holds(p.net, p.m) })
	default:
		b = e.path(f)
	}
	e.sets[f.Key] = b
	return b
}

// claimed returns the markings that claims about f itself have in their sets, or all if a section never proves f.
func (v *verifier) claimed(f *formula.Formula) bitset {
	sets, excluded := v.proven[f.Key], v.excluded(f)
	if len(sets) == 0 && !excluded {
		return bitset(nil).grown(len(v.part.markings))
	}
	return v.chosen(func(i int) bool {
		v.part.load(i)
		return excluded || slices.ContainsFunc(sets, func(s diagram.Set) bool { return v.store.Has(s, v.part.m) })
	})
}

// path returns the set of a formula with a path operator of CTL.
func (e evaluation) path(f *formula.Formula) bitset {
	p, last := e.part, bitset(nil)
	if f.Op > formula.AR {
		e.reject("%s of LTL in a formula of CTL", f.String(e.net))
	}
	claimed := e.claimed(f)
	if last = e.set(f.Args[len(f.Args)-1]); len(f.Args) == 1 {
		inside := func(j int32) bool { return last.has(int(j)) }
		outside := func(j int32) bool { return !last.has(int(j)) }
		return e.chosen(func(i int) bool {
			if f.Op == formula.EX {
				return claimed.has(i) || slices.ContainsFunc(p.steps(i), inside)
			}
			return claimed.has(i) || !p.open.has(i) && !slices.ContainsFunc(p.steps(i), outside)
		})
	}
	left := e.set(f.Args[0])
	start := e.chosen(func(i int) bool { return claimed.has(i) || last.has(i) })
	// What is lost from start, or never gained, is what spread comes to from outside of start. These are the numbers of
	// steps that decide about a marking.
	const never = -1
	need := map[formula.Op]func(i int) int{
		formula.EU: func(i int) int { // gained with one successor
			if left.has(i) {
				return 1
			}
			return never
		},
		formula.AU: func(i int) int { // gained with all of them
			if left.has(i) && !p.open.has(i) && (!p.dead.has(i) || e.infinite) {
				return len(p.steps(i))
			}
			return never
		},
		formula.ER: func(i int) int { // lost with all of them
			if claimed.has(i) || left.has(i) || p.dead.has(i) && !e.infinite {
				return never
			}
			return len(p.steps(i))
		},
		formula.AR: func(i int) int { // lost with one, or at once if one is unknown
			switch {
			case claimed.has(i) || left.has(i):
				return never
			case p.open.has(i):
				return 0
			}
			return 1
		},
	}[f.Op]
	if f.Op == formula.EU || f.Op == formula.AU {
		return e.spread(start, need)
	}
	return e.others(e.spread(e.others(start), need))
}

// spread returns the least set that contains start and each marking i of which need(i) ≥ 0 steps lead into the set.
// Cost: the steps of the part.
func (v *verifier) spread(start bitset, need func(i int) int) bitset {
	p := v.part
	p.reverse()
	var todo []int32
	left := make([]int, len(p.markings))
	b := v.chosen(func(i int) bool {
		left[i] = need(i)
		if start.has(i) || left[i] == 0 {
			todo = append(todo, int32(i))
			return true
		}
		return false
	})
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		v.tick()
		for _, i := range p.before[p.firstBefore[j]:p.firstBefore[j+1]] {
			if left[i]--; left[i] == 0 && !b.has(int(i)) {
				b.set(int(i))
				todo = append(todo, i)
			}
		}
	}
	return b
}

// holds reports whether f is seen to hold in the initial marking.
func (v *verifier) holds(f *formula.Formula) bool {
	v.part.finish()
	switch {
	case f.Op == formula.E || f.Op == formula.A:
		return v.run(f)
	case f.Op == formula.And && !slices.ContainsFunc(f.Args, func(a *formula.Formula) bool { return !v.holds(a) }):
		return true
	case f.Op == formula.Or && slices.ContainsFunc(f.Args, v.holds):
		return true
	case f.Op == formula.EU && f.Args[0].Op == formula.True && !v.satisfying(f.Args[1]).empty():
		return true // all markings of the part are reached
	}
	return v.satisfying(f).has(0)
}
