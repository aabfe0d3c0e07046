package board

import (
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
)

// Questions of CTL that are asked beside questions of LTL.

// CTLBesideLTL is the name by which Options.Without leaves out the formulas of CTL that are added for questions of LTL.
const CTLBesideLTL = "ctl"

// AsCTL is added to the name of a technique in Answer.By if what it answered is a formula of CTL in place of one of
// LTL.
const AsCTL = " as CTL"

// addImplied adds a question of CTL for each open question of LTL: with an equivalent formula or, where none is known,
// with a stronger one, whose truth implies one of the two answers. All techniques of CTL work on these. It returns what
// it added.
func (b *board) addImplied() (more []*entry) {
	if b.ctx.Err() != nil || !b.options.Uses(CTLBesideLTL) {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.entries {
		if q.LTL == nil || q.done || q.Fits(b.model) != nil {
			continue
		}
		f := q.LTL
		if q.simpler != nil {
			f = q.simpler
		}
		paths := q.Paths
		if c := b.model.Circuit; c != nil && c.Constraints != nil {
			paths = model.Infinite // runs that cannot go on do not count, but CTL sees their states
		}
		inner, implied := inCTL(model.Apart(f), paths)
		if operators(inner) > mostOperators {
			continue
		}
		p := b.add(&model.Question{ID: q.Name(), Formula: inner, Paths: paths, Trace: q.Trace})
		p.whole, p.implied = q, implied
		q.parts = append(q.parts, part{entry: p})
		more = append(more, p)
	}
	return more
}

// skips reports whether a technique is not given a formula of CTL that is there for a question of LTL. One that looks
// at states one by one leaves the question to a technique in the list that does so for LTL itself. One that samples is
// given it only if the answer Fails implies something: hardly any path shows that a formula holds on all paths.
func skips(list []Technique, t Technique, e *entry) bool {
	if e.whole == nil || e.whole.LTL == nil {
		return false
	}
	traits := TraitsOf(t)
	if traits.Samples {
		return e.implied[1] == model.Unknown
	}
	return traits.ByState && !traits.Linear && slices.ContainsFunc(list, func(t Technique) bool {
		traits := TraitsOf(t)
		return traits.ByState && traits.Linear
	})
}

// mostOperators is how many operators and atoms a formula of CTL may have, each counted as often as it is used. The
// translation repeats operands, so some formulas are far larger than the formula of LTL.
const mostOperators = 10_000

// operators returns the number of operators and atoms in f, each counted as often as it is used.
func operators(f *syntax.Formula) float64 {
	size := map[*syntax.Formula]float64{}
	for g := range f.All() {
		size[g] = 1
		for _, a := range g.Args {
			size[g] += size[a]
		}
	}
	return size[f]
}

// An implication is what the answer to a formula of CTL implies for the question of LTL that it was added for: the
// answer to that question if the formula holds, and if it fails.
type implication [2]model.Result

func (t implication) of(r model.Result) model.Result {
	switch r {
	case model.Holds:
		return t[0]
	case model.Fails:
		return t[1]
	}
	return model.Unknown
}

// inCTL returns a formula of CTL that has the same answer as a question of LTL or, where none is known, one whose truth
// implies it.
func inCTL(question *syntax.Formula, paths syntax.Paths) (*syntax.Formula, implication) {
	if f, ok := ltl.CTL(question); ok {
		return syntax.Simplify(f, paths), implication{model.Holds, model.Fails}
	}
	return syntax.Simplify(ltl.Stronger(question), paths),
		implication{engine.Decided(!ltl.GoalOf(question).Holds), model.Unknown}
}

// implied returns what an answer to a formula of CTL implies for the question of LTL that the formula was added for,
// nil if nothing. It comes with a run that decides that question if one can be made of the witness of the formula.
func (b *board) implied(p *entry, a *model.Answer) *model.Answer {
	result := p.implied.of(a.Result)
	if result == model.Unknown {
		return nil
	}
	q := p.whole.Question
	up := &model.Answer{Verdict: model.Verdict{Result: result, Bound: a.Bound}, By: a.By + AsCTL, Took: a.Took}
	up.Untraced = q.Trace && model.WantsTrace(q.LTL, result)
	if up.Untraced && a.Witness != nil {
		if up.Witness = runOf(b.ctx, b.model, q, a.Witness); up.Witness != nil {
			up.Untraced, up.Shows = false, up.Witness.Formula
		}
	}
	if up.Untraced {
		up.Reason = "the verdict follows from a formula of CTL"
	}
	return up
}
