package walk

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
)

// A Goal is a formula without path operators that a Walker looks for a marking of.
type Goal struct {
	formula *syntax.Formula
	target  *target
	found   bool
	path    []int
}

// Found returns transitions that lead from the initial marking to one in which the formula holds, and whether such a
// path was found. Nobody may change it.
func (g *Goal) Found() (path []int, ok bool) { return g.path, g.found }

// A Maximum is a sum that a Walker looks for a large value of.
type Maximum struct {
	target   *target
	constant int64
	infinite bool
	steps    []int // that show that it is
	cycle    int   // the position in them from which on they can be repeated
}

// Best returns the largest value seen, or that there is none.
func (m *Maximum) Best() (value int64, infinite bool) { return m.target.best + m.constant, m.infinite }

// Cycle returns transitions that show that the sum is infinite: those from the position on can be repeated for ever,
// and add to it each time. They are nil if it was not found to be infinite. They must not be changed.
func (m *Maximum) Cycle() (steps []int, from int) { return m.steps, m.cycle }

// Reach has all walks look for a marking in which f holds, which has no path operators; a formula of the same meaning
// is a Goal once. The error is ErrNumbers. Cost: the size of f, and at the next run that of all formulas.
func (w *Walker) Reach(f *syntax.Formula) (*Goal, error) {
	if f.Temporal() {
		panic(fmt.Sprintf("walk: Reach: a marking does not decide %v", f.Op))
	}
	if w.pool == nil {
		w.pool = syntax.NewPool()
	}
	f = syntax.NNF(w.pool.Copy(f))
	if !w.fitsAll(f) {
		return nil, ErrNumbers
	}
	for _, t := range w.targets {
		if t.formula == f && !t.watched {
			if !t.goal.found && t.done {
				t.done, w.formulas.changed = false, true
			}
			return t.goal, nil
		}
	}
	t := &target{formula: f, goal: &Goal{formula: f}}
	t.goal.target = t
	w.targets, w.formulas.changed = append(w.targets, t), true
	return t.goal, nil
}

// Maximize has all walks look for large values of s. The error is ErrNumbers.
func (w *Walker) Maximize(s *syntax.Sum) (*Maximum, error) {
	value := int64(0)
	if !w.fits(s.Terms) || s.Const > 1<<61 || s.Const < -1<<61 {
		return nil, ErrNumbers
	}
	terms := slices.Clone(s.Terms)
	value = valueAt(terms, func(p int) int64 { return w.initial[p].tokens })
	t := &target{terms: terms, best: value, seen: value}
	t.most = &Maximum{target: t, constant: s.Const}
	w.targets, w.formulas.changed = append(w.targets, t), true
	return t.most, nil
}

// Drop ends the search for a goal.
func (w *Walker) Drop(g *Goal) { w.drop(g.target) }

// DropMaximum ends the search for a larger value of a sum.
func (w *Walker) DropMaximum(m *Maximum) { w.drop(m.target) }

func (w *Walker) drop(t *target) {
	if !t.done {
		t.done, w.formulas.changed, t.approach = true, true, nil
	}
}

// Enabled reports whether some marking that was seen enables the transition.
func (w *Walker) Enabled(t int) bool { return w.seen.enabled[t] }

// News returns the transitions that some marking that was seen enables and that it did not return before.
func (w *Walker) News() []int {
	news := w.seen.news
	w.seen.news = nil
	return news
}

// Unseen returns how many transitions no marking that was seen enables.
func (w *Walker) Unseen() int { return w.seen.left }

// Dead returns a path to a marking that enables no transition, if one was seen.
func (w *Walker) Dead() (path []int, ok bool) {
	return w.seen.dead, w.seen.hasDead && (w.seen.dead != nil || len(w.begin.live)+w.begin.idle == 0)
}

// Unsafe returns a place that had two tokens in a marking that was seen.
func (w *Walker) Unsafe() (place int, ok bool) { return int(w.seen.unsafeAt), w.seen.unsafeAt >= 0 }

// Lost returns a transition that can never fire again from some marking that was seen on, see Never. Walks look for one
// if WatchLiveness was called, since that costs time.
func (w *Walker) Lost() (transition int, ok bool) { return w.seen.lost, w.seen.lost >= 0 }

// WatchLiveness says whether walks look for what Lost returns.
func (w *Walker) WatchLiveness(on bool) { w.seen.live = on }

// Never returns transitions that can never fire, and places whose tokens never change: not all of them, but these are
// certain. The net may be unbounded. Cost: the arcs.
func (w *Walker) Never() (transitions, places []int) { return w.hope.never(w.net.Initial()) }

// Firings returns how many transitions were fired in all walks.
func (w *Walker) Firings() int64 { return w.firings }
