package tables

import (
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// The note on the techniques that answered.

// A table says who answered where no engine was named, and says nothing where its records do not know.
func TestAnsweredBy(t *testing.T) {
	s := table1(false)
	records := canned(s)
	notes := func() (list []string) {
		for _, n := range s.Report(bench.NewResults(&s, records))[0].Notes {
			if strings.HasPrefix(n, "auto: runs by") {
				list = append(list, n)
			}
		}
		return list
	}
	if got := notes(); got != nil {
		t.Errorf("records without techniques: %q", got)
	}
	by := []string{"rounds", "bmc", "rounds"}
	for i := range records {
		if slices.Contains(records[i].Args, "unlim") {
			records[i].Engine, records[i].By = "symbolic", "all"
		}
		if slices.Contains(records[i].Args, "auto") && records[i].Outcome == bench.Done && len(by) > 0 {
			records[i].Engine, records[i].By, by = "auto", by[0], by[1:]
		}
	}
	if got, want := notes(), []string{"auto: runs by the technique that answered, in the words of `brim help check " +
		"engines`: bmc 1, rounds 2."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
