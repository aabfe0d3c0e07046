package board_test

import (
	"encoding/csv"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
)

var (
	contestMost = flag.Int("ltl-states", 400,
		"decide the questions of LTL about the nets of ../shared/mcc/models with fewer markings")
	contestTime = flag.Duration("ltl-file", time.Second, "how long the techniques have for those of one file")
	contestAll  = flag.Duration("ltl-finish", 0,
		"have all techniques finish on the questions of LTL about the nets of ../shared/mcc/models, with so long "+
			"for one file")
)

// contestLTL has the contest's questions of LTL about the nets of ../shared/mcc/models asked file by file, with the
// answers that the contest knows. takes chooses nets by all known answers about them.
func contestLTL(t *testing.T, takes func(answers map[string]string) bool,
	ask func(m *model.Model, file string, questions []*model.Question, want []model.Result)) {
	folders, _ := filepath.Glob("../../../shared/mcc/models/*")
	if len(folders) == 0 {
		t.Skip("there is no ../shared/mcc/models, which has the nets and the known answers")
	}
	for _, folder := range folders {
		answers := contestAnswers(t, filepath.Join(folder, "oracle.csv"))
		if !takes(answers) {
			continue
		}
		m, err := model.Load(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, examination := range []string{"LTLCardinality", "LTLFireability"} {
			file := filepath.Join(folder, examination+".xml")
			questions, err := m.Properties(t.Context(), file, model.Maximal, syntax.LTL)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]model.Result, len(questions))
			for i, q := range questions {
				want[i] = map[string]model.Result{"TRUE": model.Holds, "FALSE": model.Fails}[answers[q.ID]]
			}
			ask(m, file, questions, want)
		}
	}
}

// What the techniques say of the contest's questions of LTL about its smallest nets is what the contest says.
func TestContestLTL(t *testing.T) {
	small := func(answers map[string]string) bool {
		states, err := strconv.Atoi(answers["STATES"])
		return err == nil && states < *contestMost
	}
	asked, known, by := 0, 0, map[string]int{}
	contestLTL(t, small, func(m *model.Model, file string, questions []*model.Question, want []model.Result) {
		r, err := check.DecideAll(t.Context(), m, questions,
			board.Options{Limits: limit.Limits{Time: *contestTime, Memory: 4 << 30}})
		if err != nil {
			t.Errorf("%s: %v", file, stacked(err))
		}
		for i, a := range r.Answers {
			if want[i] == model.Unknown {
				continue
			}
			asked++
			switch {
			case a.Wrong != nil:
				t.Errorf("%s: %v", questions[i].ID, a.Wrong)
			case a.Known():
				known++
				by[a.By]++
				if a.Result != want[i] {
					t.Errorf("%s: %v, by %s; want %v", questions[i].ID, a.Result, a.By, want[i])
				}
			default:
				t.Logf("%s: unknown: %s", questions[i].ID, a.Reason)
			}
		}
	})
	t.Logf("%d of %d questions decided", known, asked)
	for _, name := range slices.Sorted(maps.Keys(by)) {
		t.Logf("%6d %s", by[name], name)
	}
	if known < asked/4 {
		t.Errorf("%d of %d questions decided; expected a quarter of them", known, asked)
	}
}

// Where all techniques finish no two of them say different things of the contest's questions of LTL, and none says
// another thing than the contest.
func TestContestLTLFinish(t *testing.T) {
	if *contestAll == 0 {
		t.Skip("-ltl-finish is not given: it takes that long for each of 66 files")
	}
	all := func(map[string]string) bool { return true }
	asked, known, several, unlike, conflicts, by := 0, 0, 0, 0, 0, map[string]int{}
	contestLTL(t, all, func(m *model.Model, file string, questions []*model.Question, want []model.Result) {
		answered := map[*model.Question]int{}
		o := board.Options{All: true, Limits: limit.Limits{Time: *contestAll, Memory: 4 << 30}}
		o.Techniques = spies(linearTechniques(m), nil, func(technique string, q *model.Question) {
			by[technique]++
			answered[q]++
		})
		r, err := check.DecideAll(t.Context(), m, questions, o)
		if err != nil {
			conflicts++
			t.Errorf("%s: %v", file, stacked(err))
		}
		for i, a := range r.Answers {
			asked++
			if answered[questions[i]] > 1 {
				several++
			}
			switch {
			case a.Wrong != nil:
				t.Errorf("%s: %v", questions[i].ID, a.Wrong)
			case a.Known():
				known++
				if want[i] != model.Unknown && a.Result != want[i] {
					unlike++
					t.Errorf("%s: %v, by %s; want %v", questions[i].ID, a.Result, a.By, want[i])
				}
			}
		}
		t.Logf("%s: %d of %d questions decided so far, %d of them by several techniques", file, known, asked, several)
	})
	t.Logf("%d questions, %d decided, %d of them by several techniques; %d files with a conflict, %d answers unlike "+
		"the contest's",
		asked, known, several, conflicts, unlike)
	for _, name := range slices.Sorted(maps.Keys(by)) {
		t.Logf("%6d %s", by[name], name)
	}
	if several < asked/2 {
		t.Errorf("%d of %d questions have answers by several techniques; expected half of them", several, asked)
	}
}

// contestAnswers reads an oracle.csv: by the name of what is asked.
func contestAnswers(t *testing.T, path string) map[string]string {
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, row := range rows {
		answers[row[1]] = row[2]
	}
	return answers
}
