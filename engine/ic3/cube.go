package ic3

import (
	"slices"

	"brim/internal/sat"
)

// A cube is a conjunction of literals over the bits of a state, ascending.
type cube []sat.Lit

// A signature has a bit for each literal of a cube, so one that is contained has no other bits.
func (c cube) signature() uint64 {
	var sum uint64
	for _, l := range c {
		sum |= 1 << (l * 0x9E3779B1 >> 26)
	}
	return sum
}

// within reports whether all literals of c are in d: then d is a part of c.
func (c cube) within(d cube) bool {
	if len(c) > len(d) {
		return false
	}
	i := 0
	for _, l := range c {
		for i < len(d) && d[i] < l {
			i++
		}
		if i == len(d) || d[i] != l {
			return false
		}
		i++
	}
	return true
}

// clause appends the negations of the literals.
func (c cube) clause(to []sat.Lit) []sat.Lit {
	for _, l := range c {
		to = append(to, l.Not())
	}
	return to
}

// without returns c without l.
func (c cube) without(l sat.Lit) cube {
	d := make(cube, 0, len(c))
	for _, x := range c {
		if x != l {
			d = append(d, x)
		}
	}
	return d
}

// with returns c with l.
func (c cube) with(l sat.Lit) cube {
	i, ok := slices.BinarySearch(c, l)
	if ok {
		return c
	}
	return slices.Insert(slices.Clone(c), i, l)
}

// A lemma says that no state is in a cube.
type lemma struct {
	cube
	signature uint64
}

// An obligation is a cube whose states all lead to a bad state, to be shown unreachable within level steps.
type obligation struct {
	cube
	level, age int
	choice     choice
	next       *obligation // what choice leads to; nil if the cube is bad
}

// A choice is what is chosen in a state: the inputs of a circuit, or the transition that fires.
type choice struct {
	inputs     []bool
	transition int
	beyond     bool // the transition breaks a bound that is only promised, and that is what is bad
}

// A queue has obligations, those of the lowest level first, the newest first among these.
type queue []*obligation

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].level != q[j].level {
		return q[i].level < q[j].level
	}
	return q[i].age > q[j].age
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(*obligation)) }
func (q *queue) Pop() any {
	x := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return x
}
