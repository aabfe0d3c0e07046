package symbolic_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/petri"
)

// judge returns the verdict on f, and what is wrong with it in the eyes of the oracle. On a part of the markings,
// witnesses may be missing, and need not be shortest.
func judge(space *symbolic.Space, c *ctl.Checker, want *oracle.Space, f *syntax.Formula) (engine.Verdict, error) {
	paths := c.Paths()
	v, err := space.Verdict(context.Background(), c, f, symbolic.WitnessOptions{})
	if err != nil {
		return v, err
	}
	holds, g := engine.Fails, syntax.NNF(f.Pool().Not(f))
	if want.Sat(f, paths)[0] {
		holds, g = engine.Holds, syntax.NNF(f)
	}
	needed := !needless(want, g, paths)
	refused := strings.Contains(v.Reason, "can pass 64 bits")
	switch {
	case v.Result == engine.Unknown && (refused || !space.Complete && v.Witness == nil && v.Reason != ""):
		return v, nil
	case v.Result != holds:
		return v, fmt.Errorf("%v, want %v: %s", v.Result, holds, v.Reason)
	case v.Witness == nil && (refused || !needed || !space.Complete && v.Reason != ""):
		return v, nil
	case v.Witness == nil:
		return v, fmt.Errorf("no witness of %v: %s", g, v.Reason)
	case isCut(v.Witness) && !refused && (space.Complete || v.Reason == ""):
		return v, fmt.Errorf("a witness of %v is cut: %s", g, v.Reason)
	case !isCut(v.Witness) && v.Reason != "":
		return v, fmt.Errorf("a complete witness of %v, but %s", g, v.Reason)
	case v.Witness.Formula != g || !v.Witness.Start.Equal(space.Net.Initial()):
		return v, fmt.Errorf("a witness of %v in %s", v.Witness.Formula, space.Net.Format(v.Witness.Start))
	}
	if err := v.Witness.Check(space.Net, paths); err != nil || !space.Complete {
		return v, err
	}
	return v, shortest(want, v.Witness, paths)
}

// isCut reports whether something is left out in w.
func isCut(w *engine.Witness) bool {
	return w.Cut || slices.ContainsFunc(w.Branches, func(b engine.Branch) bool { return isCut(b.Witness) })
}

// needless reports whether no path is needed to show f, which holds in the initial marking.
func needless(want *oracle.Space, f *syntax.Formula, paths syntax.Paths) bool {
	holds := func(g *syntax.Formula) bool { return want.Sat(g, paths)[0] && needless(want, g, paths) }
	switch {
	case !f.Temporal() || engine.Claimed(f):
		return true
	case f.Op == syntax.And:
		return !slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return !holds(g) })
	case f.Op == syntax.Or:
		return slices.ContainsFunc(f.Args, holds)
	}
	return false
}

// shortest returns an error for a path in w that is longer than it need be, or nil. The explicit graph knows the
// distances.
func shortest(want *oracle.Space, w *engine.Witness, paths syntax.Paths) error {
	f, n := w.Formula, len(w.Steps)
	least := n
	switch f.Op {
	case syntax.EF:
		least = distance(want, w.Start, want.Sat(f.Pool().Bool(true), paths), want.Sat(f.Args[0], paths))
	case syntax.EU:
		least = distance(want, w.Start, want.Sat(f.Args[0], paths), want.Sat(f.Args[1], paths))
	case syntax.EG:
		least = leastLasso(want, w.Start, want.Sat(f, paths), paths)
	}
	if n != least {
		return fmt.Errorf("%d steps for %v from %s, want %d", n, f, want.Net.Format(w.Start), least)
	}
	for _, b := range w.Branches {
		if err := shortest(want, b.Witness, paths); err != nil {
			return err
		}
	}
	return nil
}

// distance returns the least number of firings from m to a marking of goal, through inside only; −1 if the goal is not
// reached.
func distance(want *oracle.Space, m petri.Marking, inside, goal []bool) int {
	start, _ := want.Number(m)
	dist := map[int]int{start: 0}
	queue := []int{start}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if goal[i] {
			return dist[i]
		}
		if !inside[i] {
			continue
		}
		for _, e := range want.Succ[i] {
			if _, ok := dist[e.To]; !ok {
				dist[e.To] = dist[i] + 1
				queue = append(queue, e.To)
			}
		}
	}
	return -1
}

// leastLasso returns the least number of firings from m, inside only, to a marking that came before, or to a dead one
// where paths may end. It tries each marking as the one that comes again.
func leastLasso(want *oracle.Space, m petri.Marking, inside []bool, paths syntax.Paths) int {
	least := -1
	offer := func(n int) {
		if n >= 0 && (least < 0 || n < least) {
			least = n
		}
	}
	for i, ok := range inside {
		if !ok {
			continue
		}
		only := make([]bool, len(inside))
		only[i] = true
		stem := distance(want, m, inside, only)
		if stem < 0 || least >= 0 && stem >= least {
			continue
		}
		if len(want.Succ[i]) == 0 && paths == syntax.Maximal {
			offer(stem)
		}
		for _, e := range want.Succ[i] {
			if !inside[e.To] {
				continue
			}
			if back := distance(want, want.States[e.To], inside, only); back >= 0 {
				offer(stem + 1 + back)
			}
		}
	}
	return least
}
