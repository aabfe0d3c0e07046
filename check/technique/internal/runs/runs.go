package runs

import (
	"slices"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
	"brim/petri"
)

// Simplify simplifies the Goal of a question of LTL by what holds in all reachable markings and in the initial one,
// tells the board, and answers the question if true or false is left. state returns a formula that equals a given state
// formula in all reachable markings; it may be nil.
func Simplify(t *board.Turn, q *model.Question, state func(*syntax.Formula) *syntax.Formula) {
	start := time.Now()
	goal := t.Goal(q)
	f := folder{net: t.Net(), start: t.Net().Initial(), state: state}
	f.done[0], f.done[1] = map[*syntax.Formula]*syntax.Formula{}, map[*syntax.Formula]*syntax.Formula{}
	path := ltl.Simplify(f.initially(ltl.Simplify(f.always(goal.Path))))
	if path == goal.Path {
		return
	}
	pool := path.Pool()
	question := pool.Make(syntax.E, path)
	if goal.Question.Op == syntax.A {
		question = pool.Make(syntax.A, ltl.NNF(pool.Not(path)))
	}
	t.Simplify(q, question)
	a := model.NoRun(q)
	switch {
	case path.Op == syntax.True && q.Paths == model.Maximal: // there is always some run
		a = model.Ran(q)
		a.Bound, a.Untraced = model.Complete, true
		a.Reason = "the verdict follows from what holds in the initial marking, and in all"
	case path.Op != syntax.False:
		return
	}
	a.Took = time.Since(start)
	t.Answer(q, a)
}

// A folder simplifies path formulas in the form of ltl.NNF.
type folder struct {
	net   *petri.Net
	start petri.Marking
	state func(*syntax.Formula) *syntax.Formula  // returns a formula equal in all reachable markings; may be nil
	done  [2]map[*syntax.Formula]*syntax.Formula // results of always and initially
}

// always returns a formula that the same runs satisfy, at each of their positions.
func (f *folder) always(g *syntax.Formula) *syntax.Formula {
	if h, ok := f.done[0][g]; ok {
		return h
	}
	h := g
	switch {
	case !g.Temporal() && f.state != nil:
		h = syntax.NNF(f.state(g))
	case g.Temporal():
		args := make([]*syntax.Formula, len(g.Args))
		for i, a := range g.Args {
			args[i] = f.always(a)
		}
		h = g.Pool().Make(g.Op, args...)
	}
	f.done[0][g] = h
	return h
}

// initially returns a formula that the same runs from the initial marking satisfy, after that marking has decided as
// much of it as it can.
func (f *folder) initially(g *syntax.Formula) *syntax.Formula {
	if h, ok := f.done[1][g]; ok {
		return h
	}
	h := f.first(g)
	f.done[1][g] = h
	return h
}

// first computes initially, without its table of results: it evaluates state formulas in the initial marking, and
// simplifies temporal operators by what their operands are worth at the first position.
func (f *folder) first(g *syntax.Formula) *syntax.Formula {
	if !g.Temporal() {
		return g.Pool().Bool(engine.Eval(f.net, g, f.start))
	}
	args := make([]*syntax.Formula, len(g.Args)) // simplified at the first position
	for i, a := range g.Args {
		args[i] = a
		if g.Op != syntax.X {
			args[i] = f.initially(a)
		}
	}
	last := args[len(args)-1].Op
	switch g.Op {
	case syntax.And, syntax.Or:
		return junction(g.Op, args)
	case syntax.F:
		if last == syntax.True {
			return args[0]
		}
	case syntax.G:
		if last == syntax.False {
			return args[0]
		}
	case syntax.U, syntax.W:
		if last == syntax.True || args[0].Op == syntax.False {
			return args[1]
		}
	case syntax.R:
		if last == syntax.False || args[0].Op == syntax.True {
			return args[1]
		}
	}
	return g
}

// junction returns a conjunction or disjunction without the constants among its operands.
func junction(op syntax.Op, args []*syntax.Formula) *syntax.Formula {
	neutral, zero := syntax.True, syntax.False
	if op == syntax.Or {
		neutral, zero = zero, neutral
	}
	pool := args[0].Pool()
	if slices.ContainsFunc(args, func(a *syntax.Formula) bool { return a.Op == zero }) {
		return pool.Bool(zero == syntax.True)
	}
	return pool.Make(op, slices.DeleteFunc(args, func(a *syntax.Formula) bool { return a.Op == neutral })...)
}
