package proof

import (
	"slices"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
)

// Section product: no run satisfies a formula of LTL. A state of the product is a marking and formulas that the run
// from there on has still to satisfy.

// A way to satisfy a formula: what has to hold now, what from the next position on, and which f U g wait for g, by key.
type way struct {
	now       *formula.Formula // without path operators
	next      *formula.Formula
	postponed []string
}

// ways returns all ways to satisfy formulas. A run that satisfies them does so in one of the ways in which nothing is
// postponed whose g holds now: so each f U g is fulfilled at the first position at which g holds. Done are keys of
// formulas that are satisfied by w.
func (v *verifier) ways(w way, done []string, todo ...*formula.Formula) (list []way) {
	v.tick()
	for len(todo) > 0 && slices.Contains(done, todo[0].Key) {
		todo = todo[1:]
	}
	if w.now.Op == formula.False {
		return nil
	}
	if len(todo) == 0 {
		return []way{w}
	}
	f, todo := todo[0], slices.Clip(todo[1:])
	done = append(slices.Clip(done), f.Key)
	later := w
	later.next = formula.NewAnd(w.next, f)
	switch {
	case !f.Temporal():
		w.now = formula.NewAnd(w.now, f)
		list = v.ways(w, done, todo...)
	case f.Op == formula.And:
		list = v.ways(w, done, append(todo, f.Args...)...)
	case f.Op == formula.Or:
		for _, a := range f.Args {
			list = append(list, v.ways(w, done, append(todo, a)...)...)
		}
	case f.Op == formula.X:
		w.next = formula.NewAnd(w.next, f.Args[0])
		list = v.ways(w, done, todo...)
	case f.Op == formula.U:
		later.postponed = append(slices.Clip(w.postponed), f.Key)
		list = append(v.ways(w, done, append(todo, f.Args[1])...), v.ways(later, done, append(todo, f.Args[0])...)...)
	case f.Op == formula.R:
		list = append(v.ways(w, done, append(todo, f.Args...)...), v.ways(later, done, append(todo, f.Args[1])...)...)
	default:
		v.reject("product: a path operator of CTL in a formula of LTL")
	}
	return list
}

// A productLine says that the markings of a set have a class together with a formula.
type productLine struct {
	formula   *formula.Formula
	class     int64
	set       diagram.Set
	postponed string // the key of a formula, or empty
	number    int    // of the line in the file
}

// readProduct reads the section, and checks all steps. A set of formulas is their conjunction.
func (v *verifier) readProduct() {
	v.end()
	if v.goal == nil || v.goal.Op != formula.A {
		v.reject("product: it shows A of LTL only")
	}
	start := formula.Not(v.goal.Args[0])
	at, covered := formula.Constant(true), false
	lines := map[string][]productLine{} // by the key of their formula
	classes := map[int64]string{}       // what is postponed there
	for v.body() {
		if v.accept("at") {
			for at = formula.Constant(true); v.more(); {
				at = formula.NewAnd(at, v.path())
			}
			continue
		}
		line := productLine{at, v.integer("a class, or at", 0), v.set(), "", v.reader.number}
		if !v.accept("-") {
			line.postponed = v.path().Key
		}
		v.end()
		if label, ok := classes[line.class]; ok && label != line.postponed {
			v.reject("product: the lines of class %d name different formulas", line.class)
		}
		classes[line.class] = line.postponed
		lines[at.Key] = append(lines[at.Key], line)
		covered = covered || at.Key == start.Key && v.store.Has(line.set, v.net.Initial)
	}
	if !covered {
		v.reject("product: the initial marking is in no line of %s", v.said(start))
	}
	for _, list := range lines {
		all := diagram.Set(0)
		for _, line := range list {
			all = v.store.Union(all, line.set)
		}
		dead := v.ends(all)
		for _, w := range v.ways(way{now: formula.Constant(true), next: formula.Constant(true)}, nil, list[0].formula) {
			where := v.store.Satisfying(all, w.now)
			for _, line := range list {
				v.checkStep(line, w, v.store.Intersect(line.set, where), dead, lines[w.next.Key])
			}
		}
	}
	v.runs[v.goal.Key] = true
}

// checkStep looks at all steps from markings of a line in one way: they lead to lines of smaller classes or, if what
// the class names is postponed, of the same class.
func (v *verifier) checkStep(line productLine, w way, from, dead diagram.Set, next []productLine) {
	stays, to := slices.Contains(w.postponed, line.postponed), diagram.Set(0)
	for _, other := range next {
		if other.class < line.class || stays && other.class == line.class {
			to = v.store.Union(to, other.set)
		}
	}
	v.reader.number = line.number // for messages
	v.inside(v.store.Leaving(from, to), 0, "has a successor outside of the lines of classes as small")
	v.inside(v.store.Intersect(from, dead), to, "is dead and in no line of a class as small")
}
