package model

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/memo"
)

// Formulas about nets with time as formulas about their systems.

// A timer translates formulas about a net with time to formulas about its system.
//
// A formula is asked in states in which some watches run and the others are not started. Inside of them, EF[a,b] f asks
// for a run on which the next watch, started at once, is from a to b where f holds. Only the event that starts it leads
// to a state in which it is 1, so that EX says that; where all runs are asked for, AX says the same, and its negation
// has runs. All other operators ask for runs on which no more watches are started: their operands are guarded by the
// condition that the next one is 0. Where no formula with times is inside of another one with path operators, the only
// watch runs from the beginning and needs no guards.
type timer struct {
	*timing
	pool  *syntax.Pool
	paths Paths
	flat  bool
	done  memo.Table[stage, *syntax.Formula]
	wrong error // a number that is too large
}

// A stage is a formula with the number of watches that run where it is asked.
type stage struct {
	f       *syntax.Formula
	started int
}

// dead returns the formula that nothing fires any more: the first firing on a run comes after nothing but ticks, which
// lead to one state at most.
func (x *timer) dead() *syntax.Formula {
	return x.pool.Make(syntax.AG, x.pool.Not(x.pool.Enabled(x.fires...)))
}

// stuck returns the formula that neither a transition fires nor time passes.
func (x *timer) stuck() *syntax.Formula { return x.pool.Not(x.pool.Enabled(x.moves...)) }

// state translates a state formula.
func (x *timer) state(f *syntax.Formula, started int) *syntax.Formula {
	return x.done.Of(stage{f, started}, x.make)
}

// make is state for a formula that was not translated yet.
func (x *timer) make(at stage) *syntax.Formula {
	p, f, started := x.pool, at.f, at.started
	switch f.Op {
	case syntax.Deadlock:
		return x.dead()
	case syntax.Timelock:
		return p.And(x.dead(), p.Make(syntax.EF, x.stuck()))
	case syntax.Compare:
		g, err := p.Compare(syntax.Sum{Terms: x.terms(f.Terms)}, f.Rel, syntax.Constant(f.Const))
		if err != nil {
			x.wrong = err
			return p.Bool(false)
		}
		return g
	case syntax.Enabled:
		var events []syntax.Ref
		for _, t := range f.Transitions {
			events = append(events, x.events[t.Index]...)
		}
		return p.Enabled(events...)
	case syntax.Within:
		if x.flat {
			return x.within(f, 1)
		}
		starts, g := x.watch(started+1, syntax.Equal, 1), x.within(f, started+1)
		if engine.Claimed(f) {
			return p.Make(syntax.AX, p.Make(syntax.Implies, starts, g))
		}
		return p.Make(syntax.EX, p.And(starts, g))
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = x.state(g, started)
	}
	if f.Op.Temporal() {
		return x.operator(f.Op, args, started)
	}
	return p.Make(f.Op, args...)
}

// terms translates the terms of a sum of tokens.
func (x *timer) terms(of []syntax.Term) (list []syntax.Term) {
	for _, t := range of {
		for _, r := range x.places[t.Place.Index] {
			list = append(list, syntax.Term{Place: r, Weight: t.Weight})
		}
	}
	return list
}

// watch compares the variable of a watch, counted from 1.
func (x *timer) watch(number int, r syntax.Relation, value int64) *syntax.Formula {
	v := x.ticks.Watches[number-1]
	f, err := x.pool.Compare(syntax.Tokens(syntax.Ref{Index: v, Name: x.ticks.System.Variables()[v]}), r,
		syntax.Constant(value))
	if err != nil {
		x.wrong = err
		return x.pool.Bool(false)
	}
	return f
}

// within translates a formula with times where the watch that tells them has just been started, as the last of so many.
func (x *timer) within(f *syntax.Formula, started int) *syntax.Formula {
	p, g := x.pool, f.Args[0]
	during := x.watch(started, syntax.GreaterEqual, f.Low+1)
	if f.High != syntax.NoEnd {
		during = p.And(during, x.watch(started, syntax.LessEqual, f.High+1))
	}
	var args []*syntax.Formula
	for _, a := range g.Args {
		args = append(args, x.state(a, started))
	}
	last := len(args) - 1
	if g.Op == syntax.EG || g.Op == syntax.AG {
		args[last] = p.Make(syntax.Implies, during, args[last])
	} else {
		args[last] = p.And(during, args[last])
	}
	return x.operator(g.Op, args, started)
}

// operator returns the path operator of CTL on runs on which no more watches are started.
func (x *timer) operator(op syntax.Op, args []*syntax.Formula, started int) *syntax.Formula {
	p := x.pool
	if started == len(x.ticks.Watches) {
		return p.Make(op, args...)
	}
	off := x.watch(started+1, syntax.Equal, 0)
	guarded := func(f *syntax.Formula) *syntax.Formula { return p.And(off, f) }
	always := func(f *syntax.Formula) *syntax.Formula {
		f = guarded(f)
		if x.paths == Infinite {
			return p.Make(syntax.EG, f)
		}
		return p.Or(p.Make(syntax.EG, f), p.Make(syntax.EU, f, p.And(f, x.stuck())))
	}
	a := args[0]
	switch op {
	case syntax.EX, syntax.EF:
		return p.Make(op, guarded(a))
	case syntax.AX, syntax.AG:
		return p.Make(op, p.Make(syntax.Implies, off, a))
	case syntax.EU:
		return p.Make(op, guarded(a), guarded(args[1]))
	case syntax.EG:
		return always(a)
	case syntax.AF:
		return p.Not(always(p.Not(a)))
	}
	not := p.Not(args[1]) // AU
	return p.And(p.Not(p.Make(syntax.EU, guarded(not), guarded(p.And(p.Not(a), not)))), p.Not(always(not)))
}

// path translates a path formula of LTL.
func (x *timer) path(f *syntax.Formula) *syntax.Formula {
	p := x.pool
	dead := func() *syntax.Formula { return p.Make(syntax.G, p.Not(p.Enabled(x.fires...))) }
	switch {
	case f.Op == syntax.Deadlock: // on the run: before the first firing there are ticks alone
		return dead()
	case f.Op == syntax.Timelock:
		return p.And(dead(), p.Make(syntax.F, x.stuck()))
	case len(f.Args) == 0:
		return x.state(f, len(x.ticks.Watches))
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = x.path(g)
	}
	return p.Make(f.Op, args...)
}
