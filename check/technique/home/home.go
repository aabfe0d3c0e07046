package home

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/structure/class"
)

const (
	homeAfter = 500 * time.Millisecond // what is easy is decided by then
	homeSlice = 250 * time.Millisecond // the first one

	mostStudies = 3 // how often it is tried whether the structure of the net decides
)

// Technique proves that the initial marking of a net is a home marking, and then has other techniques decide the
// formulas EF f and AG f inside of questions of CTL; or it proves that a formula EF f holds in all reachable markings.
type Technique struct {
	// Techniques lists the techniques for the questions that arise, which may include this one.
	Techniques func(*model.Model) []board.Technique
}

// Name returns "home".
func (Technique) Name() string { return "home" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true} }

// Takes takes formulas of CTL in which EF or AG stands below another path operator, or speaks of one, and liveness.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.Net == nil:
		return model.NoNet(m.Name, "home")
	case q.Kind == model.Liveness:
		return nil
	}
	if err := drive.WantsCTL("home", q); err != nil {
		return err
	}
	if !nested(model.Apart(q.Formula)) {
		return errors.New("the technique home takes formulas with EF or AG inside of other path operators")
	}
	return nil
}

// nested reports whether EF or AG stands below another path operator in f, or speaks of one.
func nested(f *syntax.Formula) bool {
	for g := range syntax.NNF(f).All() {
		if (g.Op == syntax.EF || g.Op == syntax.AG) && g.Args[0].Temporal() {
			return true
		}
		if !g.Op.Temporal() {
			continue
		}
		for _, a := range g.Args {
			for h := range a.All() {
				if h.Op == syntax.EF || h.Op == syntax.AG {
					return true
				}
			}
		}
	}
	return false
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	techniques func(*model.Model) []board.Technique // for the questions that arise
	system     *equation.System
	study      *class.Study // of free choice nets, until it has been tried often enough; else nil
	tries      int
	homes      *homes
	noHome     bool                   // no home marking was found
	proofs     map[claim]*proof       // of formulas EF f, in all reachable markings
	home       petri.Marking          // to which the net can always return; nil if none is known
	facts      map[claim]model.Result // of formulas EF f, in all reachable markings
	mixed      map[claim]bool         // formulas EF f that hold in some reachable markings, not in all
	start      time.Time
}

// Run works in slices of time.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	for _, p := range t.Net().Places {
		if p.Initial == petri.Omega {
			return nil
		}
	}
	r := &run{Turn: t, techniques: e.Techniques, start: time.Now()}
	if s := class.New(t.Model().Facts()); s.Classes().ExtendedFreeChoice {
		r.study = s
	}
	r.facts, r.mixed = map[claim]model.Result{}, map[claim]bool{}
	r.homes, r.proofs = &homes{run: r}, map[claim]*proof{}
	return drive.Quiet(t, t.Slices(ctx, homeAfter, homeSlice, func(ctx context.Context) (bool, error) {
		if r.home == nil {
			if done, err := r.prove(ctx); r.home == nil || err != nil {
				return done, err
			}
		}
		return r.slice(ctx)
	}))
}

// prove asks the structure of a free choice net, then looks for a home marking in one half of the time, and for
// descents to formulas in the other one, until there is a home marking or nothing is left to try. The error is a fault.
func (r *run) prove(ctx context.Context) (done bool, err error) {
	if r.study != nil {
		own, cancel := limit.Share(ctx, 2)
		defer cancel()
		switch f := r.study.Home(own, r.Net().Initial()); {
		case f.Answer == class.Yes:
			r.home = r.Net().Initial()
			return false, nil
		case r.tries == mostStudies || own.Err() == nil:
			r.study = nil
		}
		r.tries++
	}
	if !r.noHome {
		own, cancel := limit.Share(ctx, 2)
		defer cancel()
		if r.noHome, err = r.homes.slice(own); r.home != nil || err != nil {
			return false, err
		}
	}
	givenUp, err := r.always(ctx)
	return givenUp && r.noHome, err
}

// slice decides questions that arise, until ctx is done, and reports whether nothing is left to do.
func (r *run) slice(ctx context.Context) (done bool, err error) {
	for ctx.Err() == nil {
		list := r.asked()
		if len(list) == 0 {
			return true, nil
		}
		before := len(r.facts) + len(r.mixed)
		if err := r.decide(ctx, list); err != nil {
			return true, err
		}
		if len(r.facts)+len(r.mixed) == before {
			return false, nil
		}
	}
	return false, nil
}

// asked simplifies the open questions by the facts, answers those that are decided by that, and lists the formulas that
// would help with the others: the innermost EF f, and what became of the questions themselves.
func (r *run) asked() (list []*ask) {
	seen := map[claim]bool{}
	add := func(a *ask) {
		if !seen[a.claim] {
			seen[a.claim] = true
			list = append(list, a)
		}
	}
	for _, q := range r.Open() {
		if q.Kind == model.Liveness {
			if r.home != nil {
				for _, a := range r.lives(q) {
					add(a)
				}
			}
			continue
		}
		was := r.Formula(q)
		f := r.fold(was, q.Paths)
		if !f.Temporal() {
			r.answer(q, engine.Decided(engine.Eval(r.Net(), f, r.Net().Initial())))
			continue
		}
		if f != was {
			r.Simplify(q, f)
		}
		for g := range f.All() {
			if (g.Op == syntax.EF || g.Op == syntax.AG) && g != f && innermost(g) {
				if e, _ := r.somewhere(g, q.Paths); r.facts[e] == model.Unknown && !r.mixed[e] {
					add(&ask{claim: e})
				}
			}
		}
		add(&ask{claim{f, q.Paths}, q})
	}
	return list
}

// innermost reports whether no EF or AG stands below the path operator of f.
func innermost(f *syntax.Formula) bool {
	for g := range f.Args[0].All() {
		if g.Op == syntax.EF || g.Op == syntax.AG {
			return false
		}
	}
	return true
}

// somewhere returns the formula EF f that decides g, which is EF f or AG !f, and what g is if that holds.
func (r *run) somewhere(g *syntax.Formula, paths model.Paths) (e claim, then bool) {
	if g.Op == syntax.EF {
		return claim{syntax.Simplify(syntax.NNF(g), paths), paths}, true
	}
	return claim{syntax.Simplify(syntax.NNF(r.Pool().Not(g)), paths), paths}, false
}

// fold returns a formula that has the same truth in all reachable markings, by the facts.
func (r *run) fold(f *syntax.Formula, paths model.Paths) *syntax.Formula {
	for {
		g := syntax.Simplify(r.replaced(syntax.Simplify(syntax.NNF(f), paths), paths,
			map[*syntax.Formula]*syntax.Formula{}), paths)
		if g == f {
			return f
		}
		f = g
	}
}

// replaced returns f with constants for all EF f and AG f that are decided.
func (r *run) replaced(f *syntax.Formula, paths model.Paths, done map[*syntax.Formula]*syntax.Formula) *syntax.Formula {
	if g, ok := done[f]; ok {
		return g
	}
	g := f
	if len(f.Args) > 0 {
		args := make([]*syntax.Formula, len(f.Args))
		for i, x := range f.Args {
			args[i] = r.replaced(x, paths, done)
		}
		g = r.Pool().Make(f.Op, args...)
	}
	if g.Op == syntax.EF || g.Op == syntax.AG {
		e, then := r.somewhere(g, paths)
		known := r.facts[e]
		if f := e.formula; r.home != nil && f.Op == syntax.EF && !f.Args[0].Temporal() &&
			engine.Eval(r.Net(), f.Args[0], r.home) {
			known = model.Holds
		}
		if known != model.Unknown {
			g = r.Pool().Bool((known == model.Holds) == then)
		}
	}
	done[f] = g
	return g
}

// lives answers the question for liveness if it can: the net is live if each transition can fire from the home marking
// on. Else it lists what it has to know.
func (r *run) lives(q *model.Question) (list []*ask) {
	for t := range r.Net().Transitions {
		f := claim{formula: r.Pool().Make(syntax.EF, model.Fireable.Shown(r.Pool(), r.Net(), t))}
		switch known := r.facts[f]; {
		case known == model.Holds, r.home.Equal(r.Net().Initial()) && r.Known(model.Fireable, t) == model.Holds:
		case known == model.Fails || r.mixed[f]:
			r.answer(q, model.Fails)
			return nil
		default:
			list = append(list, &ask{claim: f})
		}
	}
	if len(list) == 0 {
		r.answer(q, model.Holds)
	}
	return list
}

// answer gives an answer.
func (r *run) answer(q *model.Question, result model.Result) {
	a := model.Answer{Verdict: model.Verdict{Result: result, Bound: model.Complete}, Untraced: true,
		Took: time.Since(r.start)}
	if q.Kind == model.Truth && q.Trace && model.WantsTrace(q.Formula, result) {
		a.Reason = "the verdict follows from the fact that the net can always return to a marking"
	}
	r.Answer(q, a)
}
