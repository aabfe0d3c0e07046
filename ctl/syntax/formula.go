package syntax

import "iter"

// A Formula is a formula of CTL or LTL over the markings of a net; with A or E on top, it is LTL. It belongs to a Pool,
// which has each formula once: two formulas of a pool are equal exactly if their
// pointers are. It is immutable: its slices must not be changed.
type Formula struct {
	Op   Op
	Args []*Formula // the operands of a connective or path operator

	Terms []Term   // of Compare, in normal form: by index, each place once, no weight 0
	Rel   Relation // of Compare
	Const int64    // of Compare, the right side

	Transitions []Ref // of Enabled, by index, each once, at least one

	Low, High int64 // of Within: the least and the largest time, from where the formula is asked; High may be NoEnd

	pool      *Pool
	id        int  // number in the pool; larger than those of all Args
	nesting   int  // how many operators stand above each other
	linear    bool // it has operators of LTL
	branching bool // it has path operators of CTL
}

// Pool returns the pool that f belongs to.
func (f *Formula) Pool() *Pool { return f.pool }

// Temporal reports whether f has a path operator in it. If not, a marking alone
// decides whether f holds.
func (f *Formula) Temporal() bool { return f.linear || f.branching }

// Linear reports whether f has an operator of LTL in it.
func (f *Formula) Linear() bool { return f.linear }

// All yields f and the formulas in it, each once, operands before what uses them.
func (f *Formula) All() iter.Seq[*Formula] {
	return func(yield func(*Formula) bool) {
		seen := map[*Formula]bool{}
		var walk func(*Formula) bool
		walk = func(g *Formula) bool {
			if seen[g] {
				return true
			}
			seen[g] = true
			for _, a := range g.Args {
				if !walk(a) {
					return false
				}
			}
			return yield(g)
		}
		walk(f)
	}
}

// Size returns the number of different formulas in f, itself included.
func (f *Formula) Size() int {
	n := 0
	for range f.All() {
		n++
	}
	return n
}

// Map returns f in a new pool, with each atom replaced by the result of atom, a formula of that pool: true, false,
// deadlock, timelock, comparisons and what is enabled.
func (f *Formula) Map(atom func(*Pool, *Formula) *Formula) *Formula {
	pool := NewPool()
	done := map[*Formula]*Formula{}
	for g := range f.All() {
		if g.Op < Not {
			done[g] = atom(pool, g)
			continue
		}
		args := make([]*Formula, len(g.Args))
		for i, a := range g.Args {
			args[i] = done[a]
		}
		if g.Op == Within {
			done[g] = pool.Within(args[0], g.Low, g.High)
		} else {
			done[g] = pool.Make(g.Op, args...)
		}
	}
	return done[f]
}
