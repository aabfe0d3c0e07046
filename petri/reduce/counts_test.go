package reduce_test

import (
	"fmt"

	"brim/internal/testkit/oracle"
	"brim/petri"
	"brim/petri/reduce"
)

// counts compares the four numbers of a state space: the markings of the smaller net are unfolded by the equations, in
// the opposite order, one by one, and must be exactly those of the original.
func counts(d *drawn, r *reduce.Result, small *oracle.Space) error {
	seen := make([]bool, len(d.space.States))
	number := 0
	for _, m := range small.States {
		full := make(petri.Marking, len(d.net.Places))
		for i, p := range r.Equations.Places {
			full[p] = m[i]
		}
		err := unfold(r.Equations.List, full, func(m petri.Marking) error {
			i, ok := d.space.Number(m)
			if !ok {
				return fmt.Errorf("%s is not reachable", d.net.Format(m))
			}
			if seen[i] {
				return fmt.Errorf("%s is found twice", d.net.Format(m))
			}
			seen[i] = true
			number++
			return nil
		})
		if err != nil {
			return err
		}
	}
	if number != len(seen) {
		return fmt.Errorf("%d markings, by the equations %d", len(seen), number)
	}
	return nil
}

// unfold yields the markings of the original that one of the smaller net stands for.
func unfold(list []reduce.Equation, m petri.Marking, yield func(petri.Marking) error) error {
	if len(list) == 0 {
		return yield(m)
	}
	e, rest := list[len(list)-1], list[:len(list)-1]
	m = m.Clone()
	switch e.Kind {
	case reduce.Constant:
		m[e.Place] = e.Const
	case reduce.Scale:
		m[e.Place] = e.Num*m[e.Place] + e.Const
	case reduce.Function:
		n := e.Num*m[e.Base] + e.Const
		if n < 0 || n%e.Den != 0 {
			return fmt.Errorf("%d/%d is no number of tokens", n, e.Den)
		}
		m[e.Place] = n / e.Den
	case reduce.Fuse:
		for m[e.Place] = 0; ; m[e.Place], m[e.Base] = m[e.Place]+1, m[e.Base]-1 {
			if err := unfold(rest, m, yield); err != nil {
				return err
			}
			if m[e.Base] == 0 {
				return nil
			}
		}
	}
	return unfold(rest, m, yield)
}
