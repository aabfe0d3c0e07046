package comparisons

import (
	"cmp"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/check"
	"brim/ctl/syntax"
)

// What the suite strategies says of its questions and nets, and its sums over records that are made up.

// contestFolder returns the folder with the nets of the contest.
func contestFolder() string { return cmp.Or(os.Getenv("BRIM_MCC"), "../../../../shared/mcc") }

// contestOracle returns the known answers about a net by examination and id.
func contestOracle(t *testing.T, folder string) map[string]string {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "oracle.csv"))
	if err != nil {
		t.Skip("the contest's nets are not here: neither BRIM_MCC nor a folder shared/mcc beside the module")
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, l := range lines {
		answers[l[0]+"/"+l[1]] = l[2]
	}
	return answers
}

// depthTime is how long breadth-first search looks for the shortest path of a question.
const depthTime = 300 * time.Millisecond

// Places, tokens, one-safe nets, answers and the kind of each formula are those of the contest's files, and shortest
// paths are as long as those of breadth-first search, as far as that gets. With -short that is for small nets.
func TestStrategyNets(t *testing.T) {
	models, oracles, asked := map[string]*check.Model{}, map[string]map[string]string{}, map[string][]*check.Question{}
	compared := 0
	for _, q := range contestQuestions() {
		if testing.Short() && q.places > 30 {
			continue
		}
		folder := filepath.Join(contestFolder(), q.cell.Model)
		if models[q.net] == nil {
			oracles[q.net] = contestOracle(t, folder)
			m, err := check.Load(t.Context(), folder)
			if err != nil {
				t.Fatal(err)
			}
			models[q.net] = m
			if asked[q.net], err = m.Properties(t.Context(), filepath.Join(contestFolder(), q.cell.Flags[1]),
				check.Maximal, syntax.AsWritten); err != nil {
				t.Fatal(err)
			}
			tokens := int64(0)
			for _, n := range m.Net.Initial() {
				tokens += n
			}
			if len(m.Net.Places) != int(q.places) || tokens != int64(q.tokens) {
				t.Errorf("%s: %d places, %d tokens; the suite has %v and %v", q.net, len(m.Net.Places), tokens,
					q.places, q.tokens)
			}
			if one := oracles[q.net]["OneSafe/OneSafe"]; (one == "TRUE") != q.safe {
				t.Errorf("%s: OneSafe is %s", q.net, one)
			}
		}
		if want := map[bool]string{true: "TRUE", false: "FALSE"}[q.holds]; oracles[q.net][reachability+"/"+
			q.cell.Property] != want {
			t.Errorf("%s: the contest has not %s", q.cell.Property, want)
		}
		i := slices.IndexFunc(asked[q.net], func(x *check.Question) bool { return x.ID == q.cell.Property })
		if i < 0 || (asked[q.net][i].Formula.Op == syntax.EF) != (q.name[0] == 'E') {
			t.Errorf("%s: there is no such formula, or of another kind", q.cell.Property)
			continue
		}
		if shortestAgrees(t, models[q.net], asked[q.net][i], &q) {
			compared++
		}
	}
	if t.Logf("%d shortest paths were compared", compared); compared < 5 {
		t.Errorf("only %d shortest paths were compared", compared)
	}
}

// shortestAgrees compares the shortest path of a question with that of breadth-first search, and reports whether that
// has found one.
func shortestAgrees(t *testing.T, m *check.Model, asked *check.Question, q *strategyQuestion) bool {
	t.Helper()
	if !q.found {
		return false
	}
	asked.Trace = true
	a, err := check.Decide(t.Context(), m, asked, check.Options{
		Techniques: []check.Technique{check.BFS{}}, Limits: check.Limits{Time: depthTime, Memory: 1 << 30},
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.Result == check.Unknown || a.Witness == nil {
		return false
	}
	if n := len(a.Witness.Steps); n != q.depth && (q.depth > 0 || n == 0) { // one that nobody knew may be found now
		t.Errorf("%s: the shortest path has %d steps, the suite has %d", q.cell.Property, n, q.depth)
	}
	return true
}

// Places and tokens of families are those of their nets.
func TestStrategyFamilies(t *testing.T) {
	for _, q := range familyQuestions() {
		m, err := check.Load(t.Context(), q.net)
		if err != nil {
			t.Fatal(err)
		}
		tokens := int64(0)
		for _, n := range m.Net.Initial() {
			tokens += n
		}
		if len(m.Net.Places) != int(q.places) || tokens != int64(q.tokens) {
			t.Errorf("%s: %d places, %d tokens; the suite has %v and %v", q.net, len(m.Net.Places), tokens, q.places,
				q.tokens)
		}
	}
}

// The first turn has one question of each net at most, and B-Fix is asked where its bound is known.
func TestStrategyCells(t *testing.T) {
	seen := map[string]bool{}
	nets := len(strings.Split(strings.TrimSpace(strategyNets), "\n"))
	for i, q := range contestQuestions() {
		if i < nets && seen[q.net] {
			t.Errorf("%s is there twice before others are", q.net)
		}
		seen[q.net] = true
		cells := q.cells(time.Second)
		want := len(strategyWays) + 1
		if q.found && q.depth == 0 {
			want -= len(strategyCuts)
		}
		if len(cells) != want {
			t.Errorf("%s: %d cells, want %d", q.cell.Property, len(cells), want)
		}
	}
	if len(seen) != nets {
		t.Errorf("questions about %d nets of %d", len(seen), nets)
	}
}

// strategyRecord returns the record of a cell, which takes some seconds, or with 0 those of its limit.
func strategyRecord(c *bench.Cell, seconds float64) bench.Record {
	r := bench.Record{
		Suite: "strategies", Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory, Run: 1,
		Outcome: bench.Done, CPU: seconds,
		Answer: bench.Answer{Verdict: new(c.Want), Nodes: new(10), PeakNodes: new(100)},
	}
	if seconds == 0 {
		r.Outcome, r.CPU, r.Answer = bench.Time, r.Seconds, bench.Answer{Verdict: new("unknown")}
	}
	return r
}

// Each way takes the seconds that it is given on each question, and the sums, the noise and the winners follow from
// these: of 12 questions about families Unlim takes as many tenths as their number, and once more 1.05 times that;
// B-I-Cont, budgeted, half of it; B-Fix, exact, a tenth, which is told the bound and so no best; B-I-Comp, exact, 1.02
// times what B-I-Cont takes, which is noise; all others have no answer.
func TestStrategySums(t *testing.T) {
	questions := familyQuestions()
	suite := Strategies(false)
	var records []bench.Record
	for i := range questions {
		unlim := 0.1 * float64(i+1)
		for _, c := range questions[i].cells(strategyTime) {
			seconds := map[string]float64{
				"unlim none": unlim, "unlim again": 1.05 * unlim, "cont budgeted": unlim / 2, "fix exact": unlim / 10,
				"comp exact": 1.02 * unlim / 2,
			}[c.Label("strategy")+" "+c.Label("cut")]
			records = append(records, strategyRecord(&c, seconds))
		}
	}
	s := newStrategyStudy(slices.Concat(questions, contestQuestions()), bench.NewResults(&suite, records))
	if len(s.answers) != len(questions) || s.others != len(contestQuestions()) || math.Abs(s.noise-1.05) > 1e-9 {
		t.Errorf("%d answers, %d others, noise %v", len(s.answers), s.others, s.noise)
	}
	rows := slices.Concat(s.table("t").Rows, s.why("w").Rows)
	for _, want := range []string{
		"all|Unlim|–|12|12|0|0|0|0|0|2.00|2.00 to 2.00|100|–|–",
		"FMS|B-I-Cont|budgeted|5|5|0|0|0|5|0|1.00|1.00 to 1.00|100|–|–",
		"Kanban|B-I-Comp|exact|4|4|0|0|0|4|0|1.02|1.02 to 1.02|100|–|–",
		"DPhil|B-Fix|exact|3|3|0|0|0|3|0|0.20|0.20 to 0.20|100|–|–",
		"DPhil|B-I-Rest|approximate|3|0|3|0|0|0|0|–|–|–|–|–",
		"Unlim / B-I-Cont, budgeted|12|0|0|2.00|2.00 to 2.00|0.009|–|–|–|–|–|–|–",
		"B-I-Comp, exact / B-I-Cont, exact|12|12|0|–|–|0.009|–|–|–|–|–|–|–",
	} {
		if !slices.ContainsFunc(rows, func(row []string) bool { return strings.Join(row, "|") == want }) {
			t.Errorf("%s is not among the rows", want)
		}
	}
	if t.Failed() {
		for _, row := range rows {
			t.Log(strings.Join(row, "|"))
		}
	}
	profile := s.profile("p", cutBudgeted).Chart
	if len(profile.Series) != 2 || len(profile.Series[1].Points) != 12 || profile.Series[1].Points[11].Y != 1 {
		t.Errorf("the profile is %+v", profile.Series)
	}
}

// Where a way wins only on nets of many places, the correlation with places is certain and above 0.
func TestStrategyWhy(t *testing.T) {
	questions := contestQuestions()
	suite := Strategies(false)
	var records []bench.Record
	for i := range questions {
		for _, c := range questions[i].cells(strategyTime) {
			seconds := 1.0
			if c.Label("strategy") == strategyUnlim {
				seconds = 50 / questions[i].places
			}
			records = append(records, strategyRecord(&c, seconds))
		}
	}
	s := newStrategyStudy(questions, bench.NewResults(&suite, records))
	sheet := s.why("w")
	column := slices.Index(sheet.Header, "places")
	for _, row := range sheet.Rows {
		text := row[column]
		certain := strings.Contains(text, "*")
		switch {
		case row[0] == "wins of Unlim" && (!certain || text[0] == '-'):
			t.Errorf("%s: %s", row[0], text)
		case strings.HasPrefix(row[0], "Unlim / ") && !strings.HasPrefix(text, "-1.00* "):
			t.Errorf("%s: %s", row[0], text)
		}
	}
	if !slices.ContainsFunc(sheet.Notes,
		func(n string) bool { return strings.Contains(n, "wins of Unlim: places 0.") }) {
		t.Errorf("the notes are %q", sheet.Notes)
	}
}
