package ic3

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/bmc"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
	"brim/internal/sat"
)

// latches is a circuit with a formula that says which states are bad.
type latches struct {
	c     *circuit.Circuit
	goal  *syntax.Formula
	r     *bmc.Relation
	size  int       // variables
	now   []int32   // variables of the latches that matter, ascending
	latch []int     // by variable: the latch, −1 for others
	after []sat.Lit // by variable of a latch: its value after the step
	valid sat.Lit
	wrong sat.Lit // whether the state is bad, with its inputs
	looks [][]int32
	lift  *lifter
	known int // the first constraints, as many as this, hold in all reachable states whatever the inputs are

	mark   []uint32 // by variable: the question that it was last taken for
	stamp  uint32
	domain []int32
	todo   []int32
	assume []sat.Lit
	state  []bool
}

// newLatches returns the system of a circuit: its transition relation in clauses, and for each variable the others that
// occur in the clauses of its gate, so that a question can be restricted to the gates that it depends on.
func newLatches(ctx context.Context, c *circuit.Circuit, goal *syntax.Formula) (*latches, error) {
	r, err := bmc.NewRelation(ctx, c, goal)
	if err != nil {
		return nil, err
	}
	x := &latches{c: c, goal: goal, r: r, size: r.Variables() + 1, valid: sat.Of(int32(r.Valid)),
		wrong: sat.Of(int32(r.Goal))}
	x.latch, x.after = make([]int, x.size), make([]sat.Lit, x.size)
	x.looks, x.mark = make([][]int32, x.size), make([]uint32, x.size)
	for v := range x.latch {
		x.latch[v] = -1
	}
	for i, l := range r.Now {
		x.latch[l], x.after[l] = r.Latches[i], sat.Of(int32(r.Next[i]))
		x.now = append(x.now, int32(l))
	}
	// A clause is about the gate with the largest variable in it, which looks at the others.
	r.Each(func(clause []bmc.Lit) {
		own := int32(0)
		for _, l := range clause {
			own = max(own, int32(max(l, -l)))
		}
		for _, l := range clause {
			if v := int32(max(l, -l)); v != own {
				x.looks[own] = append(x.looks[own], v)
			}
		}
	})
	x.lift = newLifter(c)
	x.state = make([]bool, len(c.Latches))
	return x, nil
}

func (x *latches) variables() int { return x.size }

func (x *latches) load(s *sat.Solver) {
	var list []sat.Lit
	x.r.Each(func(clause []bmc.Lit) {
		list = list[:0]
		for _, l := range clause {
			list = append(list, sat.Of(int32(l)))
		}
		s.Add(list...)
	})
}

func (x *latches) first(v int) (value, ok bool) {
	if x.latch[v] < 0 {
		return false, false
	}
	r := x.c.Latches[x.latch[v]].Reset
	return r == circuit.True, r <= circuit.True
}

// begin begins a question: the latches are in its domain.
func (x *latches) begin(assume ...sat.Lit) {
	x.stamp++
	x.domain = append(x.domain[:0], x.now...)
	for _, v := range x.now {
		x.mark[v] = x.stamp
	}
	x.assume = x.assume[:0]
	for _, l := range assume {
		x.add(l)
	}
}

// add assumes l, and takes all that it depends on into the domain.
func (x *latches) add(l sat.Lit) {
	x.assume = append(x.assume, l)
	for x.todo = append(x.todo[:0], int32(l.Var())); len(x.todo) > 0; {
		v := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if x.mark[v] != x.stamp {
			x.mark[v] = x.stamp
			x.domain = append(x.domain, v)
			x.todo = append(x.todo, x.looks[v]...)
		}
	}
}

func (x *latches) ask(ctx context.Context, p *prover, level int, clause []sat.Lit) (bool, error) {
	x.assume = append(x.assume, p.switches[level])
	return p.solver.Solve(ctx, sat.Question{Assume: x.assume, Clause: clause, Domain: x.domain})
}

// values computes all variables of the circuit in the last model, in x.lift.values, and returns the inputs.
func (x *latches) values(p *prover) (inputs []bool) {
	for _, v := range x.now {
		x.state[x.latch[v]] = p.solver.Value(sat.Lit(2 * v))
	}
	inputs = make([]bool, len(x.c.Inputs))
	for i, l := range x.r.Inputs {
		inputs[i] = l != 0 && p.solver.Value(sat.Of(int32(l)))
	}
	x.lift.values = x.c.Values(x.lift.values, x.state, inputs)
	return inputs
}

// needed returns the cube of latches that the lifter found to matter.
func (x *latches) needed() cube {
	var c cube
	for _, v := range x.now {
		l := x.c.Latch(x.latch[v])
		if x.lift.needs(l) {
			c = append(c, literal(int(v), x.lift.values[l.Var()]))
		}
	}
	return c
}

// bad looks for a bad state in the frame of the level and returns it, generalized by the lifter, as an obligation; nil
// if there is none.
func (x *latches) bad(ctx context.Context, p *prover, level int) (*obligation, error) {
	x.begin(x.valid, x.wrong)
	found, err := x.ask(ctx, p, level, nil)
	if !found || err != nil {
		return nil, err
	}
	inputs := x.values(p)
	x.lift.begin()
	x.lift.formula(x.goal)
	x.lift.constraints(x.known)
	return &obligation{cube: x.needed(), choice: choice{inputs: inputs}}, nil
}

// into asks whether a step leads from a state of the frame of the level to c, and returns the predecessor found,
// generalized by the lifter, as an obligation. If there is none, it returns those literals of c that the solver needed
// to show that.
func (x *latches) into(ctx context.Context, p *prover, c cube, level int) (*obligation, cube, error) {
	x.begin(x.valid)
	for _, l := range c {
		x.add(x.after[l.Var()] ^ l&1)
	}
	p.spare = c.clause(p.spare[:0])
	found, err := x.ask(ctx, p, level, p.spare)
	if err != nil {
		return nil, nil, err
	}
	if !found {
		var core cube
		for _, failed := range p.solver.Failed() {
			for _, l := range c {
				if x.after[l.Var()]^l&1 == failed {
					core = core.with(l)
				}
			}
		}
		return nil, core, nil
	}
	inputs := x.values(p)
	x.lift.begin()
	for _, l := range c {
		x.lift.need(x.c.Latches[x.latch[l.Var()]].Next)
	}
	x.lift.constraints(x.known)
	return &obligation{cube: x.needed(), choice: choice{inputs: inputs}}, nil, nil
}

// trace returns the run that begins in the first obligation of a path.
func (x *latches) trace(o *obligation) *circuit.Trace {
	t := &circuit.Trace{Loop: circuit.NoLoop}
	for _, l := range x.c.Latches {
		t.Latches = append(t.Latches, l.Reset == circuit.True)
	}
	for _, l := range o.cube {
		t.Latches[x.latch[l.Var()]] = !l.Negated()
	}
	for ; o != nil; o = o.next {
		t.Inputs = append(t.Inputs, o.choice.inputs)
	}
	return t
}

// bit returns what a variable is about in an invariant.
func (x *latches) bit(v int) certificate.Bit { return certificate.Bit{Place: x.latch[v], AtLeast: 1} }
