package model

import (
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl/word"
	"brim/petri"
)

// Where the subformulas of a path formula hold along a run.

// A Reading says at which positions of a run a path formula holds, that is, for the suffix that begins there.
type Reading struct {
	Formula *syntax.Formula
	Holds   []bool // before each step, and after the last one
}

// Along returns the readings of the path formula φ of a witness of E φ and of all its subformulas but true and false,
// operands first; nil for other witnesses. Cost: O(different subformulas × positions), and the firings.
func Along(net *petri.Net, w *Witness) []Reading {
	if w.Formula.Op != syntax.E {
		return nil
	}
	path := w.Formula.Args[0]
	atoms := map[*syntax.Formula][]bool{}
	for f := range path.All() {
		if f.Op < syntax.Not {
			atoms[f] = make([]bool, 0, len(w.Steps)+1)
		}
	}
	for m, err := range w.Markings(net) {
		if err != nil {
			panic("check: Along: a witness that cannot be replayed: " + err.Error())
		}
		for f, holds := range atoms {
			atoms[f] = append(holds, engine.Eval(net, f, m))
		}
	}
	positions, loop := len(w.Steps)+1, len(w.Steps) // a dead marking repeats
	if w.Loop != NoLoop {
		positions, loop = len(w.Steps), w.Loop
	}
	holds := word.Positions(path, positions, loop, func(i int, f *syntax.Formula) bool { return atoms[f][i] })
	var list []Reading
	for f := range path.All() {
		if f.Op == syntax.True || f.Op == syntax.False {
			continue
		}
		r := Reading{f, holds[f]}
		if w.Loop != NoLoop { // the last marking is that at the beginning of the loop
			r.Holds = append(r.Holds, r.Holds[loop])
		}
		list = append(list, r)
	}
	return list
}
