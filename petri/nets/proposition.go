package nets

import (
	"iter"
	"strconv"
	"strings"
)

// A Proposition is a name for a set of markings, to be used in formulas like an
// atom. One that ends in _i stands for N of them, from _1 to _N.
type Proposition struct {
	Name string `json:"name"`
	// Formula is what it abbreviates, in the notation of package ctl/syntax; i and N stand for numbers.
	Formula string `json:"formula"`

	text func(n, i int) string // the formula for N = n and index i
}

// indexed returns the proposition name_i. The index i in the formula occurs behind
// the names of places only.
func indexed(name, formula string) Proposition {
	return Proposition{name + "_i", formula, func(_, i int) string {
		return strings.ReplaceAll(formula, "_i", "_"+strconv.Itoa(i))
	}}
}

// single returns a proposition without index, whose formula is the same for all N.
func single(name, formula string) Proposition {
	return Proposition{name, formula, func(int, int) string { return formula }}
}

// Proposition returns the formula that the name abbreviates in the net of the given
// size, or false if there is no such proposition. N, of the indexed ones, is the first
// number of the size. It takes as long as the formula is.
func (f Family) Proposition(size []int, name string) (formula string, ok bool) {
	for _, p := range f.Propositions {
		base, isIndexed := strings.CutSuffix(p.Name, "_i")
		n := size[0]
		if !isIndexed {
			if name == p.Name {
				return p.text(n, 0), true
			}
			continue
		}
		number, ok := strings.CutPrefix(name, base+"_")
		i, err := strconv.Atoi(number)
		if ok && err == nil && 1 <= i && i <= n && number == strconv.Itoa(i) {
			return p.text(n, i), true
		}
	}
	return "", false
}

// PropositionNames yields the names of all propositions of the net of the given size.
func (f Family) PropositionNames(size []int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, p := range f.Propositions {
			base, isIndexed := strings.CutSuffix(p.Name, "_i")
			if !isIndexed {
				if !yield(p.Name) {
					return
				}
				continue
			}
			for i := 1; i <= size[0]; i++ {
				if !yield(at(base, i)) {
					return
				}
			}
		}
	}
}
