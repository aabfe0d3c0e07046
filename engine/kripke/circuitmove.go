package kripke

import (
	"math/bits"

	"brim/engine/circuit"
)

// Circuits are evaluated 64 times at once: the value of a variable is a word, and each lane, that is bit, of all words
// is an evaluation of its own. The lanes are vectors of inputs in one state, or states.

// A gate is a circuit.Gate with its variable.
type gate struct {
	own  uint32
	a, b circuit.Lit
}

// A logic is the gates that some signals depend on, each after those that it depends on: first the ones that depend on
// no inputs.
type logic struct{ fixed, varied []gate }

// cone returns the gates that some signals depend on.
func (x *Circuit) cone(signals []circuit.Lit) (g logic) {
	in := make([]bool, x.c.Variables())
	for _, l := range signals {
		in[l.Var()] = true
	}
	first := x.c.Gate(0).Var()
	for i := len(x.c.Gates) - 1; i >= 0; i-- {
		if y := x.c.Gates[i]; in[first+i] {
			in[y.A.Var()], in[y.B.Var()] = true, true
		}
	}
	for i, y := range x.c.Gates {
		own := gate{uint32(first + i), y.A, y.B}
		switch {
		case !in[own.own]:
		case x.moving[own.own]:
			g.varied = append(g.varied, own)
		default:
			g.fixed = append(g.fixed, own)
		}
	}
	return g
}

// word returns the values of l.
func word(values []uint64, l circuit.Lit) uint64 { return values[l>>1] ^ -uint64(l&1) }

// evaluate computes the values of gates.
func evaluate(values []uint64, gates []gate) {
	for _, g := range gates {
		values[g.own] = word(values, g.a) & word(values, g.b)
	}
}

// all returns the lanes in which all signals are true.
func all(values []uint64, signals []circuit.Lit) uint64 {
	lanes := ^uint64(0)
	for _, l := range signals {
		lanes &= word(values, l)
	}
	return lanes
}

// numbers returns bit k of the numbers at, at+1, …, at+63, where at is a multiple of 64.
func numbers(at, k int) uint64 {
	if k < 6 {
		return [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00,
			0xffff0000ffff0000, 0xffffffff00000000}[k]
	}
	return -uint64(at >> k & 1)
}

// below returns the first n lanes, all if there are no more.
func below(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// stand gives the latches their values in s, in all lanes, and computes the gates of g that depend on nothing else.
func (x *Circuit) stand(values []uint64, s State, g logic) {
	first := x.c.Latch(0).Var()
	for i := range x.c.Latches {
		values[first+i] = -(s[i/64] >> (i % 64) & 1)
	}
	evaluate(values, g.fixed)
}

// look computes the rest of g for the vectors from at on, after stand, and returns those that meet the constraints.
func (x *Circuit) look(values []uint64, at int, g logic) (lanes uint64) {
	for k := range x.c.Inputs {
		values[1+k] = numbers(at, k)
	}
	evaluate(values, g.varied)
	return all(values, x.varied) & below(x.vectors-at)
}

// vector returns the first vector that meets the constraints in s, 0 if there is none.
func (x *Circuit) vector(s State) int {
	values := make([]uint64, x.c.Variables())
	x.stand(values, s, x.check)
	for at := 0; at < x.vectors; at += 64 {
		if lanes := x.look(values, at, x.check) & all(values, x.fixed); lanes != 0 {
			return at + bits.TrailingZeros64(lanes)
		}
	}
	return 0
}

// alive returns those of some lanes in which the latches have values for which some inputs meet the constraints. The
// usual ones are tried first, so constraints on inputs alone cost one evaluation; others may need one for each vector.
func (x *Circuit) alive(values []uint64, lanes uint64) (alive uint64) {
	evaluate(values, x.check.fixed)
	if lanes &= all(values, x.fixed); len(x.varied) == 0 {
		return lanes
	}
	for v := -1; v < x.vectors && alive != lanes; v++ {
		vector := v
		if v < 0 {
			vector = x.usual
		}
		for k := range x.c.Inputs {
			values[1+k] = -uint64(vector >> k & 1)
		}
		evaluate(values, x.check.varied)
		alive |= all(values, x.varied) & lanes
	}
	return alive
}

// Successors lists the vectors that meet the constraints and lead to a state. Cost: the gates that the next state and
// the constraints depend on, once for 64 vectors, and what changes with each vector. Where constraints look at inputs
// and latches together, it can be as much again for each vector.
func (x *Circuit) Successors(s State, out *Successors) error {
	out.Reset(x.words)
	n := x.c.Variables()
	if len(out.scratch) < 2*n {
		out.scratch = make([]uint64, 2*n)
	}
	values, next := out.scratch[:n], out.scratch[n:2*n]
	values[0], next[0] = 0, 0
	x.stand(values, s, x.step)
	if all(values, x.fixed) == 0 {
		return nil
	}
	first := x.c.Latch(0).Var()
	for at := 0; at < x.vectors; at += 64 {
		lanes := x.look(values, at, x.step)
		if lanes == 0 {
			continue
		}
		if len(x.c.Constraints) > 0 {
			for i, l := range x.c.Latches {
				next[first+i] = word(values, l.Next)
			}
			lanes = x.alive(next, lanes)
		}
		from := out.Len()
		for rest := lanes; rest != 0; rest &= rest - 1 {
			out.Add(at+bits.TrailingZeros64(rest), s)
		}
		for i, l := range x.c.Latches {
			for changed := (word(values, l.Next) ^ values[first+i]) & lanes; changed != 0; changed &= changed - 1 {
				before := changed&-changed - 1
				out.State(from + bits.OnesCount64(lanes&before))[i/64] ^= 1 << (i % 64)
			}
		}
	}
	return nil
}
