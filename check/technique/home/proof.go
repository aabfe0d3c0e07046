package home

import (
	"context"
	"errors"
	"math"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
	"brim/petri/home"
)

// The proof that the initial marking is a home marking: descents, and counterexamples to them.

const (
	walks       = 40      // markings to begin with
	ends        = 40      // markings from which each descent is tested
	mostTests   = 400     // of descents to one target
	targets     = 6       // markings that are tried as home markings, the initial one first
	descending  = 1 << 20 // firings on the way to another one
	fewCases    = 20      // of the proof that no marking is less than the target
	mostGuesses = 400     // markings from solutions of the state equation that may be unreachable
	entries     = 1 << 24 // of the equations
)

// A proof is the search for a home marking: for a target and a descent to it that every other marking takes part in.
type proof struct {
	*run
	system *equation.System
	tried  int // targets

	target  petri.Marking
	search  *home.Search
	descent *home.Descent
	guesses int
	tests   int // of descents

	elsewhere []*certificate.Goal // see conditions; the first ones are left to refute, together with stuck
	left      int
	proved    bool // the target is a home marking
}

// slice goes on with the search until ctx is done. It sets home if there is a proof, and reports whether it gives up
// otherwise. The error is a fault.
func (p *proof) slice(ctx context.Context) (givenUp bool, err error) {
	for ctx.Err() == nil && p.home == nil {
		if p.search == nil {
			if p.tried >= targets {
				return true, nil
			}
			if p.begin(ctx) != nil {
				return false, nil // the next slice is longer
			}
		}
		var hopeless bool
		if !p.proved {
			if hopeless, err = p.descend(ctx); err != nil {
				return true, err
			}
		}
		switch {
		case p.proved:
			if err := p.conclude(ctx); err != nil {
				return true, err
			}
		case hopeless:
			p.search = nil
		default:
			return false, nil
		}
	}
	return false, nil
}

// begin begins with the next target. The error is a limit.
func (p *proof) begin(ctx context.Context) error {
	if p.system == nil {
		p.system = equation.New(p.Net())
	}
	p.target = p.Net().Initial()
	if p.tried > 0 {
		m, err := home.Rest(ctx, p.Net(), uint64(p.tried), descending)
		if err != nil {
			return err
		}
		p.target = m
	}
	p.tried++
	p.search, p.descent, p.guesses, p.tests, p.elsewhere = home.NewSearch(p.Net(), p.target), nil, 0, 0, nil
	p.search.Sample(1, walks)
	return nil
}

// descend looks for a descent to the target until ctx is done, or sets proved. It reports whether there is no hope. The
// error is a fault.
func (p *proof) descend(ctx context.Context) (hopeless bool, err error) {
	for ctx.Err() == nil {
		if p.descent == nil {
			d, err := p.search.Find(ctx)
			if err != nil || d == nil {
				return err == nil, nil // with an error the next slice is longer
			}
			if p.search.Test(ctx, d, uint64(p.tests), ends) > 0 {
				if p.tests++; p.tests > mostTests {
					return true, nil
				}
				continue
			}
			p.descent, p.left = d, len(p.elsewhere)
		}
		before := p.left
		m, proved, err := p.refute(ctx)
		switch {
		case err != nil:
			return true, err
		case proved:
			p.proved = true
			return false, nil
		case m != nil:
			p.guesses++
			p.search.Add(m, true)
			p.descent = nil
			continue
		case p.left < before:
			continue // it makes headway
		}
		if m, err = p.ask(ctx); err != nil || p.proved || m == nil {
			return false, err
		}
		p.search.Add(m, false)
		p.descent = nil
	}
	return false, nil
}

// conclude sets home. If the target is not the initial marking, it asks whether that can be reached from the target, so
// that it is a home marking, too. The error is a fault.
func (p *proof) conclude(ctx context.Context) error {
	p.home = p.target
	if p.target.Equal(p.Net().Initial()) {
		return nil
	}
	f := p.Pool().Make(syntax.EF, p.same(p.Net().Initial()))
	m := model.OfNet(p.Net().WithInitial(p.target))
	report, err := p.others(ctx, m, []*model.Question{{ID: "return", Formula: syntax.NewPool().Copy(f)}})
	if err == nil && report.Answers[0].Result == model.Holds {
		p.home = p.Net().Initial()
	}
	return err
}

// same returns the formula that holds in one marking alone.
func (p *proof) same(m petri.Marking) *syntax.Formula {
	var all []*syntax.Formula
	for i, n := range m {
		all = append(all, model.Compare(p.Pool(), p.Net(), i, syntax.Equal, n))
	}
	return p.Pool().And(all...)
}

// refute tries to prove by the state equation that no marking other than the target disables all steps, for one
// condition of elsewhere after the other, and goes on with those that are left in the next call. Without a proof it may
// return a marking that satisfies the equation.
func (p *proof) refute(ctx context.Context) (guess petri.Marking, proved bool, err error) {
	end, _ := ctx.Deadline()
	own, cancel := context.WithTimeout(ctx, time.Until(end)*2/3)
	defer cancel()
	if p.elsewhere == nil {
		list, err := p.conditions(own)
		if err != nil || own.Err() != nil {
			return nil, false, err // the next slice is longer
		}
		p.elsewhere, p.left = list, len(list)
	}
	stuck := model.Condition(p.Net(), syntax.NNF(p.stuck()))
	if stuck == nil {
		return nil, false, nil
	}
	for tried := 0; tried < p.left && own.Err() == nil; {
		r, err := p.refutes(own, certificate.And(p.elsewhere[0], stuck), 0)
		if err != nil {
			return nil, false, err
		}
		if r != nil && r.Solution != nil && p.guesses < mostGuesses {
			guess = p.whole(r.Solution.Marking)
		}
		switch {
		case guess != nil:
			return guess, false, nil
		case r != nil && r.Proof != nil:
			p.left--
		default:
			tried++
		}
		// those with a proof are last; the next one comes first
		first := p.elsewhere[0]
		at := p.left
		if r == nil || r.Proof == nil {
			at = p.left - 1
		}
		copy(p.elsewhere, p.elsewhere[1:at+1])
		p.elsewhere[at] = first
	}
	return nil, p.elsewhere != nil && p.left == 0, nil
}

// refutes looks for a proof that no reachable marking satisfies a goal, within so many cases, or any number. The result
// is nil if a limit came before. The error is a fault.
func (p *proof) refutes(ctx context.Context, goal *certificate.Goal, cases int) (*equation.Result, error) {
	r, err := p.system.Refute(ctx, goal, equation.Limits{Entries: entries, Nodes: cases})
	var wrong *equation.ProofError
	if errors.As(err, &wrong) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return r, nil
}

// conditions lists conditions one of which holds in each reachable marking other than the target: that a place has
// more tokens than there, and that a place has fewer. The latter are left out if the state equation proves that no
// other marking has at most as many tokens as the target in all places.
func (p *proof) conditions(ctx context.Context) (list []*certificate.Goal, err error) {
	less := certificate.And()
	sum, all, fits := certificate.Atom{}, int64(0), true
	for i, n := range p.target {
		list = append(list, certificate.AtLeast(i, n+1))
		less.Parts = append(less.Parts, certificate.AtMost(i, n))
		sum.Terms = append(sum.Terms, certificate.Term{Index: i, Weight: -1})
		fits = fits && n < 1<<40
		all += min(n, 1<<40)
	}
	if sum.Least = 1 - all; fits { // some place has fewer
		r, err := p.refutes(ctx, certificate.And(less, &certificate.Goal{Atom: sum}), fewCases)
		if err != nil || r != nil && r.Proof != nil {
			return list, err
		}
	}
	for i, n := range p.target {
		if n > 0 {
			list = append(list, certificate.AtMost(i, n-1))
		}
	}
	return list, nil
}

// whole returns a solution as a marking, nil if it has fractions or enables nothing.
func (p *proof) whole(solution []float64) petri.Marking {
	m := make(petri.Marking, len(solution))
	for i, x := range solution {
		n := math.Round(x)
		if math.Abs(n-x) > 1e-4 || n < 0 || n > 1<<50 {
			return nil
		}
		m[i] = int64(n)
	}
	for range p.Net().EnabledTransitions(m) {
		return m
	}
	return nil
}

// ask has other techniques decide whether a reachable marking other than the initial one disables all steps, and
// returns it. If no such marking exists, that is the proof. The error is a fault.
func (p *proof) ask(ctx context.Context) (petri.Marking, error) {
	f := p.Pool().Make(syntax.EF, p.Pool().And(p.Pool().Not(p.same(p.target)), p.stuck()))
	q := &model.Question{ID: "descent", Formula: syntax.NewPool().Copy(syntax.NNF(f)), Trace: true}
	report, err := p.others(ctx, p.Model(), []*model.Question{q})
	if err != nil {
		return nil, err
	}
	a := report.Answers[0]
	if a.Result == model.Fails {
		p.proved = true
		return nil, nil
	}
	if a.Witness == nil {
		return nil, nil
	}
	return p.Net().Replay(a.Witness.Steps)
}

// stuck returns the formula that holds where no step of the descent is enabled.
func (p *proof) stuck() *syntax.Formula {
	pool := p.Pool()
	var all []*syntax.Formula
	var single []syntax.Ref
	for _, x := range p.descent.Steps {
		if len(x.Word) == 1 {
			single = append(single, syntax.Ref{Index: x.Word[0], Name: p.Net().Transitions[x.Word[0]].Name})
			continue
		}
		var need []*syntax.Formula
		for _, a := range x.Needs {
			need = append(need, model.Compare(pool, p.Net(), a.Place, syntax.GreaterEqual, a.Weight))
		}
		all = append(all, pool.Not(pool.And(need...)))
	}
	return pool.And(append(all, pool.Not(pool.Enabled(single...)))...)
}
