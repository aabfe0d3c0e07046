package bench

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"brim/internal/testkit/golden"
)

// Tables of stored records in every format, compared with expected files.

// canned returns the records in testdata and a table of them: with every outcome, published numbers and none, and
// characters that mean something in Markdown or LaTeX.
func canned(t *testing.T) (*Table, []Record) {
	t.Helper()
	records, err := ReadFile(filepath.Join("testdata", "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	s := suiteOf("ok:1", "rounds:1", "wrong:1", "time:1", "memory:1", "unbounded:1", "error:1", "absent:1", "absent:2")
	res := NewResults(&s, records)
	entry := func(paper, model string) Entry {
		v, err := ParseValue(paper)
		if err != nil {
			t.Fatal(err)
		}
		return Entry{v, res.Cell("model=" + model + "/n=1")}
	}
	return &Table{
		Name: "canned", Title: "100 % of a_b | c", Keys: []string{"net", "n"}, Columns: []string{"A_1", "B|C", "D&E"},
		Rows: []Row{
			{[]string{"x_1", "1"}, []Entry{entry("48.33", "ok"), entry(">600", "rounds"), entry("-", "wrong")}},
			{[]string{"y<2", "10"}, []Entry{entry("5.00", "time"), entry(">600", "time"), entry("1", "memory")}},
			{[]string{"unpublished", "1"}, []Entry{entry("-", "unbounded"), entry("-", "error"), entry("-", "absent")}},
			{[]string{"unmeasured", "1"}, []Entry{entry("3", "absent"), entry("-", "absent"), entry("-", "absent")}},
		},
		Notes: []string{"a note with `code_1 > 2` & 50 % of the rest", "and _another_"},
	}, records
}

func TestTable(t *testing.T) {
	table, _ := canned(t)
	for _, f := range Formats() {
		var b bytes.Buffer
		if err := table.Sheet().Write(&b, f); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, filepath.Join("testdata", "canned."+f.Name), b.String())
	}
}

// With the nodes made a row has two lines.
func TestTableMade(t *testing.T) {
	table, _ := canned(t)
	table.Made, table.Rows = true, table.Rows[:2]
	var b bytes.Buffer
	if err := table.Sheet().Write(&b, Formats()[0]); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "made.terminal"), b.String())
}

func TestEscapes(t *testing.T) {
	text := `\ { } & % $ # _ ~ ^ < > | * [ ] – … “x”`
	if got, want := latexText(text),
		`\textbackslash{} \{ \} \& \% \$ \# \_ \textasciitilde{} \textasciicircum{} $<$ $>$ $|$ * [ ] -- \ldots{} `+
			"``x''"; got != want {
		t.Errorf("LaTeX: %s, want %s", got, want)
	}
	if got, want := markdownText(text+" `"), `\\ { } & % $ # \_ ~ ^ \< > \| \* \[ \] – … “x” `+"\\`"; got != want {
		t.Errorf("Markdown: %s, want %s", got, want)
	}
}

// Of several runs of a cell their summary is shown; of one run recorded twice the last record.
func TestRuns(t *testing.T) {
	s := suiteOf("ok:1")
	c := &s.Cells[0]
	record := func(run int, cpu float64) Record {
		return Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: c.Time.Seconds(), Run: run, Outcome: Done,
			CPU: cpu}
	}
	for _, x := range []struct {
		records []Record
		want    float64
	}{
		{[]Record{record(1, 3), record(2, 1), record(3, 2)}, 2},
		{[]Record{record(1, 1), record(1, 2)}, 2},
	} {
		res := NewResults(&s, x.records)
		if got := res.Cell(c.Name()); got.CPU != x.want {
			t.Errorf("%v: got %+v", x.records, got)
		}
	}
}

// benchmarkLine is what benchstat accepts: a name, a number of iterations, values with units.
var benchmarkLine = regexp.MustCompile(`^Benchmark[A-Z][^ ]* [0-9]+( [0-9.e+]+ [A-Za-z][A-Za-z/-]*)+$`)

func TestBenchmarkFormat(t *testing.T) {
	_, records := canned(t)
	var b bytes.Buffer
	if err := WriteBenchmarks(&b, Map(records, func(r Record) *Record { return &r })); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "canned.bench.txt"), b.String())
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "Benchmark") && !benchmarkLine.MatchString(strings.TrimSpace(line)) {
			t.Errorf("not in the format of benchmarks: %s", line)
		}
	}
}

// Where other programs took the time of a run, what it had of it is the bound, and not the limit of the clock.
func TestAtLeast(t *testing.T) {
	for _, c := range []struct{ cpu, limit, want float64 }{{600.5, 600, 600}, {554.8, 600, 600}, {5.6, 60, 5.6},
		{0, 60, 60}} {
		if got := (&Record{Outcome: Time, CPU: c.cpu, Seconds: c.limit}).AtLeast(); got != c.want {
			t.Errorf("%v s of CPU in %v s: at least %v, want %v", c.cpu, c.limit, got, c.want)
		}
	}
}
