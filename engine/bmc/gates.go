package bmc

import "context"

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

// Gates are a growing set of clauses that define gates over free variables or follow from those that do. So they can
// be satisfied at any time, and what is asked of them stands in assumptions; a solver never meets clauses that
// contradict each other by themselves.
type gates struct {
	vars    Lit
	lits    []Lit // the clauses, each ended by 0
	clauses int
	known   map[gate]Lit
	lookups map[lookup]Lit
	covers  covers
	ctx     context.Context
	made    int // gates since ctx was looked at
}

// A halt is the panic of gates whose context has ended; search.look turns it into an error.
type halt struct{ cause error }

// A gate is one of two inputs, smaller one first.
type gate struct {
	xor  bool
	a, b Lit
}

func newGates(ctx context.Context) *gates {
	g := &gates{vars: yes, known: map[gate]Lit{}, lookups: map[lookup]Lit{}, covers: covers{}, ctx: ctx}
	g.clause(yes)
	return g
}

// tick panics with a halt if the context has ended. It looks now and then only.
func (g *gates) tick() {
	const often = 10_000
	if g.made++; g.made > often {
		g.made = 0
		if g.ctx.Err() != nil {
			panic(halt{context.Cause(g.ctx)})
		}
	}
}

func (g *gates) clause(lits ...Lit) {
	g.lits = append(append(g.lits, lits...), 0)
	g.clauses++
}

// input returns a free variable.
func (g *gates) input() Lit {
	g.vars++
	return g.vars
}

// and returns the conjunction of in. The slice is not kept.
func (g *gates) and(in ...Lit) Lit {
	if len(in) == 2 {
		return g.and2(in[0], in[1])
	}
	g.tick()
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
		return g.and2(list[0], list[1])
	}
	out := g.input()
	for i, l := range list {
		g.clause(-out, l)
		list[i] = -l
	}
	g.clause(append(list, out)...)
	return out
}

func (g *gates) and2(a, b Lit) Lit {
	g.tick()
	switch {
	case a == no || b == no || a == -b:
		return no
	case a == yes || a == b:
		return b
	case b == yes:
		return a
	}
	k := gate{false, min(a, b), max(a, b)}
	out, ok := g.known[k]
	if !ok {
		out = g.input()
		g.clause(-out, a)
		g.clause(-out, b)
		g.clause(out, -a, -b)
		g.known[k] = out
	}
	return out
}

// or returns the disjunction of in. The slice is not kept.
func (g *gates) or(in ...Lit) Lit {
	list := make([]Lit, len(in))
	for i, l := range in {
		list[i] = -l
	}
	return -g.and(list...)
}

// xor reports whether a and b differ.
func (g *gates) xor(a, b Lit) Lit {
	g.tick()
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
	k := gate{true, min(a, b), max(a, b)}
	out, ok := g.known[k]
	if !ok {
		out = g.input()
		g.clause(-out, a, b)
		g.clause(-out, -a, -b)
		g.clause(out, -a, b)
		g.clause(out, a, -b)
		g.known[k] = out
	}
	return sign * out
}

// atMostOne reports whether no two of in are true, by a chain along in.
func (g *gates) atMostOne(in []Lit) Lit {
	var parts []Lit
	before := no // whether one before is true
	for _, l := range in {
		parts = append(parts, -g.and(before, l))
		before = g.or(before, l)
	}
	return g.and(parts...)
}
