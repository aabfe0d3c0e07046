package proof

import (
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section lasso: a run that ends in a loop or in a dead marking, and satisfies a formula of LTL.

// A lasso is a run as a finite number of positions.
type lasso struct {
	*verifier
	next   []int             // by position
	atoms  map[string][]bool // by key of comparisons and of enabled transitions: where they hold
	isDead bool              // at the last position
}

// fire reads names of transitions to the end of the section, and calls do for each.
func (v *verifier) fire(do func(t int)) {
	for v.body() {
		for v.more() {
			do(v.transition())
			v.tick()
		}
	}
}

// readLasso reads the section. It is about the question, as the values of that are all that is stored of markings.
func (v *verifier) readLasso() {
	back := int64(-1)
	if !v.accept("dead") {
		back = v.integer("a position or dead", 0)
	}
	v.end()
	f := v.goal
	if f == nil || f.Op != formula.E {
		v.reject("lasso: a run shows E of LTL only")
	}
	l := &lasso{verifier: v, atoms: map[string][]bool{}, isDead: back < 0}
	var atoms []*formula.Formula
	l.collect(f, &atoms)
	m := slices.Clone(v.net.Initial)
	var start []int64
	look := func() {
		if int64(len(l.next)) == back {
			start = slices.Clone(m)
		}
		for _, a := range atoms {
			l.atoms[a.Key] = append(l.atoms[a.Key], a.Holds(v.net, m))
		}
		l.next = append(l.next, len(l.next)+1)
	}
	look()
	v.fire(func(t int) {
		if err := v.net.Fire(m, t); err != nil {
			v.reject("lasso: step %d: %v", len(l.next), err)
		}
		look()
	})
	last := len(l.next) - 1
	switch {
	case l.isDead && v.infinite:
		v.reject("lasso: a run that ends in a dead marking is none with .deadlock infinite")
	case l.isDead && !v.net.Dead(m):
		v.reject("lasso: the last marking is not dead")
	case l.isDead:
		l.next[last] = last
	case start == nil || int(back) == last:
		v.reject("lasso: position %d of a run with %d steps", back, last)
	case !slices.Equal(start, m):
		v.reject("lasso: the last marking is not that at position %d", back)
	default: // the last position is that at back
		l.next[last] = int(back)
		l.next = l.next[:last]
		l.next[last-1] = int(back)
	}
	if !l.values(f.Args[0])[0] {
		v.reject("lasso: the run does not satisfy %s", f.Args[0].String(v.net))
	}
	v.runs[f.Key] = true
}

// collect adds the comparisons in f, and what says whether transitions are enabled, to a list, each once.
func (l *lasso) collect(f *formula.Formula, list *[]*formula.Formula) {
	switch f.Op {
	case formula.AtMost, formula.Enabled, formula.NotEnabled:
		if _, ok := l.atoms[f.Key]; !ok {
			l.atoms[f.Key] = nil
			*list = append(*list, f)
		}
	}
	for _, a := range f.Args {
		l.collect(a, list)
	}
}

// values returns where f holds. U is the least solution of  v = g | f & X v,  and R the greatest of  v = g & (f | X v).
// From the last position to the first one and once more, all values come to where they are used.
func (l *lasso) values(f *formula.Formula) []bool {
	values := make([]bool, len(l.next))
	args := make([][]bool, len(f.Args))
	for i, a := range f.Args {
		args[i] = l.values(a)
	}
	for i := range values {
		at := func(arg []bool) bool { return arg[i] }
		switch l.tick(); f.Op {
		case formula.True, formula.False, formula.R:
			values[i] = f.Op != formula.False
		case formula.Deadlock, formula.Alive:
			values[i] = (l.isDead && l.next[i] == i) == (f.Op == formula.Deadlock)
		case formula.And:
			values[i] = !slices.ContainsFunc(args, func(arg []bool) bool { return !arg[i] })
		case formula.Or:
			values[i] = slices.ContainsFunc(args, at)
		case formula.X:
			values[i] = args[0][l.next[i]]
		case formula.U: // false at first
		case formula.AtMost, formula.Enabled, formula.NotEnabled:
			values[i] = l.atoms[f.Key][i]
		default:
			l.reject("lasso: a path operator of CTL in a formula of LTL")
		}
	}
	for k := 2*len(values) - 1; k >= 0; k-- {
		switch i := k % len(values); f.Op {
		case formula.U:
			values[i] = args[1][i] || args[0][i] && values[l.next[i]]
		case formula.R:
			values[i] = args[1][i] && (args[0][i] || values[l.next[i]])
		}
	}
	return values
}
