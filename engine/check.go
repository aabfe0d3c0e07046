package engine

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// Check replays w by the firing rule of net and looks at every marking on the way. It returns nil if w proves that its
// formula holds in Start, in the given reading of paths, but for what is claimed and what Cut says is left out.
//
// An error tells which of the witnesses in w is wrong, where, and why. Cost: the firings of each different witness
// and, in every marking, the operands without path operators.
func (w *Witness) Check(net *petri.Net, paths syntax.Paths) error {
	c := checker{net: net, paths: paths, right: map[*Witness]bool{}}
	return c.check(w)
}

// A checker checks witnesses of one net.
type checker struct {
	net   *petri.Net
	paths syntax.Paths
	right map[*Witness]bool // those that were found to be right
}

// check checks w. It ends since the formula of a branch is an operand of that of w.
func (c *checker) check(w *Witness) error {
	if c.right[w] {
		return nil
	}
	if w.Formula == nil {
		return fmt.Errorf("a witness without a formula")
	}
	if err := c.shape(w); err != nil {
		return fmt.Errorf("witness of %v: %w", w.Formula, err)
	}
	if w.Formula.Op == syntax.E {
		if err := c.run(w); err != nil {
			return fmt.Errorf("witness of %v: %w", w.Formula, err)
		}
		c.right[w] = true
		return nil
	}
	markings, err := c.replay(w)
	if err != nil {
		return fmt.Errorf("witness of %v: %w", w.Formula, err)
	}
	if err := c.ending(w, markings[max(w.Loop, 0)], markings[len(w.Steps)]); err != nil {
		return fmt.Errorf("witness of %v: %w", w.Formula, err)
	}
	if err := c.obligations(w, markings); err != nil {
		return fmt.Errorf("witness of %v: %w", w.Formula, err)
	}
	c.right[w] = true
	return nil
}

// shape checks what needs no firing: the start has a number for each place, the formula is in negation normal form,
// only formulas that speak of a path have steps, as many as they need, and a loop leads back to one of the positions.
func (c *checker) shape(w *Witness) error {
	if len(w.Start) != len(c.net.Places) {
		return fmt.Errorf("the start has %d numbers for the %d places of net %s", len(w.Start), len(c.net.Places),
			c.net.Name)
	}
	for p, tokens := range w.Start {
		if tokens < 0 {
			return fmt.Errorf("the start has %d tokens on place %s", tokens, c.net.Places[p].Name)
		}
	}
	f := w.Formula
	switch f.Op {
	case syntax.EF, syntax.EU, syntax.EG:
	case syntax.E, syntax.A:
		if err := isPath(f.Args[0]); err != nil {
			return err
		}
		if f.Op == syntax.A && len(w.Steps) > 0 {
			return fmt.Errorf("%d steps, expected none", len(w.Steps))
		}
	case syntax.EX:
		if len(w.Steps) != 1 {
			return fmt.Errorf("%d steps, expected 1", len(w.Steps))
		}
	case syntax.Implies, syntax.Iff:
		if f.Temporal() {
			return fmt.Errorf("the formula is not in negation normal form")
		}
		fallthrough
	default:
		if f.Op == syntax.Not && f.Temporal() && !Claimed(f) {
			return fmt.Errorf("the formula is not in negation normal form")
		}
		if len(w.Steps) > 0 {
			return fmt.Errorf("%d steps, expected none", len(w.Steps))
		}
	}
	switch {
	case w.Loop == NoLoop:
	case !w.Endless():
		return fmt.Errorf("a loop to position %d, expected none", w.Loop)
	case w.Loop < 0 || w.Loop >= len(w.Steps):
		return fmt.Errorf("a loop to position %d of %d steps", w.Loop, len(w.Steps))
	}
	return nil
}

// replay returns the markings before each step and after the last.
func (c *checker) replay(w *Witness) ([]petri.Marking, error) {
	var markings []petri.Marking
	for m, err := range w.Markings(c.net) {
		if err != nil {
			return nil, err
		}
		markings = append(markings, m.Clone())
	}
	return markings, nil
}

// ending looks at the last marking of a path that has to go on for ever or to end there; knot is the one that its loop
// leads back to, if it has one.
func (c *checker) ending(w *Witness, knot, last petri.Marking) error {
	switch {
	case w.Loop != NoLoop:
		for p, tokens := range knot {
			if last[p] != tokens {
				return fmt.Errorf("the loop does not close: place %s holds %d at position %d and %d after step %d",
					c.net.Places[p].Name, tokens, w.Loop, last[p], len(w.Steps))
			}
		}
	case !w.EndsDead():
	case c.paths != syntax.Maximal:
		return fmt.Errorf("the path ends after step %d, expected a loop: paths are %v", len(w.Steps), c.paths)
	default:
		for t := range c.net.EnabledTransitions(last) {
			return fmt.Errorf("the path ends after step %d where transition %s is enabled", len(w.Steps),
				c.net.Transitions[t].Name)
		}
	}
	return nil
}

// An obligation is an operand that has to hold at a position.
type obligation struct {
	at int
	f  *syntax.Formula
}

// owed lists the operands that have to hold along the steps of w, whose formula is EX, EF, EG, EU or And, each with the
// position where it has to hold.
func (w *Witness) owed() []obligation {
	f, n := w.Formula, len(w.Steps)
	var list []obligation
	before := func(end int, g *syntax.Formula) {
		for i := range end {
			list = append(list, obligation{i, g})
		}
	}
	switch f.Op {
	case syntax.EX, syntax.EF:
		list = append(list, obligation{n, f.Args[0]})
	case syntax.EU:
		before(n, f.Args[0])
		list = append(list, obligation{n, f.Args[1]})
	case syntax.EG:
		before(n, f.Args[0])
		if w.Loop == NoLoop {
			list = append(list, obligation{n, f.Args[0]})
		}
	case syntax.And:
		for _, g := range f.Args {
			list = append(list, obligation{0, g})
		}
	}
	return list
}

// obligations checks that the operands of w hold where the definition of its operator requires it: those without path
// operators are evaluated in the marking, the others must have a branch there. It also refuses branches that nothing
// requires, and a mark Cut where nothing is missing.
func (c *checker) obligations(w *Witness, markings []petri.Marking) error {
	branches, err := c.branches(w, markings)
	if err != nil {
		return err
	}
	needed, missing := map[obligation]bool{}, false
	f := w.Formula
	switch {
	case !f.Temporal():
		if !Eval(c.net, f, w.Start) {
			return fmt.Errorf("it does not hold in the start")
		}
	case Claimed(f):
	case f.Op == syntax.Or:
		shown := slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool {
			return branches[obligation{0, g}] || !g.Temporal() && Eval(c.net, g, w.Start)
		})
		for _, g := range f.Args {
			needed[obligation{0, g}] = true
		}
		if missing = !shown; missing && !w.Cut {
			return fmt.Errorf("none of the operands holds in the start or has a witness")
		}
	default:
		for _, o := range w.owed() {
			switch {
			case !o.f.Temporal():
				if !Eval(c.net, o.f, markings[o.at]) {
					return fmt.Errorf("%s: %v does not hold", position(o.at), o.f)
				}
			case branches[o]:
				needed[o] = true
			case !w.Cut:
				return fmt.Errorf("%s: no witness of %v", position(o.at), o.f)
			default:
				missing = true
			}
		}
	}
	for _, b := range w.Branches {
		if !needed[obligation{b.At, b.Formula}] {
			return fmt.Errorf("%s: a witness of %v, which is not needed there", position(b.At), b.Formula)
		}
	}
	if w.Cut && !missing {
		return fmt.Errorf("marked as cut, but nothing is left out")
	}
	return nil
}

// branches checks the branches of w and returns what they show.
func (c *checker) branches(w *Witness, markings []petri.Marking) (map[obligation]bool, error) {
	shown := map[obligation]bool{}
	for _, b := range w.Branches {
		switch {
		case b.Witness == nil:
			return nil, fmt.Errorf("a branch without a witness")
		case b.At < 0 || b.At >= len(markings):
			return nil, fmt.Errorf("a branch at position %d of %d steps", b.At, len(w.Steps))
		case b.Formula == nil || !b.Formula.Temporal() || !slices.Contains(w.Formula.Args, b.Formula):
			return nil, fmt.Errorf("%s: a witness of %v, which is no operand with a path operator", position(b.At),
				b.Formula)
		case !b.Start.Equal(markings[b.At]):
			return nil, fmt.Errorf("%s: the witness of %v starts in another marking", position(b.At), b.Formula)
		}
		o := obligation{b.At, b.Formula}
		if shown[o] {
			return nil, fmt.Errorf("%s: two witnesses of %v", position(b.At), b.Formula)
		}
		if err := c.check(b.Witness); err != nil {
			return nil, fmt.Errorf("%s: %w", position(b.At), err)
		}
		shown[o] = true
	}
	return shown, nil
}

// position names the marking before step i.
func position(i int) string {
	if i == 0 {
		return "at the start"
	}
	return fmt.Sprintf("after step %d", i)
}
