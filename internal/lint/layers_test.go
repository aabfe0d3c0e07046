package lint

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// A row of the table of layers is a set of packages that do not import each other.
type row struct {
	what     string
	packages []string
}

// rows is the table of layers, lowest first: outside of tests a package imports packages of lower rows only. A package
// belongs to the row that names it or, if none does, to the row with the longest pattern that it matches.
var rows = []row{
	{"tools that import nothing of this module", []string{
		"internal/*",
		"internal/testkit/golden",
		"internal/testkit/frugal",
		"internal/ui/sequence",
		"bench/stats",
		"release/vet",
	}},
	{"tools that use those, and the error type of all readers", []string{
		"internal/simplex",
		"internal/polytope",
		"malformed",
		"internal/terminal",
		"internal/testkit/*",
		"bench/measure",
		"release",
	}},
	{"readers of exchanged diagrams and of XML", []string{
		"internal/exchange",
		"internal/xmlscan",
	}},
	{"nets, nodes of diagrams, and formulas, independent of each other", []string{
		"petri",
		"dd",
		"ctl/syntax",
	}},
	{"sets and relations; coloured nets; structural analysis; formulas of linear time", []string{
		"mdd",
		"ldd",
		"petri/coloured",
		"petri/extended",
		"petri/structure",
		"petri/equation/certificate",
		"ltl",
		"ltl/word",
		"internal/testkit/randnet",
	}},
	{"distances; unfoldings; state equation; families of nets; orders; CTL; automata; answers of engines", []string{
		"petri/format/internal/scan",
		"internal/testkit/anything",
		"edd",
		"petri/coloured/*",
		"internal/testkit/sketch",
		"petri/equation",
		"petri/home",
		"petri/timed",
		"petri/order",
		"petri/structure/*",
		"ctl",
		"ctl/mu",
		"ltl/automaton",
		"engine",
		"engine/concurrency",
	}},
	{"the oracle; files and reductions of nets; circuits", []string{
		"internal/ui/game",
		"internal/testkit/oracle",
		"internal/testkit/randcoloured",
		"internal/testkit/randextended",
		"petri/nets",
		"petri/pnml",
		"petri/format/*",
		"petri/reduce",
		"petri/solutions",
		"petri/structure/class",
		"engine/circuit",
		"internal/naming",
	}},
	{"numbers of reduced nets; the list of file formats; random formulas and nets with time", []string{
		"petri/counting",
		"petri/format",
		"internal/testkit/randformula",
		"internal/testkit/randtimed",
	}},
	{"nets as diagrams, as transition systems and as clauses", []string{
		"petri/encode",
		"engine/kripke",
		"engine/bmc",
		"engine/gmc",
		"engine/ic3/certificate",
		"internal/testkit/randcircuit",
	}},
	{"engines; the choice of an order, and runs by diagrams", []string{
		"engine/*",
		"engine/kripke/lift",
		"engine/symbolic/race",
		"engine/symbolic/internal/runs",
	}},
	{"systems of nets with time", []string{
		"engine/ticks",
	}},
	{"all markings of a net by diagrams", []string{
		"engine/symbolic",
		"engine/lists",
	}},
	{"over-approximations of the markings", []string{
		"engine/symbolic/cover",
	}},
	{"limits, and the reasons why a run ended early", []string{
		"check/limit",
	}},
	{"models, questions and answers; proofs by sets of markings", []string{
		"check/model",
		"check/certify/sets",
	}},
	{"the board on which techniques decide", []string{
		"check/board",
	}},
	{"what commands and techniques do with one net", []string{
		"check/explore",
		"check/reduction",
	}},
	{"workflow nets", []string{
		"check/ask/internal/workflow",
	}},
	{"proofs of answers; questions with a name", []string{
		"check/certify",
		"check/ask",
	}},
	{"what several techniques use", []string{
		"check/technique/internal/drive",
	}},
	{"what several techniques use, by kind", []string{
		"check/technique/internal/single",
		"check/technique/internal/runs",
		"check/technique/internal/covers",
	}},
	{"what several techniques use, of a few kinds", []string{
		"check/technique/internal/*",
	}},
	{"techniques", []string{
		"check/technique/*",
	}},
	{"the door for the command and for Go programs", []string{
		"check",
	}},
	{"models and questions for tests of techniques", []string{
		"internal/testkit/checktest",
	}},
	{"answers as text and JSON", []string{
		"internal/ui/trace",
	}},
	{"pictures, files of traces, documents of the editor", []string{
		"internal/ui/editor",
		"internal/ui/picture",
		"internal/ui/tracefile",
	}},
	{"the token game and the page", []string{
		"internal/ui/*",
	}},
	{"cells of suites, each in a process of its own, and their records", []string{
		"bench",
	}},
	{"suites of any command; problems for packages of diagrams", []string{
		"bench/peers/puzzles",
		"bench/suitefile",
	}},
	{"ways to read, compare, share and publish records", []string{
		"bench/*",
		"bench/peers/*",
	}},
	{"what the suites of papers and of comparisons share", []string{
		"bench/tables/entry",
	}},
	{"comparisons of our own", []string{
		"bench/tables/*",
	}},
	{"tables and figures of papers", []string{
		"bench/tables",
	}},
	{"what the command lines of all programs share", []string{
		"internal/cli",
	}},
	{"manual pages of any program", []string{
		"internal/manual",
	}},
	{"what the commands on models share", []string{
		"cmd/brim/internal/models",
	}},
	{"groups of commands", []string{
		"cmd/brim/internal/*",
		"bench/command",
	}},
	{"the checker of certificates: nets", []string{
		"cmd/brim-verify/internal/net",
	}},
	{"the checker of certificates: formulas", []string{
		"cmd/brim-verify/internal/formula",
	}},
	{"the checker of certificates: diagrams", []string{
		"cmd/brim-verify/internal/diagram",
	}},
	{"the checker of certificates: proofs", []string{
		"cmd/brim-verify/internal/proof",
	}},
	{"programs", []string{
		"cmd/*",
		"examples/*",
	}},
	{"the tour of the packages", []string{
		"",
	}},
}

// A rule restricts imports further than the rows do. A pattern is a path in which * stands for one element and "..." at
// the end for any number of elements, including zero.
type rule struct {
	why    string
	who    []string // packages that match one of these …
	except []string // … but none of these …
	never  []string // … must not import packages that match these …
	but    []string // … except these
	deep   bool     // imports of imports count as well
}

var rules = []rule{
	{
		why:   "the oracle judges diagrams, unfoldings and the firing rule, so it shares no code with them",
		who:   []string{"internal/testkit/oracle"},
		never: []string{"..."}, but: []string{"petri", "petri/extended", "petri/timed", "petri/coloured", "ctl/syntax"},
	},
	{
		why: "the checker of proofs by the state equation knows nets and big numbers, and not how a proof is found",
		who: []string{"petri/equation/certificate"}, never: []string{"..."}, but: []string{"petri"}, deep: true,
	},
	{
		why: "the checker of inductive invariants shares neither clauses nor the solver with their provers",
		who: []string{"engine/ic3/certificate"}, deep: true,
		never: []string{"engine/ic3", "engine/bmc", "internal/sat", "petri/structure"},
	},
	{
		why: "the checker of certificates shares no code with what it checks",
		who: []string{"cmd/brim-verify/..."}, never: []string{"..."}, but: []string{"cmd/brim-verify/..."},
	},
	{
		why: "diagrams know no nets and no formulas",
		who: []string{"dd", "mdd", "edd", "ldd"}, never: []string{"..."},
		but: []string{"dd", "mdd", "malformed", "internal/exchange", "internal/nodelist", "internal/sift",
			"internal/invariants", "internal/watch"},
	},
	{
		why: "nets know no formulas",
		who: []string{"petri/..."}, never: []string{"ctl/...", "ltl/..."}, deep: true,
	},
	{
		why: "the commands ask package check, and import no engine, no diagrams and no logic but the syntax of " +
			"formulas",
		who:   []string{"cmd/..."},
		never: []string{"engine/...", "dd", "mdd", "edd", "petri/encode", "ctl/..."}, but: []string{"ctl/syntax"},
	},
	{
		why: "a technique sees the board, and no other technique",
		who: []string{"check/technique/..."}, never: []string{"check/technique/..."},
		but: []string{"check/technique/internal/*"},
	},
	{
		why: "the laboratory is a program apart",
		who: []string{"..."}, except: []string{"bench/...", "cmd/brim-bench/..."}, never: []string{"bench/..."},
	},
	{
		why: "the laboratory knows brim by its command line and its JSON",
		who: []string{"bench/..."}, except: []string{"bench/bmc3", "bench/peers/*", "bench/shuffle"},
		never: []string{"..."}, but: []string{"bench/...", "internal/*", "malformed", "petri/nets"},
	},
	{
		why: "judges and generators are for tests; random nets are also a family of models",
		who: []string{"..."}, except: []string{"internal/testkit/..."},
		never: []string{"internal/testkit/..."}, but: []string{"internal/testkit/randnet"},
	},
	{
		why: "front ends are for commands",
		who: []string{"..."}, except: []string{"internal/ui/...", "cmd/..."}, never: []string{"internal/ui/..."},
	},
}

// both lists the packages that may import nets as well as diagrams, directly or indirectly.
var both = []string{
	"petri/encode",
	"engine/system",
	"engine/ticks",
	"engine/symbolic/...",
	"engine/lists",
	"check/...",
	"internal/testkit/checktest",
	"internal/ui/...",
	"cmd/...",
}

// thirdParty lists, by package, the modules of others that code outside of tests may import.
var thirdParty = map[string][]string{
	"dd":                       {"golang.org/x/sys"},
	"internal/watch":           {"golang.org/x/sys"},
	"bench/measure":            {"golang.org/x/sys"},
	"internal/testkit/browser": {"github.com/chromedp/chromedp", "github.com/chromedp/cdproto"}, // for tests
	"internal/testkit/scripts": {"github.com/rogpeppe/go-internal"},
	"engine/bbmc":              {"gonum.org/v1/gonum"},
	"bench/stats":              {"gonum.org/v1/gonum", "golang.org/x/perf"},
	"bench/tables":             {"gonum.org/v1/gonum"},
	"bench/tables/entry":       {"gonum.org/v1/gonum"},
	"bench/peers/puzzles":      {"github.com/dalzilio/rudd"},
	"engine/gmc":               {"github.com/dalzilio/rudd"},
	// a solver that is independent of the one that finds invariants
	"engine/ic3/certificate": {"github.com/go-air/gini"},
	"bench/suitefile":        {"github.com/pelletier/go-toml/v2"},
	"bench/claims":           {"github.com/pelletier/go-toml/v2"},
	"bench":                  {"github.com/olekukonko/tablewriter", "gonum.org/v1/plot"},
	"internal/cli":           {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/brim":               {"github.com/spf13/cobra"},
	"internal/manual":        {"github.com/spf13/cobra"},
	"bench/command":          {"github.com/spf13/cobra"},
	// groups of commands
	"cmd/brim/internal/models":     {"github.com/spf13/cobra"},
	"cmd/brim/internal/laboratory": {"github.com/spf13/cobra"},
	"cmd/brim/internal/questions":  {"github.com/spf13/cobra", "github.com/spf13/pflag"},
	"cmd/brim/internal/views":      {"github.com/spf13/cobra"},
	"cmd/brim/internal/nets":       {"github.com/spf13/cobra"},
	"release/vet":                  {"golang.org/x/tools"},
	"internal/terminal": {
		"github.com/clipperhouse/displaywidth", "github.com/mattn/go-isatty", "golang.org/x/sys", "golang.org/x/term",
	},
}

// matches reports whether the pattern covers the package.
func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if below, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == below || strings.HasPrefix(name, below+"/")
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}

func matchesAny(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// rowOf returns the index of the package's row, -1 if there is none.
func rowOf(name string) int {
	best, length := -1, -1
	for i, r := range rows {
		for _, p := range r.packages {
			switch {
			case p == name:
				return i
			case matches(p, name) && len(p) > length:
				best, length = i, len(p)
			}
		}
	}
	return best
}

func TestRows(t *testing.T) {
	pkgs := packages(t)
	seen := map[string]bool{}
	for _, r := range rows {
		for _, p := range r.packages {
			if seen[p] {
				t.Errorf("the table of layers has %s twice", p)
			}
			seen[p] = true
			if !strings.Contains(p, "*") && !slices.ContainsFunc(pkgs, func(x pkg) bool { return x.name == p }) {
				t.Errorf("the table of layers has %s, which is no package", p)
			}
		}
	}
	for _, p := range pkgs {
		i := rowOf(p.name)
		if i < 0 {
			t.Errorf("package %s is missing in the table of layers", p.name)
			continue
		}
		for _, dep := range p.ours {
			if j := rowOf(dep); j >= i {
				t.Errorf("%s (%s) imports %s (%s), which is no lower row", p.name, rows[i].what, dep,
					rows[max(j, 0)].what)
			}
		}
	}
}

func TestRules(t *testing.T) {
	pkgs := packages(t)
	byName := map[string]pkg{}
	for _, p := range pkgs {
		byName[p.name] = p
	}
	for _, r := range rules {
		for _, p := range pkgs {
			if !matchesAny(r.who, p.name) || matchesAny(r.except, p.name) {
				continue
			}
			for _, dep := range imported(byName, p, r.deep) {
				if matchesAny(r.never, dep) && !matchesAny(r.but, dep) {
					t.Errorf("%s imports %s, but %s", p.name, dep, r.why)
				}
			}
		}
	}
}

// imported lists the packages of this module that p imports, and if deep is true all that those import, and so on.
func imported(byName map[string]pkg, p pkg, deep bool) []string {
	list := slices.Clone(p.ours)
	for i := 0; deep && i < len(list); i++ {
		for _, dep := range byName[list[i]].ours {
			if !slices.Contains(list, dep) {
				list = append(list, dep)
			}
		}
	}
	return list
}

func TestNetsAndDiagramsMeetInFewPlaces(t *testing.T) {
	pkgs := packages(t)
	byName := map[string]pkg{}
	for _, p := range pkgs {
		byName[p.name] = p
	}
	for _, p := range pkgs {
		deps := append(imported(byName, p, true), p.name)
		if slices.Contains(deps, "petri") && slices.Contains(deps, "dd") && !matchesAny(both, p.name) {
			t.Errorf("%s knows nets and diagrams; only %s may", p.name, strings.Join(both, ", "))
		}
	}
}

func TestThirdParty(t *testing.T) {
	for _, p := range packages(t) {
		for _, dep := range p.theirs {
			if !slices.ContainsFunc(thirdParty[p.name],
				func(m string) bool { return dep == m || strings.HasPrefix(dep, m+"/") }) {
				t.Errorf("%s imports %s, which is not in the table of other modules", p.name, dep)
			}
		}
		for _, m := range thirdParty[p.name] {
			if !slices.ContainsFunc(p.theirs,
				func(dep string) bool { return dep == m || strings.HasPrefix(dep, m+"/") }) {
				t.Errorf("the table lets %s import %s, which it does not", p.name, m)
			}
		}
	}
}
