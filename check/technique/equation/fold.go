package equation

import (
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri/equation/certificate"
)

// Formulas of CTL: what is proved is replaced, and what would help is conjectured.

// put applies what is proved to the formula of a question.
func (r *run) put(a *task) {
	if a.LTL != nil {
		r.foldRuns(a)
		return
	}
	r.fold(a)
}

// fold replaces what is proved in the formula of a question, answers the question if that decides it, and makes
// conjectures about what is left.
func (r *run) fold(a *task) {
	before := r.Formula(a.Question) // by now another technique may have made it simpler
	f := syntax.Simplify(syntax.NNF(syntax.Constants(before, r.never)), a.Paths)
	if f == a.formula {
		return
	}
	a.formula = f
	if !f.Temporal() {
		answer := model.Answer{Verdict: model.Verdict{Result: model.Fails, Bound: model.Complete}, Untraced: true,
			Took: time.Since(a.start)}
		if engine.Eval(r.Net(), f, r.Net().Initial()) {
			answer.Result = model.Holds
		}
		if a.Trace && model.WantsTrace(a.Formula, answer.Result) {
			answer.Reason = "the verdict follows from the state equation"
		}
		r.Answer(a.Question, answer)
		return
	}
	if f != before {
		r.Simplify(a.Question, f)
	}
	a.list = a.list[:0:0]
	seen := map[*conjecture]bool{}
	for _, p := range engine.Parts(f) {
		r.conjecture(p).shows = true
	}
	r.wants(f, func(p *syntax.Formula) {
		if c := r.conjecture(p); !seen[c] && c.state != proved {
			seen[c] = true
			a.list = append(a.list, c)
		}
	})
}

// never reports whether it is proved that no reachable marking satisfies f, which has no path operators.
func (r *run) never(f *syntax.Formula) bool {
	c := r.known[syntax.NNF(f)]
	return c != nil && c.state == proved
}

// wants calls need with formulas without path operators that it would help to refute everywhere: the largest ones
// first, then their operands.
func (r *run) wants(f *syntax.Formula, need func(*syntax.Formula)) {
	if p, found := engine.Part(f); found != model.Unknown {
		need(p)
		return
	}
	if f.Temporal() {
		if f.Op == syntax.And || f.Op == syntax.EU || f.Op == syntax.AU {
			r.wantsNow(f, need)
			r.wantsNow(r.Pool().Not(f), need)
		}
		for _, g := range f.Args {
			r.wants(g, need)
		}
		return
	}
	if f.Op == syntax.True || f.Op == syntax.False {
		return
	}
	if engine.Eval(r.Net(), f, r.Net().Initial()) { // it holds somewhere, so only its negation can be refuted
		need(syntax.NNF(r.Pool().Not(f)))
	} else {
		need(syntax.NNF(f))
	}
	for _, g := range f.Args {
		r.wants(g, need)
	}
}

// wantsNow calls need with what f, which has path operators, says of the marking itself, if that is not so at first.
func (r *run) wantsNow(f *syntax.Formula, need func(*syntax.Formula)) {
	now := syntax.NNF(syntax.Now(f))
	if now.Op != syntax.True && now.Op != syntax.False && !engine.Eval(r.Net(), now, r.Net().Initial()) {
		need(now)
	}
}

// conjecture returns the conjecture that p holds in no reachable marking.
func (r *run) conjecture(p *syntax.Formula) *conjecture {
	c := r.known[p]
	if c == nil {
		c = &conjecture{goal: func() *certificate.Goal { return model.Condition(r.Net(), p) }}
		c.refuted = func() {
			for _, a := range r.tasks {
				if a.Kind == model.Truth && r.IsOpen(a.Question) {
					r.put(a)
				}
			}
		}
		r.known[p] = c
	}
	return c
}
