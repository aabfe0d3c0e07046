package certify

import (
	"context"
	"slices"
	"time"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3/certificate"
)

// This file shows that formulas of CTL hold in single markings, by runs, the markings around them, and proofs by the
// state equation. Formulas are in the form of normal.

const (
	mostAround  = 2_000 // markings that a proof may add for universal operators
	mostNearby  = 500   // markings in which the goal of an existential operator is looked for without a witness
	endlessRuns = 10    // that look for a circle
	mostCircle  = 1_000 // markings of one
	mostFirings = 3_000_000
	// a quick proof
	quickFirings  = 300_000
	quickTime     = 1500 * time.Millisecond
	quickEquation = 300 * time.Millisecond
)

// A shower shows formulas.
//
// Invariant: what is in shown follows from the part and the proofs by the rules of the checker.
type shower struct {
	*Certifier
	ctx      context.Context
	paths    syntax.Paths
	part     *part
	nevers   []*never
	clauses  []*inductive
	offered  *certificate.Invariant              // of the answer; nil without one
	whole    *syntax.Formula                     // that is to be shown
	most     time.Duration                       // of the search, at its begin
	outer    context.Context                     // of the whole search, for clauses, which are looked for at the end
	evidence *sets.Evidence                      // nil without sets
	wide     bool                                // evidence is about markings that need not be reachable
	bySet    []*syntax.Formula                   // what it then shows
	found    map[*syntax.Formula]*engine.Witness // for the initial marking
	shown    map[need]bool
	room     int           // markings that may still be added around runs
	work     int           // firings that may still be tried
	equation time.Duration // that one proof may take
	quick    bool
}

// A need is a formula that is to hold in the marking at a position.
type need struct {
	f  *syntax.Formula
	at int
}

func (c *Certifier) shower(ctx context.Context, paths syntax.Paths, quick bool) *shower {
	s := &shower{
		Certifier: c, ctx: ctx, paths: paths, part: newPart(c.net), found: map[*syntax.Formula]*engine.Witness{},
		shown: map[need]bool{}, room: mostAround, work: mostFirings, equation: c.options.Equation, quick: quick,
		most: c.options.Each,
	}
	if quick {
		s.work, s.equation = quickFirings, min(s.equation, quickEquation)
	}
	return s
}

// within has a function work for so long.
func (s *shower) within(most time.Duration, work func() bool) bool {
	all := s.ctx
	own, cancel := context.WithTimeout(all, most)
	defer cancel()
	s.ctx = own
	defer func() { s.ctx = all }()
	return work()
}

// show tries to show that f holds in the marking at a position. False says nothing about f; the part is as before then.
func (s *shower) show(f *syntax.Formula, at int) bool {
	if !f.Temporal() {
		return engine.Eval(s.net, f, s.part.marking(at))
	}
	n := need{f, at}
	if s.shown[n] {
		return true
	}
	if s.ctx.Err() != nil {
		return false
	}
	size, nevers, room := s.part.size(), len(s.nevers), s.room
	if s.attempt(f, at) {
		s.shown[n] = true
		return true
	}
	s.undo(size, nevers)
	s.room = room
	return false
}

// undo removes what was added since the part had so many markings, and there were so many proofs.
func (s *shower) undo(size, nevers int) {
	if s.part.size() > size || len(s.nevers) > nevers {
		s.part.cut(size)
		s.nevers = s.nevers[:nevers]
		clear(s.shown) // some of it may rest on what was cut
	}
}

// attempt is show for a formula with path operators; what it added is not removed if it fails.
func (s *shower) attempt(f *syntax.Formula, at int) bool {
	switch f.Op {
	case syntax.And:
		return s.all(f.Args, at)
	case syntax.AX:
		return s.next(f.Args[0], at)
	case syntax.Or:
		return s.any(f.Args, at)
	case syntax.EX, syntax.EF, syntax.EU, syntax.EG:
		return s.some(f, at)
	case syntax.AG:
		if !f.Args[0].Temporal() && s.always(f.Args[0]) {
			return true
		}
		if recurs(f) && s.descends(f.Args[0].Args[0]) {
			return true
		}
	case syntax.Not:
		if f.Args[0].Op == syntax.AU { // f holds until g fails for ever, or g fails before f comes
			return s.any(syntax.NNF(f).Args, at) || s.around(f, at)
		}
	case syntax.AF, syntax.AU:
		if goal := f.Args[len(f.Args)-1]; goal.Temporal() && s.show(goal, at) {
			return true
		}
	}
	return s.around(f, at)
}

// all shows all operands: first those that the marking decides.
func (s *shower) all(list []*syntax.Formula, at int) bool {
	for _, f := range list {
		if !f.Temporal() && !s.show(f, at) {
			return false
		}
	}
	if at == 0 {
		s.tour(s.first, 0, list)
	}
	for _, f := range list {
		if !s.show(f, at) {
			return false
		}
	}
	return true
}

// any shows one of the operands: one that the marking decides, one with a witness, or any other.
func (s *shower) any(list []*syntax.Formula, at int) bool {
	for _, f := range list {
		if !f.Temporal() && s.show(f, at) {
			return true
		}
	}
	if s.excluded(list) {
		return true
	}
	if at == 0 {
		for _, f := range list {
			if s.found[f] != nil && s.show(f, at) {
				return true
			}
		}
		switch {
		case len(list) > 1 && all(list, dies):
			return s.dying(list)
		case len(list) > 2:
			list = s.promising(list)
		}
	}
	return slices.ContainsFunc(list, func(f *syntax.Formula) bool { return f.Temporal() && s.show(f, at) })
}

// some shows an existential formula: by a witness, if the position is that of the initial marking, or by a search
// nearby.
func (s *shower) some(f *syntax.Formula, at int) bool {
	if at == 0 && s.found[f] != nil && s.follow(s.found[f], at) {
		return true
	}
	if f.Op == syntax.EX {
		m := s.part.marking(at)
		for t := range s.net.EnabledTransitions(m) {
			if s.work--; s.work < 0 {
				break
			}
			if next, ok := s.part.fireIn(at, m, t); ok && s.show(f.Args[0], next) {
				return true
			}
		}
	} else if f.Op == syntax.EG && s.endless(f.Args[0], at) || f.Op != syntax.EG && s.nearby(f, at) {
		return true
	}
	if at != 0 {
		return s.around(f, at)
	}
	w := s.witness(f)
	return w != nil && s.follow(w, at) || s.around(f, at)
}

// follow adds the runs of a witness that begins at a position, and shows what they leave open: operands of universal
// operators.
func (s *shower) follow(w *engine.Witness, at int) bool {
	positions, ok := s.part.run(at, w.Steps)
	if !ok {
		return false
	}
	for _, b := range w.Branches {
		if !s.branch(b.Witness, positions[b.At]) {
			return false
		}
	}
	return !w.Cut
}

// branch shows the operand of a witness at a position.
func (s *shower) branch(w *engine.Witness, at int) bool {
	if engine.Claimed(w.Formula) || !w.Formula.Temporal() {
		return s.show(s.pool.Copy(w.Formula), at)
	}
	return s.follow(w, at)
}

// nearby looks for a path of EF or EU breadth first, in a few markings.
func (s *shower) nearby(f *syntax.Formula, at int) bool {
	goal := f.Args[len(f.Args)-1]
	stays := func(at int) bool { return f.Op == syntax.EF || !f.Args[0].Temporal() && s.show(f.Args[0], at) }
	if s.show(goal, at) {
		return true
	}
	if goal.Temporal() || !stays(at) {
		return false
	}
	// a part of its own, so that only the path is added
	around := newPart(s.net.WithInitial(s.part.marking(at)))
	for i := 0; i < around.size() && around.size() < mostNearby && s.ctx.Err() == nil; i++ {
		m := around.marking(i)
		if i > 0 && f.Op == syntax.EU && !engine.Eval(s.net, f.Args[0], m) {
			continue
		}
		for t := range s.net.EnabledTransitions(m) {
			size := around.size()
			if s.work--; s.work < 0 {
				return false
			}
			next, ok := around.fireIn(i, m, t)
			if ok && next == size && engine.Eval(s.net, goal, around.marking(next)) {
				_, ok = s.part.run(at, around.wayTo(next))
				return ok
			}
		}
	}
	return false
}

// endless looks for a run on which f holds for ever, by a few random runs that end where they come back to one of their
// markings, or are dead.
func (s *shower) endless(f *syntax.Formula, at int) bool {
	for seed := range uint64(endlessRuns) {
		size, nevers := s.part.size(), len(s.nevers)
		if s.circle(f, at, seed) {
			return true
		}
		s.undo(size, nevers)
	}
	return false
}

// circle is endless for one run.
func (s *shower) circle(f *syntax.Formula, at int, seed uint64) bool {
	most := mostCircle
	if f.Temporal() {
		most = mostCircle / 20
	}
	var enabled []int
	for seen := map[int]bool{}; len(seen) < most && s.show(f, at); {
		seen[at] = true
		m := s.part.marking(at)
		enabled = slices.AppendSeq(enabled[:0], s.net.EnabledTransitions(m))
		if len(enabled) == 0 {
			return s.paths == syntax.Maximal
		}
		var t int
		seed, t = choose(seed, enabled)
		next, ok := s.part.fireIn(at, m, t)
		if s.work--; !ok || s.work < 0 {
			return false
		}
		if seen[next] {
			return true
		}
		at = next
	}
	return false
}

// choose returns one of a list, at random, and the next seed.
func choose(seed uint64, list []int) (next uint64, one int) {
	seed = seed*6364136223846793005 + 1442695040888963407
	return seed, list[(seed>>33)%uint64(len(list))]
}

// wayTo returns transitions that lead to the marking at a position.
func (p *part) wayTo(at int) (steps []int) {
	for ; at > 0; at = p.origins[at].from {
		steps = append(steps, p.origins[at].transition)
	}
	slices.Reverse(steps)
	return steps
}
