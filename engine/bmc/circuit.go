package bmc

// A Lit is a literal as DIMACS writes it: v for variable v ≥ 1, −v for its negation.
type Lit int32

// Variable 1 is always true.
const (
	yes Lit = 1
	no  Lit = -1
)

func constant(b bool) Lit {
	if b {
		return yes
	}
	return no
}

// A circuit is a growing set of clauses that only define gates over free variables. So it can be satisfied at any time, and what is asked of it stands in
// assumptions; a solver never meets clauses that contradict each other by themselves.
type circuit struct {
	vars    Lit
	lits    []Lit // the clauses, each ended by 0
	clauses int
	gates   map[gate]Lit
}

// A gate is one of two inputs, smaller one first.
type gate struct {
	xor  bool
	a, b Lit
}

func newCircuit() *circuit {
	c := &circuit{vars: yes, gates: map[gate]Lit{}}
	c.clause(yes)
	return c
}

func (c *circuit) clause(lits ...Lit) {
	c.lits = append(append(c.lits, lits...), 0)
	c.clauses++
}

// input returns a free variable.
func (c *circuit) input() Lit {
	c.vars++
	return c.vars
}

// and returns the conjunction of in. The slice is not kept.
func (c *circuit) and(in ...Lit) Lit {
	if len(in) == 2 {
		return c.and2(in[0], in[1])
	}
	list := make([]Lit, 0, len(in))
	for _, l := range in {
		switch l {
		case no:
			return no
		case yes:
		default:
			list = append(list, l)
		}
	}
	switch len(list) {
	case 0:
		return yes
	case 1:
		return list[0]
	case 2:
		return c.and2(list[0], list[1])
	}
	out := c.input()
	for i, l := range list {
		c.clause(-out, l)
		list[i] = -l
	}
	c.clause(append(list, out)...)
	return out
}

func (c *circuit) and2(a, b Lit) Lit {
	switch {
	case a == no || b == no || a == -b:
		return no
	case a == yes || a == b:
		return b
	case b == yes:
		return a
	}
	g := gate{false, min(a, b), max(a, b)}
	out, ok := c.gates[g]
	if !ok {
		out = c.input()
		c.clause(-out, a)
		c.clause(-out, b)
		c.clause(out, -a, -b)
		c.gates[g] = out
	}
	return out
}

// or returns the disjunction of in. The slice is not kept.
func (c *circuit) or(in ...Lit) Lit {
	list := make([]Lit, len(in))
	for i, l := range in {
		list[i] = -l
	}
	return -c.and(list...)
}

// xor tells whether a and b differ.
func (c *circuit) xor(a, b Lit) Lit {
	switch {
	case a == b:
		return no
	case a == -b:
		return yes
	case a == yes || a == no:
		a, b = b, a
		fallthrough
	case b == yes || b == no:
		if b == yes {
			return -a
		}
		return a
	}
	sign := Lit(1)
	if a < 0 {
		a, sign = -a, -sign
	}
	if b < 0 {
		b, sign = -b, -sign
	}
	g := gate{true, min(a, b), max(a, b)}
	out, ok := c.gates[g]
	if !ok {
		out = c.input()
		c.clause(-out, a, b)
		c.clause(-out, -a, -b)
		c.clause(out, -a, b)
		c.clause(out, a, -b)
		c.gates[g] = out
	}
	return sign * out
}

// atMostOne tells whether no two of in are true, by a chain along in.
func (c *circuit) atMostOne(in []Lit) Lit {
	var parts []Lit
	before := no // whether one before is true
	for _, l := range in {
		parts = append(parts, -c.and(before, l))
		before = c.or(before, l)
	}
	return c.and(parts...)
}
