package adapter

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/bench"

	"github.com/rogpeppe/go-internal/txtar"
)

// Every adapter is tried on stored outputs of its program: this test program plays the program, and the record must
// have the stored answer.

// This test program is run by its own tests as any program: it ends as a stored output says.
const playVariable = "BRIM_ADAPTER_PLAY"

func TestMain(m *testing.M) {
	if path := os.Getenv(playVariable); path != "" {
		os.Exit(play(path, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// play prints what is stored, and writes the file that pnmc writes.
func play(path string, args []string) int {
	a, err := txtar.ParseFile(path)
	if err != nil {
		return 99
	}
	parts := map[string]string{}
	for _, f := range a.Files {
		parts[f.Name] = string(f.Data)
	}
	fmt.Print(parts["stdout"])
	if i := slices.Index(args, "--output-dir"); i >= 0 {
		if os.WriteFile(filepath.Join(args[i+1], "results.json"), []byte(parts["file"]), 0o644) != nil {
			return 98
		}
	}
	status, err := strconv.Atoi(strings.TrimSpace(parts["status"]))
	if err != nil {
		return 97
	}
	return status
}

// An output is stored in a file; the others say what it is read as: an outcome, an answer, some figures.
type output struct {
	file, adapter string
	outcome       bench.Outcome
	answer        string
	figures       map[string]float64
}

var outputs = []output{
	{"cadical-holds", "cadical", bench.Done, "holds", map[string]float64{"conflicts": 23}},
	{"cadical-fails", "cadical", bench.Done, "fails",
		map[string]float64{"conflicts": 8, "decisions": 8, "propagations": 525}},
	{"cadical-time", "cadical", bench.Time, "", nil},
	{"minisat-holds", "minisat", bench.Done, "holds",
		map[string]float64{"conflicts": 17, "decisions": 46, "propagations": 1853}},
	{"minisat-fails", "minisat", bench.Done, "fails", nil},
	{"minisat-time", "minisat", bench.Time, "", nil},
	{"minisat-memory", "minisat", bench.Memory, "", nil},
	{"minisat-failed", "minisat", bench.Failed, "", nil},
	{"abc-bmc3-fails", "abc-bmc3", bench.Done, "fails", map[string]float64{"steps": 4}},
	{"abc-bmc3-holds", "abc-bmc3", bench.Done, "holds", map[string]float64{"frames": 4}},
	{"abc-bmc3-failed", "abc-bmc3", bench.Failed, "", nil},
	{"abc-pdr-fails", "abc-pdr", bench.Done, "fails", map[string]float64{"steps": 4}},
	{"abc-pdr-holds", "abc-pdr", bench.Done, "holds", nil},
	{"abc-pdr-failed", "abc-pdr", bench.Failed, "", nil},
	{"pnmc-states", "pnmc", bench.Done, "2546432", nil},
	{"meddly-kanban-states", "meddly-kanban", bench.Done, "1005927208", nil},
	{"meddly-phils-states", "meddly-phils", bench.Done, "1860498", map[string]float64{"nodes": 75}},
	{"meddly-slot-states", "meddly-slot", bench.Done, "504", nil},
	{"meddly-slot-unknown", "meddly-slot", bench.Unknown, "", map[string]float64{"states_about": 8.29179e9}},
	{"verifydtapn-holds", "verifydtapn", bench.Done, "holds", map[string]float64{"discovered": 1504, "explored": 619}},
	{"verifydtapn-fails", "verifydtapn", bench.Done, "fails", map[string]float64{"stored": 78}},
	{"verifydtapn-failed", "verifydtapn", bench.Failed, "", nil},
	{"verifypn-holds", "verifypn", bench.Done, "holds", map[string]float64{"discovered": 12, "explored": 10}},
	{"verifypn-fails", "verifypn", bench.Done, "fails", nil},
	{"verifypn-unknown", "verifypn", bench.Unknown, "", nil},
	{"verifypn-ctl", "verifypn", bench.Done, "fails", nil},
	{"verifypn-ltl", "verifypn", bench.Done, "fails", nil},
	{"verifypn-explicit", "verifypn", bench.Done, "holds", map[string]float64{"discovered": 3, "explored": 3}},
	{"verifypn-failed", "verifypn", bench.Failed, "", nil},
	{"verifypn-states-states", "verifypn-states", bench.Done, "504", map[string]float64{"tokens": 6}},
	{"its-reach-states", "its-reach", bench.Done, "2501413200", nil},
	{"its-reach-unknown", "its-reach", bench.Unknown, "", map[string]float64{"states_about": 4.24026e19}},
	{"its-ctl-holds", "its-ctl", bench.Done, "holds", nil},
	{"its-ctl-fails", "its-ctl", bench.Done, "fails", nil},
	{"pnml2lts-sym-states", "pnml2lts-sym", bench.Done, "504", map[string]float64{"nodes": 161}},
	{"pnml2lts-sym-large", "pnml2lts-sym", bench.Done, "2073668380220713167378", map[string]float64{"nodes": 2231}},
	{"pnml2lts-sym-time", "pnml2lts-sym", bench.Time, "", nil},
	{"pnml2lts-sym-memory", "pnml2lts-sym", bench.Memory, "", nil},
	{"pnml2lts-sym-ctl-holds", "pnml2lts-sym-ctl", bench.Done, "holds", nil},
	{"pnml2lts-sym-ctl-fails", "pnml2lts-sym-ctl", bench.Done, "fails", nil},
	{"pnml2lts-sym-ctl-failed", "pnml2lts-sym-ctl", bench.Failed, "", nil},
	{"pnml2lts-mc-states", "pnml2lts-mc", bench.Done, "504", map[string]float64{"transitions": 1536}},
	{"pnml2lts-mc-time", "pnml2lts-mc", bench.Time, "70635", nil}, // until then
	{"pnml2lts-mc-memory", "pnml2lts-mc", bench.Memory, "2848", nil},
	{"nusmv-holds", "nusmv", bench.Done, "holds", nil},
	{"nusmv-fails", "nusmv", bench.Done, "fails", nil},
	{"nusmv-both", "nusmv", bench.Failed, "", nil},
	{"nusmv-failed", "nusmv", bench.Failed, "", nil},
	{"nusmv-memory", "nusmv", bench.Memory, "", nil},
}

// cellOf returns a cell of an adapter whose parameters have some value.
func cellOf(t *testing.T, name string) bench.Cell {
	t.Helper()
	tool := All()[name]
	if tool == nil {
		t.Fatalf("there is no adapter %s", name)
	}
	parameters := map[string]any{}
	for _, n := range tool.Needs {
		parameters[n] = "some"
	}
	c := bench.Cell{Program: name, Time: time.Minute, Question: name, Tool: Bind(name, parameters)}
	if tool.Asks() == "states" {
		c.Command = "states"
	}
	return c
}

// Stored outputs of the programs are read as what they say. Their first lines say where they come from: from the
// program itself, or from its source and documents.
func TestStoredOutputs(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := bench.Suite{Name: "stored", Title: "stored outputs"}
	programs := map[string][]string{}
	for _, o := range outputs {
		path, err := filepath.Abs(filepath.Join("testdata", o.file+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		c := cellOf(t, o.adapter)
		c.Labels, c.Question = []bench.Label{{Key: "file", Value: o.file}}, o.file
		c.Tool.Env = []string{playVariable + "=" + path}
		s.Cells, programs[o.adapter] = append(s.Cells, c), []string{exe}
	}
	sweep, err := bench.Run(context.Background(), s,
		bench.Options{Command: []string{exe}, Programs: programs, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range outputs {
		r := sweep.Records[i]
		answer := ""
		switch {
		case r.Verdict != nil:
			answer = *r.Verdict
		case r.States != nil:
			answer = *r.States
		}
		if r.Outcome != o.outcome || answer != o.answer {
			t.Errorf("%s: %s, %q, %s; want %s, %q", o.file, r.Outcome, answer, r.Reason, o.outcome, o.answer)
		}
		for key, want := range o.figures {
			got, ok := r.Counts[key]
			switch {
			case key == "steps" && r.Steps != nil:
				got, ok = float64(*r.Steps), true
			case key == "nodes" && r.Nodes != nil:
				got, ok = float64(*r.Nodes), true
			}
			if !ok || got != want {
				t.Errorf("%s: %s is %v, want %v", o.file, key, got, want)
			}
		}
	}
}

// Every adapter has an output in the tests, every output is in the table, with its origin, and adapters say what they
// are and where their programs come from.
func TestAdapters(t *testing.T) {
	var files []string
	for _, o := range outputs {
		files = append(files, o.file)
	}
	for name, tool := range All() {
		if !strings.HasPrefix(name, "brim") && !slices.ContainsFunc(outputs,
			func(o output) bool { return o.adapter == name }) {
			t.Errorf("%s has no stored output", name)
		}
		if tool.About == "" || tool.Source == "" && !strings.HasPrefix(name, "brim") {
			t.Errorf("%s: about %q, source %q", name, tool.About, tool.Source)
		}
		cellOf(t, name)
	}
	stored, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(stored) != len(files) {
		t.Errorf("%d stored outputs, %d in the table, %v", len(stored), len(files), err)
	}
	for _, path := range stored {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if origin := string(a.Comment); !slices.Contains(files, name) ||
			!strings.HasPrefix(origin, "Live output of ") && !strings.HasPrefix(origin, "Written after ") {
			t.Errorf("%s begins with %q", path, origin)
		}
	}
}
