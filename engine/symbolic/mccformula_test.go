package symbolic_test

import (
	"context"
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
	"brim/petri/pnml"
)

var contestWork = flag.Int64("contest", 0,
	"in TestContestAnswers, take all bounded nets, and this much work for each question")

// Limits of the ordinary run of TestContestAnswers: the most places and markings of a net, and the most work for a
// question.
const (
	contestPlaces = 150
	contestStates = 10_000_000
	contestEffort = 50_000
)

// globals has the examinations that are one question about the whole space.
var globals = map[string]func(*symbolic.Space) engine.Result{
	"ReachabilityDeadlock": (*symbolic.Space).HasDeadlock,
	"QuasiLiveness":        (*symbolic.Space).QuasiLive,
	"StableMarking":        (*symbolic.Space).HasStablePlace,
	"Liveness":             (*symbolic.Space).Live,
	"OneSafe":              (*symbolic.Space).OneSafe,
}

// withFormulas has the examinations that come with a file of formulas.
var withFormulas = []string{"UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality",
	"CTLFireability"}

// Verdicts are the contest's answers to its questions about small nets: global properties, bounds, reachability and
// CTL. With -contest they are about all bounded nets, with that much work for each question.
func TestContestAnswers(t *testing.T) {
	instances, err := filepath.Glob(filepath.Join(contestModels(t), "*", "model.pnml"))
	if err != nil {
		t.Fatal(err)
	}
	var all tally
	start := time.Now()
	for _, file := range instances {
		dir := filepath.Dir(file)
		want := contestAnswers(t, filepath.Join(dir, "oracle.csv"))
		states, err := strconv.Atoi(want["StateSpace"]["STATES"])
		if *contestWork == 0 && (err != nil || states > contestStates) || want["StateSpace"]["STATES"] == "+inf" {
			continue
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			net, err := pnml.ReadFile(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			if *contestWork == 0 && len(net.Places) > contestPlaces {
				t.Skip("large")
			}
			s, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			x := examination{space: s, limits: mdd.Limits{Work: max(contestEffort, *contestWork)}}
			for name, ask := range globals {
				x.ask(t, name, want[name][name], func() (string, error) { return truth(ask(s)), nil })
			}
			for _, name := range withFormulas {
				x.file(t, filepath.Join(dir, name+".xml"), want[name])
			}
			t.Logf("%d right, left out %v", x.right, x.left)
			all.add(x.tally)
		})
	}
	t.Logf("%d nets, %d answers, %d left out, in %v", all.nets, all.right, len(all.left),
		time.Since(start).Round(time.Millisecond))
	if all.right == 0 || 5*len(all.left) > all.right {
		t.Error("too few of the questions were answered")
	}
}

// A tally counts answers.
type tally struct {
	nets, right int
	left        []string // the questions that took too much work
}

func (c *tally) add(d tally) {
	c.nets++
	c.right += d.right
	c.left = append(c.left, d.left...)
}

// An examination asks questions about one net, each within limits.
type examination struct {
	tally
	space  *symbolic.Space
	limits mdd.Limits
}

// ask compares the answer to a question with the known one; "" means that it is not known.
func (x *examination) ask(t *testing.T, id, want string, answer func() (string, error)) {
	t.Helper()
	if want == "" {
		return
	}
	var got string
	var wrong error
	limit := x.space.Model.Forest.Guard(context.Background(), x.limits, func() { got, wrong = answer() })
	switch {
	case limit != nil:
		x.left = append(x.left, id)
	case wrong != nil:
		t.Errorf("%s: %v", id, wrong)
	case got != want:
		t.Errorf("%s: got %s, want %s", id, got, want)
	default:
		x.right++
	}
}

// file asks what a file of formulas asks for.
func (x *examination) file(t *testing.T, path string, want map[string]string) {
	pool := syntax.NewPool()
	properties, err := pool.ReadPropertyFile(t.Context(), path, netNames(x.space.Net), syntax.AsWritten)
	if err != nil {
		t.Error(err)
		return
	}
	checker := x.space.Checker(syntax.Maximal)
	asked := map[string]bool{}
	for _, p := range properties {
		asked[p.ID] = true
		x.ask(t, p.ID, want[p.ID], func() (string, error) {
			if p.Bound != nil {
				most, err := x.space.Bound(p.Bound)
				return strconv.FormatInt(most, 10), err
			}
			holds, err := x.space.Holds(checker, p.Formula)
			return truth(holds), err
		})
	}
	for _, id := range slices.Sorted(maps.Keys(want)) {
		if !asked[id] {
			t.Errorf("%s has no formula %s", path, id)
		}
	}
}

// truth returns a result as the contest writes it.
func truth(r engine.Result) string {
	return map[engine.Result]string{engine.Holds: "TRUE", engine.Fails: "FALSE"}[r]
}

// netNames returns the names of a net for formulas.
func netNames(net *petri.Net) *syntax.Lists {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(places, transitions, nil)
}
