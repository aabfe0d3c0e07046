package bmc

// A table is the truth table of a function of up to four variables: bit m is its value where variable i is bit i of m.
// It always has 16 bits; a function of fewer variables does not depend on the others.
type table uint16

// arity is the most variables of a table.
const arity = 4

const allTrue table = 0xFFFF

// projections are the tables of the variables.
var projections = [arity]table{0xAAAA, 0xCCCC, 0xF0F0, 0xFF00}

// with returns t with variable i fixed.
func (t table) with(i int, value bool) table {
	if value {
		t &= projections[i]
		return t | t>>(1<<i)
	}
	t &^= projections[i]
	return t | t<<(1<<i)
}

// dependsOn reports whether variable i matters.
func (t table) dependsOn(i int) bool { return t.with(i, false) != t.with(i, true) }

// flipped returns t with variable i negated.
func (t table) flipped(i int) table {
	return t&projections[i]>>(1<<i) | t&^projections[i]<<(1<<i)
}

// swapped returns t with variables i and i + 1 exchanged.
func (t table) swapped(i int) table {
	switch i {
	case 0:
		return t&0x9999 | t&0x2222<<1 | t&0x4444>>1
	case 1:
		return t&0xC3C3 | t&0x0C0C<<2 | t&0x3030>>2
	default:
		return t&0xF00F | t&0x00F0<<4 | t&0x0F00>>4
	}
}

// merged returns t where variable i + 1 is always equal to variable i.
func (t table) merged(i int) table {
	return t.with(i+1, true)&projections[i] | t.with(i+1, false)&^projections[i]
}

// dropped returns t without variable i, on which it does not depend; the ones behind move up.
func (t table) dropped(i int) table {
	for ; i < arity-1; i++ {
		t = t.swapped(i)
	}
	return t
}

// A cube is a conjunction of variables and negated variables, as sets of bits.
type cube struct{ on, off uint8 }

// cover returns cubes whose disjunction is at least low and at most high, none of which can be left out [Mino93], and
// that disjunction. Variables from n on do not matter.
func cover(low, high table, n int) ([]cube, table) {
	if low == 0 {
		return nil, 0
	}
	if high == allTrue {
		return []cube{{}}, allTrue
	}
	i := n - 1
	for !low.dependsOn(i) && !high.dependsOn(i) {
		i--
	}
	low0, low1, high0, high1 := low.with(i, false), low.with(i, true), high.with(i, false), high.with(i, true)
	zeros, t0 := cover(low0&^high1, high0, i)
	ones, t1 := cover(low1&^high0, high1, i)
	rest, both := cover(low0&^t0|low1&^t1, high0&high1, i)
	for _, c := range zeros {
		rest = append(rest, cube{c.on, c.off | 1<<i})
	}
	for _, c := range ones {
		rest = append(rest, cube{c.on | 1<<i, c.off})
	}
	return rest, both | t0&^projections[i] | t1&projections[i]
}

// covers keep the covers of tables.
type covers map[table][2][]cube

// of returns cubes for where t is false and for where it is true. The clauses that make a variable equal to t are one
// for each of them.
func (x covers) of(t table) [2][]cube {
	list, ok := x[t]
	if !ok {
		list[0], _ = cover(^t, ^t, arity)
		list[1], _ = cover(t, t, arity)
		x[t] = list
	}
	return list
}
