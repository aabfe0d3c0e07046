package model

import (
	"slices"

	"brim/ctl/syntax"
)

// Which answers about integer time are those of real time.

// IntegerTime returns why the answer to a question about a net with time may be another one in real time; "" if it is
// the same. docs/time.md has the reasons.
func (m *Model) IntegerTime(q *Question, r Result) string {
	exact := m.Exact()
	because := ""
	if exact != nil {
		because = ": " + exact.Error()
	}
	switch {
	case r == Unknown:
		return ""
	case q.Kind == Deadlock && exact == nil && (r == Holds || m.Timed != nil):
		return ""
	case (q.Kind == Bound || q.OfTime()) && exact == nil && (q.Formula == nil || onMarkings(q.Formula)):
		return ""
	case q.Kind == States || q.Kind == Bound:
		return "This number is one of integer time" + because + "."
	case q.Kind != Truth:
		return "This answer is one for integer time" + because + "."
	}
	if f := q.Formula; f != nil {
		shown := Apart(f)
		if r == Fails {
			shown = shown.Pool().Not(shown)
		}
		shown = syntax.NNF(shown)
		other := syntax.NNF(shown.Pool().Not(shown))
		if findable(shown, exact == nil) || exact == nil && findable(other, m.Timed != nil) {
			return ""
		}
	}
	return "This answer is one for integer time" + because + "."
}

// onMarkings reports whether the marking alone decides f.
func onMarkings(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op.Temporal() || g.Op == syntax.Enabled || g.Op == syntax.Deadlock || g.Op == syntax.Timelock {
			return false
		}
	}
	return true
}

// findable reports whether one run of integer time shows f, which is in the form of syntax.NNF, exactly if one of real
// time does, in nets where both reach the same: whether f asks for markings on the run alone, or for deadlocks where
// these are the same.
func findable(f *syntax.Formula, deadlocks bool) bool {
	switch {
	case onMarkings(f):
		return true
	case f.Op == syntax.And || f.Op == syntax.Or:
		runs := 0
		for _, g := range f.Args {
			if !findable(g, deadlocks) {
				return false
			}
			if g.Temporal() {
				runs++
			}
		}
		return f.Op == syntax.Or || runs <= 1
	case f.Op == syntax.EF && f.Args[0].Op == syntax.Deadlock:
		return deadlocks
	case f.Op == syntax.EF:
		return findable(f.Args[0], false)
	case f.Op == syntax.EU:
		return onMarkings(f.Args[0]) && findable(f.Args[1], false)
	case f.Op == syntax.Within && (f.Args[0].Op == syntax.EF || f.Args[0].Op == syntax.EU):
		return !slices.ContainsFunc(f.Args[0].Args, func(g *syntax.Formula) bool { return !onMarkings(g) })
	}
	return false
}
