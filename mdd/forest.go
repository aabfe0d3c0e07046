package mdd

import (
	"context"
	"fmt"
	"slices"

	"brim/dd"
)

// The forest: its options, limits and counters, the checks of arguments, and how nodes are made under the reduction
// rule.

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

	// OnCollect, if not nil, is called when a collection begins and when it has ended. It may release and drop sets,
	// but must not make any, collect or close the forest.
	OnCollect func(Collection)
}

// A Collection describes a garbage collection to Options.OnCollect.
type Collection = dd.Collection

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

	opUnion, opIntersect, opDifference, opXor, opSubset, opMeet dd.Op
	opDead, opSink, opLift                                      dd.Op

	extra *operands // nil until used

	marks uint32 // numbers given to deadGuards so far

	mx *matrixOps // nil without a matrix

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
	s := dd.New(dd.Options{
		MaxCache: o.MaxCache, MaxArena: o.MaxArena, CollectEvery: o.CollectEvery, OnCollect: o.OnCollect,
	})
	f := &Forest{s: s, levels: levels, rule: o.Rule}
	const all = dd.NodeA | dd.NodeB | dd.NodeResult
	const one, two = dd.NodeA | dd.NodeResult, dd.NodeA | dd.NodeB
	f.opUnion, f.opIntersect, f.opDifference = s.NewOp("union", all), s.NewOp("intersect", all), s.NewOp("minus", all)
	f.opXor = s.NewOp("xor", all)
	f.opSubset, f.opMeet = s.NewOp("subset", two), s.NewOp("disjoint", two)
	f.opDead, f.opSink, f.opLift = s.NewOp("dead", one), s.NewOp("sink", one), s.NewOp("lift", one)
	return f
}

// use panics if f is nil or closed; who names the operation. Operations call it on entry, and again after each call of
// a user's function.
func (f *Forest) use(who string) {
	given(f != nil && f.s != nil, who, "forest")
	if f.closed {
		panic("mdd: " + who + ": the forest is closed")
	}
}

// given panics unless ok: the argument with the name what is nil.
func given(ok bool, who, what string) {
	if !ok {
		panic("mdd: " + who + ": the " + what + " is nil")
	}
}

// inRange panics unless lo ≤ x ≤ hi; who names the operation, and what names x.
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

// An OpStats has the lookups of an operation in the computed table.
type OpStats = dd.OpStats

// Operations returns for each operation the number of lookups in the computed table, and of those that found a result;
// operations with most lookups come first. The sums are the Lookups and Hits of Stats. Operations are steps of the
// recursions, so one Union asks for many unions, and Saturate is "saturate" for nodes, "fire" for events and "union".
// All relations of the forest are counted together.
func (f *Forest) Operations() []OpStats { return f.s.Operations() }

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

// Context returns the context of the running Guard, for work inside of it that does without the forest, as in a
// function that an operation calls. Where no Guard runs it returns a context that never ends.
func (f *Forest) Context() context.Context {
	f.use("Context")
	return f.s.Context()
}

// Try runs fn with a bound on its work, inside of a Guard or outside, and reports whether fn came to its end. If it did
// not, it was abandoned; sets made before and inside stay usable.
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

// Close gives the memory back at once; without it Go's collector does so when the forest is no longer referenced.
// Afterwards all methods of the forest, its sets and relations panic, except for Levels, Rule, Stats, Operations and
// Close.
func (f *Forest) Close() {
	f.closed = true
	f.s.Close()
}

// oneArc makes the node of level k whose only arc, at value v, leads to child.
func (f *Forest) oneArc(k, v int, child node) node {
	if f.rule == ZeroSuppressed && v == 0 {
		return child
	}
	return f.s.Make(k, v, f.s.Push(child))
}

// make makes the node of level k from the handles on the work stack from position p on, under the rule of the forest
// (M2, M3). Their values are first, first+1, …
func (f *Forest) make(k, first, p int) node {
	if f.rule == ZeroSuppressed {
		return f.makeSuppressed(k, first, p)
	}
	return f.s.Make(k, first, p)
}

// makeAt makes the node of level k from the handles on the work stack from position p on, one for each of values.
func (f *Forest) makeAt(k int, values dd.Values, p int) node {
	if first, ok := values.Dense(); ok {
		return f.make(k, first, p)
	}
	if f.rule == ZeroSuppressed {
		w := f.s.Words(p, f.s.Mark()-p)
		isThere := func(c node) bool { return c != empty }
		if i := slices.IndexFunc(w, isThere); i == 0 && values.At(0) == 0 && !slices.ContainsFunc(w[1:], isThere) {
			f.s.Release(p)
			return w[0]
		}
	}
	return f.s.MakeAt(k, values, p)
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
