package mdd

import (
	"context"
	"fmt"

	"brim/dd"
)

type node = dd.Node

const (
	empty = dd.Empty
	unit  = dd.Unit
)

// A Rule says which nodes a forest leaves out.
type Rule uint8

const (
	// ZeroSuppressed leaves out nodes whose only arc is at local value 0: an edge that
	// skips levels says that the skipped variables are 0. It pays where most variables are 0 most of the time.
	ZeroSuppressed Rule = iota
	// QuasiReduced keeps a node on every level of every path.
	QuasiReduced
)

func (r Rule) String() string {
	switch r {
	case ZeroSuppressed:
		return "zero-suppressed"
	case QuasiReduced:
		return "quasi-reduced"
	}
	return fmt.Sprintf("Rule(%d)", uint8(r))
}

// Options of a new forest. The zero value is right for most uses.
type Options struct {
	Rule     Rule
	MaxCache int   // entries of the computed table, see dd.Options
	MaxArena int64 // bytes of the nodes, see dd.Options

	// CollectEvery forces a collection at each nth new node; for tests.
	CollectEvery int
}

// Limits bound a guarded operation; see dd.Limits.
type Limits = dd.Limits

// A LimitError tells which limit ended a guarded operation.
type LimitError = dd.LimitError

// Stats are the counters of a forest's store.
type Stats = dd.Stats

// A Forest owns the nodes of sets over the same variables. It is not safe for use by several goroutines.
type Forest struct {
	s      *dd.Store
	levels int
	rule   Rule

	opUnion, opIntersect, opDifference, opDead dd.Op

	marks uint32 // of deadGuards, given out so far

	closed bool
}

// MaxLevels is the largest number of levels. Recursions go as deep as a forest is tall.
const MaxLevels = dd.MaxOperand

// New returns a forest for sets of tuples of the given number of variables, one a level. Level
// 1 is the lowest, the last one decided. Local values are integers ≥ 0; domains need not be known.
func New(levels int, o Options) *Forest {
	inRange("New", "levels", levels, 1, MaxLevels)
	if o.Rule > QuasiReduced {
		panic(fmt.Sprintf("mdd: New: rule %d, expected %v or %v", o.Rule, ZeroSuppressed, QuasiReduced))
	}
	s := dd.New(dd.Options{MaxCache: o.MaxCache, MaxArena: o.MaxArena, CollectEvery: o.CollectEvery})
	f := &Forest{s: s, levels: levels, rule: o.Rule}
	const all = dd.NodeA | dd.NodeB | dd.NodeResult
	f.opUnion, f.opIntersect, f.opDifference = s.NewOp(all), s.NewOp(all), s.NewOp(all)
	f.opDead = s.NewOp(dd.NodeA | dd.NodeResult)
	return f
}

// use panics if there is no forest or it is closed; who is the operation that asks. Operations ask on entry, and again
// after each call of a user's function.
func (f *Forest) use(who string) {
	given(f != nil && f.s != nil, who, "forest")
	if f.closed {
		panic("mdd: " + who + ": the forest is closed")
	}
}

// given panics if an operation was not given what it needs.
func given(ok bool, who, what string) {
	if !ok {
		panic("mdd: " + who + ": the " + what + " is nil")
	}
}

// inRange panics unless lo ≤ x ≤ hi; who is the operation that asks, and what tells what x is.
func inRange(who, what string, x, lo, hi int) {
	switch {
	case lo <= x && x <= hi:
	case hi < lo:
		panic(fmt.Sprintf("mdd: %s: %s %d, but there is none", who, what, x))
	default:
		panic(fmt.Sprintf("mdd: %s: %s %d, expected %d to %d", who, what, x, lo, hi))
	}
}

// checkValue panics unless v is a local value that the level may have.
func checkValue(who string, v, level int) {
	if v < 0 || v > MaxValue {
		panic(fmt.Sprintf("mdd: %s: value %d on level %d, expected 0 to %d", who, v, level, MaxValue))
	}
}

func (f *Forest) checkLevel(who string, level int) { inRange(who, "level", level, 1, f.levels) }

// Levels returns the number of variables.
func (f *Forest) Levels() int { return f.levels }

// Rule returns the reduction rule.
func (f *Forest) Rule() Rule { return f.rule }

// Stats returns the counters of the store.
func (f *Forest) Stats() Stats { return f.s.Stats() }

// Guard runs fn and ends it at the first limit passed, or when ctx is done; then it returns a *LimitError. Sets made
// before and inside stay usable. Guards do not nest.
//
// What a forest can hold is limited outside of Guard, too: there an operation that passes such a limit panics with an
// error that wraps the *LimitError. A program that recovers from it, or from a panic of a function of its own that an
// operation called, can go on with the forest.
func (f *Forest) Guard(ctx context.Context, limits Limits, fn func()) error {
	f.use("Guard")
	given(ctx != nil, "Guard", "context")
	given(fn != nil, "Guard", "function")
	return f.s.Guard(ctx, limits, fn)
}

// Try runs fn, which may take the given work, inside of a Guard or outside, and reports whether that sufficed. If it
// did not, fn is abandoned; sets made before and inside stay usable.
func (f *Forest) Try(work int64, fn func()) bool {
	f.use("Try")
	given(fn != nil, "Try", "function")
	return f.s.Try(work, fn)
}

// Collect frees the nodes that no Set reaches. The forest also does it by itself.
func (f *Forest) Collect() {
	f.use("Collect")
	f.s.Collect()
}

// Check returns the first broken invariant of the store, or nil; for tests.
func (f *Forest) Check() error {
	f.use("Check")
	return f.s.Check()
}

// Close gives the memory back at once; without it Go's collector does so when nobody
// holds the forest. Whatever is done afterwards with it, or with its sets and relations, panics, but for Levels, Rule,
// Stats and Close.
func (f *Forest) Close() {
	f.closed = true
	f.s.Close()
}

// chain makes the node of level k whose only arc, at value v, leads to child.
func (f *Forest) chain(k, v int, child node) node {
	if f.rule == ZeroSuppressed && v == 0 {
		return child
	}
	return f.s.Make(k, v, f.s.Push(child))
}

// make makes the node of level k from the handles on the work stack from position p on.
func (f *Forest) make(k, first, p int) node {
	if f.rule == ZeroSuppressed {
		return f.makeSuppressed(k, first, p)
	}
	return f.s.Make(k, first, p)
}

// makeSuppressed is make for the zero-suppressed rule.
func (f *Forest) makeSuppressed(k, first, p int) node {
	w := f.s.Words(p, f.s.Mark()-p)
	if first == 0 && len(w) > 0 && w[0] != empty {
		only := true
		for _, c := range w[1:] {
			if c != empty {
				only = false
				break
			}
		}
		if only {
			f.s.Release(p)
			return w[0]
		}
	}
	return f.s.Make(k, first, p)
}

// view returns n's arcs as a node of level k ≥ level(n): its own, or the one arc at 0 of a skipped level.
// n must lie on the work stack at position p.
func (f *Forest) view(n node, k, p int) (first int, arcs []node) {
	if f.s.Level(n) == k {
		return f.s.First(n), f.s.Arcs(n)
	}
	return 0, f.s.Words(p, 1)
}
