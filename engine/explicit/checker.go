package explicit

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"brim/ctl/syntax"
)

// A Checker finds the states of a graph in which formulas hold. It keeps the sets, so formulas of one pool share what
// they have in common. It belongs to one goroutine.
type Checker struct {
	graph *Graph
	paths syntax.Paths
	room  int64 // bytes of the sets that are kept
	known map[*syntax.Formula]Bits
	stack []uint32 // scratch of fixed points
	left  []uint32 // scratch of EG: by state, how many edges lead from it to the set
}

// NewChecker returns a checker in the given reading of paths, which keeps sets of so many bytes at most, beside those
// of the formula that it is asked; 0 is no limit.
func NewChecker(g *Graph, paths syntax.Paths, room int64) *Checker {
	return &Checker{graph: g, paths: paths, room: room, known: map[*syntax.Formula]Bits{}}
}

// Holds reports whether f holds in all initial states. The error is that of ctx, or says what of f has no meaning.
func (c *Checker) Holds(ctx context.Context, f *syntax.Formula) (bool, error) {
	set, err := c.Sat(ctx, f)
	if err != nil {
		return false, err
	}
	for _, s := range c.graph.initial() {
		if !set.Has(s) {
			return false, nil
		}
	}
	return true, nil
}

// Sat returns the states in which f holds. Nobody changes them. Cost: for each different path operator the edges at
// most once, for each atom the states.
func (c *Checker) Sat(ctx context.Context, f *syntax.Formula) (Bits, error) {
	if c.room > 0 && int64(len(c.known)*len(c.graph.dead)*8) > c.room {
		clear(c.known)
	}
	return c.sat(ctx, syntax.Existential(syntax.Simplify(f, c.paths)))
}

// sat returns the set of states in which f, in existential form, holds, by recursion on its operands. Sets are kept by
// formula.
func (c *Checker) sat(ctx context.Context, f *syntax.Formula) (set Bits, err error) {
	if set, ok := c.known[f]; ok {
		return set, nil
	}
	args := make([]Bits, len(f.Args))
	for i, g := range f.Args {
		if args[i], err = c.sat(ctx, g); err != nil {
			return nil, err
		}
	}
	switch g := c.graph; f.Op {
	case syntax.True:
		set = g.without(g.none())
	case syntax.False:
		set = g.none()
	case syntax.Deadlock:
		set = g.dead
	case syntax.Compare, syntax.Enabled:
		set, err = g.Where(ctx, f)
	case syntax.Not:
		set = g.without(args[0])
	case syntax.And:
		set = combined(args, func(x, y uint64) uint64 { return x & y })
	case syntax.Or:
		set = combined(args, func(x, y uint64) uint64 { return x | y })
	case syntax.EX:
		set, err = c.before(ctx, args[0])
	case syntax.EU:
		set, err = c.until(ctx, args[0], args[1])
	case syntax.EG:
		set, err = c.always(ctx, args[0])
	default:
		panic(fmt.Sprintf("explicit: operator %v in existential form", f.Op))
	}
	if err == nil {
		c.known[f] = set
	}
	return set, err
}

// combined returns the words of the sets combined one by one.
func combined(sets []Bits, op func(x, y uint64) uint64) Bits {
	all := make(Bits, len(sets[0]))
	copy(all, sets[0])
	for _, b := range sets[1:] {
		for i, w := range b {
			all[i] = op(all[i], w)
		}
	}
	return all
}

// without returns the states that are not in b.
func (g *Graph) without(b Bits) Bits {
	not := make(Bits, len(b))
	for i, w := range b {
		not[i] = ^w
	}
	if n := g.States() & 63; n != 0 {
		not[len(not)-1] &= 1<<n - 1
	}
	return not
}

// blockStates is the number of states, a multiple of 64, of which one goroutine finds at a time what holds in them.
const blockStates = 1 << 14

// Where returns the states in which f holds, a formula without path operators. It works on all cores. The error is that
// of ctx, or says what of f has no meaning.
func (g *Graph) Where(ctx context.Context, f *syntax.Formula) (Bits, error) {
	set := g.none()
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 1+g.States()/blockStates) {
		holds, err := g.Structure.Predicate(f) // each goroutine has its own
		if err != nil {
			return nil, err
		}
		group.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(blockStates)) - blockStates
				if from >= g.States() {
					return
				}
				for s := from; s < min(from+blockStates, g.States()); s++ {
					if holds(g.Table.State(s)) {
						set.Add(s)
					}
				}
			}
		})
	}
	group.Wait()
	return set, ctx.Err()
}
