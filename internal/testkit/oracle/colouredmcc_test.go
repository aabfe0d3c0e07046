package oracle_test

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri/coloured"
	"brim/petri/pnml"
)

var contestStates = flag.Int("states", 2000,
	"explore the contest's coloured nets with at most so many markings by their own rule")

// The interpreter of coloured nets has the contest's answers about its small nets: the numbers of the state space,
// deadlock and the other global properties, bounds, and formulas. With -states 60000 it takes larger nets, and minutes.
func TestContestColoured(t *testing.T) {
	dir := contestModels(t, "coloured")
	models, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var checked, instances atomic.Int64
	t.Run("models", func(t *testing.T) {
		for _, model := range models {
			path := filepath.Join(dir, model.Name())
			answers := verdicts(t, filepath.Join(path, "oracle.csv"))
			states, err := strconv.Atoi(answers["StateSpace"]["STATES"])
			if err != nil || states > *contestStates || testing.Short() && states > 400 {
				continue
			}
			t.Run(model.Name(), func(t *testing.T) {
				t.Parallel()
				_, net, err := pnml.ReadAnyFile(t.Context(), filepath.Join(path, "model.pnml"))
				if err != nil {
					t.Fatal(err)
				}
				s, err := oracle.ExploreColoured(net, states)
				if err != nil {
					t.Fatal(err)
				}
				n := contestNumbers(t, s, answers) + contestFormulas(t, s, path, answers)
				t.Logf("%d answers", n)
				checked.Add(n)
				instances.Add(1)
			})
		}
	})
	t.Logf("%d answers on %d nets", checked.Load(), instances.Load())
	if checked.Load() == 0 {
		t.Error("no answer was checked")
	}
}

// contestNumbers compares what is asked of all nets, and says how many answers that are.
func contestNumbers(t *testing.T, s *oracle.ColouredSpace, answers map[string]map[string]string) (checked int64) {
	truth := func(b bool) string { return map[bool]string{true: "TRUE", false: "FALSE"}[b] }
	for _, q := range []struct{ examination, id, got string }{
		{"StateSpace", "STATES", strconv.Itoa(len(s.States))},
		{"StateSpace", "TRANSITIONS", strconv.Itoa(s.Firings)},
		{"StateSpace", "MAX_TOKEN_IN_PLACE", strconv.FormatInt(s.MaxInPlace, 10)},
		{"StateSpace", "MAX_TOKEN_PER_MARKING", strconv.FormatInt(s.MaxInMarking, 10)},
		{"ReachabilityDeadlock", "ReachabilityDeadlock", truth(len(s.Dead) > 0)},
		{"OneSafe", "OneSafe", truth(s.OneSafe())},
		{"StableMarking", "StableMarking", truth(s.StableMarking())},
		{"QuasiLiveness", "QuasiLiveness", truth(s.QuasiLiveness())},
		{"Liveness", "Liveness", truth(s.Liveness())},
	} {
		want, known := answers[q.examination][q.id]
		if !known || want == "?" {
			continue
		}
		checked++
		if q.got != want {
			t.Errorf("%s: %s, want %s", q.id, q.got, want)
		}
	}
	return checked
}

// contestFormulas compares bounds and formulas, and says how many answers that are.
func contestFormulas(t *testing.T, s *oracle.ColouredSpace, path string,
	answers map[string]map[string]string) (checked int64) {
	for _, examination := range []string{
		"UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
	} {
		list, err := syntax.NewPool().ReadPropertyFile(t.Context(), filepath.Join(path, examination+".xml"),
			colouredNames(s.Net), syntax.AsWritten)
		if err != nil {
			t.Fatal(err)
		}
		for _, property := range list {
			want, known := answers[examination][property.ID]
			if !known || want == "?" {
				continue
			}
			checked++
			var got string
			if examination == "UpperBounds" {
				got = strconv.FormatInt(most(s, property.Bound), 10)
			} else {
				got = map[bool]string{true: "TRUE", false: "FALSE"}[s.Sat(property.Formula, syntax.Maximal)[0]]
			}
			if got != want {
				t.Errorf("%s: %s, want %s", property.ID, got, want)
			}
		}
	}
	return checked
}

// most returns the largest value of a sum in any marking.
func most(s *oracle.ColouredSpace, sum *syntax.Sum) int64 {
	best := int64(math.MinInt64)
	for _, m := range s.Sums {
		n := sum.Const
		for _, t := range sum.Terms {
			n += t.Weight * m[t.Place.Index]
		}
		best = max(best, n)
	}
	return best
}

// colouredNames returns the names of the places and transitions of net for formulas.
func colouredNames(net *coloured.Net) *syntax.Lists {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(places, transitions, nil)
}
