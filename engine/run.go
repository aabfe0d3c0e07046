package engine

import (
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/ltl/word"
	"brim/petri"
)

// Satisfies reports whether a run satisfies a path formula of LTL, which has no A, E or operator of CTL in it. The run
// has so many steps, the last of which leads back to the state before step loop; with NoLoop it stays for ever in the
// state that it ends in. atom says what holds before a step, or after the last one. Cost: see word.Holds.
func Satisfies(path *syntax.Formula, steps, loop int, atom func(position int, f *syntax.Formula) bool) bool {
	if loop == NoLoop {
		return word.Holds(path, steps+1, steps, atom)
	}
	return word.Holds(path, steps, loop, atom)
}

// isPath returns an error if f is no path formula of LTL.
func isPath(f *syntax.Formula) error {
	for g := range f.All() {
		if g.Op.Temporal() && !g.Op.Linear() || g.Op == syntax.A || g.Op == syntax.E {
			return fmt.Errorf("%v inside of a path formula", g.Op)
		}
	}
	return nil
}

// run checks w, whose formula is E φ. Runs can be long: of the markings only what the atoms of φ say of them is kept.
func (c *checker) run(w *Witness) error {
	path := w.Formula.Args[0]
	holds := map[*syntax.Formula][]bool{}
	for f := range path.All() {
		if f.Op < syntax.Not {
			holds[f] = make([]bool, len(w.Steps)+1)
		}
	}
	var knot, last petri.Marking
	at := 0
	for m, err := range w.Markings(c.net) {
		if err != nil {
			return err
		}
		for f, positions := range holds {
			positions[at] = Eval(c.net, f, m)
		}
		if at == w.Loop {
			knot = m.Clone()
		}
		if at == len(w.Steps) {
			last = m.Clone()
		}
		at++
	}
	switch err := c.ending(w, knot, last); {
	case err != nil:
		return err
	case len(w.Branches) > 0 || w.Cut:
		return errors.New("a run has no branches, and nothing is left out of it")
	case !Satisfies(path, len(w.Steps), w.Loop, func(i int, f *syntax.Formula) bool { return holds[f][i] }):
		return errors.New("the run does not satisfy the path formula")
	}
	return nil
}
