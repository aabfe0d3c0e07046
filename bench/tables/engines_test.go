package tables

import (
	"strings"
	"testing"

	"brim/bench"
	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
)

// The verdicts that the suite engines takes for right are those of plain search.

// The verdicts and least numbers of steps that the comparison of engines takes for right are those of plain search, on
// nets that are small enough for it.
func TestEngineQuestions(t *testing.T) {
	most := 100_000
	if testing.Short() {
		most = 5000
	}
	looked := 0
	for _, q := range enginesSmall {
		if checkQuestion(t, most, q) {
			looked++
		}
	}
	if looked < 4 || !testing.Short() && looked < len(enginesSmall) {
		t.Errorf("only %d questions could be looked at", looked)
	}
}

// checkQuestion compares the verdict and the least number of steps of a question with those of plain search. It reports
// whether there are so few markings.
func checkQuestion(t *testing.T, most int, q question) bool {
	t.Helper()
	m, err := check.Load(t.Context(), q.model)
	if err != nil {
		t.Fatal(err)
	}
	space, err := oracle.Explore(m.Net, most)
	if err != nil {
		return false
	}
	pool := syntax.NewPool()
	f, err := pool.Parse(q.property, "", m.Names())
	if err != nil {
		t.Fatal(err)
	}
	right := map[bool]string{true: "holds", false: "fails"}[space.Sat(f, syntax.Maximal)[0]]
	goal := f.Args[0]
	if f.Op == syntax.AG {
		goal = pool.Not(goal)
	}
	least := 0
	for s, in := range space.Sat(goal, syntax.Maximal) {
		if d := space.Dist[s]; in && (least == 0 || d < least) {
			least = d
		}
	}
	if right != q.right || least != q.steps {
		t.Errorf("%s, %s: %s, %d steps; the table says %s, %d", q.model, q.property, right, least, q.right, q.steps)
	}
	return true
}

// An engine that answers the same to all questions contradicts others and what is right, whichever it is: the table
// says WRONG, and warnings name it.
func TestOneAnswerForAll(t *testing.T) {
	s := suiteNamed(t, "engines")
	for _, w := range ways {
		for _, verdict := range []string{"holds", "fails"} {
			r := bench.NewResults(s, doctored(s, func(c *bench.Cell, r *bench.Record) {
				if c.Label("engine") == w.name {
					r.Verdict, r.Status = &verdict, map[string]int{"holds": 0, "fails": 1}[verdict]
				} else {
					r.Status = map[string]int{"holds": 0, "fails": 1}[c.Want]
				}
			}))
			marked := 0
			for _, x := range s.Report(r) {
				for _, row := range x.Rows {
					marked += strings.Count(strings.Join(row, " "), "WRONG: "+verdict)
				}
			}
			conflicts := 0
			for _, warning := range r.Warnings() {
				if strings.Contains(warning, "the verdicts on ") {
					conflicts++
				}
			}
			if len(r.Problems()) == 0 || marked != len(r.Problems()) || conflicts == 0 {
				t.Errorf("%s says %s to all: %d of its verdicts are wrong, %d marked, %d conflicts", w.name, verdict,
					len(r.Problems()), marked, conflicts)
			}
		}
	}
}
