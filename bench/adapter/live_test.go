package adapter

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"brim/bench"
	"brim/petri/nets"
	"brim/petri/pnml"
)

// The adapters are tried on the programs themselves, where these are installed.

// A formula that can be satisfied, and one that cannot.
const (
	satisfiable   = "p cnf 2 2\n1 2 0\n-1 2 0\n"
	unsatisfiable = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
)

// A model of SMV with two states, for a specification.
const lamp = `MODULE main
VAR on : boolean;
ASSIGN
  init(on) := FALSE;
  next(on) := {TRUE, FALSE};
SPEC `

// Where a program is installed, it is called and read as its adapter says; what is right is known without it: formulas
// of two variables, circuits of two latches, lamps, numbers of states by closed forms.
func TestLive(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"yes.cnf": satisfiable, "no.cnf": unsatisfiable, "yes.smv": lamp + "EF on\n", "no.smv": lamp + "AF on\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	circuits, err := filepath.Abs(filepath.Join("..", "..", "examples", "suites", "circuits"))
	if err != nil {
		t.Fatal(err)
	}
	kanban, dphil := netFile(t, dir, "kanban:1"), netFile(t, dir, "dphil:3")
	slots, forks := netFile(t, dir, "sr-col:3"), netFile(t, dir, "dphil-col:3")
	dead := queryFile(t, dir, "dead", "<exists-path><finally><deadlock/></finally></exists-path>")
	eats := "<finally><is-fireable><transition>GoEat_1</transition></is-fireable></finally>"
	home := queryFile(t, dir, "home", "<all-paths><globally><exists-path>"+eats+"</exists-path></globally></all-paths>")
	ever := queryFile(t, dir, "ever", "<all-paths><globally>"+eats+"</globally></all-paths>")
	left := queryFile(t, dir, "left", "<exists-path><finally><integer-le><integer-constant>4</integer-constant>"+
		"<tokens-count><place>HasL</place></tokens-count></integer-le></finally></exists-path>")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		adapter, question string
		parameters        map[string]any
		want              string
	}{
		{"cadical", "satisfiable", map[string]any{"file": filepath.Join(dir, "yes.cnf")}, "holds"},
		{"cadical", "unsatisfiable", map[string]any{"file": filepath.Join(dir, "no.cnf")}, "fails"},
		{"minisat", "satisfiable", map[string]any{"file": filepath.Join(dir, "yes.cnf")}, "holds"},
		{"minisat", "unsatisfiable", map[string]any{"file": filepath.Join(dir, "no.cnf")}, "fails"},
		{"abc-bmc3", "lock", map[string]any{"file": filepath.Join(circuits, "lock.aig")}, "fails"},
		{"abc-bmc3", "token", map[string]any{"file": filepath.Join(circuits, "token.aig")}, "holds"},
		{"abc-pdr", "lock", map[string]any{"file": filepath.Join(circuits, "lock.aig")}, "fails"},
		{"abc-pdr", "token", map[string]any{"file": filepath.Join(circuits, "token.aig")}, "holds"},
		{"nusmv", "some path", map[string]any{"file": filepath.Join(dir, "yes.smv")}, "holds"},
		{"nusmv", "all paths", map[string]any{"file": filepath.Join(dir, "no.smv")}, "fails"},
		{"meddly-kanban", "kanban", map[string]any{"n": "5"}, "2546432"},
		{"meddly-phils", "philosophers", map[string]any{"n": "10"}, "1860498"},
		{"meddly-slot", "slots", map[string]any{"n": "3"}, "504"},
		{"pnmc", "kanban", map[string]any{"file": kanban}, "160"},
		{"verifypn", "deadlock", map[string]any{"file": dphil, "queries": dead}, "holds"},
		{"verifypn", "trace", map[string]any{"file": dphil, "queries": dead, "flags": []any{"-t"}}, "holds"},
		{"verifypn", "home", map[string]any{"file": dphil, "queries": home}, "fails"},
		{"verifypn", "linear", map[string]any{"file": dphil, "queries": ever, "flags": []any{"-ltl", "tarjan"}},
			"fails"},
		{"verifypn", "colours", map[string]any{"file": forks, "queries": dead}, "holds"},
		{"verifypn", "explicit", map[string]any{"file": forks, "queries": dead, "flags": []any{"-C"}}, "holds"},
		{"verifypn", "none", map[string]any{"file": forks, "queries": left, "flags": []any{"-C"}}, "fails"},
		{"verifypn-states", "kanban", map[string]any{"file": kanban}, "160"},
		{"verifypn-states", "slots", map[string]any{"file": slots}, "504"},
		{"its-reach", "kanban", map[string]any{"file": kanban}, "160"},
		{"pnml2lts-sym", "kanban", map[string]any{"file": kanban}, "160"},
		{"pnml2lts-sym-ctl", "output", map[string]any{"file": kanban, "formula": "E <> (pout4 == 1)"}, "holds"},
		{"pnml2lts-sym-ctl", "empty", map[string]any{"file": kanban, "formula": "A [] (pout4 == 0)"}, "fails"},
		{"pnml2lts-sym-ctl", "dead", map[string]any{"file": kanban, "formula": "E <> (A X false)"}, "fails"},
		{"pnml2lts-mc", "kanban", map[string]any{"file": kanban}, "160"},
	} {
		t.Run(c.adapter+"/"+c.question, func(t *testing.T) {
			cell := bench.Cell{
				Labels: []bench.Label{{Key: "question", Value: c.question}}, Program: c.adapter, Question: c.question,
				Time: time.Minute, Want: c.want, Tool: Bind(c.adapter, c.parameters),
			}
			if All()[c.adapter].Asks() == "states" {
				cell.Command = "states"
			}
			if _, err := exec.LookPath(cell.Tool.Line[0]); err != nil {
				t.Skipf("%s is not installed; its stored output is read in TestStoredOutputs", cell.Tool.Line[0])
			}
			s := bench.Suite{Name: "live", Title: "live", Cells: []bench.Cell{cell}}
			sweep, err := bench.Run(t.Context(), s, bench.Options{Command: []string{exe}, Dir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			r := sweep.Records[0]
			if r.Outcome != bench.Done {
				t.Errorf("%s, %s", r.Outcome, r.Reason)
			}
			if len(cell.Tool.Version) > 0 && r.Version == "" {
				t.Error("the record has no version")
			}
		})
	}
}

// netFile writes a net of a family, coloured or not.
func netFile(t *testing.T, dir, spec string) string {
	t.Helper()
	path := filepath.Join(dir, strings.ReplaceAll(spec, ":", "-")+".pnml")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if nets.IsColoured(spec) {
		net, wrong := nets.ParseColoured(spec)
		if err = wrong; err == nil {
			err = pnml.WriteColoured(f, net)
		}
	} else {
		net, wrong := nets.Parse(spec)
		if err = wrong; err == nil {
			err = pnml.Write(f, net)
		}
	}
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// queryFile writes a question as the contest has them.
func queryFile(t *testing.T, dir, name, formula string) string {
	t.Helper()
	path := filepath.Join(dir, name+".xml")
	text := `<property-set xmlns="http://mcc.lip6.fr/"><property><id>` + name + `</id><description/><formula>` +
		formula +
		"</formula></property></property-set>\n"
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
