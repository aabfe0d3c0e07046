package syntax

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// A Pool makes formulas and keeps each of them once.
//
// Invariant: no two formulas of a pool have the same operator, operands, terms,
// relation, constant and transitions; places and transitions are told apart by
// their indices. So all formulas of a pool must be about the same net.
//
// A pool is not safe for concurrent use; reading its formulas is.
type Pool struct {
	table map[string]*Formula
	key   []byte // scratch
}

// NewPool returns an empty pool.
func NewPool() *Pool { return &Pool{table: map[string]*Formula{}} }

// Bool returns true or false.
func (p *Pool) Bool(b bool) *Formula {
	if b {
		return p.intern(Formula{Op: True})
	}
	return p.intern(Formula{Op: False})
}

// Deadlock returns the formula that holds where no transition is enabled.
func (p *Pool) Deadlock() *Formula { return p.intern(Formula{Op: Deadlock}) }

// Timelock returns the formula that holds where no transition can fire after whatever time, and time cannot go on for
// ever.
func (p *Pool) Timelock() *Formula { return p.intern(Formula{Op: Timelock}) }

// NoEnd is the largest time of a Within that has none.
const NoEnd = math.MaxInt64

// Within returns f, an EF, EG, EU, AF, AG or AU, at times from low to high only: EF[low,high] asks for some time among
// them, AG[low,high] and EG[low,high] for all of them. E(g U[low,high] h) asks for a time among them at which h holds,
// and g at all states of the run before, also those before low. It panics at another f, or unless 0 ≤ low ≤ high.
func (p *Pool) Within(f *Formula, low, high int64) *Formula {
	timed := f.Op >= EX && f.Op < Within && f.Op != EX && f.Op != AX
	if f.pool != p || !timed || low < 0 || low > high {
		panic(fmt.Sprintf("syntax: Within: %v from %d to %d", f.Op, low, high))
	}
	return p.intern(Formula{Op: Within, Args: []*Formula{f}, Low: low, High: high})
}

// Enabled returns the formula that holds where at least one of ts is enabled: false
// if there are none.
func (p *Pool) Enabled(ts ...Ref) *Formula {
	if len(ts) == 0 {
		return p.Bool(false)
	}
	ts = slices.Clone(ts)
	slices.SortStableFunc(ts, func(a, b Ref) int { return cmp.Compare(a.Index, b.Index) })
	ts = slices.CompactFunc(ts, func(a, b Ref) bool { return a.Index == b.Index })
	return p.intern(Formula{Op: Enabled, Transitions: ts})
}

// Compare returns the formula  left rel right  with all places on the left side and
// the constant on the right. Without any place it is true or false. The only error
// is ErrOverflow.
func (p *Pool) Compare(left Sum, rel Relation, right Sum) (*Formula, error) {
	s, err := left.minus(right)
	if err != nil {
		return nil, err
	}
	return p.compare(s.Terms, rel, -s.Const), nil
}

// compare is Compare for terms in normal form.
func (p *Pool) compare(terms []Term, rel Relation, c int64) *Formula {
	if len(terms) == 0 {
		return p.Bool(rel.Holds(0, c))
	}
	return p.intern(Formula{Op: Compare, Terms: terms, Rel: rel, Const: c})
}

// Make returns the formula of the operator op with the given operands. And and Or
// take any number and are flattened, but not simplified in any other way: the one of
// a single operand is that operand, the empty ones are true and false.
//
// It panics if op takes another number of operands, if it is an atom that has its
// own method, or if an operand belongs to another pool.
func (p *Pool) Make(op Op, args ...*Formula) *Formula {
	for _, a := range args {
		if a.pool != p {
			panic("syntax: Make: operands of different pools")
		}
	}
	if op == And || op == Or {
		return p.flatten(op, args)
	}
	if op == Compare || op == Enabled || op == Within || len(args) != op.arity() {
		panic(fmt.Sprintf("syntax: Make: %v with %d operands", op, len(args)))
	}
	return p.intern(Formula{Op: op, Args: args})
}

// Not returns !f.
func (p *Pool) Not(f *Formula) *Formula { return p.Make(Not, f) }

// And returns the conjunction of fs.
func (p *Pool) And(fs ...*Formula) *Formula { return p.Make(And, fs...) }

// Or returns the disjunction of fs.
func (p *Pool) Or(fs ...*Formula) *Formula { return p.Make(Or, fs...) }

// Copy returns the formula of p that is equal to f, which may belong to another pool: so goroutines can have the same
// formula, each in its own pool. Cost: the different formulas in f.
func (p *Pool) Copy(f *Formula) *Formula {
	if f.pool == p {
		return f
	}
	copies := map[*Formula]*Formula{}
	for g := range f.All() {
		c := Formula{Op: g.Op, Terms: g.Terms, Rel: g.Rel, Const: g.Const, Transitions: g.Transitions, Low: g.Low,
			High: g.High}
		for _, a := range g.Args {
			c.Args = append(c.Args, copies[a])
		}
		copies[g] = p.intern(c)
	}
	return copies[f]
}

// flatten returns the connective of args, with the operands of nested ones in their place.
func (p *Pool) flatten(op Op, args []*Formula) *Formula {
	if slices.ContainsFunc(args, func(a *Formula) bool { return a.Op == op }) {
		var flat []*Formula
		for _, a := range args {
			if a.Op == op {
				flat = append(flat, a.Args...)
			} else {
				flat = append(flat, a)
			}
		}
		args = flat
	}
	switch len(args) {
	case 0:
		return p.Bool(op == And)
	case 1:
		return args[0]
	}
	return p.intern(Formula{Op: op, Args: args})
}

// intern returns the formula of the pool that is equal to f. It copies Args if it keeps them, and takes Terms and
// Transitions over, which may belong to formulas of other pools: those of coloured nets are long.
func (p *Pool) intern(f Formula) *Formula {
	key := append(p.key[:0], byte(f.Op), byte(f.Rel))
	key = binary.AppendVarint(key, f.Const)
	for _, a := range f.Args {
		key = binary.AppendUvarint(key, uint64(a.id))
	}
	for _, t := range f.Terms {
		key = binary.AppendVarint(key, int64(t.Place.Index))
		key = binary.AppendVarint(key, t.Weight)
	}
	for _, t := range f.Transitions {
		key = binary.AppendVarint(key, int64(t.Index))
	}
	if f.Op == Within {
		key = binary.AppendVarint(binary.AppendVarint(key, f.Low), f.High)
	}
	p.key = key
	if g, ok := p.table[string(key)]; ok {
		return g
	}
	f.Args = slices.Clone(f.Args)
	f.pool, f.id = p, len(p.table)
	f.linear = f.Op.Linear()
	f.branching = f.Op.Temporal() && !f.linear
	for _, a := range f.Args {
		f.linear, f.branching = f.linear || a.linear, f.branching || a.branching
		f.nesting = max(f.nesting, a.nesting+1)
	}
	p.table[string(key)] = &f
	return &f
}
