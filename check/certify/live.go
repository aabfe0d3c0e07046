package certify

import (
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file shows liveness and its opposite: AG EF p for many p, and EF AG p for one of many.

const (
	homesTried  = 5     // markings that may be reached from everywhere
	lostRuns    = 30    // runs to markings that few others follow
	lostFirings = 3_000 // of such a run
)

// recurs reports whether f is AG EF p, where p has no path operators.
func recurs(f *syntax.Formula) bool {
	return f.Op == syntax.AG && f.Args[0].Op == syntax.EF && !f.Args[0].Args[0].Temporal()
}

// dies reports whether f is EF AG p, where p has no path operators.
func dies(f *syntax.Formula) bool {
	return f.Op == syntax.EF && f.Args[0].Op == syntax.AG && !f.Args[0].Args[0].Temporal()
}

func all(list []*syntax.Formula, is func(*syntax.Formula) bool) bool {
	return !slices.ContainsFunc(list, func(f *syntax.Formula) bool { return !is(f) })
}

// live shows AG EF p for all p of a list together: all reachable markings lead to one, from which a run reaches each p.
func (s *shower) live(list []*syntax.Formula) error {
	space, err := s.sets(s.ctx)
	if err != nil {
		return err
	}
	var goals []*syntax.Formula
	for _, f := range list {
		goals = append(goals, f.Args[0])
	}
	e := space.Evidence(s.paths)
	for try := range homesTried {
		steps := s.ramble(uint64(try), lostFirings*try)
		positions, ok := s.part.run(0, steps)
		if !ok {
			continue
		}
		at := positions[len(steps)]
		home := s.part.marking(at)
		if ok, err := e.Home(s.ctx, home, goals); err != nil {
			return uncertified("no sets of markings show it: %v", err)
		} else if !ok {
			s.part.cut(1)
			continue
		}
		for _, f := range s.toursFrom(at, home, goals) {
			return uncertified("no run from a marking that all others lead to reaches %v", f.Args[0])
		}
		s.evidence = e
		return nil
	}
	return uncertified("no marking was found that all others lead to")
}

// toursFrom shows formulas EF p by runs from a position and returns those for which it finds none.
func (s *shower) toursFrom(at int, m petri.Marking, list []*syntax.Formula) (open []*syntax.Formula) {
	from := s.first
	if at != 0 {
		from = &start{net: s.net.WithInitial(m)}
	}
	s.tour(from, at, list)
	there := s.model.Variant(from.net)
	for _, f := range list {
		if s.shown[need{f, at}] || s.nearby(f, at) {
			continue
		}
		a := s.ask(s.ctx, there, &model.Question{Formula: f, Paths: s.paths, Trace: true})
		if a == nil || a.Witness == nil || !s.follow(a.Witness, at) {
			return append(open, f)
		}
	}
	return nil
}

// dying shows one EF AG p of a list: in a dead marking, in the initial one, or in one that few others follow.
func (s *shower) dying(list []*syntax.Formula) bool {
	var always []*syntax.Formula
	for _, f := range list {
		always = append(always, f.Args[0])
	}
	if s.excluded(always) {
		return true
	}
	path := s.first.reach(s.ctx, []*syntax.Formula{s.pool.Deadlock()}, walkTime)[0]
	if path != nil && s.dyingAt(path, always) {
		return true
	}
	if rest := s.promising(always); len(rest) == 1 && s.show(rest[0], 0) {
		return true
	}
	for i := range uint64(lostRuns) {
		if s.ctx.Err() != nil {
			break
		}
		if s.dyingAt(s.ramble(i, lostFirings), always) {
			return true
		}
	}
	return false
}

// dyingAt shows that one of some formulas AG p holds after a run, since few markings follow.
func (s *shower) dyingAt(steps []int, always []*syntax.Formula) bool {
	size, room := s.part.size(), s.room
	if positions, ok := s.part.run(0, steps); ok {
		at := positions[len(steps)]
		after := s.followers(at)
		for _, f := range always {
			fails := func(m petri.Marking) bool { return !engine.Eval(s.net, f.Args[0], m) }
			if after != nil && !slices.ContainsFunc(after, fails) {
				if s.around(f, at) {
					return true
				}
			}
		}
	}
	s.part.cut(size)
	s.room = room
	return false
}

// followers returns the markings that can follow the one at a position, nil if they are many.
func (s *shower) followers(at int) (list []petri.Marking) {
	p := newPart(s.net.WithInitial(s.part.marking(at)))
	for i := 0; i < p.size(); i++ {
		m := p.marking(i)
		list = append(list, m)
		for t := range s.net.EnabledTransitions(m) {
			if _, ok := p.fireIn(i, m, t); !ok || p.size() > mostAround/2 {
				return nil
			}
		}
	}
	return list
}

// ramble returns a random run without circles, of at most so many firings.
func (s *shower) ramble(seed uint64, firings int) []int {
	p := newPart(s.net)
	at := 0
	var enabled []int
	for range firings {
		enabled = slices.AppendSeq(enabled[:0], s.net.EnabledTransitions(p.marking(at)))
		if len(enabled) == 0 {
			break
		}
		var t int
		seed, t = choose(seed, enabled)
		next, ok := p.fire(at, t)
		if !ok {
			break
		}
		at = next
	}
	return p.wayTo(at)
}
