package bbmc

import (
	"cmp"
	"context"
	"fmt"
	"sort"

	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/kripke"
)

// A Prefix is the beginning of a breadth-first search with the transitions from its states.
type Prefix struct {
	Table *kripke.Table // all states that were found
	// Result is Holds if there is a witness, Fails if all states were expanded and there is none.
	Result  engine.Result
	Stopped error // the limit that ended the search; if Result is Holds, before Needed was known to be the least
	// Expanded is the number of states that were expanded in the end; Needed is the least number that have to be for a
	// witness.
	Expanded, Needed int
	Transitions      int // from the states that were expanded
	Depth            int // the distance of the last state that is needed, or that was expanded
	Witness          *Witness
}

// A search finds the prefix.
type search struct {
	s       kripke.Structure
	formula *mu.Bound
	table   *kripke.Table
	edges   []mu.Edge
	ends    []int // by state that was expanded, the number of edges up to it
	levels  []int // the number of states found up to the end of each level
	limits  kripke.Limits
	played  float64 // bytes of the last evaluation, for each edge
}

// FindPrefix looks for the least number of states of a breadth-first search that have to be expanded for a witness of a
// formula, which was bound to the labels of s, as if the search stopped between any two states. The formula is
// evaluated whenever the number of states has doubled, and then by bisection. The limit of depth is that of states that
// are expanded.
//
// The error says that s has several initial states or that a state cannot be packed, or comes from s.Predicate; a limit
// is no error.
func FindPrefix(ctx context.Context, s kripke.Structure, f *mu.Bound, limits kripke.Limits) (*Prefix, error) {
	if n := len(s.Initial()); n != 1 {
		return nil, fmt.Errorf("%s has %d initial states; expected one", s.Name(), n)
	}
	x := &search{s: s, formula: f, table: kripke.NewTable(s.Words()), limits: limits}
	x.table.Add(s.Initial()[0])
	x.levels = []int{1}
	p := &Prefix{Table: x.table}
	for without := 0; ; without = p.Expanded {
		stopped, err := x.expand(ctx, max(1, 2*without))
		if err != nil {
			return nil, err
		}
		p.Expanded, p.Transitions, p.Stopped = len(x.ends), len(x.edges), stopped
		holds := func(n int) (ok bool) {
			if err != nil {
				return false
			}
			var w *Witness
			if w, ok, err = x.holds(ctx, n); ok {
				p.Needed, p.Witness = n, w // the least so far
			}
			return ok
		}
		if holds(p.Expanded) {
			p.Result, p.Stopped = engine.Holds, nil
			sort.Search(p.Expanded-without-1, func(n int) bool { return holds(without + 1 + n) })
		}
		if err != nil && ctx.Err() != nil {
			stopped, err = cmp.Or(stopped, err), nil
			p.Stopped = stopped
		}
		switch {
		case err != nil:
			return nil, err
		case p.Result == engine.Holds:
			p.Depth = x.depth(p.Needed)
			return p, p.Witness.Check(s, f)
		case stopped != nil:
			p.Depth = x.depth(p.Expanded)
			return p, nil
		case p.Expanded == x.table.Len():
			p.Result, p.Depth = engine.Fails, x.depth(p.Expanded)
			return p, nil
		}
	}
}

// depth returns the distance of the last of the first n states.
func (x *search) depth(n int) int {
	return sort.Search(len(x.levels), func(d int) bool { return x.levels[d] >= n })
}

// expand expands states breadth-first until n are expanded, or all. stopped is the limit, or the end of ctx, that ended
// it before; err is an error of the structure. A state of which not all successors have room counts as not expanded.
func (x *search) expand(ctx context.Context, n int) (stopped, err error) {
	var out kripke.Successors
	for i := len(x.ends); i < n && i < x.table.Len(); i++ {
		if i == x.levels[len(x.levels)-1] {
			x.levels = append(x.levels, x.table.Len())
		}
		if most := x.limits.Depth; most > 0 && len(x.levels) > most {
			return &kripke.LimitError{Kind: "depth", Max: int64(most)}, nil
		}
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err, nil
			}
			if most := x.limits.Memory; most > 0 && x.bytes() > most {
				return &kripke.LimitError{Kind: "memory", Max: most}, nil
			}
		}
		if err := x.s.Successors(x.table.State(i), &out); err != nil {
			return nil, err
		}
		for k := range out.Len() {
			to, ok := x.table.Find(out.State(k))
			if most := x.limits.States; !ok && (x.table.Full() || most > 0 && x.table.Len() >= most) {
				x.edges = x.edges[:x.before(i)]
				return &kripke.LimitError{Kind: "state", Max: int64(x.table.Len())}, nil
			}
			if !ok {
				to, _ = x.table.Add(out.State(k))
			}
			x.edges = append(x.edges, mu.Edge{From: int32(i), Label: int32(out.Label(k)), To: int32(to)})
		}
		x.ends = append(x.ends, len(x.edges))
	}
	return nil, nil
}

// bytes returns the memory of the search, and what the next evaluation is expected to take.
func (x *search) bytes() int64 {
	return x.table.Ahead() + edgeBytes(x.edges) + mu.Bytes(x.table.Len(),
		len(x.edges)) + int64(x.played*float64(len(x.edges)))
}

// before returns the number of edges from the first n states.
func (x *search) before(n int) int {
	if n == 0 {
		return 0
	}
	return x.ends[n-1]
}

// holds evaluates the formula on the first n states and what they lead to.
func (x *search) holds(ctx context.Context, n int) (*Witness, bool, error) {
	a, err := newAtoms(x.s, x.formula, x.table)
	if err != nil {
		return nil, false, err
	}
	g := mu.NewGraph(x.table.Len(), x.edges[:x.before(n)])
	w, ok, err := x.formula.Holds(ctx, g, 0, a.holds)
	x.played = float64(g.Played()) / float64(max(x.before(n), 1))
	return &Witness{Paths: w, Table: x.table, Graph: g}, ok, err
}
