package certify

import (
	"context"
	"slices"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/engine"
)

// This file shows that formulas of CTL hold in single markings, by runs, the markings around them, and proofs by the
// state equation. Formulas are in the form of syntax.NNF.

const (
	mostAround  = 2_000 // markings that a proof may add for universal operators
	mostNearby  = 500   // markings in which the goal of an existential operator is looked for without a witness
	mostFirings = 4_000_000
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
	evidence *sets.Evidence                      // nil without sets
	found    map[*syntax.Formula]*engine.Witness // for the initial marking
	shown    map[need]bool
	room     int // markings that may still be added around runs
	work     int // firings that may still be tried
	quick    bool
}

// A need is a formula that is to hold in the marking at a position.
type need struct {
	f  *syntax.Formula
	at int
}

func (c *Certifier) shower(ctx context.Context, paths syntax.Paths, quick bool) *shower {
	return &shower{
		Certifier: c, ctx: ctx, paths: paths, part: newPart(c.net), found: map[*syntax.Formula]*engine.Witness{},
		shown: map[need]bool{}, room: mostAround, work: mostFirings, quick: quick,
	}
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
	if s.part.size() > size || len(s.nevers) > nevers {
		s.part.cut(size)
		s.nevers, s.room = s.nevers[:nevers], room
		clear(s.shown) // some of it may rest on what was cut
	}
	return false
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
		if !f.Args[0].Temporal() && s.never(f.Args[0]) {
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
		for t := range s.net.EnabledTransitions(s.part.marking(at)) {
			if s.work--; s.work < 0 {
				break
			}
			if next, ok := s.part.fire(at, t); ok && s.show(f.Args[0], next) {
				return true
			}
		}
	} else if f.Op != syntax.EG && s.nearby(f, at) {
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
	for i := 0; i < around.size() && around.size() < mostNearby; i++ {
		m := around.marking(i)
		if i > 0 && f.Op == syntax.EU && !engine.Eval(s.net, f.Args[0], m) {
			continue
		}
		for t := range s.net.EnabledTransitions(m) {
			size := around.size()
			if s.work--; s.work < 0 {
				return false
			}
			next, ok := around.fire(i, t)
			if ok && next == size && engine.Eval(s.net, goal, around.marking(next)) {
				_, ok = s.part.run(at, around.wayTo(next))
				return ok
			}
		}
	}
	return false
}

// wayTo returns transitions that lead to the marking at a position.
func (p *part) wayTo(at int) (steps []int) {
	for ; at > 0; at = p.origins[at].from {
		steps = append(steps, p.origins[at].transition)
	}
	slices.Reverse(steps)
	return steps
}
