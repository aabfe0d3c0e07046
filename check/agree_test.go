package check_test

import (
	"flag"
	"path/filepath"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
)

var netsTime = flag.Duration("nets", 0, "have all techniques decide the formulas of ../shared/mcc/models, so long a "+
	"file, and compare them")

// With All, every technique finishes, and all certain answers agree, for families of nets and questions of all kinds.
func TestAllAgree(t *testing.T) {
	for _, c := range []struct{ model, formula string }{
		{"dphil:4", "EF deadlock"}, {"dphil:4", "AG(eating_1 -> !eating_2)"}, {"kanban:2", "AG EF(pm1 = 2)"},
		{"fms:2", "EG(P1s <= 1)"}, {"rr:5", "EG true"}, {"hanoi:3", "EF B_3"},
	} {
		m := checktest.Load(t, c.model)
		questions := []*check.Question{checktest.Ask(t, m, c.formula)}
		for kind := check.Deadlock; kind <= check.MostInMarking; kind++ {
			questions = append(questions, &check.Question{ID: kind.String(), Kind: kind})
		}
		list := append(check.Techniques(m), check.BFS{}, check.DFS{}, check.BFSBMC{}, check.BDD{})
		r, err := check.DecideAll(t.Context(), m, questions,
			check.Options{Techniques: list, All: true, Limits: check.Limits{Time: 2 * time.Second, Memory: 4 << 30}})
		if err != nil {
			t.Errorf("%s: %v", c.model, err)
			continue
		}
		for i, a := range r.Answers {
			if a.Result == check.Unknown {
				t.Errorf("%s, %v: unknown: %s", c.model, questions[i], a.Reason)
			}
		}
	}
}

// All techniques agree about the nets of the contest.
func TestAllAgreeOnContest(t *testing.T) {
	if *netsTime == 0 {
		t.Skip("it takes minutes: only with -nets, the time of a file")
	}
	files, _ := filepath.Glob("../../shared/mcc/models/*/*.xml")
	if len(files) == 0 {
		t.Skip("there is no ../shared/mcc/models")
	}
	known, answers := 0, map[string]int{}
	for _, file := range files {
		switch filepath.Base(file) {
		case "LTLCardinality.xml", "LTLFireability.xml", "GenericPropertiesVerdict.xml":
			continue
		}
		m := checktest.Load(t, filepath.Dir(file))
		questions, err := m.Properties(t.Context(), file, syntax.Maximal, syntax.AsWritten)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		r, err := check.DecideAll(t.Context(), m, questions,
			check.Options{All: true, Limits: check.Limits{Time: *netsTime, Memory: 8 << 30}})
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		for _, a := range r.Answers {
			if a.Result != check.Unknown {
				known++
				answers[a.By]++
			}
		}
	}
	t.Logf("%d answers, first by %v", known, answers)
}
