package equation

import (
	"context"
	"errors"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/ltl/automaton"
	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// A run that goes on for ever has, by Dickson's lemma, after any position two markings the second of which covers the
// first. So the firings x between them satisfy C·x ≥ 0, x ≥ 0, x ≠ 0. If the run is accepted, it finally stays in an
// accepting part of the automaton, and fires only from markings and to markings that satisfy some guard there. Where no
// such firings exist, and no dead marking satisfies a guard, the part accepts nothing.

// endlessNodes is the most cases into which a system of such inequalities is split.
const endlessNodes = 64

// endless has what is known of the runs of one question that go on for ever.
type endless struct {
	path  string // the path formula, as text
	stuck map[stuckKey]bool
}

// A stuckKey is a transition and the disjunction of the guards of an accepting part.
type stuckKey struct {
	transition int
	guards     *syntax.Formula
}

// endlessConjecture returns the conjecture that no run stays for ever in an accepting part of the automaton of a
// question.
func (r *run) endlessConjecture(a *task) *conjecture {
	if path := r.Goal(a.Question).Path.String(); a.endless == nil || a.endless.path != path {
		e := &endless{path: path, stuck: map[stuckKey]bool{}}
		a.endless = e
		a.staying = &conjecture{
			prove:   func(ctx context.Context) (bool, error) { return r.excluded(ctx, a, e) },
			refuted: func() { r.Answer(a.Question, model.NoRun(a.Question)) },
		}
	}
	return a.staying
}

// excluded reports whether no run stays in any accepting part of the automaton.
func (r *run) excluded(ctx context.Context, a *task, e *endless) (bool, error) {
	aut, err := r.Automaton(ctx, a.Question)
	if err != nil {
		return false, nil // a limit
	}
	left := r.withoutRefuted(aut)
	useful := usefulStates(left.Automaton)
	for _, c := range left.Components() {
		if !c.Accepting || !useful[c.States[0]] {
			continue
		}
		guards := r.within(left, c)
		if ok, err := r.excludes(ctx, a, e, guards); !ok || err != nil {
			return false, err
		}
	}
	return true, nil
}

// within returns the disjunction of the guards inside of a component, in the form of syntax.NNF.
func (r *run) within(a *prunedAutomaton, c automaton.Component) *syntax.Formula {
	inside := map[int]bool{}
	for _, s := range c.States {
		inside[s] = true
	}
	var any []*syntax.Formula
	for _, s := range c.States {
		for _, arc := range a.States[s].Arcs {
			for _, cube := range arc.Guard {
				if inside[arc.To] {
					any = append(any, a.cubes[cube])
				}
			}
		}
	}
	return syntax.NNF(r.Pool().Or(any...))
}

// excludes reports whether the state equation proves that no run stays for ever in markings that satisfy guards, and
// none ends in one. It looks for firings that could be repeated for ever, and drops those transitions that cannot fire
// in such markings, until no firings are left, which is the proof, or none can be dropped. The error is a fault.
func (r *run) excludes(ctx context.Context, a *task, e *endless, guards *syntax.Formula) (bool, error) {
	allowed := make([]bool, len(r.Net().Transitions))
	for t := range allowed {
		allowed[t] = !e.stuck[stuckKey{t, guards}]
	}
	for {
		firings, err := r.repeatable(ctx, allowed)
		if err != nil {
			return false, err
		}
		if firings == nil {
			break
		}
		fewer := false
		for _, t := range firings {
			if _, known := e.stuck[stuckKey{t, guards}]; known {
				continue // it is known not to be stuck
			}
			stuck, err := r.refutes(ctx, r.firingWithin(t, guards))
			if err != nil || ctx.Err() != nil {
				return false, err
			}
			e.stuck[stuckKey{t, guards}] = stuck
			allowed[t], fewer = !stuck, fewer || stuck
		}
		if !fewer {
			return false, nil
		}
	}
	if a.Paths == model.Infinite {
		return true, nil
	}
	return r.refutes(ctx, r.Pool().And(r.Pool().Deadlock(), guards))
}

// firingWithin returns a formula that holds in each marking in which transition t is enabled and guards holds, and
// after whose firing guards holds again. The last condition is left out where comparisons of places cannot say it.
func (r *run) firingWithin(t int, guards *syntax.Formula) *syntax.Formula {
	all := []*syntax.Formula{r.Pool().Enabled(syntax.Ref{Index: t, Name: r.Net().Transitions[t].Name}), guards}
	if after := model.After(r.Net(), t, guards); after != nil {
		all = append(all, after)
	}
	return r.Pool().And(all...)
}

// refutes reports whether the state equation proves that no reachable marking satisfies a formula. The error is a
// fault.
func (r *run) refutes(ctx context.Context, f *syntax.Formula) (bool, error) {
	f = syntax.NNF(f)
	if c := r.known[f]; c != nil && c.state != untried {
		return c.state == proved, nil
	}
	goal := model.Condition(r.Net(), f)
	if goal == nil {
		return false, nil
	}
	result, err := r.system.Refute(ctx, goal, r.limits)
	var wrong *equation.ProofError
	if errors.As(err, &wrong) {
		return false, err
	}
	return err == nil && result.Proof != nil, nil
}

// repeatable returns the transitions of firings, among those that are allowed, which together take from no place more
// than they give. It returns nil if it is proved that there are none; that the limits came says nothing, and all are
// returned. The error is a fault.
func (r *run) repeatable(ctx context.Context, allowed []bool) (transitions []int, err error) {
	net, of := r.effects(allowed)
	all := certificate.And(certificate.AtLeast(len(net.Places)-1, 1))
	for p := range net.Places[:len(net.Places)-1] {
		all.Parts = append(all.Parts, certificate.AtLeast(p, net.Places[p].Initial))
	}
	limits := r.limits
	limits.Nodes = endlessNodes
	result, err := equation.New(net).Refute(ctx, all, limits)
	var wrong *equation.ProofError
	switch {
	case errors.As(err, &wrong):
		return nil, err
	case err == nil && result.Proof != nil:
		return nil, nil
	case result == nil || result.Solution == nil:
		return of, nil
	}
	for i, t := range of {
		if result.Solution.Times[i] > 0 {
			transitions = append(transitions, t)
		}
	}
	return transitions, nil
}

// effects returns a net with the effects of the allowed transitions alone, with enough tokens in all places to enable
// each of them, and with a further place that counts firings; of lists the transitions by their indices in the original
// net. A solution of the inequalities violates no trap and no order of first firings of this net, so nothing but the
// inequalities refutes it.
func (r *run) effects(allowed []bool) (net *petri.Net, of []int) {
	most := int64(1)
	for t := range allowed {
		for e := range r.Net().Transitions[t].Effects() {
			most = max(most, e.Delta, -e.Delta)
		}
	}
	b := petri.NewBuilder("effects")
	for p := range r.Net().Places {
		b.Place(r.Net().Places[p].Name, most)
	}
	count := b.Place(" firings", 0)
	for t, ok := range allowed {
		if !ok {
			continue
		}
		n := b.Transition(r.Net().Transitions[t].Name)
		of = append(of, t)
		for e := range r.Net().Transitions[t].Effects() {
			switch {
			case e.Delta > 0:
				b.Out(n, e.Place, e.Delta)
			case e.Delta < 0:
				b.In(n, e.Place, -e.Delta)
			}
		}
		b.Out(n, count, 1)
	}
	net, err := b.Net()
	if err != nil {
		panic("check: the effects of a net are no net: " + err.Error()) // names and weights are those of one
	}
	return net, of
}
