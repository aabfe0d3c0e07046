package lasso

import (
	"math/bits"
	"slices"

	"brim/ctl/syntax"
	"brim/ltl/automaton"
)

// guards lists what arcs inside of accepting parts ask of a marking, those with a mark only if there are marks: an
// accepted run comes to such markings again and again. Those that ask for most come first.
func guards(pool *syntax.Pool, a *automaton.Automaton) (list []*guard) {
	var cubes []automaton.Cube
	for _, c := range a.Components() {
		if !c.Accepting {
			continue
		}
		for _, s := range c.States {
			for _, arc := range a.States[s].Arcs {
				if a.Marks > 0 && arc.Marks == 0 || !slices.Contains(c.States, arc.To) {
					continue
				}
				for _, cube := range arc.Guard {
					if cube.True|cube.False != 0 && !slices.Contains(cubes, cube) {
						cubes = append(cubes, cube)
					}
				}
			}
		}
	}
	size := func(c automaton.Cube) int { return bits.OnesCount64(c.True | c.False) }
	slices.SortStableFunc(cubes, func(a, b automaton.Cube) int { return size(b) - size(a) })
	for _, c := range cubes[:min(len(cubes), mostGuards)] {
		list = append(list, &guard{formula: condition(pool, a, c)})
	}
	return list
}

// condition returns a cube as a formula in the form of syntax.NNF.
func condition(pool *syntax.Pool, a *automaton.Automaton, c automaton.Cube) *syntax.Formula {
	var all []*syntax.Formula
	for i, p := range a.Props {
		switch {
		case c.True>>i&1 == 1:
			all = append(all, p)
		case c.False>>i&1 == 1:
			all = append(all, pool.Not(p))
		}
	}
	return syntax.NNF(pool.And(all...))
}
