package check

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
)

// byCTL is the name under which the formulas of CTL beside a question of LTL can be left out.
const byCTL = "ctl"

// AsCTL is added to the name of a technique in Answer.By if what it answered is a formula of CTL in place of one of
// LTL.
const AsCTL = " as CTL"

// branch asks for each open question of LTL a question of CTL that says something of it: one with the same answer or,
// where there is none, one that tells one answer of the two. All techniques of CTL work on these.
func (b *board) branch() (more []*asked) {
	if b.ctx.Err() != nil || slices.Contains(b.options.Without, byCTL) {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, q := range b.asked {
		if q.LTL == nil || q.done || q.fits(b.model) != nil {
			continue
		}
		f := q.LTL
		if q.simpler != nil {
			f = q.simpler
		}
		paths := q.Paths
		if c := b.model.Circuit; c != nil && c.Constraints != nil {
			paths = Infinite // runs that cannot go on are none, but CTL sees their states
		}
		inner, tells := inCTL(apart(f), paths)
		if operators(inner) > mostOperators {
			continue
		}
		p := b.ask(&Question{ID: q.name(), Formula: inner, Paths: paths, Trace: q.Trace})
		p.whole, p.tells = q, tells
		q.parts = append(q.parts, part{asked: p})
		more = append(more, p)
	}
	return more
}

// leaves reports whether a technique leaves a formula of CTL that was asked for beside a question of LTL: one that
// looks at states one by one if another one in the list does so for the question itself, and walks if only that the
// formula holds would tell anything, which hardly any walk shows.
func (b *board) leaves(list []Technique, t Technique, q *asked) bool {
	switch {
	case q.whole == nil || q.whole.LTL == nil:
		return false
	case t.Name() == byWalk:
		return q.tells[1] == Unknown
	}
	return slices.Contains([]string{byStates, byLocal, byStubborn}, t.Name()) &&
		slices.ContainsFunc(list, func(t Technique) bool { return t.Name() == byProduct })
}

// mostOperators is how many operators and atoms a formula of CTL may have, each counted as often as it is used: some
// have the same operands again and again, so that they are far larger than what they came from.
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

// told is what the answer to a formula of CTL tells of the question that it was asked for: the answer of that if the
// formula holds, and if it fails.
type told [2]Result

func (t told) of(r Result) Result {
	switch r {
	case Holds:
		return t[0]
	case Fails:
		return t[1]
	}
	return Unknown
}

// inCTL returns a formula of CTL that has the same answer as a question of LTL or, where there is none at hand, one
// that tells it if it holds.
func inCTL(question *syntax.Formula, paths syntax.Paths) (*syntax.Formula, told) {
	if f, ok := ltl.CTL(question); ok {
		return syntax.Simplify(f, paths), told{Holds, Fails}
	}
	return syntax.Simplify(ltl.Stronger(question), paths), told{engine.Decided(!ltl.GoalOf(question).Holds), Unknown}
}

// upward returns what an answer to a question of CTL says of the question of LTL that it was asked for, nil if nothing.
// Where the run that it shows can be made one that decides that question, it comes with it.
func (b *board) upward(p *asked, a *Answer) *Answer {
	result := p.tells.of(a.Result)
	if result == Unknown {
		return nil
	}
	q := p.whole.Question
	up := &Answer{Verdict: Verdict{Result: result, Bound: a.Bound}, By: a.By + AsCTL, Took: a.Took}
	up.Untraced = q.Trace && wantsTrace(q.LTL, result)
	if up.Untraced && a.Witness != nil {
		if up.Witness = b.model.runOf(b.ctx, q, a.Witness); up.Witness != nil {
			up.Untraced, up.Shows = false, up.Witness.Formula
		}
	}
	if up.Untraced {
		up.Reason = "the verdict follows from a formula of CTL"
	}
	return up
}
