package model

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
)

// The replay of paths through single states.

// replayPath checks a path through single states: that its steps exist and, for a formula of CTL about a system, that
// it shows the formula, as far as the states on it decide that.
func (m *Model) replayPath(s kripke.Structure, q *Question, a *Answer) error {
	if err := a.Path.Check(s); err != nil {
		return err
	}
	if q.Formula == nil || a.Shows == nil || m.System == nil && m.LTS == nil {
		return nil
	}
	asked := q.Formula
	if q.OfTime() {
		asked = q.TimeShown(a.Infinite)
	}
	if want := engine.Shown(Apart(asked), a.Result); want.Pool().Copy(a.Shows) != want {
		return fmt.Errorf("a path for %v, expected one for %v", a.Shows, want)
	}
	r := pathReader{s: s, p: a.Path, paths: q.Paths, holds: map[*syntax.Formula]kripke.Predicate{}}
	for f := range a.Shows.All() {
		if f.Temporal() {
			continue
		}
		var err error
		if r.holds[f], err = s.Predicate(f); err != nil {
			return err
		}
	}
	if !r.shows(a.Shows, 0) {
		return fmt.Errorf("the path does not show %v", a.Shows)
	}
	return nil
}

// A pathReader evaluates formulas along a path. Of a conjunction of path formulas it is enough that the path shows one;
// other paths would show the others.
type pathReader struct {
	s     kripke.Structure
	p     *kripke.Path
	paths syntax.Paths
	holds map[*syntax.Formula]kripke.Predicate
}

// shows reports whether the path from position i on shows f, by recursion on f, which is in the form of syntax.NNF.
// Subformulas about all paths are taken for true.
func (r *pathReader) shows(f *syntax.Formula, i int) bool {
	n := len(r.p.Labels)
	if holds := r.holds[f]; holds != nil {
		return holds(r.p.States[i])
	}
	if engine.Claimed(f) {
		return true
	}
	switch f.Op {
	case syntax.Or:
		return slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return r.shows(g, i) })
	case syntax.And:
		some, shown := false, false
		for _, g := range f.Args {
			switch {
			case !g.Temporal():
				if !r.shows(g, i) {
					return false
				}
			case !engine.Claimed(g):
				some = true
				shown = shown || r.shows(g, i)
			}
		}
		return shown || !some
	case syntax.EX:
		return i < n && r.shows(f.Args[0], i+1)
	case syntax.EF, syntax.EU:
		for j := i; j <= n; j++ {
			if r.shows(f.Args[len(f.Args)-1], j) {
				return true
			}
			if f.Op == syntax.EU && !r.here(f.Args[0], j) {
				return false
			}
		}
		return false
	case syntax.EG:
		for j := i; j <= n; j++ {
			if !r.here(f.Args[0], j) {
				return false
			}
		}
		return r.p.Loop != NoLoop || r.paths == Maximal && r.dead(n)
	}
	return false
}

// here reports whether f holds at position i, if the state alone decides that.
func (r *pathReader) here(f *syntax.Formula, i int) bool { return f.Temporal() || r.shows(f, i) }

// dead reports whether the state at position i has no successors.
func (r *pathReader) dead(i int) bool {
	var out kripke.Successors
	return r.s.Successors(r.p.States[i], &out) == nil && out.Len() == 0
}
