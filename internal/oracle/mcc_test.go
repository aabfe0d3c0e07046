package oracle_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"brim/ctl/syntax"
	"brim/petri/pnml"
)

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

// The answers of the contest on the nets with fewer than 20,000 markings.
func TestContestFormulas(t *testing.T) {
	dir := contestModels(t, "models")
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
			if err != nil || states >= 20_000 || testing.Short() && states > 1000 {
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
				instances.Add(1)
				for _, examination := range []string{
					"ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
				} {
					list, err := syntax.NewPool().ReadPropertyFile(t.Context(), filepath.Join(path, examination+".xml"), names(s.Net))
					if err != nil {
						t.Fatal(err)
					}
					for _, property := range list {
						want := answers[examination][property.ID]
						if want != "TRUE" && want != "FALSE" {
							continue // unknown to the contest
						}
						if got := s.Sat(property.Formula, syntax.Maximal)[0]; got != (want == "TRUE") {
							t.Errorf("%s: %t, want %s", property.ID, got, want)
						}
						checked.Add(1)
					}
				}
			})
		}
	})
	t.Logf("%d answers on %d nets", checked.Load(), instances.Load())
	if checked.Load() == 0 {
		t.Error("no answer was checked")
	}
}
