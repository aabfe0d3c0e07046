package proof

import (
	"slices"
	"strings"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
)

// Section product: no run satisfies a formula of LTL. A state of the product is a marking and formulas that the run
// from there on has still to satisfy.

// mostWays is how many ways there may be to expand a set of formulas.
const mostWays = 100_000

// A goals is a set of formulas of LTL, each once, by key.
type goals []*formula.Formula

func (g goals) key() string {
	keys := make([]string, len(g))
	for i, f := range g {
		keys[i] = f.Key
	}
	return strings.Join(keys, "\n")
}

// with returns the set with one more formula.
func (g goals) with(f *formula.Formula) goals {
	compare := func(a, b *formula.Formula) int { return strings.Compare(a.Key, b.Key) }
	i, found := slices.BinarySearchFunc(g, f, compare)
	if found {
		return g
	}
	return slices.Insert(slices.Clone(g), i, f)
}

// A way to satisfy a set of formulas: what has to hold now, what from the next position on, and which f U g wait for g.
type way struct {
	now             *formula.Formula // without path operators
	next, postponed goals
}

// ways returns all ways to satisfy a set of formulas. A run that satisfies it does so in one of them in which nothing
// is postponed whose g holds now: so each f U g is fulfilled at the first position at which g holds.
func (v *verifier) ways(g goals) (list []way) {
	var expand func(todo, done goals, w way)
	expand = func(todo, done goals, w way) {
		v.tick()
		switch {
		case w.now.Op == formula.False:
			return
		case len(todo) == 0:
			if list = append(list, w); len(list) > mostWays {
				panic(&Failure{Limit, "a set of formulas of LTL has too many ways to be satisfied"})
			}
			return
		}
		f := todo[0]
		todo = slices.Clone(todo[1:])
		for _, d := range done {
			if d.Key == f.Key {
				expand(todo, done, w)
				return
			}
		}
		done = done.with(f)
		later := way{w.now, w.next.with(f), w.postponed}
		switch {
		case !f.Temporal():
			expand(todo, done, way{formula.NewAnd(w.now, f), w.next, w.postponed})
		case f.Op == formula.And:
			expand(append(todo, f.Args...), done, w)
		case f.Op == formula.Or:
			for _, a := range f.Args {
				expand(append(slices.Clone(todo), a), done, w)
			}
		case f.Op == formula.X:
			expand(todo, done, way{w.now, w.next.with(f.Args[0]), w.postponed})
		case f.Op == formula.U:
			later.postponed = w.postponed.with(f)
			expand(append(slices.Clone(todo), f.Args[1]), done, w)
			expand(append(todo, f.Args[0]), done, later)
		case f.Op == formula.R:
			expand(append(slices.Clone(todo), f.Args...), done, w)
			expand(append(todo, f.Args[1]), done, later)
		default:
			v.reject("product: a path operator of CTL in a formula of LTL")
		}
	}
	expand(g, nil, way{now: formula.Constant(true)})
	return list
}

// A productLine says that the markings of a set have a class together with the formulas of the line at before it.
type productLine struct {
	class     int64
	set       diagram.Set
	postponed string // the key of a formula, or empty
	number    int    // of the line in the file
}

// A product is the section: the lines by set of formulas.
type product struct {
	*verifier
	keys  []string // of sets, in the sequence of the file
	sets  map[string]goals
	lines map[string][]productLine
}

// readProduct reads the section, and checks all steps.
func (v *verifier) readProduct() {
	v.end()
	f := v.goal
	if f == nil || f.Op != formula.A {
		v.reject("product: it shows A of LTL only")
	}
	opposite := formula.Not(f.Args[0])
	p := &product{v, nil, map[string]goals{}, map[string][]productLine{}}
	classes := map[int64]string{} // what is postponed there
	for at, some := "", false; v.body(); {
		if v.accept("at") {
			var g goals
			for v.more() {
				g = g.with(v.pathFormula())
			}
			at, some = g.key(), true
			if p.sets[at] == nil {
				p.sets[at], p.keys = g, append(p.keys, at)
			}
			continue
		}
		if !some {
			v.expected("at and formulas")
		}
		line := productLine{class: v.integer("a class", 0), set: v.setOperand(), number: v.reader.number}
		if !v.accept("-") {
			f := v.pathFormula()
			if f.Op != formula.U {
				v.reject("product: %s is not f U g or F g", f.String(v.net))
			}
			line.postponed = f.Key
		}
		v.end()
		if label, ok := classes[line.class]; ok && label != line.postponed {
			v.reject("product: the lines of class %d name different formulas", line.class)
		}
		classes[line.class] = line.postponed
		p.lines[at] = append(p.lines[at], line)
	}
	for _, at := range p.keys {
		ways := v.ways(p.sets[at])
		for _, line := range p.lines[at] {
			for _, w := range ways {
				p.check(line, w)
			}
		}
	}
	for _, line := range p.lines[goals{opposite}.key()] {
		if v.store.Has(line.set, v.net.Initial) {
			v.runs[f.Key] = true
			return
		}
	}
	v.reject("product: the initial marking is in no line of {%s}", opposite.String(v.net))
}

// pathFormula reads a formula of LTL without A and E.
func (v *verifier) pathFormula() *formula.Formula {
	f, err := formula.ParsePath(v.text("a formula"), v.net)
	v.must(err, "a formula")
	return f
}

// check looks at all steps from a line in one way: they lead to lines of smaller classes or, if what the class names is
// postponed, of the same class.
func (p *product) check(line productLine, w way) {
	at := w.next.key()
	stays := slices.ContainsFunc(w.postponed, func(f *formula.Formula) bool { return f.Key == line.postponed })
	p.once(func() {
		from := p.store.Satisfying(line.set, w.now)
		to := diagram.Set(0)
		for _, other := range p.lines[at] {
			if other.class < line.class || stays && other.class == line.class {
				to = p.store.Union(to, other.set)
			}
		}
		if ok, m, t := p.store.AllSuccessors(from, to, 0); !ok {
			p.reject("product: line %d: marking %s has a successor in no line of a class as small, by %q",
				line.number, p.show(m), p.net.Transitions[t].Name)
		}
		if !p.infinite {
			if ok, m := p.store.Subset(p.store.Dead(from), to); !ok {
				p.reject("product: line %d: dead marking %s is in no line of a class as small", line.number, p.show(m))
			}
		}
	}, "product", line.class, stays, line.set, w.now.Key, at)
}
