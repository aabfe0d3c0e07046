package syntax

import "math/rand/v2"

// A model is a small transition system, with sets of states as bits: the meaning of
// formulas straight from the definitions, to judge rewritings by.
type model struct {
	states int
	next   []uint16 // by state
	tokens [][]int64
	able   []uint16 // transitions, by state
	paths  Paths
}

func (m *model) all() uint16  { return 1<<m.states - 1 }
func (m *model) dead() uint16 { return m.all() &^ m.some(m.all()) }

// some returns the states with a successor in a.
func (m *model) some(a uint16) (b uint16) {
	for i, n := range m.next {
		if n&a != 0 {
			b |= 1 << i
		}
	}
	return b
}

// every returns the states all of whose successors are in a.
func (m *model) every(a uint16) uint16 { return m.all() &^ m.some(m.all()&^a) }

func (m *model) sat(f *Formula) uint16 {
	var a, b uint16
	if len(f.Args) > 0 {
		a = m.sat(f.Args[0])
	}
	if len(f.Args) == 2 && f.Op != And && f.Op != Or {
		b = m.sat(f.Args[1])
	}
	// stuck are the states in which a path may end.
	stuck := m.dead()
	if m.paths == Infinite {
		stuck = 0
	}
	// If no path ends, a dead state has no path, and all its paths reach anything.
	onAll := func(z uint16) uint16 { return m.every(z) &^ stuck }
	switch f.Op {
	case False:
		return 0
	case True:
		return m.all()
	case Deadlock:
		return m.dead()
	case Compare, Enabled:
		return m.where(func(i int) bool { return m.atom(f, i) })
	case Not:
		return m.all() &^ a
	case And, Or:
		for _, g := range f.Args[1:] {
			if f.Op == And {
				a &= m.sat(g)
			} else {
				a |= m.sat(g)
			}
		}
		return a
	case Implies:
		return m.all()&^a | b
	case Iff:
		return m.all() &^ (a ^ b)
	case EX:
		return m.some(a)
	case AX:
		return m.every(a)
	case EF:
		return fix(0, func(z uint16) uint16 { return a | m.some(z) })
	case EG:
		return fix(m.all(), func(z uint16) uint16 { return a & (m.some(z) | stuck) })
	case EU:
		return fix(0, func(z uint16) uint16 { return b | a&m.some(z) })
	case AF:
		return fix(0, func(z uint16) uint16 { return a | onAll(z) })
	case AG:
		return fix(m.all(), func(z uint16) uint16 { return a & m.every(z) })
	case AU:
		return fix(0, func(z uint16) uint16 { return b | a&onAll(z) })
	}
	panic("no meaning for " + f.Op.String())
}

func (m *model) atom(f *Formula, state int) bool {
	if f.Op == Enabled {
		for _, t := range f.Transitions {
			if m.able[state]>>t.Index&1 != 0 {
				return true
			}
		}
		return false
	}
	var sum int64
	for _, t := range f.Terms {
		sum += t.Weight * m.tokens[state][t.Place.Index]
	}
	return f.Rel.Holds(sum, f.Const)
}

func (m *model) where(holds func(int) bool) (a uint16) {
	for i := range m.states {
		if holds(i) {
			a |= 1 << i
		}
	}
	return a
}

func fix(z uint16, f func(uint16) uint16) uint16 {
	for {
		y := f(z)
		if y == z {
			return z
		}
		z = y
	}
}

// randomModel returns a model with the places and transitions of smallNames. About
// every third state is dead.
func randomModel(r *rand.Rand, paths Paths) *model {
	m := &model{states: 1 + r.IntN(6), paths: paths}
	for range m.states {
		var next uint16
		if r.IntN(3) > 0 {
			bits := r.Uint32()
			next = uint16(bits) & uint16(bits>>16) & m.all()
		}
		m.next = append(m.next, next)
		m.tokens = append(m.tokens, []int64{r.Int64N(2), r.Int64N(2), r.Int64N(5)})
		m.able = append(m.able, uint16(r.IntN(4)))
	}
	return m
}

func smallNames() *Lists { return NewLists([]string{"p", "q", "r"}, []string{"t", "u"}, nil) }
