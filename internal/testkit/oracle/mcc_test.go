package oracle_test

import (
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri/pnml"
)

var linearMost = flag.Int("linear", 120, "questions of LTL about the contest's nets with fewer markings")

// contestModels returns a folder of shared/mcc beside the module, which holds nets of
// the Model Checking Contest and is not part of it.
func contestModels(t *testing.T, folder string) string {
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		models := filepath.Join(dir, "shared", "mcc", folder)
		if _, err := os.Stat(models); err == nil {
			return models
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	t.Skipf("the contest's nets are not here: no folder shared/mcc/%s beside the module", folder)
	return ""
}

// verdicts reads the contest's answers: examination → formula → verdict.
func verdicts(t *testing.T, path string) map[string]map[string]string {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	answers := map[string]map[string]string{}
	for _, row := range rows {
		if answers[row[0]] == nil {
			answers[row[0]] = map[string]string{}
		}
		answers[row[0]][row[1]] = row[2]
	}
	return answers
}

// eachContestNet calls check, on several nets at once, with the contest's nets that have fewer than most markings: the
// folder, all markings and the answers.
func eachContestNet(t *testing.T, most int,
	check func(t *testing.T, path string, s *oracle.Space, answers map[string]map[string]string)) {
	dir := contestModels(t, "models")
	models, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range models {
		path := filepath.Join(dir, model.Name())
		answers := verdicts(t, filepath.Join(path, "oracle.csv"))
		states, err := strconv.Atoi(answers["StateSpace"]["STATES"])
		if err != nil || states >= most {
			continue // too large, or infinite
		}
		t.Run(model.Name(), func(t *testing.T) {
			t.Parallel()
			net, err := pnml.ReadFile(t.Context(), filepath.Join(path, "model.pnml"))
			if err != nil {
				t.Fatal(err)
			}
			s := explore(t, net)
			if len(s.States) != states {
				t.Fatalf("%d markings, want %d", len(s.States), states)
			}
			check(t, path, s, answers)
		})
	}
}

// agreeWithContest looks at the contest's answers to the questions of a file, and returns how many it looked at.
func agreeWithContest(t *testing.T, file string, s *oracle.Space, logic syntax.Logic,
	answers map[string]string) (checked int64) {
	list, err := syntax.NewPool().ReadPropertyFile(t.Context(), file, names(s.Net), logic)
	if err != nil {
		t.Fatal(err)
	}
	for _, property := range list {
		want := answers[property.ID]
		if want != "TRUE" && want != "FALSE" {
			continue // unknown to the contest
		}
		if got := s.Sat(property.Formula, syntax.Maximal)[0]; got != (want == "TRUE") {
			t.Errorf("%s: %t, want %s", property.ID, got, want)
		}
		checked++
	}
	return checked
}

// The answers of the contest on the nets with fewer than 20,000 markings.
func TestContestFormulas(t *testing.T) {
	contestModels(t, "models") // skips the test where they are absent
	most := 20_000
	if testing.Short() {
		most = 1001
	}
	var checked, instances atomic.Int64
	t.Run("models", func(t *testing.T) {
		eachContestNet(t, most, func(t *testing.T, path string, s *oracle.Space, answers map[string]map[string]string) {
			instances.Add(1)
			for _, examination := range []string{
				"ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
			} {
				checked.Add(agreeWithContest(t, filepath.Join(path, examination+".xml"), s, syntax.AsWritten,
					answers[examination]))
			}
		})
	})
	t.Logf("%d answers on %d nets", checked.Load(), instances.Load())
	if checked.Load() == 0 {
		t.Error("no answer was checked")
	}
}

// The tableau has the contest's answers to questions of LTL about the smallest nets; -linear 4000 takes larger ones.
func TestContestLinear(t *testing.T) {
	contestModels(t, "models") // skips the test where they are absent
	var checked atomic.Int64
	t.Run("models", func(t *testing.T) {
		eachContestNet(t, *linearMost, func(t *testing.T, path string, s *oracle.Space,
			answers map[string]map[string]string) {
			for _, examination := range []string{"LTLCardinality", "LTLFireability"} {
				checked.Add(agreeWithContest(t, filepath.Join(path, examination+".xml"), s, syntax.LTL,
					answers[examination]))
			}
		})
	})
	t.Logf("%d answers", checked.Load())
	if checked.Load() == 0 {
		t.Error("no answer was checked")
	}
}
