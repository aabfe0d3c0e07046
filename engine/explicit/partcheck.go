package explicit

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
)

// Three truth values of formulas on a part of the states.

// A truth is what is known of a formula in a state: in a list, certain and possible are bits.
type truth uint8

const (
	possible truth = 1 // it may hold
	certain  truth = 2 // it holds; then it is possible, too
)

// mostKept is how many formulas a check keeps the truth of, beside those of the formula that it is asked.
const mostKept = 64

// A PartChecker finds what is certain of formulas in a Part, as it is when the checker is made. It keeps what it found,
// so formulas of one pool share what they have in common.
type PartChecker struct {
	part  *Part
	paths syntax.Paths
	known map[*syntax.Formula][]truth
	from  []uint32 // the states before each state, one after the other
	begin []int64  // by state: where they begin in from
}

// NewPartChecker returns a checker in the given reading of paths. Cost: the edges.
func NewPartChecker(p *Part, paths syntax.Paths) *PartChecker {
	c := &PartChecker{part: p, paths: paths, known: map[*syntax.Formula][]truth{}}
	n := p.Len()
	c.begin = make([]int64, n+2)
	for _, to := range p.next {
		c.begin[to+2]++
	}
	for s := range n {
		c.begin[s+2] += c.begin[s+1]
	}
	c.from = make([]uint32, len(p.next))
	for s := range n {
		if p.first[s] < 0 {
			continue
		}
		for _, to := range p.successors(s) {
			c.from[c.begin[to+1]] = uint32(s)
			c.begin[to+1]++
		}
	}
	return c
}

// Holds reports whether f holds in the initial state, and whether that is certain. The error is that of ctx, or says
// what of f has no meaning. Cost: for each path operator the edges at most twice, for each atom the states.
func (c *PartChecker) Holds(ctx context.Context, f *syntax.Formula) (holds, sure bool, err error) {
	if len(c.known) > mostKept {
		clear(c.known)
	}
	v, err := c.values(ctx, syntax.Existential(syntax.Simplify(f, c.paths)))
	if err != nil {
		return false, false, err
	}
	return v[0]&certain != 0, v[0] == 0 || v[0]&certain != 0, nil
}

// values returns the truth of f, in existential form, by state.
func (c *PartChecker) values(ctx context.Context, f *syntax.Formula) (v []truth, err error) {
	if v, ok := c.known[f]; ok {
		return v, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var args [][]truth
	if f.Temporal() || f.Op == syntax.Not || f.Op == syntax.And || f.Op == syntax.Or {
		for _, g := range f.Args {
			a, err := c.values(ctx, g)
			if err != nil {
				return nil, err
			}
			args = append(args, a)
		}
	}
	switch f.Op {
	case syntax.Not:
		v = make([]truth, len(args[0]))
		for s, x := range args[0] {
			v[s] = [...]truth{possible | certain, possible, 0, 0}[x]
		}
	case syntax.And, syntax.Or:
		v = append([]truth(nil), args[0]...)
		for _, a := range args[1:] {
			for s, x := range a {
				if f.Op == syntax.And {
					v[s] &= x
				} else {
					v[s] |= x
				}
			}
		}
	case syntax.EX:
		v = c.before(args[0])
	case syntax.EU:
		v = make([]truth, len(args[0]))
		c.until(args[0], args[1], v, certain)
		c.until(args[0], args[1], v, possible)
	case syntax.EG:
		v = make([]truth, len(args[0]))
		c.always(args[0], v, certain)
		c.always(args[0], v, possible)
	default:
		v, err = c.atom(f)
	}
	if err == nil {
		c.known[f] = v
	}
	return v, err
}

// atom evaluates a formula without path operators.
func (c *PartChecker) atom(f *syntax.Formula) ([]truth, error) {
	if f.Temporal() {
		panic(fmt.Sprintf("explicit: operator %v in existential form", f.Op))
	}
	holds, err := c.part.structure.Predicate(f)
	if err != nil {
		return nil, err
	}
	v := make([]truth, c.part.Len())
	for s := range v {
		if holds(c.part.table.State(s)) {
			v[s] = possible | certain
		}
	}
	return v, nil
}

// before evaluates EX.
func (c *PartChecker) before(f []truth) []truth {
	v := make([]truth, len(f))
	for s := range v {
		if c.part.first[s] < 0 {
			v[s] = possible
			continue
		}
		for _, to := range c.part.successors(s) {
			v[s] |= f[to]
		}
	}
	return v
}

// until evaluates E(f U g) for one bit of the truth, backward from g inside f. Where f may hold in a state that is not
// expanded, g may come.
func (c *PartChecker) until(f, g, v []truth, bit truth) {
	var stack []uint32
	for s := range v {
		if g[s]&bit != 0 || bit == possible && c.part.first[s] < 0 && f[s]&possible != 0 {
			v[s] |= bit
			stack = append(stack, uint32(s))
		}
	}
	for len(stack) > 0 {
		to := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range c.from[c.begin[to]:c.begin[to+1]] {
			if v[s]&bit == 0 && f[s]&bit != 0 {
				v[s] |= bit
				stack = append(stack, s)
			}
		}
	}
}

// always evaluates EG f for one bit of the truth: f without the states that all edges from which leave it, again and
// again. A path may go on from a state that is not expanded, but that is not certain.
func (c *PartChecker) always(f, v []truth, bit truth) {
	left := make([]int32, len(v)) // edges that lead to the set
	var stack []uint32
	out := func(s int) {
		v[s] &^= bit
		stack = append(stack, uint32(s))
	}
	for s := range v {
		v[s] |= f[s] & bit
		left[s] = c.part.count[s]
	}
	for s := range v {
		switch {
		case v[s]&bit == 0:
			stack = append(stack, uint32(s))
		case c.part.first[s] < 0 && bit == certain, c.part.first[s] >= 0 && left[s] == 0 && c.paths == syntax.Infinite:
			out(s)
		}
	}
	for len(stack) > 0 {
		to := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, s := range c.from[c.begin[to]:c.begin[to+1]] {
			if left[s]--; left[s] == 0 && v[s]&bit != 0 {
				out(int(s))
			}
		}
	}
}
