package tables

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
	"brim/petri/nets"
)

// The published numbers of [UDR11], and the stand-ins by closed forms.

// The published numbers are those of the paper, in the order of its lines.
func TestPublishedOfDepthFirst(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers", "depth-bounded-explicit-state.txt"))
	if err != nil {
		t.Skipf("the text of the paper is not here: %v", err)
	}
	text := strings.ReplaceAll(string(b), "- ", "") // names of models that go over two lines
	part := func(from, to string) [][]string {
		t.Helper()
		_, rest, ok1 := strings.Cut(text, from)
		part, _, ok2 := strings.Cut(rest, to)
		if !ok1 || !ok2 {
			t.Fatalf("no text from %q to %q", from, to)
		}
		return entry.Fields(part)
	}
	compare := func(name string, ours [][]string, skip int, lines [][]string) {
		t.Helper()
		for _, f := range ours {
			i := slices.IndexFunc(lines, func(line []string) bool { return len(line) > 0 && line[0] == f[skip] })
			if i < 0 {
				t.Errorf("%s: no line of %s", name, f[skip])
				continue
			}
			rest := lines[i]
			for _, x := range f[skip:] {
				at := slices.Index(rest, x)
				if at < 0 {
					t.Errorf("%s, %s: the line %v has no %s in that order", name, f[skip], lines[i], x)
					break
				}
				rest = rest[at+1:]
			}
		}
	}
	var table1, table3, table4 [][]string
	for _, f := range entry.Fields(dfsTable1Published) {
		table1 = append(table1, f[:10])
	}
	for _, f := range entry.Fields(dfsTreesPublished) {
		if f[0] == "50" {
			table3 = append(table3, f)
		} else {
			table4 = append(table4, f)
		}
	}
	compare("Table 1", table1, 0, part("5 Empirical Results", "Table 1. States explored"))
	compare("Table 2", entry.Fields(dfsTable2Published), 0, part("In this table \"Unopt\"", "Table 2. Reduction"))
	compare("Table 3", table3, 1, part("Table 3. Time to explore", "Next, we measure"))
	compare("Table 4", table4, 1, part("We do these measurements", "Table 4. Time to explore"))
}

// The stand-ins have the states and the depth that the tables name, by the closed forms of the nets, which other
// programs have confirmed.
func TestStandIns(t *testing.T) {
	for _, m := range dfsStandIns {
		f, size, err := nets.Split(m.model)
		if err != nil {
			t.Fatal(err)
		}
		if states, depth := f.States(size...), f.Depth(size...); states.Int64() != int64(m.states) ||
			depth.Int64() != int64(m.depth) {
			t.Errorf("%s: %v states, depth %v; the table says %d and %d", m.model, states, depth, m.states, m.depth)
		}
	}
	for _, l := range dfsLoads {
		f, size, err := nets.Split(l.model)
		if err != nil {
			t.Fatal(err)
		}
		if states := f.States(size...); states.Int64() != int64(l.states) {
			t.Errorf("%s: %v states; the table says %d", l.model, states, l.states)
		}
	}
}

// Where depth and states in a row come from, and that runs which a limit ended show no full count.
func TestReached(t *testing.T) {
	runs := []dfsRun{{"naive", "tree", 1000}, {"naive", "tree", 50}}
	s := bench.Suite{Name: "s"}
	var records []bench.Record
	for _, d := range runs {
		c := d.cell("tpc:4,60", time.Minute)
		s.Cells = append(s.Cells, c)
		records = append(records, bench.Record{Suite: "s", Cell: c.Name(), Args: c.Args(), Seconds: 60, Run: 1,
			Outcome: bench.Done, Status: 1,
			Answer: bench.Answer{Verdict: new("fails")}})
	}
	check := func(wantStates, wantDepth string, doubts int) {
		t.Helper()
		r := bench.NewResults(&s, records)
		if states, depth := dfsReached(r, runs, "tpc:4,60"); states != wantStates || depth != wantDepth {
			t.Errorf("%s states, depth %s; want %s and %s", states, depth, wantStates, wantDepth)
		}
		if got := dfsDoubts(r, runs); len(got) != doubts {
			t.Errorf("doubts %q, want %d", got, doubts)
		}
	}
	for i, own := range []map[string]float64{{"rounds": 1, "increment": 1000}, {"rounds": 20, "increment": 50}} {
		records[i].Counts = map[string]float64{"states": 25_142, "revisits": 7, "replayed": 7, "unwound": 7,
			"restore_seconds": 7, "search_bytes": 7}
		maps.Copy(records[i].Counts, own)
	}
	check("25.14K", "950–1000", 0)
	records[0].Counts["states"] = 25_000
	check("25.00K or 25.14K", "950–1000", 1)
	records[0].Counts["states"] = 25_142
	records[1].Counts["rounds"] = 19
	check("25.14K", "900–950", 1)
	records[1].Outcome, records[1].Verdict, records[1].Bound = bench.Time, new("unknown"), new(850)
	check("25.14K", "≤1000", 0)
	records[0].Counts["states"] = 123
	check("123", "≤1000", 1)
	records[0].Outcome, records[0].Verdict = bench.Time, new("unknown")
	check(">25.14K", ">850", 0)
	records[1].Bound = nil
	check(">25.14K", entry.None, 0)
	delete(records[0].Counts, "rounds")
	delete(records[1].Counts, "rounds")
	check(entry.None, entry.None, 0)
}
