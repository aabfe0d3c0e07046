package equation

import (
	"math/bits"
	"slices"

	"brim/check/model"
	"brim/check/technique/internal/runs"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl/automaton"
)

// Questions of LTL: what is proved prunes the automaton.

// foldRuns applies what is proved to a question of LTL, answers it if that decides it, and makes conjectures about what
// is left: the state formulas of its goal, and the cubes of its automaton. No run takes a cube that is refuted.
func (r *run) foldRuns(a *task) {
	q := a.Question
	runs.Simplify(r.Turn, q, func(f *syntax.Formula) *syntax.Formula {
		return syntax.Constants(syntax.NNF(f), r.never)
	})
	if !r.IsOpen(q) {
		return
	}
	a.list = a.list[:0:0]
	seen := map[*conjecture]bool{}
	need := func(p *syntax.Formula) {
		if c := r.conjecture(p); !seen[c] && c.state != proved {
			seen[c] = true
			a.list = append(a.list, c)
		}
	}
	states := map[*syntax.Formula]bool{}
	var within func(f *syntax.Formula)
	within = func(f *syntax.Formula) {
		switch {
		case states[f]:
		case f.Temporal():
			for _, g := range f.Args {
				within(g)
			}
		default:
			r.wants(f, need)
		}
		states[f] = true
	}
	within(r.Goal(q).Path)
	aut, err := r.Automaton(r.Context(q), q)
	if err != nil {
		return
	}
	if r.prune(aut, need) {
		r.Answer(q, model.NoRun(q))
		return
	}
	if c := r.endlessConjecture(a); c.state != proved {
		a.list = append(a.list, c)
	}
}

// prune removes the refuted cubes from an automaton. It reports whether no run from the initial marking is accepted any
// more; otherwise it calls need with the formulas of the cubes on the runs that are left.
func (r *run) prune(a *automaton.Automaton, need func(*syntax.Formula)) (none bool) {
	left := r.withoutRefuted(a)
	useful := usefulStates(left.Automaton)
	if !useful[left.Initial] {
		return true
	}
	for s, ok := range useful[:left.Initial] {
		if !ok {
			continue
		}
		for _, arc := range left.States[s].Arcs {
			for _, c := range arc.Guard {
				if useful[arc.To] && bits.OnesCount64(c.True|c.False) > 0 {
					need(left.cubes[c])
				}
			}
		}
	}
	return false
}

// A prunedAutomaton is an automaton without refuted cubes. Its initial state, which is the last one, reads only the
// initial marking.
type prunedAutomaton struct {
	*automaton.Automaton
	cubes map[automaton.Cube]*syntax.Formula
}

// withoutRefuted returns a copy of the automaton without the refuted cubes, which accepts the same runs of the net,
// together with the formula of each cube. The copy begins in a new state, which has the arcs of the old initial state
// that the initial marking can take.
func (r *run) withoutRefuted(a *automaton.Automaton) *prunedAutomaton {
	m := r.Net().Initial()
	values := uint64(0)
	for i, p := range a.Props {
		if engine.Eval(r.Net(), p, m) {
			values |= 1 << i
		}
	}
	cubes := map[automaton.Cube]*syntax.Formula{}
	left := &automaton.Automaton{Props: a.Props, Marks: a.Marks, States: make([]automaton.State, len(a.States)+1)}
	left.Initial = len(a.States)
	for s := range a.States {
		for _, arc := range a.States[s].Arcs {
			if s == a.Initial && arc.Guard.Holds(values) {
				first := &left.States[left.Initial]
				first.Arcs = append(first.Arcs, arc)
			}
			var guard automaton.Guard
			for _, c := range arc.Guard {
				f, ok := cubes[c]
				if !ok {
					f = r.cube(a, c)
					cubes[c] = f
				}
				if !r.never(f) {
					guard = append(guard, c)
				}
			}
			if arc.Guard = guard; len(guard) > 0 {
				left.States[s].Arcs = append(left.States[s].Arcs, arc)
			}
		}
	}
	return &prunedAutomaton{left, cubes}
}

// usefulStates reports for each state whether it is reachable from the initial one and can reach an accepting
// component.
func usefulStates(a *automaton.Automaton) []bool {
	reached, leads := make([]bool, len(a.States)), make([]bool, len(a.States))
	components := a.Components()
	reached[a.Initial] = true
	for again := true; again; {
		again = false
		for s := range a.States {
			for _, arc := range a.States[s].Arcs {
				if reached[s] && !reached[arc.To] {
					reached[arc.To], again = true, true
				}
			}
		}
	}
	for _, c := range slices.Backward(components) {
		for _, s := range c.States {
			leads[s] = c.Accepting
		}
		for range c.States {
			for _, s := range c.States {
				for _, arc := range a.States[s].Arcs {
					leads[s] = leads[s] || leads[arc.To]
				}
			}
		}
	}
	for s := range leads {
		leads[s] = leads[s] && reached[s]
	}
	return leads
}

// cube translates a cube to a formula in the form of syntax.NNF.
func (r *run) cube(a *automaton.Automaton, c automaton.Cube) *syntax.Formula {
	var all []*syntax.Formula
	for i, p := range a.Props {
		switch {
		case c.True>>i&1 == 1:
			all = append(all, p)
		case c.False>>i&1 == 1:
			all = append(all, r.Pool().Not(p))
		}
	}
	return syntax.NNF(r.Pool().And(all...))
}
