package symbolic_test

import (
	"context"
	"encoding/csv"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"brim/engine/symbolic"
	"brim/petri/pnml"
)

// The nets of the Model Checking Contest: where they are, and the numbers of their state spaces.

// contestModels returns the folder shared/mcc/models next to the module, which holds nets of the Model Checking Contest
// and is not part of it.
func contestModels(t testing.TB) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		models := filepath.Join(dir, "shared", "mcc", "models")
		if _, err := os.Stat(models); err == nil {
			return models
		}
	}
	t.Skip("the contest's nets are not here: no folder shared/mcc/models next to the module")
	return ""
}

// contestAnswers returns the answers that the contest's tools agree on, by examination and metric or formula. Unknown
// answers are left out.
func contestAnswers(t testing.TB, file string) map[string]map[string]string {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]map[string]string{}
	for _, fields := range records {
		if len(fields) != 3 || fields[2] == "?" {
			continue
		}
		if want[fields[0]] == nil {
			want[fields[0]] = map[string]string{}
		}
		want[fields[0]][fields[1]] = fields[2]
	}
	return want
}

// The nets of the contest, with the answers that its tools agree on.
func TestContest(t *testing.T) {
	instances, err := filepath.Glob(filepath.Join(contestModels(t), "*", "model.pnml"))
	if err != nil {
		t.Fatal(err)
	}
	if len(instances) == 0 {
		t.Fatal("the folder of the contest's nets is empty")
	}
	answers := 0
	start := time.Now()
	for _, file := range instances {
		dir := filepath.Dir(file)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			net, err := pnml.ReadFile(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			want := contestAnswers(t, filepath.Join(dir, "oracle.csv"))["StateSpace"]
			got := map[string]string{}
			s, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
			var unbounded *symbolic.UnboundedError
			switch {
			case errors.As(err, &unbounded):
				for metric := range want {
					got[metric] = "+inf"
				}
				if err := replay(net, unbounded); err != nil {
					t.Error(err)
				}
			case err != nil:
				t.Fatal(err)
			default:
				defer s.Close()
				for metric, n := range map[string]*big.Int{
					"STATES": s.States(), "TRANSITIONS": s.Firings(),
					"MAX_TOKEN_IN_PLACE":    big.NewInt(slices.Max(s.PlaceBounds())),
					"MAX_TOKEN_PER_MARKING": s.MaxTokens(),
				} {
					got[metric] = n.String()
				}
				t.Logf("%v, order %s after %d tries", s.Took.Round(time.Millisecond), s.Order.Method, s.Choice.Tried)
			}
			for metric, w := range want {
				answers++
				if got[metric] != w {
					t.Errorf("%s: got %s, want %s", metric, got[metric], w)
				}
			}
		})
	}
	t.Logf("%d nets, %d answers in %v", len(instances), answers, time.Since(start).Round(time.Millisecond))
}
