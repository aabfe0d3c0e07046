package certify

import (
	"context"
	"slices"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
)

// This file finds runs where the answer has none.

const (
	walkTime    = 500 * time.Millisecond // of random walks, and of guided ones
	tourStep    = 5 * time.Millisecond   // for each formula that is looked for together with others
	longestRun  = 100_000
	tourWork    = 20_000_000 // looks at a formula in a marking
	firstTries  = 20 * time.Millisecond
	mostTryTime = 4 * time.Second
)

// A start is a marking from which runs are looked for.
type start struct {
	net    *petri.Net // whose initial marking it is
	walker *walk.Walker
	failed bool // there is no walker
}

// reach walks until each of some formulas without path operators was seen, for about the given time. It returns a path
// for each, nil where there is none.
func (c *start) reach(ctx context.Context, list []*syntax.Formula, most time.Duration) [][]int {
	paths := make([][]int, len(list))
	for i, path := range c.walk(ctx, list, most) {
		if path != nil && len(path) <= longestRun {
			paths[i] = c.straight(path)
		}
	}
	return paths
}

// walk is reach with paths as they were walked, which may have circles.
func (c *start) walk(ctx context.Context, list []*syntax.Formula, most time.Duration) [][]int {
	paths := make([][]int, len(list))
	if c.walker == nil && !c.failed {
		w, err := walk.New(c.net, 1)
		c.walker, c.failed = w, err != nil // numbers that walks cannot have
	}
	if c.failed {
		return paths
	}
	goals, left := make([]*walk.Goal, len(list)), 0
	for i, p := range list {
		if goals[i], _ = c.walker.Reach(p); goals[i] != nil {
			left++
		}
	}
	open := func(g *walk.Goal) bool {
		if g == nil {
			return false
		}
		_, found := g.Found()
		return !found
	}
	more := func() bool { return slices.ContainsFunc(goals, open) }
	own, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	if left > 0 && more() {
		random, stop := context.WithTimeout(own, most/2)
		_ = c.walker.Random(random, walk.Limits{Found: more}) // what a defect makes of it is found by the replay
		stop()
	}
	for round := time.Duration(1); more() && own.Err() == nil; round *= 2 {
		for _, g := range goals {
			if open(g) && own.Err() == nil {
				piece, stop := context.WithTimeout(own, round*5*time.Millisecond)
				_ = c.walker.Toward(piece, g, walk.Limits{Found: func() bool { return open(g) }})
				stop()
			}
		}
	}
	for i, g := range goals {
		if g == nil {
			continue
		}
		if path, found := g.Found(); found {
			paths[i] = append([]int{}, path...)
		}
		if open(g) {
			c.walker.Drop(g)
		}
	}
	return paths
}

// straight returns a path without the circles of a path, nil if it is none. A circle begins where a marking has the sum
// of an earlier one; that another marking has the same sum, modulo 2^64, is so rare that the path may then be wrong.
// Whoever fires its transitions sees that. Cost: the arcs of the transitions.
func (c *start) straight(path []int) []int {
	m, sum := c.net.Initial(), uint64(0)
	at := map[uint64]int{0: 0} // by the difference to the sum of the initial marking: how long the way there is
	sums := []uint64{0}
	steps := []int{}
	change := func(list []petri.Arc, sign uint64) {
		for _, a := range list {
			sum += sign * factor(a.Place) * uint64(a.Weight)
		}
	}
	for _, t := range path {
		if !c.net.Enabled(m, t) || !c.net.FireInto(m, m, t) {
			return nil
		}
		change(c.net.Transitions[t].Pre, ^uint64(0))
		change(c.net.Transitions[t].Post, 1)
		if n, known := at[sum]; known {
			for _, s := range sums[n+1:] {
				delete(at, s)
			}
			sums, steps = sums[:n+1], steps[:n]
			continue
		}
		steps, sums = append(steps, t), append(sums, sum)
		at[sum] = len(steps)
	}
	return steps
}

// factor returns what a token on a place adds to the sum of a marking.
func factor(place int) uint64 {
	x := uint64(place+1) * 0x9e3779b97f4a7c15
	x ^= x >> 31
	return x * 0xbf58476d1ce4e5b9
}

// tour walks for all EF p in a conjunction together, from a position on, and shows them by as few markings as it can.
func (s *shower) tour(from *start, at int, list []*syntax.Formula) {
	var open, goals []*syntax.Formula
	for _, f := range list {
		if f.Op == syntax.EF && !f.Args[0].Temporal() && !s.shown[need{f, at}] && (at != 0 || s.found[f] == nil) {
			open, goals = append(open, f), append(goals, f.Args[0])
		}
	}
	if len(open) < 2 {
		return
	}
	paths := from.walk(s.ctx, goals, walkTime+time.Duration(len(open))*tourStep)
	order := make([]int, 0, len(open))
	for i, path := range paths {
		if path != nil {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(paths[j]) - len(paths[i]) })
	work := 0
	for k, i := range order {
		if s.shown[need{open[i], at}] || s.ctx.Err() != nil {
			continue
		}
		size := s.part.size()
		path := from.straight(paths[i])
		if path == nil || len(path) > longestRun {
			continue
		}
		positions, ok := s.part.run(at, path)
		if !ok || !engine.Eval(s.net, goals[i], s.part.marking(positions[len(path)])) {
			s.part.cut(size)
			continue
		}
		s.shown[need{open[i], at}] = true
		for new := size; new < s.part.size() && work < tourWork; new++ {
			m := s.part.marking(new)
			for _, j := range order[k+1:] {
				work++
				if n := (need{open[j], at}); !s.shown[n] && engine.Eval(s.net, goals[j], m) {
					s.shown[n] = true
				}
			}
		}
	}
}

// promising returns the operands of a disjunction in the sequence in which they should be tried: without those AG p
// that a walk refutes, and the ones first that the state equation proves in a moment.
func (s *shower) promising(list []*syntax.Formula) []*syntax.Formula {
	var rest, always, goals []*syntax.Formula
	for _, f := range list {
		if f.Op == syntax.AG && !f.Args[0].Temporal() {
			always, goals = append(always, f), append(goals, normal(f.Args[0], true))
		} else {
			rest = append(rest, f)
		}
	}
	if len(always) < 2 {
		return list
	}
	paths := s.first.walk(s.ctx, goals, walkTime)
	var open []*syntax.Formula
	for i, f := range always {
		if paths[i] == nil && !engine.Eval(s.net, goals[i], s.net.Initial()) {
			open = append(open, f)
		}
	}
	for most, spent := firstTries, time.Now(); most < s.equation; most *= 4 {
		for _, f := range open {
			if time.Since(spent) > mostTryTime {
				break
			}
			if s.prove(s.ctx, normal(f.Args[0], true), most).proof != nil {
				return []*syntax.Formula{f}
			}
		}
	}
	return append(rest, open[:min(len(open), 3)]...)
}

// witness looks for a witness of an existential formula in the initial marking; nil if it finds none.
func (s *shower) witness(f *syntax.Formula) *engine.Witness {
	if w, known := s.witnesses[f]; known {
		return w
	}
	w := s.search(f)
	if w != nil || !s.quick && s.ctx.Err() == nil { // else more time might find one
		s.witnesses[f] = w
	}
	return w
}

func (s *shower) search(f *syntax.Formula) *engine.Witness {
	if f.Op == syntax.EF && !f.Args[0].Temporal() {
		if path := s.first.reach(s.ctx, f.Args[:1], walkTime)[0]; path != nil {
			return &engine.Witness{Formula: f, Start: s.net.Initial(), Steps: path, Loop: engine.NoLoop}
		}
	}
	if s.quick {
		return nil
	}
	a := s.ask(s.ctx, s.model.Variant(s.net), &model.Question{Formula: f, Paths: s.paths, Trace: true})
	if a == nil || a.Result != model.Holds {
		return nil
	}
	return a.Witness
}

// ask has the techniques answer a question about a model; nil if there are none.
func (c *Certifier) ask(ctx context.Context, m *model.Model, q *model.Question) *model.Answer {
	if c.options.Decide == nil {
		return nil
	}
	own, cancel := context.WithTimeout(ctx, c.options.Each)
	defer cancel()
	return c.options.Decide(own, m, q)
}
