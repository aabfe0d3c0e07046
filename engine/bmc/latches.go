package bmc

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A cone is the part of a circuit that what is asked depends on: a circuit of its own.
type cone struct {
	c       *circuit.Circuit
	signals []circuit.Lit // the places of formulas
	latches []int         // those of the cone, ascending
	free    bool          // one of them begins with either value
	tables  []cut         // by variable: what it is made of
}

// newCone returns the cone of f and the constraints of c or, if all is true, the whole of c.
func newCone(ctx context.Context, c *circuit.Circuit, f *syntax.Formula, all bool) (*cone, error) {
	k := &cone{c: c}
	for _, s := range c.Signals() {
		k.signals = append(k.signals, s.Lit)
	}
	in := make([]bool, c.Variables())
	var roots []circuit.Lit // of tables
	var todo []int          // variables
	add := func(l circuit.Lit) {
		if !in[l.Var()] {
			in[l.Var()] = true
			todo = append(todo, l.Var())
		}
	}
	for g := range f.All() {
		for _, t := range g.Terms {
			add(k.signals[t.Place.Index])
			roots = append(roots, k.signals[t.Place.Index])
		}
	}
	for _, s := range c.Constraints {
		add(s.Lit)
		roots = append(roots, s.Lit)
	}
	for i := range c.Latches {
		if all {
			add(c.Latch(i))
		}
	}
	first := c.Latch(0).Var()
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch i := v - first; {
		case i >= len(c.Latches):
			add(c.Gates[i-len(c.Latches)].A)
			add(c.Gates[i-len(c.Latches)].B)
		case i >= 0:
			add(c.Latches[i].Next)
			roots = append(roots, c.Latches[i].Next)
		}
	}
	for i, x := range c.Latches {
		if in[first+i] {
			k.latches = append(k.latches, i)
			k.free = k.free || x.Reset > circuit.True
		}
	}
	var err error
	k.tables, err = cuts(ctx, c, in, roots)
	return k, err
}

// A valuation is the latches and the inputs of a circuit at one moment, as a frame. What nothing asks for is not
// made: where a path ends, many latches do not matter.
type valuation struct {
	g      *gates
	k      *cone
	before *valuation // nil for the first moment
	values []Lit      // by variable; 0 if not made yet
	may    Lit        // see valid
}

func (k *cone) newValuation(g *gates, before *valuation, latches []Lit) *valuation {
	v := &valuation{g: g, k: k, before: before, values: make([]Lit, k.c.Variables())}
	v.values[0] = no
	for i, l := range latches {
		v.values[k.c.Latch(k.latches[i]).Var()] = l
	}
	var keeps []Lit
	for _, s := range k.c.Constraints {
		keeps = append(keeps, v.lit(s.Lit))
	}
	v.may = g.and(keeps...)
	return v
}

// initial returns a state in which the latches have their first values.
func (k *cone) initial(g *gates) frame {
	var latches []Lit
	for _, x := range k.latches {
		switch k.c.Latches[x].Reset {
		case circuit.False:
			latches = append(latches, no)
		case circuit.True:
			latches = append(latches, yes)
		default:
			latches = append(latches, g.input())
		}
	}
	return k.newValuation(g, nil, latches)
}

// anywhere returns a state in which the latches have any values.
func (k *cone) anywhere(g *gates) frame {
	var latches []Lit
	for range k.latches {
		latches = append(latches, g.input())
	}
	return k.newValuation(g, nil, latches)
}

// lit returns the value of l.
func (v *valuation) lit(l circuit.Lit) Lit {
	v.make(l.Var())
	if l.Negated() {
		return -v.values[l.Var()]
	}
	return v.values[l.Var()]
}

// make gives variable x its value, and before it all that this depends on, without recursion, since circuits can be
// as deep as they have gates, and that in each moment.
func (v *valuation) make(x int) {
	type missing struct {
		v *valuation
		x int
	}
	c := v.k.c
	for stack := []missing{{v, x}}; len(stack) > 0; {
		top := stack[len(stack)-1]
		v, x := top.v, top.x
		if v.values[x] != 0 { // two had missed it
			stack = stack[:len(stack)-1]
			continue
		}
		if x < c.Latch(0).Var() {
			v.values[x] = v.g.input()
		} else if x < c.Gate(0).Var() {
			next := c.Latches[x-c.Latch(0).Var()].Next
			if v.before.values[next.Var()] == 0 {
				stack = append(stack, missing{v.before, next.Var()})
				continue
			}
			v.values[x] = v.before.lit(next)
		} else {
			t := &v.k.tables[x]
			var in [arity]Lit
			for i, leaf := range t.leaves[:t.n] {
				if in[i] = v.values[leaf]; in[i] == 0 {
					stack = append(stack, missing{v, int(leaf)})
				}
			}
			if top != stack[len(stack)-1] {
				continue
			}
			v.values[x] = v.g.lookup(t.t, in[:t.n])
		}
		stack = stack[:len(stack)-1]
	}
}

func (v *valuation) bits() []Lit {
	list := make([]Lit, len(v.k.latches))
	for i, x := range v.k.latches {
		list[i] = v.lit(v.k.c.Latch(x))
	}
	return list
}

// valid reports whether the constraints hold.
func (v *valuation) valid() Lit { return v.may }

func (v *valuation) starts() Lit {
	if !v.k.free {
		return no
	}
	var needs []Lit
	bits := v.bits()
	for i, x := range v.k.latches {
		switch v.k.c.Latches[x].Reset {
		case circuit.False:
			needs = append(needs, -bits[i])
		case circuit.True:
			needs = append(needs, bits[i])
		}
	}
	return v.g.and(needs...)
}

func (v *valuation) next() frame { return v.k.newValuation(v.g, v, nil) }

func (v *valuation) tokens(place int) number { return number{v.lit(v.k.signals[place])} }
func (v *valuation) enabled(int) Lit         { return no }
func (v *valuation) dead() Lit               { return no }
func (v *valuation) overflows() Lit          { return no }

func (v *valuation) choice(value func(Lit) bool) []int {
	var list []int
	for i := range v.k.c.Inputs {
		if l := v.values[v.k.c.Input(i).Var()]; l != 0 && value(l) {
			list = append(list, i)
		}
	}
	return list
}

// trace returns the run of the whole circuit that begins with the values of the cone's latches and has the inputs that
// are true. What is not in the cone does not matter, and is false where it may be either.
func (k *cone) trace(latches []bool, inputs [][]int) *circuit.Trace {
	t := &circuit.Trace{Loop: -1}
	for _, x := range k.c.Latches {
		t.Latches = append(t.Latches, x.Reset == circuit.True)
	}
	for i, x := range k.latches {
		t.Latches[x] = latches[i]
	}
	for _, list := range inputs {
		values := make([]bool, len(k.c.Inputs))
		for _, i := range list {
			values[i] = true
		}
		t.Inputs = append(t.Inputs, values)
	}
	return t
}
