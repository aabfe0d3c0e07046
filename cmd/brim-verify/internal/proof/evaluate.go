package proof

import (
	"slices"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
)

// Formulas on the part, and on a run, in which each marking has one successor. All sets are too small rather than too
// large: what is in the set of a formula satisfies it, whatever the markings outside of the part do.

// An evaluation keeps the sets of the subformulas of a formula.
type evaluation struct {
	*verifier
	p    *part
	sets map[string][]bool // by key
}

// evaluation returns one of f on p, to which no markings are added from now on. It looks at each marking once to find
// which state subformulas hold there.
func (v *verifier) evaluation(p *part, f *formula.Formula) *evaluation {
	p.complete = true
	e := &evaluation{v, p, map[string][]bool{}}
	var states []*formula.Formula
	var collect func(f *formula.Formula)
	collect = func(f *formula.Formula) {
		switch {
		case e.sets[f.Key] != nil || v.excluded(f):
		case f.Temporal():
			for _, a := range f.Args {
				collect(a)
			}
		default:
			e.sets[f.Key] = make([]bool, len(p.markings))
			states = append(states, f)
		}
	}
	collect(f)
	for i := 1; i < len(p.markings); i++ {
		p.load(i)
		for _, f := range states {
			v.tick()
			e.sets[f.Key][i] = f.Holds(p.m)
		}
	}
	return e
}

// chosen returns the markings of the part of which choose is true.
func (e *evaluation) chosen(choose func(i int) bool) []bool {
	b := make([]bool, len(e.p.markings))
	for i := 1; i < len(b); i++ {
		b[i] = choose(i)
	}
	return b
}

// set returns the markings in which f is seen to hold: by claims, by sections never and descent, or by its operator.
// Cost: the part with its steps, for each subformula.
func (e *evaluation) set(f *formula.Formula) []bool {
	b, ok := e.sets[f.Key]
	switch {
	case ok:
	case e.excluded(f):
		b = e.chosen(func(int) bool { return true })
	default:
		b = e.path(f)
	}
	e.sets[f.Key] = b
	return b
}

// excluded reports whether f is A(h R g), as AG g, and a section has shown that g holds in all reachable markings.
func (v *verifier) excluded(f *formula.Formula) bool {
	return f.Op == formula.AR && v.always[f.Args[1].Key]
}

// claimed returns the markings that claims about f itself have in their sets.
func (e *evaluation) claimed(f *formula.Formula) []bool {
	sets := e.proven[f.Key]
	return e.chosen(func(i int) bool {
		if len(sets) > 0 {
			e.p.load(i)
		}
		return slices.ContainsFunc(sets, func(s diagram.Set) bool { return e.store.Has(s, e.p.m) })
	})
}

// path returns the set of a formula with path operators.
func (e *evaluation) path(f *formula.Formula) []bool {
	if f.Op == formula.E || f.Op == formula.A {
		e.reject("a formula of LTL inside of one of CTL: %s", e.said(f))
	}
	args := make([][]bool, len(f.Args))
	for i, a := range f.Args {
		args[i] = e.set(a)
	}
	p, claimed, first, last := e.p, e.claimed(f), args[0], args[len(args)-1]
	if f.Op >= formula.EX {
		p.connect()
	}
	ends := func(i int) bool { return len(p.steps[i]) == 0 && !e.infinite }
	start := func(i int) bool { return claimed[i] || last[i] }
	switch f.Op {
	case formula.And, formula.Or:
		return e.chosen(func(i int) bool {
			decides := func(arg []bool) bool { return arg[i] == (f.Op == formula.Or) }
			return claimed[i] || slices.ContainsFunc(args, decides) == (f.Op == formula.Or)
		})
	case formula.EX, formula.X, formula.AX:
		some := f.Op != formula.AX
		decides := func(j int32) bool { return last[j] == some }
		return e.chosen(func(i int) bool { return claimed[i] || slices.ContainsFunc(p.steps[i], decides) == some })
	case formula.EU, formula.U, formula.AU:
		return e.least(start, func(i int) bool { return first[i] && !ends(i) }, f.Op == formula.AU)
	}
	// ER, AR and R: the set is the greatest one, and what is lost of it, with all that is not in the part, a least one.
	start = func(i int) bool { return !claimed[i] && !last[i] }
	lost := e.least(start, func(i int) bool { return !claimed[i] && !first[i] && !ends(i) }, f.Op != formula.AR)
	return e.chosen(func(i int) bool { return !lost[i] })
}

// least returns the least set with what is in start, and what is in through and has one successor in the set, or has
// all of them there. Cost: the steps of the part.
func (e *evaluation) least(start, through func(i int) bool, all bool) []bool {
	var todo []int32
	left := make([]int, len(e.p.markings)) // successors that have to come into the set
	set := make([]bool, len(left))
	for i := range left {
		if left[i] = 1; all {
			left[i] = len(e.p.steps[i])
		}
		if set[i] = start(i) || left[i] == 0 && through(i); set[i] {
			todo = append(todo, int32(i))
		}
	}
	for len(todo) > 0 {
		j := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		e.tick()
		for _, i := range e.p.before[j] {
			if left[i]--; left[i] == 0 && !set[i] && through(int(i)) {
				set[i] = true
				todo = append(todo, i)
			}
		}
	}
	return set
}

// holds reports whether f is seen to hold in the initial marking.
func (e *evaluation) holds(f *formula.Formula) bool {
	fails := func(a *formula.Formula) bool { return !e.holds(a) }
	switch {
	case !f.Temporal():
		return f.Holds(e.net.Initial)
	case f.Op == formula.E || f.Op == formula.A:
		return e.runs[f.Key]
	case f.Op == formula.And && !slices.ContainsFunc(f.Args, fails):
		return true
	case f.Op == formula.Or && slices.ContainsFunc(f.Args, e.holds):
		return true
	case f.Op == formula.EU && f.Args[0].Op == formula.True && slices.Contains(e.set(f.Args[1]), true):
		return true // all markings of the part are reached
	}
	return e.set(f)[1]
}
