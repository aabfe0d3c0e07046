package comparisons

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// The cells and the tables of the suite techniques.

// Each examination of the sample has two runs of all techniques, which have no flags, and one without each technique
// that can matter; the label says what the flags say.
func TestTechniqueCells(t *testing.T) {
	for _, task := range techniqueTasks() {
		cells := task.cells()
		for i := range cells {
			c := &cells[i]
			last := c.Labels[len(c.Labels)-1]
			want := []string{"--" + last.Key, last.Value}
			if last.Value == none || last.Value == noneElse {
				want = nil
			}
			if got := c.Tool.Line[4:]; !slices.Equal(got, want) || (i < 2) != (want == nil) {
				t.Errorf("%s: the flags are %q, want %q", c.Name(), got, want)
			}
		}
		if linear := strings.HasPrefix(task.examination, "LTL"); slices.ContainsFunc(cells, func(c bench.Cell) bool {
			return c.Label(leftOut) == "product"
		}) != linear {
			t.Errorf("%s %s: product is left out where it does not matter", task.net, task.examination)
		}
	}
}

// techniqueRecord returns a run of a cell with answers, each as "id:result:by".
func techniqueRecord(s *bench.Suite, c *bench.Cell, run int, seconds float64, answers ...string) bench.Record {
	r := bench.Record{
		Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory, Run: run,
		Outcome: bench.Done, CPU: seconds,
		Answer: bench.Answer{Counts: map[string]float64{}, Words: map[string]string{}},
	}
	for i, a := range answers {
		key, w := fmt.Sprintf("answers.%d.", i), strings.Split(a, ":")
		r.Words[key+"id"], r.Words[key+"result"], r.Words[key+"by"] = w[0], w[1], w[2]
		r.Counts[key+"after"] = 0.25
	}
	return r
}

// A line counts what is lost and gained in most turns, and compares sums of CPU time turn by turn.
func TestTechniqueRows(t *testing.T) {
	s := Techniques(false)
	s.Cells = slices.DeleteFunc(slices.Clone(s.Cells), func(c bench.Cell) bool { return c.Label("net") != "dphil_3" })
	var records []bench.Record
	for i := range s.Cells {
		c := &s.Cells[i]
		c.Runs = 3
		for run := 1; run <= 3; run++ {
			seconds, answers := 1.0, []string{"A:right:EXPLICIT", "B:right:EXPLICIT LOCAL"}
			switch {
			case c.Label(leftOut) == "local": // B is lost, C gained, and once D
				seconds, answers = 2, []string{"A:right:EXPLICIT", "C:new:EXPLICIT"}
				if run == 1 {
					answers = append(answers, "D:right:EXPLICIT", "E:wrong:EXPLICIT")
				}
			case c.Label(alone) == "explicit":
				answers = []string{"A:right:EXPLICIT", "B:missing:"}
			case c.Label(alone) == "walk":
				answers = []string{"A:right:RANDOM_WALK", "B:right:RANDOM_WALK"}
			case c.Label(alone) != "":
				answers = []string{"A:missing:", "B:missing:"}
			}
			if c.Label(alone) == "" || run == 1 {
				records = append(records, techniqueRecord(&s, c, run, seconds, answers...))
			}
		}
	}
	sheets := s.Report(bench.NewResults(&s, records))
	for _, want := range []struct {
		sheet int
		row   string
	}{
		{0, "families, others|none|1|1.00|1|1|||0|2|–"},
		{0, "families, others|local|1|2.00|2.00 [2.00, 2.00]|2.00|1|1|1|1|0.250"},
		{0, "families, others|explicit|1|1.00|1.00 [1.00, 1.00]|1.00|0|0|0|1|0.250"},
		{1, "explicit|1|2|1|50.0|0|0|1.00|0.250"},
		{1, "walk|1|2|2|100.0|1|0|1.00|0.250"},
	} {
		if !slices.ContainsFunc(sheets[want.sheet].Rows,
			func(row []string) bool { return strings.Join(row, "|") == want.row }) {
			t.Errorf("%s is not among\n%v", want.row, sheets[want.sheet].Rows)
		}
	}
}

// Words of the contest are those of one technique, of several the longest that fits.
func TestGave(t *testing.T) {
	for by, want := range map[string]string{
		"EXPLICIT": "explicit", "EXPLICIT LOCAL": "local", "DECISION_DIAGRAMS SATURATION TOPOLOGICAL": "all",
		"DECISION_DIAGRAMS": "parts", "TOPOLOGICAL": "invariants", "STATE_EQUATION RANDOM_WALK": "equation",
		"RANDOM_WALK STRUCTURAL_REDUCTION": "reduced", "STRUCTURAL_REDUCTION": "reduced",
		"STRUCTURAL_REDUCTION COUNTING": "counting", "STATE_EQUATION LP_APPROX LTL_AS_CTL": "equation ctl", "ELSE": "",
		"TOPOLOGICAL CONCURRENCY": "concurrency", "TOPOLOGICAL QUERY_REDUCTION": "rewrite",
		"EXPLICIT PARTIAL":                   "partial",
		"TOPOLOGICAL HOME_MARKING LP_APPROX": "home", "RANDOM_WALK SKELETON": "skeleton",
		"EXPLICIT FRAGMENT":           "fragment",
		"COLLATERAL_PROCESSING LASSO": "lasso", "TOPOLOGICAL SIPHON_TRAP": "siphons",
	} {
		var got []string
		for i := range techniqueWays {
			if w := &techniqueWays[i]; w.gave(by) {
				got = append(got, w.name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is by %q, want %s", by, got, want)
		}
	}
}
