package tables

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/tables/comparisons"
	"brim/bench/tables/entry"
	"brim/engine/kripke/lift"
	"brim/internal/testkit/golden"
	"brim/petri/nets"
)

// All suites: their cells, their reports with and without records, their short versions and published numbers, compared
// with expected files.

// suites calls fn for each suite, in full and in short.
func suites(t *testing.T, fn func(t *testing.T, s bench.Suite)) {
	for _, quick := range []bool{false, true} {
		for _, s := range All(quick) {
			t.Run(fmt.Sprintf("%s/quick=%v", s.Name, quick), func(t *testing.T) { fn(t, s) })
		}
	}
}

// canned returns a record for each cell: with made-up times, some of which end at the limit, and rounds for bounded
// strategies.
func canned(s bench.Suite) []bench.Record {
	var list []bench.Record
	for i, c := range s.Cells {
		r := bench.Record{
			Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory, Run: 1,
			Outcome: bench.Done, CPU: 0.01 * float64(i*i+1),
			Machine: bench.Machine{Build: "0123abcd", Go: "go1.26", System: "linux/amd64", Cores: 2},
		}
		switch {
		case r.CPU > r.Seconds || i%10 == 7:
			r.Outcome = bench.Time
		case i%10 == 3 && slices.ContainsFunc(c.Flags, func(f string) bool { return f == "gmc" || f == "bmc" }):
			r.Outcome, r.Verdict = bench.Unknown, new("unknown")
		case c.Want != "":
			r.Verdict = new(c.Want)
		}
		if c.Command == "states" {
			r.Wall, r.RSS, r.Complete, r.States, r.PeakNodes = 0.02*float64(i+1), int64(1_000_000*(i+20)), new(true),
				new(c.Want), new(700+i)
			r.Counts = map[string]float64{"seconds": r.Wall, "order_seconds": 0.007 * float64(i),
				"lookups": float64(50_000 + i), "work": float64(60_000 + i), "order_work": float64(9_000 + i),
				"order.tried": float64(i)}
			r.Program = c.Program
			if c.Program == "pnmc" && i%8 < 4 {
				continue // not measured
			}
		}
		if c.Tool != nil && c.Tool.Questions != nil {
			r.Complete, r.Counts, r.Words = new(r.Outcome == bench.Done), map[string]float64{"right": float64(1 + i%4)},
				map[string]string{"checker": "feed0123"}
			for k := range 1 + i%4 {
				key := fmt.Sprintf("answers.%d.", k)
				r.Words[key+"id"], r.Words[key+"known"],
					r.Words[key+"answer"] = fmt.Sprintf("%s-%d", c.Label("net"), k), "TRUE", "TRUE"
				r.Words[key+"result"], r.Words[key+"check"] = []string{"right", "right", "new", "missing"}[(i+k)/2%4],
					[]string{"verified", "none", "rejected"}[(i+k)%5%3]
				r.Words[key+"by"], r.Counts[key+"after"] = []string{"EXPLICIT", "RANDOM_WALK"}[k%2],
					0.01*float64(i%50+k)
				r.Words[key+"reason"] = fmt.Sprintf("transition \"t%d\" at %d", i, k)
				r.Counts[key+"bytes"], r.Counts[key+"seconds"] = float64(100*i+k+1), 0.003*float64(i*k+1)
			}
		}
		if c.Command == "orders" {
			r.Complete = new(true)
			r.Counts, r.Words = map[string]float64{"choice.work": float64(800 + i), "choice.order_work": 300},
				map[string]string{"choice.method": "file", "choice.complete": fmt.Sprint(i%9 > 0)}
			for k := range i % 4 {
				key := fmt.Sprintf("orders.%d.", k)
				r.Counts[key+"work"], r.Counts[key+"seconds"] = float64(900+100*k-i), 0.07*float64(k+i%3)
				r.Words[key+"method"], r.Words[key+"complete"] = []string{"force", "file", "chain"}[k],
					fmt.Sprint(k != 1)
			}
		}
		if slices.Contains(c.Flags, "--engine") {
			r.Counts = map[string]float64{}
			for k, key := range []string{"states", "revisits", "restore_seconds", "replayed", "unwound", "search_bytes",
				"table_bytes", "frontier_bytes", "levels", "backs", "sinks", "attempts"} {
				r.Counts[key] = float64((i + 1) * []int{1, 70, 3, 4000, 5, 60_000, 50_000, 700_000, 11, 13, 3, 299}[k])
			}
			for k, key := range []string{"needed", "transitions", "depth", "rounds", "increment", "found"} {
				r.Counts[key] = float64((i + 1) * []int{7, 2, 3, 1, 10, 5}[k])
			}
			r.Counts["runs"], r.Counts["probability"], r.Counts["low"], r.Counts["high"] = 100,
				0.5+0.004*float64(i%100), 0.25, 1
			if k := slices.Index(c.Flags, "--runs"); k >= 0 && i%9 > 0 {
				r.Counts["runs"], _ = strconv.ParseFloat(c.Flags[k+1], 64)
			}
			for k, key := range []string{"clauses", "flips"} {
				r.Counts[key] = float64((i + 1) * []int{900, 13}[k])
			}
			r.Bound, r.Steps = new(1000*i), new(i)
		}
		if s.Name == "explicit" && c.Command == "" {
			r.States, r.RSS = new(strconv.Itoa(1000+i)), int64(1_000_000*(i+20))
		}
		if c.Program == abc {
			r.Counts, r.Steps = map[string]float64{"cpu_seconds": r.CPU / 2}, new(i)
		}
		for k := range 4 {
			r.Rounds = append(r.Rounds, bench.Round{Bound: new(10 * k), EDDNodes: new(100 - i*k*k), MDDNodes: new(k),
				Made: new(i * k)})
		}
		list = append(list, r)
	}
	return list
}

func TestReports(t *testing.T) {
	suites(t, func(t *testing.T, s bench.Suite) {
		var b bytes.Buffer
		for _, x := range s.Report(bench.NewResults(&s, canned(s))) {
			if err := x.Write(&b, bench.Formats()[1]); err != nil {
				t.Fatal(err)
			}
		}
		golden.Check(t, filepath.Join("testdata",
			strings.ReplaceAll(strings.TrimPrefix(t.Name(), "TestReports/"), "/", "-")+".md"), b.String())
	})
}

// A report can be made of nothing.
func TestEmptyReports(t *testing.T) {
	suites(t, func(t *testing.T, s bench.Suite) {
		for _, x := range s.Report(bench.NewResults(&s, nil)) {
			if len(x.Rows) > 0 {
				t.Errorf("%s has rows", x.Name)
			}
		}
	})
}

// Names of suites and cells are words that the harness and benchstat accept, and no cell occurs twice.
func TestCells(t *testing.T) {
	name := regexp.MustCompile(`^[a-z]+=[A-Za-z0-9_]+(/[a-z]+=[A-Za-z0-9]+)*$`)
	suites(t, func(t *testing.T, s bench.Suite) {
		if !regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)?$`).MatchString(s.Name) || s.Title == "" {
			t.Errorf("name %q, title %q", s.Name, s.Title)
		}
		var names []string
		for _, c := range s.Cells {
			if names = append(names, c.Name()); !name.MatchString(c.Name()) {
				t.Errorf("the name of the cell %s", c.Name())
			}
			if c.Time <= 0 {
				t.Errorf("%s has no limit of time", c.Name())
			}
		}
		slices.Sort(names)
		if n := len(slices.Compact(slices.Clone(names))); n != len(names) {
			t.Errorf("%d names for %d cells", n, len(names))
		}
	})
}

// The short versions together end within five minutes even if every cell reaches its limit and is ended from
// outside.
func TestQuickEnds(t *testing.T) {
	sum := time.Duration(0)
	for _, s := range All(true) {
		for _, c := range s.Cells {
			if c.Folder != "" || c.Program != "" { // which take a flag of their own
				continue
			}
			sum += c.Longest()
		}
	}
	if sum > 5*time.Minute {
		t.Errorf("the short versions may take %v", sum)
	}
}

// Every short version measures nets and properties of the full one, but for figures, which have no published numbers.
func TestQuickIsPartOfFull(t *testing.T) {
	full := All(false)
	for i, s := range All(true) {
		if strings.HasPrefix(s.Name, "figure") {
			continue
		}
		for _, c := range s.Cells {
			if !slices.ContainsFunc(full[i].Cells,
				func(f bench.Cell) bool { return f.Name() == c.Name() && slices.Equal(f.Args(), c.Args()) }) {
				t.Errorf("%s: %s is not in the full version", s.Name, c.Name())
			}
		}
	}
}

// The nets can be built, the small ones are.
func TestModels(t *testing.T) {
	suites(t, func(t *testing.T, s bench.Suite) {
		for _, c := range s.Cells {
			if c.Model == lift.Name || c.Model == motorEvents || c.Folder != "" || c.Model == "" {
				continue
			}
			if _, _, err := nets.Split(c.Model); err != nil {
				t.Errorf("%s: %v", c.Name(), err)
			}
		}
	})
}

// The published numbers are those of the paper. Its text has them in the order of the page.
func TestPublished(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers",
		"saturation-based-bounded-model-checking.txt"))
	if err != nil {
		t.Skipf("the text of the paper is not here: %v", err)
	}
	text := string(b)
	cut := func(from, to string) string {
		t.Helper()
		_, rest, ok1 := strings.Cut(text, from)
		part, _, ok2 := strings.Cut(rest, to)
		if !ok1 || !ok2 {
			t.Fatalf("no text from %q to %q", from, to)
		}
		return part
	}
	number := regexp.MustCompile(`>? ?[0-9][0-9,]*(\.[0-9]+)?`)
	lines := func(part string, row *regexp.Regexp) (rows [][]string) {
		for _, line := range strings.Split(part, "\n") {
			if m := row.FindStringSubmatch(line); m != nil {
				row := []string{}
				for _, x := range number.FindAllString(strings.NewReplacer(`\mathrm`, "", `$`, "", "<b>", "", "</b>",
					"").Replace(line), -1) {
					row = append(row, strings.NewReplacer(" ", "", ",", "").Replace(x))
				}
				rows = append(rows, row)
			}
		}
		return rows
	}
	ours := func(text string, skip int) (rows [][]string) {
		for _, f := range entry.Fields(text) {
			rows = append(rows, f[skip:])
		}
		return rows
	}
	equal := func(name string, got, want [][]string) {
		t.Helper()
		if len(got) != len(want) {
			t.Errorf("%s: %d rows, the paper has %d", name, len(got), len(want))
			return
		}
		for i := range got {
			if !slices.Equal(got[i], want[i]) {
				t.Errorf("%s, row %d: %v, the paper has %v", name, i+1, got[i], want[i])
			}
		}
	}
	equal("Table 1", ours(table1Published, 1),
		lines(cut("Table 1: Run times", "EDD. The continuing"), regexp.MustCompile(`^[0-9][0-9,]*\t`)))
	equal("Table 2", ours(table2Published, 2),
		lines(cut("Table 2. Itali times", "Table 2: Run times"), regexp.MustCompile(`^PRISE [SML]\t`)))
}

// A dash has one meaning. The sign of a paper, "-", stands among published numbers only, and "–" is what is not known
// or was not measured: where all was measured, nothing of ours is a "-".
func TestDash(t *testing.T) {
	suites(t, func(t *testing.T, s bench.Suite) {
		for _, x := range s.Report(bench.NewResults(&s, canned(s))) {
			for _, row := range x.Rows {
				for i, cell := range row {
					if published := slices.Contains(row, "paper") || strings.HasPrefix(x.Header[i], "Forecast") ||
						strings.HasPrefix(x.Header[i], "Thunder"); cell == "-" && !published {
						t.Errorf("%s, %q: a - under %q", x.Name, row, x.Header[i])
					}
				}
			}
		}
	})
	onNets, asCircuits, _ := bmcLines()
	for _, l := range append(onNets, asCircuits...) {
		if unpublished := l.published[0] == ""; unpublished != (l.published[1] == "") ||
			unpublished != (l.published[2] == "") {
			t.Errorf("%s: published %q", l.model, l.published)
		}
	}
}

// A number that is not in a record is not 0: where a limit left it open, a dash stands in the table.
func TestMissingNumbers(t *testing.T) {
	for _, c := range []struct{ suite, key string }{
		{"bbmc-figure3", "needed"}, {"bbmc-figure4", "needed"}, {"bbmc-figure5", "needed"}, {"bbmc-models", "depth"},
		{"dfs-table2", "revisits"}, {"dfs-table3", "replayed"}, {"bmc-table", "clauses"},
	} {
		all := All(false)
		s := all[slices.IndexFunc(all, func(s bench.Suite) bool { return s.Name == c.suite })]
		records := canned(s)
		for i := range records {
			delete(records[i].Counts, c.key)
		}
		with, _ := rendered(&s, canned(s))
		without, notes := rendered(&s, records)
		if with == without || strings.Contains(notes, "needs 0 states") {
			t.Errorf("%s without %s shows the same", c.suite, c.key)
		}
		for line := range strings.Lines(without) {
			if strings.Contains(line, "bfs\t") && !strings.Contains(line, entry.None+"\t"+entry.None) {
				t.Errorf("%s without %s: %q", c.suite, c.key, line)
			}
		}
	}
}

// A table is whole with the records of all programs.
func TestWhole(t *testing.T) {
	for _, c := range []struct {
		suite bench.Suite
		left  string // the program whose records are left out
		whole bool
	}{
		{comparisons.Explicit(false), "", false}, {comparisons.Explicit(false), "none", true},
		{comparisons.Explicit(false), "verifypn", false},
	} {
		list := slices.DeleteFunc(canned(c.suite), func(x bench.Record) bool { return x.Program == c.left })
		if got := bench.NewResults(&c.suite, list).Whole(); got != c.whole {
			t.Errorf("%s without %q: whole is %v", c.suite.Name, c.left, got)
		}
	}
}
