package randcoloured

import (
	"fmt"
	"math/rand/v2"

	"brim/petri/coloured"
)

// Random coloured nets with many colours that behave alike.

// Loose returns a random net in which little tells colours apart: places of small sorts and of pairs, most variables in
// one input arc, places that are read only, and guards of one and of two variables. No transition gives more than it
// takes. The state of rng determines it.
func Loose(rng *rand.Rand) *coloured.Net {
	l := &looseness{Builder: coloured.NewBuilder("loose"), rng: rng}
	l.parts = append(l.parts, []int{l.Cyclic("C", "", []coloured.Constant{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}})})
	l.parts = append(l.parts, []int{l.Range("R", "", 1, 3)})
	x, y := rng.IntN(2), rng.IntN(2)
	l.Product("P", "", x, y)
	l.parts = append(l.parts, []int{x, y})
	for v := range 6 {
		l.Variable("v"+string(rune('0'+v)), "", v/3)
	}
	for p := range 2 + rng.IntN(3) {
		s := rng.IntN(len(l.parts))
		l.places = append(l.places, s)
		l.Place("p"+string(rune('0'+p)), s)
		if rng.IntN(3) > 0 {
			l.Initial(p, l.tuple(s, func(sort int) *coloured.Term {
				if rng.IntN(3) == 0 && len(l.parts[s]) == 1 {
					return &coloured.Term{Op: coloured.All, Sort: sort}
				}
				return l.constant(sort)
			}))
		}
	}
	for t := range 1 + rng.IntN(4) {
		l.transition(t)
	}
	net, err := l.Net()
	if err != nil {
		panic(fmt.Sprintf("randcoloured: %v", err))
	}
	return net
}

type looseness struct {
	*coloured.Builder
	rng    *rand.Rand
	parts  [][]int // by sort
	places []int   // sorts
	once   []int   // variables that the transition has not taken yet
}

func (l *looseness) constant(sort int) *coloured.Term {
	return &coloured.Term{Op: coloured.Colour, Sort: sort, Value: l.rng.Int64N([]int64{4, 3}[sort])}
}

// variable draws one of the variables of a sort, rarely with an operator; one that has not been drawn if fresh.
func (l *looseness) variable(sort int, fresh bool) *coloured.Term {
	v := 3*sort + l.rng.IntN(3)
	for i, w := range l.once {
		if fresh && w/3 == sort && l.rng.IntN(8) > 0 {
			v = w
			l.once = append(l.once[:i], l.once[i+1:]...)
			break
		}
	}
	t := &coloured.Term{Op: coloured.Bound, Sort: sort, Value: int64(v)}
	if l.rng.IntN(6) == 0 {
		t = &coloured.Term{Op: coloured.Successor, Sort: coloured.Open, Args: []*coloured.Term{t}}
	}
	return t
}

// tuple returns a term of a sort, part by part.
func (l *looseness) tuple(sort int, part func(sort int) *coloured.Term) *coloured.Term {
	var args []*coloured.Term
	for _, s := range l.parts[sort] {
		args = append(args, part(s))
	}
	if len(args) == 1 {
		return args[0]
	}
	return &coloured.Term{Op: coloured.Tuple, Sort: coloured.Open, Args: args}
}

// transition adds transition t, with one or two input arcs, some of which only read, with output arcs for at most as
// many tokens as it takes, and with a guard in half of all cases.
func (l *looseness) transition(t int) {
	l.Transition("t" + string(rune('0'+t)))
	l.once = []int{0, 3, 1, 4, 2, 5}
	taken := 0
	for range 1 + l.rng.IntN(2) {
		p := l.rng.IntN(len(l.places))
		term := l.tuple(l.places[p], func(s int) *coloured.Term {
			if l.rng.IntN(10) == 0 {
				return l.constant(s)
			}
			return l.variable(s, true)
		})
		l.Input(p, t, term)
		if l.rng.IntN(3) == 0 {
			l.Output(t, p, term) // it is read only
		} else {
			taken++
		}
	}
	for range l.rng.IntN(taken + 1) {
		p := l.rng.IntN(len(l.places))
		l.Output(t, p, l.tuple(l.places[p], func(s int) *coloured.Term {
			if l.rng.IntN(4) == 0 {
				return l.constant(s)
			}
			return l.variable(s, false)
		}))
	}
	if l.rng.IntN(2) == 0 {
		guard := &coloured.Guard{Test: coloured.And}
		for range 1 + l.rng.IntN(2) {
			s := l.rng.IntN(2)
			right := l.constant(s)
			if l.rng.IntN(3) > 0 {
				right = l.variable(s, false)
			}
			test := coloured.Equal + coloured.Test(l.rng.IntN(6))
			guard.Args = append(guard.Args, &coloured.Guard{Test: test, Left: l.variable(s, false), Right: right})
		}
		l.Guard(t, guard)
	}
}
