package bmc

import "brim/ctl/syntax"

// A system is what is unrolled: a net or a circuit.
type system interface {
	// initial returns the initial state. If there are more, it has free bits.
	initial(g *gates) frame
	// anywhere returns an arbitrary start state, as k-induction needs it: its bits are free, and it may be unreachable.
	anywhere(g *gates) frame
}

// A frame is a time frame of an unrolling: a marking and the step that led to it, or the latches of a circuit and its
// inputs.
type frame interface {
	// bits returns what tells two states apart.
	bits() []Lit
	// valid reports whether the state may be one and the step to it is one.
	valid() Lit
	// starts reports whether the state is initial; no if there is one initial state only, to which no path without a
	// loop comes back.
	starts() Lit
	// next returns the frame after a step.
	next() frame

	// tokens returns the tokens of a place; a signal of a circuit is a place.
	tokens(place int) number
	enabled(transition int) Lit
	// dead reports whether there is no step.
	dead() Lit
	// overflows reports whether some step leads beyond a bound that is only promised. Paths leave such steps out.
	overflows() Lit

	// choice returns what was chosen in the last model: the transitions of the step to this frame, or the inputs that
	// are true, ascending.
	choice(value func(Lit) bool) []int
}

// A moment is a frame with what was asked of it.
type moment struct {
	frame
	g     *gates
	truth map[*syntax.Formula]Lit
	equal map[*moment]Lit // whether the state is that of a later moment
}

// same reports whether the states of m and of n, which is later, are the same.
func (m *moment) same(n *moment) Lit {
	l, ok := m.equal[n]
	if !ok {
		l = m.g.equal(m.bits(), n.bits())
		m.equal[n] = l
	}
	return l
}

// holds reports whether f, which has no path operators, holds.
func (m *moment) holds(f *syntax.Formula) Lit {
	l, ok := m.truth[f]
	if !ok {
		l = m.evaluate(f)
		m.truth[f] = l
	}
	return l
}

// evaluate returns a literal that is true exactly if f holds at the moment, from those of its operands. The gates for
// the connectives are added to m.g; holds remembers the result.
func (m *moment) evaluate(f *syntax.Formula) Lit {
	args := make([]Lit, len(f.Args))
	for i, h := range f.Args {
		args[i] = m.holds(h)
	}
	switch f.Op {
	case syntax.False, syntax.True:
		return constant(f.Op == syntax.True)
	case syntax.Deadlock:
		return m.dead()
	case syntax.Compare:
		return m.compare(f)
	case syntax.Enabled:
		for _, t := range f.Transitions {
			args = append(args, m.enabled(t.Index))
		}
		return m.g.or(args...)
	case syntax.Not:
		return -args[0]
	case syntax.And:
		return m.g.and(args...)
	case syntax.Or:
		return m.g.or(args...)
	case syntax.Implies:
		return m.g.or(-args[0], args[1])
	case syntax.Iff:
		return -m.g.xor(args[0], args[1])
	}
	panic("bmc: a state does not decide " + f.String())
}

// compare brings what is subtracted to the other side, so that no sum is negative.
func (m *moment) compare(f *syntax.Formula) Lit {
	var left, right number
	for _, t := range f.Terms {
		x := m.tokens(t.Place.Index)
		if t.Weight > 0 {
			left = m.g.add(left, m.g.times(x, uint64(t.Weight)))
		} else {
			right = m.g.add(right, m.g.times(x, uint64(-t.Weight)))
		}
	}
	if f.Const >= 0 {
		right = m.g.add(right, fixed(uint64(f.Const)))
	} else {
		left = m.g.add(left, fixed(uint64(-f.Const)))
	}
	switch f.Rel {
	case syntax.Equal:
		return m.g.equal(left, right)
	case syntax.NotEqual:
		return -m.g.equal(left, right)
	case syntax.Less:
		return m.g.less(left, right)
	case syntax.LessEqual:
		return -m.g.less(right, left)
	case syntax.Greater:
		return m.g.less(right, left)
	default:
		return -m.g.less(left, right)
	}
}
