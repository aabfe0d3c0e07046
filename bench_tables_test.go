package brim_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/tables"
	"brim/bench/tables/entry"
	"brim/check"
	"brim/check/explore"
	"brim/check/technique/bbmc"
	"brim/check/technique/bfsbmc"
	"brim/check/technique/bmc"
	"brim/check/technique/dfs"
	"brim/check/technique/gmc"
	"brim/check/technique/symbolic"
	"brim/ctl/syntax"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"
)

// These benchmarks run the cells of the suites of brim bench that are of papers, a benchmark for each cell with the
// cell's name, inside one process: what the suites measure as whole processes. With -short they are those of the short
// versions. A run that takes longer than the cell allows, or a minute, is skipped.

func BenchmarkPaper000(b *testing.B) { paper(b, "000") } // breadth-bounded model checking [MSW09]
func BenchmarkPaper001(b *testing.B) { paper(b, "001") } // saturation-based bounded model checking [DVB14]
func BenchmarkPaper002(b *testing.B) { paper(b, "002") } // greedy model checking [WR00]
func BenchmarkPaper003(b *testing.B) { paper(b, "003") } // satisfiability [CFF+01]
func BenchmarkPaper004(b *testing.B) { paper(b, "004") } // depth-first search [UDR11]

var circuits = flag.String(entry.Circuits, "",
	"`directory` of circuits, as brim bench takes it; without it their benchmarks are skipped")

// papers are those with a benchmark.
var papers = []string{"000", "001", "002", "003", "004"}

// suitesOf returns the suites of a paper.
func suitesOf(paper string, short bool) []bench.Suite {
	return slices.DeleteFunc(tables.All(short), func(s bench.Suite) bool { return s.Paper != paper })
}

func paper(b *testing.B, name string) {
	for _, s := range suitesOf(name, testing.Short()) {
		for _, c := range s.Cells {
			b.Run("suite="+s.Name+"/"+c.Name(), func(b *testing.B) { cell(b, &c) })
		}
	}
}

// cell decides the question of a cell again and again.
func cell(b *testing.B, c *bench.Cell) {
	switch {
	case c.Folder == entry.Circuits && *circuits == "":
		b.Skip("-circuits names no directory")
	case c.Folder == entry.Circuits:
		c.Model = filepath.Join(*circuits, c.Model)
	}
	w, err := wanted(c)
	if err != nil {
		b.Skip(err)
	}
	if c.Command == "states" {
		exploreAll(b, c, w)
		return
	}
	m, q := ask(b, c, w)
	o := check.Options{Techniques: w.techniques(b, m), Limits: w.limits, Count: true}
	o.Limits.Time = min(c.Time, time.Minute)
	for b.Loop() {
		o.Start = time.Now()
		r, err := check.DecideAll(b.Context(), m, []*check.Question{q}, o)
		if err != nil {
			b.Fatal(err)
		}
		a := r.Answers[0]
		switch {
		case a.Wrong != nil:
			b.Fatal(a.Wrong)
		case c.Want != "" && a.Result.String() != c.Want && a.Result != check.Unknown:
			b.Fatalf("the formula %v, want %s: %s", a.Result, c.Want, a.Reason)
		case a.Stop != nil && budget(c, a):
			b.Log("ended by its limit: what counts are the states that it has by then")
		case a.Stop != nil:
			b.Skip("it takes longer than ", o.Limits.Time)
		case c.Want != "" && a.Result == check.Unknown:
			b.Log("unknown: ", a.Reason)
		}
		metrics(b, r)
	}
}

// waysOf returns how the diagrams of a technique find all markings.
func waysOf(d *check.Symbolic) explore.Options {
	return explore.Options{Order: d.Order, Tune: d.Tune, Method: d.Method}
}

// exploreAll finds all markings again and again.
func exploreAll(b *testing.B, c *bench.Cell, w *want) {
	m, err := check.Load(b.Context(), c.Model)
	if err != nil {
		b.Fatal(err)
	}
	w.techniques(b, m)
	for b.Loop() {
		x, err := explore.Explore(b.Context(), m.Net, waysOf(w.technique.(*check.Symbolic)),
			check.Limits{Time: min(c.Time, time.Minute)}, nil)
		switch {
		case err != nil:
			b.Fatal(err)
		case x.Stopped != nil:
			x.Close()
			b.Skip(x.Stopped)
		case c.Want != "" && x.States().String() != c.Want:
			b.Fatalf("%v states, want %s", x.States(), c.Want)
		}
		report(b, x.Reached, x.Stats)
		x.Close()
	}
}

// budget reports whether a run that its limit ended tells all the same: how far depth-first search came in the time of
// the cell.
func budget(c *bench.Cell, a *check.Answer) bool {
	_, deep := a.Statistics.(*dfs.Statistics)
	return deep && c.Time <= time.Minute
}

// metrics reports what was counted in the last run.
func metrics(b *testing.B, r *check.Report) {
	if d := explore.ExplorationOf(r); d != nil {
		made := int64(0)
		for _, round := range d.Rounds {
			made += round.Made
		}
		if made > 0 {
			b.ReportMetric(float64(made), "made-nodes")
		}
		b.ReportMetric(float64(d.Stats.PeakNodes), "peak-nodes")
		b.ReportMetric(float64(d.Stats.PeakBytes), "store-bytes")
	}
	switch s := r.Answers[0].Statistics.(type) {
	case *bbmc.Statistics:
		b.ReportMetric(s.States, "states")
		b.ReportMetric(s.Probability, "probability")
	case *bfsbmc.Statistics:
		b.ReportMetric(float64(s.Expanded), "states")
	case *dfs.Statistics:
		b.ReportMetric(float64(s.States), "states")
		b.ReportMetric(float64(s.Revisits), "revisits")
	case *gmc.Statistics:
		b.ReportMetric(float64(s.Flips), "flips")
	case *bmc.Statistics:
		b.ReportMetric(float64(s.Clauses), "clauses")
	}
}

// A want is what the flags of a cell ask for.
type want struct {
	technique  any  // a pointer to a technique of package check
	everything bool // all techniques, this one among them
	order      string
	paths      syntax.Paths
	mu         bool
	limits     check.Limits
}

// wanted reads the flags of a cell. The field of a technique with the name of a flag gets its value. The error says why
// the cell has no benchmark.
func wanted(c *bench.Cell) (*want, error) {
	values := map[string]string{}
	for i := 0; i < len(c.Flags); i++ {
		name := strings.TrimPrefix(c.Flags[i], "--")
		if values[name] = "true"; i+1 < len(c.Flags) && !strings.HasPrefix(c.Flags[i+1], "--") {
			i++
			values[name] = c.Flags[i]
		}
	}
	take := func(name string) string {
		defer delete(values, name)
		return values[name]
	}
	w := &want{mu: take("mu") != "", order: take("order")}
	if take("deadlock") == syntax.Infinite.String() {
		w.paths = syntax.Infinite
	}
	take("count-only") // and this is no more here
	w.limits.Depth, _ = strconv.Atoi(take("limit-depth"))
	switch engine := take("engine"); engine {
	case "":
		ctl := take("ctl")
		d := &check.Symbolic{BySets: ctl != "" && ctl != "near", ByLoops: ctl == "loops"}
		w.technique = d
		w.everything = len(values) == 0 && w.order == "" && !d.BySets
	case "bfs":
		w.technique = &check.BFS{}
	case "bfsbmc":
		w.technique = &check.BFSBMC{}
	case "bdd":
		w.technique = &check.BDD{}
	case "ic3":
		w.technique = &check.IC3{}
	case "bmc":
		w.technique = &check.BMC{}
	case "gmc":
		w.technique = &check.GMC{}
		values["seed"] = cmp.Or(values["seed"], "1")
	case "bbmc":
		e := &check.BBMC{Runs: 1, Seed: 1}
		if e.Breadth = 10; values["highway"] == "" {
			e.Degrade = 1000
		}
		w.technique = e
	case "dfs":
		d, err := check.DFS{}.Named(cmp.Or(take("algorithm"), dfs.Algorithms()[0]),
			cmp.Or(take("frontier"), dfs.Frontiers()[0]), cmp.Or(take("visited"), dfs.VisitedSets()[0]))
		if err != nil {
			return nil, err
		}
		w.technique = &d
	default:
		return nil, fmt.Errorf("no benchmark of the engine %s", engine)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if err := set(w.technique, name, values[name]); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// set sets the field of a technique that a flag names.
func set(technique any, flag, value string) error {
	if flag == "step-work" {
		flag = "work"
	}
	f := reflect.ValueOf(technique).Elem().FieldByNameFunc(func(name string) bool {
		return strings.EqualFold(name, strings.ReplaceAll(flag, "-", ""))
	})
	if !f.IsValid() {
		return fmt.Errorf("%T has no field for --%s", technique, flag)
	}
	var err error
	switch f.Kind() {
	case reflect.Int, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(value, 10, 64)
		f.SetInt(n)
	case reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(value, 10, 64)
		f.SetUint(n)
	case reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(value, 64)
		f.SetFloat(x)
	case reflect.Bool:
		f.SetBool(value == "true")
	case reflect.String:
		f.SetString(value)
	default:
		err = fmt.Errorf("the field for --%s is %v", flag, f.Type())
	}
	return err
}

// techniques returns what works on a model.
func (w *want) techniques(b testing.TB, m *check.Model) []check.Technique {
	if w.everything {
		return check.Techniques(m)
	}
	if d, ok := w.technique.(*check.Symbolic); ok && w.order != "" {
		d.Order = orderOf(b, m.Net, w.order)
	}
	return []check.Technique{reflect.ValueOf(w.technique).Elem().Interface().(check.Technique)}
}

// ask loads the model of a cell and reads its question.
func ask(b testing.TB, c *bench.Cell, w *want) (*check.Model, *check.Question) {
	m, err := check.Load(b.Context(), c.Model)
	if err != nil {
		b.Fatal(err)
	}
	var q *check.Question
	switch {
	case c.Property == "":
		var list []*check.Question
		if list, err = m.CircuitQuestions(); err == nil {
			q = list[0]
		}
	case w.mu:
		q, err = m.AskMu("formula", c.Property, w.paths)
	default:
		q, err = m.Ask(c.Property, w.paths)
	}
	if err != nil {
		b.Fatal(err)
	}
	q.Trace = false
	return m, q
}

// orderOf returns the order of that name.
func orderOf(b testing.TB, net *petri.Net, method string) *order.Decomposition {
	flows, _ := structure.Semiflows(net, structure.Limit{})
	list := order.Candidates(net, flows, order.Options{Most: 1000})
	i := slices.IndexFunc(list, func(d order.Decomposition) bool { return d.Method == method })
	if i < 0 {
		b.Fatalf("the net %s has no order %q", net.Name, method)
	}
	return &list[i]
}

// Every cell of a suite of a paper has a benchmark, which knows what it asks for, and there is a benchmark for each
// paper.
func TestEveryCellHasABenchmark(t *testing.T) {
	counts := map[string]int{}
	for _, short := range []bool{false, true} {
		names := map[string]bool{}
		for _, s := range tables.All(short) {
			if s.Paper == "" {
				continue
			}
			counts[s.Paper] += len(s.Cells)
			if !slices.Contains(papers, s.Paper) {
				t.Errorf("%s: no benchmark of paper %s", s.Name, s.Paper)
			}
			for _, c := range s.Cells {
				name := s.Paper + "/suite=" + s.Name + "/" + c.Name()
				if names[name] {
					t.Errorf("two cells with the name %s", name)
				}
				names[name] = true
				w, err := wanted(&c)
				if err != nil || c.Command != "" && c.Command != "states" || c.Program != "" {
					t.Errorf("%s has no benchmark: %v", name, err)
					break // one of a suite is enough
				}
				if d, ok := w.technique.(*check.Symbolic); ok && !slices.Contains(append(symbolic.Strategies(), ""),
					d.Strategy) {
					t.Errorf("%s: %q name no strategy that there is", name, c.Flags)
				}
				if short && c.Folder == "" && c.Command == "" {
					m, _ := ask(t, &c, w)
					w.techniques(t, m)
				}
			}
		}
	}
	for _, p := range papers {
		if counts[p] == 0 {
			t.Errorf("paper %s has no cells", p)
		}
	}
}

// A flag that a benchmark does not know is no benchmark of something else.
func TestUnknownFlags(t *testing.T) {
	for _, flags := range [][]string{{"--engine", "nobody"}, {"--no-such-flag"},
		{"--engine", "dfs", "--frontier", "nobody"}, {"--bound", "many"}, {"--engine", "bmc", "--solver", "x"}} {
		if w, err := wanted(&bench.Cell{Flags: flags}); err == nil {
			t.Errorf("%q ask for %+v", flags, w.technique)
		}
	}
	w, err := wanted(&bench.Cell{Flags: []string{"--engine", "bbmc", "--mu", "--breadth", "3", "--runs", "7",
		"--degrade", "0", "--lanes"}})
	if e, ok := w.technique.(*check.BBMC); err != nil || !ok || !w.mu || e.Breadth != 3 || e.Runs != 7 ||
		e.Degrade != 0 || !e.Lanes || e.Seed != 1 {
		t.Errorf("%+v, %v", w.technique, err)
	}
}
