package bmc

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/pnml"
	"brim/petri/structure"
)

var contest = flag.Duration("contest", 0, "time for each question about the nets of the contest; 0 leaves them out")

// contestInstances returns the folders of shared/mcc/models beside the module, which holds nets of the Model Checking
// Contest.
func contestInstances(t *testing.T) []string {
	list, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "mcc", "models", "*", "oracle.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Skip("the contest's nets are not here: no folder shared/mcc/models beside the module")
	}
	for i, file := range list {
		list[i] = filepath.Dir(file)
	}
	return list
}

// known returns the answers that the contest's tools agree on, TRUE or FALSE, by formula; deadlocks are called
// ReachabilityDeadlock.
func known(t *testing.T, dir string) map[string]string {
	file, err := os.Open(filepath.Join(dir, "oracle.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, fields := range records {
		if len(fields) == 3 {
			answers[fields[1]] = fields[2]
		}
	}
	return answers
}

// questions returns the formulas on reachability about net, by name.
func questions(t *testing.T, dir string, net *petri.Net) map[string]*syntax.Formula {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	names, pool := syntax.NewLists(places, transitions, nil), syntax.NewPool()
	list := map[string]*syntax.Formula{"ReachabilityDeadlock": pool.Make(syntax.EF, pool.Deadlock())}
	for _, examination := range []string{"ReachabilityCardinality.xml", "ReachabilityFireability.xml"} {
		file, err := os.Open(filepath.Join(dir, examination))
		if err != nil {
			t.Fatal(err)
		}
		properties, err := pool.ReadProperties(file, examination, names, syntax.AsWritten)
		_ = file.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range properties {
			list[p.ID] = p.Formula
		}
	}
	return list
}

// No verdict contradicts the contest's answers.
func TestContestAnswers(t *testing.T) {
	if *contest == 0 {
		t.Skip("without -contest the nets of the contest are left out")
	}
	decided, open, right := 0, 0, map[engine.Result]string{engine.Holds: "TRUE", engine.Fails: "FALSE"}
	for _, dir := range contestInstances(t) {
		net, err := pnml.ReadFile(t.Context(), filepath.Join(dir, "model.pnml"))
		if err != nil {
			t.Fatal(err)
		}
		answers := known(t, dir)
		for name, f := range questions(t, dir, net) {
			ctx, cancel := context.WithTimeout(context.Background(), *contest)
			r, err := Decide(ctx, net, syntax.Simplify(f, syntax.Maximal), syntax.Maximal,
				Options{Algorithm: Induction})
			cancel()
			var unbounded *structure.UnboundedPlaceError
			switch {
			case errors.As(err, &unbounded):
				open++
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case r.Result == engine.Unknown:
				open++
			case answers[name] == "TRUE" || answers[name] == "FALSE":
				decided++
				if right[r.Result] != answers[name] {
					t.Errorf("%s: %v, the answer is %s", name, r.Result, answers[name])
				}
			}
		}
	}
	t.Logf("%d questions decided, %d left open, %v for each", decided, open, contest.Round(time.Millisecond))
}
