package reduction

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri/reduce"
)

// Nets made smaller for questions, and the questions about the smaller nets.

// A Reduction is a net made smaller for some questions, with these as questions about the smaller net. See package
// petri/reduce.
type Reduction struct {
	*reduce.Result
	Class     reduce.Class
	Model     *model.Model      // of the smaller net
	Questions []*model.Question // the questions, about the smaller net
}

// A Options say what Reduce keeps beyond what the questions need.
type Options struct {
	Class    reduce.Class
	Given    bool // Class is to be kept; otherwise it is the weakest class that is enough for the questions
	Growing  bool // see reduce.Options
	Programs bool //
}

// Reduce makes the net of a model smaller such that all questions keep their answers, and rewrites the questions for
// the smaller net. The class of the reduction is the given one, or the weakest that is enough for all questions. The
// error names a question whose answer no class keeps, or the given class does not keep.
func Reduce(ctx context.Context, m *model.Model, questions []*model.Question, k Options) (*Reduction, error) {
	x := &Reduction{Class: k.Class}
	o := reduce.Options{Growing: k.Growing, Programs: k.Programs}
	if c := m.Facts().Concurrency(ctx); c != nil {
		for t := range m.Net.Transitions {
			if !c.Fires(t) {
				o.Never = append(o.Never, t)
			}
		}
	}
	seen := make([]bool, len(m.Net.Places))
	formulas := make([]*syntax.Formula, len(questions))
	for i, q := range questions {
		class, err := ClassFor(q)
		switch {
		case err != nil:
			return nil, err
		case k.Given && !enough(k.Class, class):
			return nil, fmt.Errorf("%s needs the class %v; a net of the class %v does not keep it", q.Name(), class,
				k.Class)
		case !k.Given && i == 0:
			x.Class = class
		case !k.Given:
			x.Class = join(x.Class, class)
		}
		if f := q.Asks(); f != nil {
			formulas[i] = model.OnPlaces(m.Net, model.Apart(f))
			for g := range formulas[i].All() {
				see(seen, g.Terms)
			}
		}
		if q.Sum != nil {
			see(seen, q.Sum.Terms)
		}
		if q.Kind == model.OneSafe || q.Kind == model.StableMarking {
			for p := range seen {
				seen[p] = true
			}
		}
	}
	for p, yes := range seen {
		if yes {
			o.Observed = append(o.Observed, p)
		}
	}
	o.Class = x.Class
	if len(questions) == 1 && x.Class == reduce.Reach {
		o.Goal = goalOf(m, questions[0], formulas[0])
	}
	x.Result = reduce.Net(ctx, m.Net, o)
	x.Model = m.Variant(x.Net)
	for i, q := range questions {
		x.Questions = append(x.Questions, x.rewrite(len(m.Net.Places), q, formulas[i]))
	}
	return x, nil
}

// see marks the places in a sum as seen.
func see(seen []bool, terms []syntax.Term) {
	for _, t := range terms {
		seen[t.Place.Index] = true
	}
}

// ClassFor returns the weakest class that keeps the answer to a question.
func ClassFor(q *model.Question) (reduce.Class, error) {
	switch q.Kind {
	case model.Truth:
		switch {
		case q.LTL != nil:
			return runClass(model.Apart(q.LTL)), nil
		case q.Formula == nil:
			return 0, errors.New("no class keeps formulas of the μ-calculus; expected CTL or LTL")
		}
		return formulaClass(model.Apart(q.Formula)), nil
	case model.Bound, model.OneSafe, model.StableMarking:
		return reduce.Reach, nil
	case model.Deadlock:
		return reduce.Dead, nil
	case model.Liveness:
		return reduce.Live, nil
	}
	return 0, fmt.Errorf("no class keeps the answer to a question for %v", q.Kind)
}

// formulaClass returns the weakest class that keeps the truth of a formula of CTL, as the operators in it tell: the
// class of reachable markings if each path operator asks whether some reachable marking has a property.
func formulaClass(f *syntax.Formula) reduce.Class {
	f = syntax.NNF(f)
	reach, dead, alive, next := true, false, false, false
	for g := range f.All() {
		switch g.Op {
		case syntax.Deadlock:
			dead = true
		case syntax.Not: // of deadlock, or of what is enabled, or of EU
			alive = alive || g.Args[0].Op == syntax.Deadlock
		case syntax.EX, syntax.AX:
			next = true
		case syntax.EF, syntax.AG:
			reach = reach && !g.Args[0].Temporal()
		case syntax.EG, syntax.AF, syntax.EU, syntax.AU:
			reach = false
		}
	}
	switch {
	case reach && !next && !dead:
		return reduce.Reach
	case reach && !next && !alive && engine.GoalOf(f).Kind == engine.Reach && f.Op == syntax.EF:
		return reduce.ReachDead // a dead marking that shows something
	case reach && !next && !negatedLast(f) && f.Op == syntax.AG:
		return reduce.ReachDead
	case next || dead:
		return reduce.Bisimilar
	case linear(f):
		return reduce.Stutter
	}
	return reduce.Branching
}

// linear reports whether single runs show or refute each part of f, which is in the form of NNF and has neither next
// operators nor deadlock: f asks for no choice that a run leaves open.
func linear(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.And, syntax.Or, syntax.Not:
		return !slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return !linear(g) })
	}
	return oneRun(f) || oneRun(syntax.NNF(f.Pool().Not(f)))
}

// oneRun reports whether f, in the form of NNF, holds where a run has some property: a run to a marking from which a
// run has a property is a run with a property, too.
func oneRun(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.Or:
		return !slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return !oneRun(g) })
	case syntax.And:
		runs := 0
		for _, g := range f.Args {
			if g.Temporal() {
				runs++
			}
			if runs > 1 || !oneRun(g) {
				return false
			}
		}
		return true
	case syntax.EF:
		return oneRun(f.Args[0])
	case syntax.EU:
		return !f.Args[0].Temporal() && oneRun(f.Args[1])
	case syntax.EG:
		return !f.Args[0].Temporal()
	}
	return !f.Temporal()
}

// runClass returns the weakest class that keeps a question of LTL: the class of runs up to stuttering if the formula
// cannot tell how often a marking is repeated.
func runClass(f *syntax.Formula) reduce.Class {
	for g := range f.All() {
		if g.Op == syntax.X || g.Op == syntax.Deadlock {
			return reduce.Bisimilar
		}
	}
	return reduce.Stutter
}

// negatedLast reports whether !f asks for a marking that is not dead, for f in the form of NNF without nested path
// operators.
func negatedLast(f *syntax.Formula) bool {
	not := syntax.NNF(f.Pool().Not(f))
	for g := range not.All() {
		if g.Op == syntax.Not && g.Args[0].Op == syntax.Deadlock {
			return true
		}
	}
	return false
}

// enough reports whether a net of the first class keeps the answers that need the second.
func enough(class, needed reduce.Class) bool {
	if class == reduce.Count || class == reduce.Live || needed == reduce.Live {
		return class == needed
	}
	return join(class, needed) == class
}

// join returns the weakest class that is enough for two classes, neither of which is Count or Live.
func join(a, b reduce.Class) reduce.Class {
	if a != b && max(a, b) == reduce.Dead {
		return reduce.ReachDead
	}
	return max(a, b)
}

// goalOf returns the goal of a formula EF p >= k or AG p < k about one place p. It returns nil for any other formula,
// and if the initial marking decides it.
func goalOf(m *model.Model, q *model.Question, f *syntax.Formula) *reduce.Goal {
	if q.Kind != model.Truth || q.Formula == nil {
		return nil
	}
	g := engine.GoalOf(f)
	if g.Kind != engine.Reach {
		return nil
	}
	s := g.State()
	if s.Op != syntax.Compare || len(s.Terms) != 1 {
		return nil
	}
	p, least := s.Terms[0].Place.Index, s.Const
	switch w := s.Terms[0].Weight; {
	case w == 1 && s.Rel == syntax.GreaterEqual:
	case w == 1 && s.Rel == syntax.Greater && least < math.MaxInt64:
		least++
	case w == -1 && s.Rel == syntax.LessEqual: // -p <= -k
		least = -least
	case w == -1 && s.Rel == syntax.Less && least > -math.MaxInt64:
		least = 1 - least
	default:
		return nil
	}
	if least <= max(0, m.Net.Places[p].Initial) {
		return nil
	}
	return &reduce.Goal{Place: p, AtLeast: least}
}

// rewrite returns the question q as one about the smaller net, with the indices and names of its places. f is the
// formula of q, on places alone; the original net has that number of places.
func (x *Reduction) rewrite(places int, q *model.Question, f *syntax.Formula) *model.Question {
	number := make([]int, places)
	for i, p := range x.Places {
		number[p] = i
	}
	rename := func(terms []syntax.Term) []syntax.Term {
		out := make([]syntax.Term, len(terms))
		for i, t := range terms {
			n := number[t.Place.Index] // places in formulas are kept
			out[i] = syntax.Term{Place: syntax.Ref{Index: n, Name: x.Net.Places[n].Name}, Weight: t.Weight}
		}
		return out
	}
	inner := *q
	if f != nil {
		inner.SetFormula(f.Map(func(pool *syntax.Pool, g *syntax.Formula) *syntax.Formula {
			if g.Op != syntax.Compare {
				return pool.Copy(g)
			}
			h, err := pool.Compare(syntax.Sum{Terms: rename(g.Terms)}, g.Rel, syntax.Constant(g.Const))
			if err != nil {
				panic(err) // the numbers are those of g
			}
			return h
		}))
	}
	if q.Sum != nil {
		inner.Sum = &syntax.Sum{Terms: rename(q.Sum.Terms), Const: q.Sum.Const}
	}
	return &inner
}
