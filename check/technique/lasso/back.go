package lasso

import (
	"context"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri"
)

// The way back to a marking: reachability in a net that begins there, with a copy of each transition that is enabled
// there. Copies mark a place, one of them at most, and the marking together with that place is the target. So each way
// to the target fires something, and each loop is such a way, since it begins with a transition that has a copy.

// back has other techniques look for a way from the marking of a guard back to it, and answers the question if the run
// that goes round there satisfies what is asked for. The error is a fault.
func (r *run) back(ctx context.Context, a *task, g *guard) error {
	if g.closed {
		return nil
	}
	m, err := r.Net().Replay(g.steps)
	if err != nil {
		return err
	}
	net, of := begun(r.Net(), m)
	if net == nil {
		g.closed = true
		return nil
	}
	answers, err := r.others(ctx, r.Model().Variant(net), []*model.Question{reachability(again(net, m))})
	if err != nil {
		return err
	}
	answer := answers[0]
	g.closed = answer.Result == model.Fails || answer.Witness != nil
	if answer.Witness == nil {
		return nil
	}
	steps := append([]int{}, g.steps...)
	for _, t := range answer.Witness.Steps {
		steps = append(steps, of[t])
	}
	found := model.RanSteps(a.Question, r.Net(), steps, len(g.steps))
	if found.Witness.Check(r.Net(), a.Paths) == nil {
		r.Answer(a.Question, found)
	}
	return nil
}

// begun returns the net that begins in m with copies of what is enabled there, and of each of its transitions the one
// of the original net that it stands for. It returns nil if nothing is enabled.
func begun(net *petri.Net, m petri.Marking) (with *petri.Net, of []int) {
	b := petri.NewBuilder(net.Name)
	for p, tokens := range m {
		b.Place(net.Places[p].Name, tokens)
	}
	still, moved := b.Place(" still", 1), b.Place(" moved", 0)
	add := func(name string, i int) int {
		t := b.Transition(name)
		for _, arc := range net.Transitions[i].Pre {
			b.In(t, arc.Place, arc.Weight)
		}
		for _, arc := range net.Transitions[i].Post {
			b.Out(t, arc.Place, arc.Weight)
		}
		for _, arc := range net.Transitions[i].Inhibit {
			b.Inhibit(t, arc.Place, arc.Weight)
		}
		of = append(of, i)
		return t
	}
	for i := range net.Transitions {
		add(net.Transitions[i].Name, i)
	}
	for i := range net.EnabledTransitions(m) {
		t := add(" "+net.Transitions[i].Name, i)
		b.In(t, still, 1)
		b.Out(t, moved, 1)
	}
	with, err := b.Net()
	if err != nil || len(of) == len(net.Transitions) {
		return nil, nil
	}
	return with, of
}

// again returns the formula that the marking is m and something has fired, in the net of begun.
func again(net *petri.Net, m petri.Marking) *syntax.Formula {
	pool := syntax.NewPool()
	all := []*syntax.Formula{}
	equal := func(p int, tokens int64) {
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: net.Places[p].Name}), syntax.Equal,
			syntax.Constant(tokens))
		if err != nil {
			panic("lasso: " + err.Error()) // a place and a number are no large sum
		}
		all = append(all, f)
	}
	for p, tokens := range m {
		equal(p, tokens)
	}
	equal(len(m)+1, 1)
	return pool.And(all...)
}
