package symbolic_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/oracle"
	"brim/petri"
)

// judge says what is wrong with the verdict on f, as the oracle sees it, or nothing.
func judge(space *symbolic.Space, want *oracle.Space, f *syntax.Formula, paths syntax.Paths) (v engine.Verdict, wrong string) {
	v, err := space.Verdict(context.Background(), space.Checker(paths), f, symbolic.WitnessOptions{})
	if err != nil {
		return v, err.Error()
	}
	holds := engine.Fails
	g := syntax.NNF(f.Pool().Not(f))
	if want.Sat(f, paths)[0] {
		holds, g = engine.Holds, syntax.NNF(f)
	}
	switch {
	case v.Result == engine.Unknown:
		return v, ""
	case v.Result != holds:
		return v, fmt.Sprintf("%v, want %v", v.Result, holds)
	case strings.Contains(v.Reason, "can pass 64 bits"):
		return v, ""
	case v.Reason != "":
		return v, "reason: " + v.Reason
	case v.Witness == nil && !needless(want, g, paths):
		return v, fmt.Sprintf("no witness of %v", g)
	case v.Witness == nil:
		return v, ""
	case v.Witness.Formula != g || !v.Witness.Start.Equal(space.Net.Initial()):
		return v, fmt.Sprintf("a witness of %v in %s", v.Witness.Formula, space.Net.Format(v.Witness.Start))
	}
	if err := v.Witness.Check(space.Net, paths); err != nil {
		return v, err.Error()
	}
	return v, shortest(want, v.Witness, paths)
}

// needless tells whether no path is needed to show f, which holds in the initial marking.
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

// shortest says which path in w is longer than it need be: of EX, EF and EU the explicit graph knows the distance.
func shortest(want *oracle.Space, w *engine.Witness, paths syntax.Paths) string {
	f, pool := w.Formula, w.Formula.Pool()
	switch f.Op {
	case syntax.EF:
		f = pool.Make(syntax.EU, pool.Bool(true), f.Args[0])
		fallthrough
	case syntax.EU:
		d := distance(want, w.Start, want.Sat(f.Args[0], paths), want.Sat(f.Args[1], paths))
		if d != len(w.Steps) {
			return fmt.Sprintf("%d steps for %v from %s, want %d", len(w.Steps), f, want.Net.Format(w.Start), d)
		}
	case syntax.EG:
		if n := leastLasso(want, w.Start, want.Sat(f, paths), paths); n != len(w.Steps) {
			return fmt.Sprintf("%d steps for %v from %s, want %d", len(w.Steps), f, want.Net.Format(w.Start), n)
		}
	}
	for _, b := range w.Branches {
		if s := shortest(want, b.Witness, paths); s != "" {
			return s
		}
	}
	return ""
}

// distance returns the least number of firings from m to a marking of goal, through inside only; −1 if there is none.
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

// leastLasso returns the least number of firings from m, inside only, to a marking that came before, or to a dead one where paths may
// end. It tries each marking as the one that comes again.
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
