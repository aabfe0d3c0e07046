package model

import (
	"iter"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl/word"
	"brim/petri/timed"
)

// Whether a run shows a formula.

// A runReader evaluates formulas along a run. Its positions are the states before and after each firing and each unit
// of time. Of a conjunction of path formulas it is enough that the run shows one; other runs would show the others.
type runReader struct {
	model *Model
	paths Paths
	parts []*syntax.Formula // without path operators, operands first; nil if nothing is to be evaluated
	time  []int64           // by position
	holds map[*syntax.Formula][]bool
	loop  int  // the position that the last one is equal to, or NoLoop
	stuck bool // nothing follows the last position
	work  int  // how often a position was looked at
}

func newRunReader(m *Model, f *syntax.Formula, paths Paths) *runReader {
	x := &runReader{model: m, paths: paths, holds: map[*syntax.Formula][]bool{}, loop: NoLoop}
	if f == nil {
		return x
	}
	x.parts = []*syntax.Formula{}
	for g := range f.All() {
		if !g.Temporal() {
			x.parts = append(x.parts, g)
		}
	}
	return x
}

// look evaluates the parts without path operators in a state, which is that of the next position.
func (x *runReader) look(s timed.Moment, time int64) {
	if x.parts == nil {
		return
	}
	for _, g := range x.parts {
		x.holds[g] = append(x.holds[g], x.state(g, s, len(x.time)))
	}
	x.time = append(x.time, time)
}

// state evaluates a formula without path operators in a state, after its operands.
func (x *runReader) state(g *syntax.Formula, s timed.Moment, i int) bool {
	holds := func(a *syntax.Formula) bool { return x.holds[a][i] }
	switch g.Op {
	case syntax.Deadlock, syntax.Timelock:
		_, fires := timed.Soonest(s)
		return !fires && (g.Op == syntax.Deadlock || s.Longest() != timed.Infinite)
	case syntax.Enabled:
		return slices.ContainsFunc(g.Transitions, func(t syntax.Ref) bool { return timed.CanFire(s, t.Index) })
	case syntax.Not:
		return !holds(g.Args[0])
	case syntax.And:
		return !slices.ContainsFunc(g.Args, func(a *syntax.Formula) bool { return !holds(a) })
	case syntax.Or:
		return slices.ContainsFunc(g.Args, holds)
	case syntax.Implies:
		return !holds(g.Args[0]) || holds(g.Args[1])
	case syntax.Iff:
		return holds(g.Args[0]) == holds(g.Args[1])
	}
	return engine.Eval(x.model.outline, g, s.Marking())
}

// shows reports whether the run from a position on shows f, by recursion on f. Subformulas about all paths are taken
// for true.
func (x *runReader) shows(f *syntax.Formula, i int) bool {
	switch {
	case x.holds[f] != nil:
		return x.holds[f][i]
	case engine.Claimed(f):
		return true
	}
	switch f.Op {
	case syntax.Or:
		return slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return x.shows(g, i) })
	case syntax.And:
		some, shown := false, false
		for _, g := range f.Args {
			switch {
			case !g.Temporal() && !x.shows(g, i):
				return false
			case g.Temporal() && !engine.Claimed(g):
				some, shown = true, shown || x.shows(g, i)
			}
		}
		return shown || !some
	case syntax.EX:
		next, ok := x.next(i)
		return ok && x.shows(f.Args[0], next)
	case syntax.EF, syntax.EU:
		for j := range x.after(i) {
			if x.shows(f.Args[len(f.Args)-1], j) {
				return true
			}
			if f.Op == syntax.EU && !x.here(f.Args[0], j) {
				return false
			}
		}
		return false
	case syntax.EG:
		for j := range x.after(i) {
			if !x.here(f.Args[0], j) {
				return false
			}
		}
		return x.endless()
	case syntax.Within:
		return x.within(f, i, false)
	case syntax.Not: // of A(h U[a,b] g), in the form of syntax.NNF
		return x.within(f.Args[0], i, true)
	case syntax.E:
		return x.run(f.Args[0])
	}
	return false
}

// here reports whether f holds at a position, if the state alone decides that.
func (x *runReader) here(f *syntax.Formula, i int) bool { return f.Temporal() || x.shows(f, i) }

// endless reports whether the run goes on for ever, or ends where paths may.
func (x *runReader) endless() bool { return x.loop != NoLoop || x.paths == Maximal && x.stuck }

// next returns the position after one; ok is false if the run ends there.
func (x *runReader) next(i int) (next int, ok bool) {
	last := len(x.time) - 1
	if i == last && x.loop != NoLoop && x.loop < last {
		i = x.loop
	}
	return i + 1, i < last
}

// after yields the positions from one on that the run comes to, each once, in the order in which it does, as long as
// that is worth the time. The last one is that at the beginning of the loop.
func (x *runReader) after(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for j := i; j < len(x.time); j++ {
			if x.work++; x.tooLong() || !yield(j) {
				return
			}
		}
		for j := x.loop + 1; x.loop != NoLoop && j < i; j++ {
			if x.work++; x.tooLong() || !yield(j) {
				return
			}
		}
	}
}

// mostLooks is how often the positions of a run are looked at.
const mostLooks = 1 << 26

// tooLong reports whether the run has too many positions for its formula; then what was found is of no use.
func (x *runReader) tooLong() bool { return x.work > mostLooks }

// within is shows for EF[a,b] g, EG[a,b] g and E(h U[a,b] g), or for !A(h U[a,b] g) if missed. It goes through the
// positions with the time since position i, and ends behind b, or once it went through all positions after a and behind
// all that come only once.
func (x *runReader) within(f *syntax.Formula, i int, missed bool) bool {
	op, args := f.Args[0].Op, f.Args[0].Args
	g, until := args[len(args)-1], op == syntax.EU || op == syntax.AU
	some := !missed && op != syntax.EG // whether the run has to come to g
	end := !some && x.endless()
	if op == syntax.EG && !end {
		return false
	}
	since, seen := int64(0), 0 // positions in a row that are not before a
	for steps := 0; !x.tooLong(); steps++ {
		x.work++
		inside := since >= f.Low && (f.High == syntax.NoEnd || since <= f.High)
		switch {
		case f.High != syntax.NoEnd && since > f.High && (end || !missed): // h may fail later
			return end
		case inside && some && x.shows(g, i):
			return true
		case inside && missed && !g.Temporal() && x.shows(g, i), inside && op == syntax.EG && !x.here(g, i):
			return false
		case until && !x.here(args[0], i), missed && args[0].Temporal():
			return missed
		}
		if seen++; !inside {
			seen = 0
		}
		next, ok := x.next(i)
		if !ok || seen > 2*len(x.time) || x.still() && steps > 2*len(x.time) {
			return end
		}
		since, i = since+x.time[next]-x.time[next-1], next
	}
	return false
}

// still reports whether no time passes in the loop.
func (x *runReader) still() bool { return x.loop != NoLoop && x.time[x.loop] == x.time[len(x.time)-1] }

// run reports whether the run satisfies a path formula of LTL.
func (x *runReader) run(path *syntax.Formula) bool {
	if !x.endless() {
		return false
	}
	positions, loop := len(x.time), len(x.time)-1 // what ends stays there
	if x.loop != NoLoop && x.loop < loop {
		positions, loop = loop, x.loop
	}
	return word.Holds(path, positions, loop, func(i int, f *syntax.Formula) bool { return x.holds[f][i] })
}
