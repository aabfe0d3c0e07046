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

// The proof that a target can always be reached: descents, and counterexamples to them.

const (
	ends        = 40      // markings from which each descent is tested
	mostTests   = 400     // of descents to one target
	mostGuesses = 400     // markings from solutions of the state equation that may be unreachable
	entries     = 1 << 24 // of the equations
)

// A proof is the search for a descent to a target in which every reachable marking outside of it takes part.
type proof struct {
	*run
	target  target
	search  *home.Search
	walks   int // samples to begin with
	sampled int // of these
	descent *home.Descent
	guesses int
	tests   int // of descents

	elsewhere []*certificate.Goal // see target.elsewhere
	left      int                 // so many are left to refute together with stuck, the first ones
	slices    int                 // that went to it
	proved    bool                // the target can be reached from all reachable markings
	hopeless  bool
}

// A target is what a proof is about.
type target interface {
	home.Target
	// formula returns a formula without path operators that holds in the target alone.
	formula() *syntax.Formula
	// elsewhere lists conditions one of which holds in each reachable marking outside of the target. The list is nil if
	// numbers are too large. The error is a fault.
	elsewhere(ctx context.Context) ([]*certificate.Goal, error)
}

// newProof begins with a target and so many random markings.
func (r *run) newProof(t target, walks int) *proof {
	return &proof{run: r, target: t, search: home.NewSearch(r.Net(), t), walks: walks}
}

// slice looks for a descent to the target until ctx is done, or sets proved or hopeless. The error is a fault.
func (p *proof) slice(ctx context.Context) (err error) {
	p.slices++
	for ; p.sampled < p.walks && ctx.Err() == nil; p.sampled++ {
		p.search.Sample(p.sampled)
	}
	for ctx.Err() == nil && !p.proved && !p.hopeless {
		if p.descent == nil {
			d, err := p.search.Find(ctx)
			if err != nil || d == nil {
				p.hopeless = err == nil
				return nil // with an error the next slice is longer
			}
			if p.search.Test(ctx, d, uint64(p.tests), ends) > 0 {
				p.tests++
				p.hopeless = p.tests > mostTests
				continue
			}
			p.descent, p.left = d, len(p.elsewhere)
		}
		before := p.left
		m, proved, err := p.refute(ctx)
		switch {
		case err != nil:
			return err
		case proved:
			p.proved = true
			return nil
		case m != nil:
			p.guesses++
			p.search.Add(m, true)
			p.descent = nil
			continue
		case p.left < before:
			continue // it makes headway
		}
		if m, err = p.ask(ctx); err != nil || m == nil {
			return err
		}
		p.search.Add(m, false)
		p.descent = nil
	}
	return nil
}

// refute tries to prove by the state equation that no marking outside of the target disables all steps, for one
// condition of elsewhere after the other, and goes on with those that are left in the next call. Without a proof it may
// return a marking that satisfies the equation.
func (p *proof) refute(ctx context.Context) (guess petri.Marking, proved bool, err error) {
	end, _ := ctx.Deadline()
	own, cancel := context.WithTimeout(ctx, time.Until(end)*2/3)
	defer cancel()
	if p.elsewhere == nil {
		list, err := p.target.elsewhere(own)
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

// ask has other techniques decide whether a reachable marking outside of the target disables all steps, and returns it.
// If no such marking exists, that is the proof. The error is a fault.
func (p *proof) ask(ctx context.Context) (petri.Marking, error) {
	f := p.Pool().Make(syntax.EF, p.Pool().And(p.Pool().Not(p.target.formula()), p.stuck()))
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

// refutes looks for a proof that no reachable marking satisfies a goal, within so many cases, or any number. The result
// is nil if a limit came before. The error is a fault.
func (r *run) refutes(ctx context.Context, goal *certificate.Goal, cases int) (*equation.Result, error) {
	if r.system == nil {
		r.system = equation.New(r.Net())
	}
	result, err := r.system.Refute(ctx, goal, equation.Limits{Entries: entries, Nodes: cases})
	var wrong *equation.ProofError
	if errors.As(err, &wrong) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return result, nil
}
