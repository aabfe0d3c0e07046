package sets

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/ltl"
	"brim/mdd"
)

// The section product: no run satisfies a formula of LTL. A state of the product is a marking and a set of formulas
// that the run from there on has still to satisfy, a goal.
//
// Classes are found from the ends of runs backward. Of the states without a class yet, those get the next one from
// which every step leads to a state that has a class, or stays among them and postpones one and the same f U g. If no
// state is left, no run goes on for ever without postponing something for ever. If states are left and none gets a
// class, some run does: in a strongly connected component of the rest that no step leaves, each f U g has a step that
// does not postpone it.

const (
	mostGoals = 300
	mostWays  = 3_000 // of all goals
	mostLines = 20_000
)

// A goal is a set of formulas of LTL in the normal form of certificates, by text.
type goal struct {
	formulas []*syntax.Formula
	ways     []way
	reached  mdd.Set // the markings with which it is in the product
	rest     mdd.Set // those without a class
}

// A way to satisfy a goal: what holds now, what is left for the next state, and which f U g are postponed.
type way struct {
	now       *syntax.Formula
	where     mdd.Set
	next      int
	postponed []*syntax.Formula
}

// A line says that markings have a class together with a goal.
type line struct {
	goal, class int
	set         uint32
	postponed   *syntax.Formula // nil if no step stays in the class
}

// A product is the section, and what it is made of.
type product struct {
	*Evidence
	ctx    context.Context
	pool   *syntax.Pool
	goals  []*goal
	number map[string]int
	ways   int
	lines  []line
}

// NoRun adds the section product for A φ: no run from the initial marking satisfies !φ. False says that some run may.
// The error is a limit.
func (e *Evidence) NoRun(ctx context.Context, path *syntax.Formula) (ok bool, err error) {
	pool := syntax.NewPool()
	p := &product{Evidence: e, ctx: ctx, pool: pool, number: map[string]int{}}
	opposite := p.normal(ltl.NNF(pool.Not(pool.Copy(path))))
	err = e.guard(ctx, func() error {
		if err := p.build(opposite); err != nil {
			return err
		}
		all := e.space.space.Reached
		for _, g := range p.goals {
			g.reached = all
		}
		if ok, err = p.classify(); !ok && err == nil {
			p.reach()
			ok, err = p.classify()
		}
		return err
	})
	if ok && err == nil {
		e.product = p
	}
	return ok && err == nil, err
}

// normal writes a path formula in the form of ltl.NNF with X, U and R, and folds constants as the checker does.
func (p *product) normal(f *syntax.Formula) *syntax.Formula {
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = p.normal(g)
	}
	yes, no := p.pool.Bool(true), p.pool.Bool(false)
	switch f.Op {
	case syntax.Compare:
		if value, known := decided(f); known {
			return p.pool.Bool(value)
		}
	case syntax.And, syntax.Or:
		return p.junction(f.Op, args)
	case syntax.X:
		return p.path(syntax.X, args...)
	case syntax.F:
		return p.path(syntax.U, yes, args[0])
	case syntax.G:
		return p.path(syntax.R, no, args[0])
	case syntax.U, syntax.R:
		return p.path(f.Op, args...)
	case syntax.W: // q R (p | q)
		return p.path(syntax.R, args[1], p.junction(syntax.Or, args))
	}
	return f
}

// decided returns the value of a comparison that is the same in all markings, since no place has fewer than no tokens.
func decided(f *syntax.Formula) (value, known bool) {
	positive, negative := true, true
	for _, t := range f.Terms {
		positive, negative = positive && t.Weight > 0, negative && t.Weight < 0
	}
	rel, c := f.Rel, f.Const
	switch {
	case negative && c != math.MinInt64:
		rel, c = rel.Swap(), -c
	case !positive:
		return false, false
	}
	// a sum ≥ 0 that takes many values
	switch {
	case rel == syntax.GreaterEqual && c <= 0, rel == syntax.Greater && c < 0, rel == syntax.NotEqual && c < 0:
		return true, true
	case rel == syntax.LessEqual && c < 0, rel == syntax.Less && c <= 0, rel == syntax.Equal && c < 0:
		return false, true
	}
	return false, false
}

// Always reports whether a path formula is true in every net, so that the checker needs no proof.
func Always(path *syntax.Formula) bool {
	pool := syntax.NewPool()
	p := &product{pool: pool}
	return p.normal(ltl.NNF(pool.Copy(path))) == pool.Bool(true)
}

func (p *product) junction(op syntax.Op, args []*syntax.Formula) *syntax.Formula {
	neutral := p.pool.Bool(op == syntax.And)
	zero := p.pool.Bool(op == syntax.Or)
	var list []*syntax.Formula
	for _, g := range args {
		switch {
		case g == zero:
			return g
		case g != neutral && !slices.Contains(list, g):
			list = append(list, g)
		}
	}
	switch len(list) {
	case 0:
		return neutral
	case 1:
		return list[0]
	}
	return p.pool.Make(op, list...)
}

func (p *product) path(op syntax.Op, args ...*syntax.Formula) *syntax.Formula {
	yes, no := p.pool.Bool(true), p.pool.Bool(false)
	last := args[len(args)-1]
	switch {
	case last == yes || last == no:
		return last
	case op == syntax.X:
	case args[0] == no && op == syntax.U, args[0] == yes && op == syntax.R:
		return last
	case (args[0] == yes || args[0] == no) && last.Op == op && last.Args[0] == args[0]:
		return last
	}
	return p.pool.Make(op, args...)
}

// build makes the goals and their ways, from the one of a formula on.
func (p *product) build(first *syntax.Formula) error {
	p.goal([]*syntax.Formula{first})
	for i := 0; i < len(p.goals); i++ {
		g := p.goals[i]
		p.expand(g, g.formulas, nil, p.pool.Bool(true), nil, nil)
		if len(p.goals) > mostGoals || p.ways > mostWays {
			return fmt.Errorf("the formula of LTL has too many ways to be satisfied")
		}
		for k := range g.ways {
			var err error
			if g.ways[k].where, err = p.checked().Must(g.ways[k].now); err != nil {
				return err
			}
		}
	}
	return nil
}

// goal returns the number of a goal.
func (p *product) goal(list []*syntax.Formula) int {
	list = slices.Clone(list)
	slices.SortFunc(list, func(f, g *syntax.Formula) int { return strings.Compare(textOf(f), textOf(g)) })
	list = slices.Compact(list)
	var key strings.Builder
	for _, f := range list {
		key.WriteString(textOf(f) + "\n")
	}
	i, known := p.number[key.String()]
	if !known {
		i = len(p.goals)
		p.number[key.String()] = i
		p.goals = append(p.goals, &goal{formulas: list})
	}
	return i
}

// expand adds the ways to satisfy what is left to do to a goal.
func (p *product) expand(g *goal, todo, done []*syntax.Formula, now *syntax.Formula, next, postponed []*syntax.Formula) {
	if now == p.pool.Bool(false) || p.ways > mostWays {
		return
	}
	if len(todo) == 0 {
		p.ways++
		g.ways = append(g.ways, way{now: now, next: p.goal(next), postponed: postponed})
		return
	}
	f, todo := todo[0], todo[1:]
	if slices.Contains(done, f) {
		p.expand(g, todo, done, now, next, postponed)
		return
	}
	with := func(list []*syntax.Formula, more ...*syntax.Formula) []*syntax.Formula {
		return slices.Concat(list, more)
	}
	done = with(done, f)
	switch {
	case !f.Temporal():
		p.expand(g, todo, done, p.junction(syntax.And, []*syntax.Formula{now, f}), next, postponed)
	case f.Op == syntax.And:
		p.expand(g, with(todo, f.Args...), done, now, next, postponed)
	case f.Op == syntax.Or:
		for _, a := range f.Args {
			p.expand(g, with(todo, a), done, now, next, postponed)
		}
	case f.Op == syntax.X:
		p.expand(g, todo, done, now, with(next, f.Args[0]), postponed)
	case f.Op == syntax.U:
		p.expand(g, with(todo, f.Args[1]), done, now, next, postponed)
		p.expand(g, with(todo, f.Args[0]), done, now, with(next, f), with(postponed, f))
	case f.Op == syntax.R:
		p.expand(g, with(todo, f.Args...), done, now, next, postponed)
		p.expand(g, with(todo, f.Args[1]), done, now, with(next, f), postponed)
	}
}

// reach finds the states of the product that can be reached.
func (p *product) reach() {
	s := p.space.space
	none := s.Reached.Minus(s.Reached)
	fresh := make([]mdd.Set, len(p.goals))
	for i, g := range p.goals {
		g.reached, fresh[i] = none, none
	}
	p.goals[0].reached, fresh[0] = s.Model.Init, s.Model.Init
	for more := true; more; {
		more = false
		for i, g := range p.goals {
			from := fresh[i]
			fresh[i] = none
			for _, w := range g.ways {
				here := from.Intersect(w.where)
				if here.IsEmpty() {
					continue
				}
				to := s.Model.All.Image(here)
				if p.paths == syntax.Maximal {
					to = to.Union(here.Intersect(p.checked().Dead()))
				}
				to = to.Minus(p.goals[w.next].reached)
				if !to.IsEmpty() {
					p.goals[w.next].reached = p.goals[w.next].reached.Union(to)
					fresh[w.next], more = fresh[w.next].Union(to), true
				}
			}
		}
	}
}

// before returns the markings of here from which a step leads to a marking of to.
func (p *product) before(to, here mdd.Set) mdd.Set {
	if to.IsEmpty() || here.IsEmpty() {
		return to.Minus(to)
	}
	from := p.space.space.Model.All.PreImageWithin(to, here)
	if p.paths == syntax.Maximal {
		from = from.Union(here.Intersect(to).Intersect(p.checked().Dead()))
	}
	return from
}

// classify gives the states classes, and reports whether all have one in the end.
func (p *product) classify() (bool, error) {
	p.lines = nil
	var untils []*syntax.Formula
	for _, g := range p.goals {
		g.rest = g.reached
		for _, w := range g.ways {
			for _, f := range w.postponed {
				if !slices.Contains(untils, f) {
					untils = append(untils, f)
				}
			}
		}
	}
	if len(untils) == 0 {
		untils = append(untils, nil) // no step stays in a class
	}
	for class, more := 1, true; more; {
		more = false
		for _, f := range untils {
			some, err := p.class(class, f)
			if err != nil {
				return false, err
			}
			if some {
				class, more = class+1, true
			}
		}
	}
	return !slices.ContainsFunc(p.goals, func(g *goal) bool { return !g.rest.IsEmpty() }), nil
}

// class gives a class to the states from which all steps into the rest stay in the class and postpone f; if f is nil,
// to those without such steps. It reports whether there are any.
func (p *product) class(class int, f *syntax.Formula) (some bool, err error) {
	bad := make([]mdd.Set, len(p.goals))
	for i, g := range p.goals {
		bad[i] = g.rest.Minus(g.rest)
		for _, w := range g.ways {
			if f == nil || !slices.Contains(w.postponed, f) {
				bad[i] = bad[i].Union(p.before(p.goals[w.next].rest, g.rest.Intersect(w.where)))
			}
		}
	}
	fresh := slices.Clone(bad)
	for more := f != nil; more; {
		more = false
		last := slices.Clone(fresh)
		for i := range fresh {
			fresh[i] = fresh[i].Minus(fresh[i])
		}
		for i, g := range p.goals {
			for _, w := range g.ways {
				from := p.before(last[w.next], g.rest.Minus(bad[i]).Intersect(w.where))
				if !from.IsEmpty() {
					bad[i], fresh[i], more = bad[i].Union(from), fresh[i].Union(from), true
				}
			}
		}
	}
	for i, g := range p.goals {
		set := g.rest.Minus(bad[i])
		if set.IsEmpty() {
			continue
		}
		n, err := p.set(p.ctx, set)
		if err != nil {
			return false, err
		}
		g.rest, some = bad[i], true
		p.lines = append(p.lines, line{i, class, n, f})
		if len(p.lines) > mostLines {
			return false, fmt.Errorf("the product with the formula of LTL has too many classes")
		}
	}
	return some, nil
}

// product writes the section product.
func (x *writer) product(set []uint32) {
	p := x.e.product
	if p == nil {
		return
	}
	x.printf(".product\n")
	for i, g := range p.goals {
		head := false
		for _, l := range p.lines {
			if l.goal != i {
				continue
			}
			if !head {
				x.line = append(x.line[:0], "at"...)
				for _, f := range g.formulas {
					x.line = fmt.Appendf(x.line, " %q", textOf(f))
				}
				x.line, head = append(x.line, '\n'), true
				x.flush()
			}
			if l.postponed == nil {
				x.printf("%d %d -\n", l.class, set[l.set])
			} else {
				x.printf("%d %d %q\n", l.class, set[l.set], textOf(l.postponed))
			}
		}
	}
}
