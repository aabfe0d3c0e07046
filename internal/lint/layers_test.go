package lint

import (
	"slices"
	"strings"
	"testing"
)

type layer struct {
	path    string
	imports []string
}

// layers lists, from the lowest layer up, what each package may import of this module, in code that is not a test. It
// is the picture in ARCHITECTURE.md in the form of a table.
var layers = []layer{
	{"internal/invariants", nil},
	{"internal/nearest", nil},
	{"internal/printable", nil},
	{"malformed", []string{"internal/printable"}},
	{"internal/xmlscan", []string{"malformed", "internal/printable"}},
	{"internal/testkit/golden", nil},
	{"internal/testkit/frugal", nil},
	{"internal/host", nil},
	{"internal/watch", nil},
	{"internal/quantity", nil},
	{"internal/input", nil},
	{"internal/output", nil},
	{"internal/testkit/browser", []string{"internal/output"}},
	{"internal/motor", nil},
	{"internal/sat", nil},
	{"petri", nil},
	{"petri/coloured", []string{"petri", "internal/printable", "internal/nearest"}},
	{"internal/ui/sequence", nil},
	{"internal/nodelist", nil},
	{"ctl/syntax", []string{"malformed", "internal/xmlscan", "internal/nearest", "internal/input", "internal/printable"}},
	{"dd", []string{"internal/invariants"}},

	{"internal/exchange", []string{"malformed"}},
	{"mdd", []string{"dd", "internal/nodelist", "internal/exchange"}},
	{"internal/terminal", []string{"internal/printable"}},
	{"internal/naming", []string{"petri", "petri/coloured", "ctl/syntax"}},
	{"petri/nets", []string{"petri", "petri/coloured", "internal/motor", "internal/nearest"}},
	{"petri/pnml", []string{"petri", "petri/coloured", "malformed", "internal/printable", "internal/xmlscan", "internal/nearest", "internal/input"}},
	{"petri/structure", []string{"petri"}},
	{"petri/equation/certificate", []string{"petri"}},
	{"petri/equation", []string{"petri", "petri/equation/certificate"}},
	{"petri/reduce", []string{"petri", "petri/equation", "petri/equation/certificate", "malformed"}},
	{"petri/counting", []string{"petri", "petri/reduce"}},
	{"internal/testkit/oracle", []string{"petri", "petri/coloured", "ctl/syntax"}},
	{"internal/ui/game", []string{"petri"}},
	{"internal/testkit/randnet", []string{"petri"}},
	{"internal/testkit/randcoloured", []string{"petri/coloured"}},
	{"ltl/word", []string{"ctl/syntax"}},
	{"internal/testkit/randformula", []string{"petri", "ctl/syntax", "ltl/word", "internal/testkit/oracle", "internal/testkit/randnet"}},

	{"edd", []string{"dd", "mdd", "internal/nodelist", "internal/exchange"}},
	{"petri/order", []string{"malformed", "petri", "petri/structure", "internal/nearest"}},
	{"petri/encode", []string{"petri", "petri/order", "petri/counting", "mdd"}},
	{"ctl", []string{"ctl/syntax", "mdd"}},
	{"ltl", []string{"ctl/syntax"}},
	{"ltl/automaton", []string{"ctl/syntax", "ltl"}},
	{"ctl/mu", []string{"malformed", "ctl/syntax", "internal/nearest", "internal/printable"}},
	{"engine", []string{"petri", "ctl/syntax", "ltl", "ltl/word", "internal/printable"}},
	{"engine/system", []string{"petri/order", "dd", "mdd", "ctl/syntax"}},
	{"engine/circuit", []string{"malformed", "petri", "ctl/syntax", "engine", "internal/motor", "internal/input"}},
	{"internal/testkit/randcircuit", []string{"ctl/syntax", "engine/circuit", "internal/testkit/oracle", "internal/testkit/randformula"}},
	{"engine/kripke", []string{"malformed", "petri", "petri/structure", "ctl/syntax", "engine", "engine/circuit", "internal/input"}},
	{"engine/walk", []string{"petri", "petri/structure", "ctl/syntax", "ltl/automaton", "engine"}},
	{"engine/kripke/lift", []string{"engine/kripke"}},
	{"internal/testkit/bisim", nil},
	{"engine/explicit", []string{"petri", "ctl/syntax", "engine", "engine/kripke"}},
	{"engine/product", []string{"ctl/syntax", "ltl/automaton", "engine", "engine/kripke"}},
	{"engine/dfs", []string{"ctl/syntax", "engine", "engine/kripke"}},
	{"engine/bbmc", []string{"petri", "ctl/syntax", "ctl/mu", "engine", "engine/kripke"}},
	{"engine/bmc", []string{"petri", "petri/structure", "ctl/syntax", "ltl", "engine", "engine/circuit"}},
	{"engine/ic3/certificate", []string{"petri", "ctl/syntax", "engine/circuit"}},
	{"engine/ic3", []string{"petri", "petri/structure", "ctl/syntax", "ltl", "engine", "engine/circuit", "engine/bmc", "engine/ic3/certificate", "internal/sat"}},
	{"engine/gmc", []string{"petri", "petri/structure", "petri/order", "ctl/syntax", "engine", "engine/circuit"}},
	{"engine/symbolic", []string{"petri", "petri/structure", "petri/equation", "petri/equation/certificate", "petri/order", "petri/counting", "petri/encode", "dd", "mdd", "edd", "ctl", "ctl/syntax", "ltl", "ltl/automaton", "engine", "engine/system"}},

	{"check", []string{
		"petri", "petri/coloured", "petri/nets", "petri/pnml", "petri/structure", "petri/equation", "petri/equation/certificate", "petri/reduce", "petri/counting", "petri/order", "mdd", "edd", "ctl", "ctl/syntax", "ctl/mu", "ltl", "ltl/automaton", "ltl/word",
		"engine", "engine/circuit", "engine/kripke", "engine/kripke/lift", "engine/explicit", "engine/product", "engine/dfs", "engine/bbmc", "engine/bmc", "engine/gmc", "engine/symbolic", "engine/system", "engine/walk",
		"engine/ic3", "engine/ic3/certificate",
		"internal/input", "internal/nearest", "internal/printable", "internal/quantity", "internal/testkit/randnet", "internal/watch", "malformed",
	}},

	{"bench/measure", []string{"internal/host", "internal/watch"}},
	{"bench/stats", nil},
	{"bench", []string{"bench/measure", "bench/stats", "internal/host", "internal/output", "internal/terminal"}},
	{"bench/suitefile", []string{"bench", "internal/input", "internal/nearest", "internal/printable", "internal/quantity", "malformed"}},
	{"bench/adapter", []string{"bench", "bench/suitefile"}},
	{"bench/compare", []string{"bench/stats", "bench"}},
	{"bench/benchexec", []string{"bench", "internal/input", "malformed"}},
	{"bench/tables", []string{"petri/nets", "bench/stats", "bench", "bench/adapter"}},
	{"bench/report", []string{"bench"}},
	{"bench/artifact", []string{"bench", "internal/quantity"}},
	{"internal/queue", nil},
	{"bench/fleet", []string{"bench", "internal/queue"}},
	{"bench/bmc3", []string{"engine/circuit"}},
	{"bench/peers/diagrams", []string{"mdd"}},
	{"bench/shuffle", []string{"petri", "petri/pnml", "ctl/syntax", "internal/testkit/randnet", "internal/input", "internal/output"}},
	{"internal/ui/trace", []string{"petri", "petri/coloured", "ctl/syntax", "check", "internal/naming", "internal/printable", "internal/quantity"}},
	{"internal/ui/picture", []string{
		"petri", "petri/coloured", "petri/order", "ctl/syntax", "ltl/automaton", "check", "internal/naming", "internal/quantity",
		"internal/ui/sequence", "internal/ui/trace",
	}},
	{"internal/ui/tracefile", []string{"petri", "ctl/syntax", "check", "malformed", "internal/input", "internal/naming", "internal/quantity", "internal/ui/trace", "internal/xmlscan"}},
	{"internal/ui/sim", []string{
		"petri", "ctl/syntax", "check", "internal/ui/game", "internal/naming", "internal/nearest", "internal/output", "internal/printable", "internal/quantity", "internal/terminal",
		"internal/ui/trace", "internal/ui/tracefile",
	}},
	{"internal/ui/serve", []string{
		"petri", "petri/coloured", "petri/order", "petri/structure", "ctl/syntax", "check", "malformed",
		"internal/ui/game", "internal/input", "internal/naming", "internal/ui/picture", "internal/quantity", "internal/ui/sequence", "internal/ui/trace", "internal/ui/tracefile", "internal/watch",
	}},
	{"internal/cli", []string{"internal/host", "internal/nearest", "internal/output", "internal/printable", "internal/terminal", "internal/watch"}},
	{"cmd/brim", []string{
		"petri", "petri/coloured", "petri/nets", "petri/pnml", "petri/structure", "petri/reduce", "petri/order", "ctl/syntax", "ltl/automaton", "check", "bench", "bench/adapter", "bench/artifact", "bench/suitefile", "bench/compare", "bench/benchexec", "bench/tables", "bench/report", "bench/fleet", "bench/measure", "malformed",
		"internal/cli", "internal/input", "internal/naming", "internal/nearest", "internal/output", "internal/ui/picture", "internal/printable", "internal/quantity", "internal/queue",
		"internal/testkit/randnet", "internal/ui/sequence", "internal/ui/serve", "internal/ui/sim", "internal/terminal", "internal/ui/trace", "internal/ui/tracefile", "internal/watch",
	}},
	{"examples/queens", []string{"mdd"}},
	{"examples/configurations", []string{"mdd"}},
	{"examples/routing", []string{"mdd"}},
	{"examples/sokoban", []string{"mdd"}},
	{"release", []string{"internal/output"}},
	{"release/vet", nil},
	{"examples/puzzle", []string{"edd", "mdd"}},
	{"examples/river", []string{"ctl/mu", "ctl/syntax", "engine/bbmc", "engine/dfs", "engine/explicit", "engine/kripke"}},
	{"internal/lint", nil},
	{"", nil}, // the root
}

// both lists the packages that may know nets as well as diagrams, directly or not.
var both = []string{"petri/encode", "engine/system", "engine/symbolic", "check", "internal/ui/trace", "internal/ui/tracefile", "internal/ui/picture", "internal/ui/sim", "internal/ui/serve", "cmd/brim"}

// thirdParty lists, by package, the only modules of others that code outside of tests may import.
var thirdParty = map[string][]string{
	"dd":                       {"golang.org/x/sys"},
	"internal/watch":           {"golang.org/x/sys"},
	"bench/measure":            {"golang.org/x/sys"},
	"internal/testkit/browser": {"github.com/chromedp/chromedp", "github.com/chromedp/cdproto"}, // which tests alone import
	"engine/bbmc":              {"gonum.org/v1/gonum"},
	"bench/stats":              {"gonum.org/v1/gonum", "golang.org/x/perf"},
	"bench/tables":             {"gonum.org/v1/gonum"},
	"bench/peers/diagrams":     {"github.com/dalzilio/rudd"},
	"engine/gmc":               {"github.com/dalzilio/rudd"},
	"engine/bmc":               {"github.com/go-air/gini"},
	// a solver that no prover of invariants uses
	"engine/ic3/certificate": {"github.com/go-air/gini"},
	"bench/suitefile":        {"github.com/pelletier/go-toml/v2"},
	"bench":                  {"github.com/olekukonko/tablewriter", "gonum.org/v1/plot"},
	"internal/cli":           {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/brim":               {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"release/vet":            {"golang.org/x/tools"},
	"internal/terminal": {
		"github.com/mattn/go-isatty", "github.com/olekukonko/tablewriter", "golang.org/x/sys", "golang.org/x/term",
	},
}

func TestLayers(t *testing.T) {
	pkgs := packages(t)
	below := map[string]int{} // the position in layers
	for i, l := range layers {
		below[l.path] = i
		for _, dep := range l.imports {
			if j, ok := below[dep]; !ok || j == i {
				t.Errorf("the table lets %s import %s, which stands above it", l.path, dep)
			}
		}
	}
	for _, l := range layers {
		if !slices.ContainsFunc(pkgs, func(p pkg) bool { return p.name == l.path }) {
			t.Errorf("the table has %s, which is no package", l.path)
		}
	}
	for _, p := range pkgs {
		i, ok := below[p.name]
		if !ok {
			t.Errorf("package %s is missing in the table of layers", p.name)
			continue
		}
		for _, dep := range p.ours {
			if !slices.Contains(layers[i].imports, dep) {
				t.Errorf("%s imports %s, which is not in the table of layers", p.name, dep)
			}
		}
		for _, dep := range layers[i].imports {
			if !slices.Contains(p.ours, dep) {
				t.Errorf("the table lets %s import %s, which it does not", p.name, dep)
			}
		}
	}
}

// TestCommandOnlyAsks: the command asks package check. It imports no engine, no diagrams and no logic but the syntax of
// formulas.
func TestCommandOnlyAsks(t *testing.T) {
	for _, p := range packages(t) {
		if p.name != "cmd/brim" {
			continue
		}
		for _, dep := range p.ours {
			for _, forbidden := range []string{"engine", "dd", "mdd", "edd", "petri/encode", "ctl", "internal/testkit/oracle"} {
				if dep != "ctl/syntax" && (dep == forbidden || strings.HasPrefix(dep, forbidden+"/")) {
					t.Errorf("%s imports %s; expected a question to package check", p.name, dep)
				}
			}
		}
		return
	}
	t.Error("there is no cmd/brim")
}

// TestCheckerOfProofsKnowsNoProver: what accepts proofs of package equation knows nets and big numbers, and nothing of
// how a proof is found.
func TestCheckerOfProofsKnowsNoProver(t *testing.T) {
	for _, p := range packages(t) {
		if p.name == "petri/equation/certificate" && !slices.Equal(p.ours, []string{"petri"}) {
			t.Errorf("%s imports %v; expected petri alone", p.name, p.ours)
		}
	}
}

// TestCertificatesAreChecked: what checks invariants shares nothing with those who find them, neither the code that
// turns models into clauses nor the solver. It knows models and formulas.
func TestCertificatesAreChecked(t *testing.T) {
	byName := map[string]pkg{}
	for _, p := range packages(t) {
		byName[p.name] = p
	}
	todo, seen := []string{"engine/ic3/certificate"}, map[string]bool{}
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if seen[name] {
			continue
		}
		seen[name] = true
		for _, prover := range []string{"engine/ic3", "engine/bmc", "internal/sat", "petri/structure"} {
			if name == prover {
				t.Errorf("engine/ic3/certificate imports %s; expected nothing of who finds invariants", prover)
			}
		}
		todo = append(todo, byName[name].ours...)
	}
	if len(seen) < 3 {
		t.Error("there is no engine/ic3/certificate")
	}
}

func TestNetsAndDiagramsMeetInOnePlace(t *testing.T) {
	pkgs := packages(t)
	byName := map[string]pkg{}
	for _, p := range pkgs {
		byName[p.name] = p
	}
	var reaches func(from, to string) bool
	reaches = func(from, to string) bool {
		return from == to || slices.ContainsFunc(byName[from].ours, func(dep string) bool { return reaches(dep, to) })
	}
	for _, p := range pkgs {
		if reaches(p.name, "petri") && reaches(p.name, "dd") && !slices.Contains(both, p.name) {
			t.Errorf("%s knows nets and diagrams; only %s may", p.name, strings.Join(both, ", "))
		}
	}
}

func TestThirdParty(t *testing.T) {
	for _, p := range packages(t) {
		for _, dep := range p.theirs {
			if !slices.ContainsFunc(thirdParty[p.name], func(m string) bool { return dep == m || strings.HasPrefix(dep, m+"/") }) {
				t.Errorf("%s imports %s, which is not in the table of other modules", p.name, dep)
			}
		}
		for _, m := range thirdParty[p.name] {
			if !slices.ContainsFunc(p.theirs, func(dep string) bool { return dep == m || strings.HasPrefix(dep, m+"/") }) {
				t.Errorf("the table lets %s import %s, which it does not", p.name, m)
			}
		}
	}
}
