package tables

import (
	"fmt"
	"path"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite bmc-table: diagrams and satisfiability, on stand-ins for the circuits of Intel [CFF+01] and on public
// circuits.

// intelPublished is a table of results of Intel [CFF+01], as a lecture has it: circuit, steps k to the error, and
// seconds of Forecast, by BDDs, and Thunder, by SAT, where the lecture's dash stands for no answer. Behind them stand a
// net of ours and a file whose bad marking is as far. A point is where there is nothing: no circuit, nothing published,
// no file.
const intelPublished = `
1  5  114  2.4   motor:1    C01_motor
2  7  2    0.8   ccp:3      C02_ccp3
3  7  106  2     rr:10      C03_rr10
4  11 6189 1.9   rr:25      C04_rr25
5  11 4196 10    abp:16     C05_abp16
6  10 2354 5.5   fms:10     .
7  20 2795 236   fms:20     .
8  28 -    45.6  kanban:50  .
9  28 -    39.9  fms:50     .
10 8  2487 5     sr:10      C10_sr10
11 8  2940 5     sr:20      C11_sr20
12 10 5524 378   dphil:5    C12_dphil5
13 37 -    195.1 fms:100    .
14 41 -    -     fms:200    .
15 12 -    1070  cabp:16    C15_cabp16
.  28 .    .     rr:40      X16_rr40
.  41 .    .     rr:40      X19_rr40b
.  32 .    .     hanoi:6    X17_hanoi6
.  16 .    .     hanoi:8    X20_hanoi8
.  34 .    .     prise:S    X18_priseS
`

// intelProperties are those of the lines of intelPublished, in the same order.
var intelProperties = []string{
	"EF Fault.Over", "EF ch2_1.inv", "EF P2_3", "EF BF_4", "EF K.G1_0", "EF (P1s = 1 & P2s = 1 & P3s = 1)",
	"EF (P1s = 2 & P2s = 2 & P3s = 2)", "EF pout4 = 4",
	"EF (P1s = 3 & P2s = 3 & P3s = 2)", "EF A_2", "EF (A_2 & E_2)", "EF deadlock",
	"EF (P1s = 4 & P2s = 4 & P3s = 2 & P3M2 >= 1)",
	"EF (P1s = 4 & P2s = 4 & P3s = 4 & P3M2 >= 1)", "EF K.K1_1", "EF Own_10", "EF BF_14", "EF B_6", "EF B_5",
	"EF F1.q1",
}

// publicCircuits are circuits of the hardware model-checking competitions of 2007 and 2008 with the depth of the bad
// state as another tool found it, 0 for the one that is proved to have none.
var publicCircuits = []struct {
	file  string
	depth int
}{
	{"viscoherencep1", 5}, {"mutexp0", 7}, {"csmacdp0", 7}, {"ringp0", 8}, {"counterp0", 9}, {"pdtviscoherence1", 10},
	{"bj08amba2g4f3", 10}, {"nusmvtcasp1", 11}, {"nusmvtcastp1", 11},
	{"texastwoprocp1", 14}, {"abp4p2ff", 17}, {"abp4ptimo", 20}, {"texasifetch1p5", 20}, {"viseisenberg", 20},
	{"prodconsp0", 22}, {"nusmvtcasp5", 24}, {"pdtvisretherrtf4", 32}, {"visbakery", 59},
	{"prodcellp3", 82}, {"intel001", 0},
}

// A bmcLine is a model with a bad state at depth k.
type bmcLine struct {
	model, property string
	folder          string // "" of a net
	k               int
	published       []string // circuit, Forecast, Thunder; nil if nothing is
}

// nothing marks an empty entry in published lines.
const nothing = "."

// blank returns a published entry, "" for an empty one.
func blank(text string) string {
	if text == nothing {
		return ""
	}
	return text
}

// bmcLines returns the lines of nets, of the same nets as circuits, and of public circuits.
func bmcLines() (onNets, asCircuits, public []bmcLine) {
	for i, f := range entry.Fields(intelPublished) {
		k, _ := strconv.Atoi(f[1]) // a test reads all of them
		published := []string{blank(f[0]), blank(f[2]), blank(f[3])}
		onNets = append(onNets, bmcLine{f[4], intelProperties[i], "", k, published})
		if f[5] != nothing {
			asCircuits = append(asCircuits, bmcLine{path.Join("petri", f[5]+".aag"), "", entry.Circuits, k, published})
		}
	}
	for _, c := range publicCircuits {
		public = append(public, bmcLine{path.Join("hwmcc", c.file+".aag"), "", entry.Circuits, c.depth, nil})
	}
	return onNets, asCircuits, public
}

// The methods of the table: by diagrams, by satisfiability with the length k first, and with all lengths from 0 on, and
// for circuits by clauses that hold after more and more steps.
type bmcMethod uint8

const (
	byDiagrams bmcMethod = iota
	fromK
	fromZero
	byFrames
)

// methods lists those that a line is measured by.
func (l bmcLine) methods() []bmcMethod {
	list := []bmcMethod{byDiagrams, fromK, fromZero}
	if l.folder != "" {
		list = append(list, byFrames)
	}
	return list
}

// cell returns the cell of a line by a method. On nets diagrams are those of --strategy unlim, on circuits those of
// --engine bdd; fromZero proves by induction where there is no path to find.
func (l bmcLine) cell(by bmcMethod, limit time.Duration) bench.Cell {
	c := bench.Cell{Model: l.model, Property: l.property, Folder: l.folder, Time: limit, Want: "holds",
		Labels: []bench.Label{{Key: "k", Value: strconv.Itoa(l.k)}}}
	family, size, _ := strings.Cut(l.model, ":")
	if l.folder != "" {
		family, size = path.Split(strings.TrimSuffix(l.model, ".aag"))
		family = strings.TrimSuffix(family, "/")
		if c.Want = "fails"; l.k == 0 {
			c.Want = "holds"
		}
	}
	c.Labels = append([]bench.Label{{Key: "model", Value: family},
		{Key: "n", Value: strings.ReplaceAll(size, "_", "")}}, c.Labels...)
	method := "bdd"
	switch {
	case by == fromK:
		method, c.Flags = "refined", []string{"--engine", "bmc", "--proof", "refined", "--start", strconv.Itoa(l.k)}
	case by == byFrames:
		method, c.Flags = "ic3", []string{"--engine", "ic3"}
	case by == fromZero && l.k > 0:
		method, c.Flags = "none", []string{"--engine", "bmc", "--proof", "none"}
	case by == fromZero: // there is no path
		method, c.Flags = "induction", []string{"--engine", "bmc", "--proof", "induction"}
	case l.folder != "":
		c.Flags = []string{"--engine", "bdd"}
	default:
		method, c.Flags = "unlim", []string{"--strategy", "unlim"}
	}
	c.Labels = append(c.Labels, bench.Label{Key: "engine", Value: method})
	return c
}

// bmcTable is the suite that measures nets, the same nets as circuits, and public circuits by diagrams and by
// satisfiability. Its report has one table next to the published one of Intel's circuits, and one of the public
// circuits. The short version has a few nets only.
func bmcTable(quick bool) bench.Suite {
	s := bench.Suite{Name: "bmc-table", Title: "diagrams and satisfiability, on nets and circuits"}
	onNets, asCircuits, public := bmcLines()
	if quick {
		onNets, asCircuits, public = onNets[:2], nil, nil
	}
	for _, lines := range [][]bmcLine{onNets, asCircuits, public} {
		for _, l := range lines {
			for _, by := range l.methods() {
				s.Cells = append(s.Cells, l.cell(by, entry.Limit(quick, time.Minute)))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		intel := &bench.Sheet{
			Name: s.Name, Title: "Diagrams and satisfiability: the table of Intel's circuits, on nets with errors as " +
				"far away", Left: 3,
			Header: []string{"circuit", "model", "property", "k", "steps", "verdict", "Forecast (BDD)", "diagrams",
				"Thunder (SAT)", "SAT from k", "from 0", "clauses", "ic3"},
			Notes: []string{
				"The circuits of Intel are not public. Ours are STAND-INS, nets with a marking as many steps away as " +
					"the error of the circuit, and five more; a line says how diagrams compare with satisfiability " +
					"on it, and nothing about how brim compares with Forecast and Thunder. Forecast, Thunder: " +
					"seconds as printed, of Copty and others, from a lecture of Majzik; - is its sign for no answer, " +
					"and where nothing stands nothing was published.",
				"k: the least number of steps, known from other programs. steps: of the path that was found, " +
					"replayed by the firing rule. diagrams: `--strategy unlim`, all reachable markings by " +
					"saturation, and for circuits `--engine bdd`, breadth-first by sets over rudd. SAT from k: " +
					"`--engine bmc --proof refined --start` k, the second algorithm of the lecture, whose first " +
					"question is for a path of at most k steps; from 0: `--proof none`, which asks for all lengths " +
					"one after the other, so what it finds is shortest. Seconds of CPU, of whole processes. clauses: " +
					"of the largest question from k. ic3: of circuits, `--engine ic3`, whose paths need not be " +
					"shortest.",
				"The files are the same nets as circuits, one transition a step, whose number is an input; they fail " +
					"where the marking can be reached.",
			},
		}
		for _, l := range append(onNets[:len(onNets):len(onNets)], asCircuits...) {
			if row := l.row(r); row != nil {
				property := l.property
				if l.folder != "" {
					property = "the same as a circuit"
				}
				intel.Rows = append(intel.Rows, append([]string{l.published[0], path.Base(l.model), property}, row...))
			}
		}
		circuits := &bench.Sheet{
			Name: s.Name + "-circuits", Title: "Diagrams and satisfiability on public circuits", Left: 1,
			Header: []string{"circuit", "k", "steps", "verdict", "diagrams", "SAT from k", "from 0", "clauses", "ic3"},
			Notes: []string{"Circuits of the hardware model-checking competitions of 2007 and 2008. k: the depth of " +
				"the bad state that another tool found; intel001 has none, which `--proof induction` tries to prove. " +
				"steps: of the trace that was found, replayed by simulation. Otherwise as in the other table."},
		}
		for _, l := range public {
			if row := l.row(r); row != nil {
				circuits.Rows = append(circuits.Rows,
					append([]string{path.Base(l.model)}, append(append(row[:3:3], row[4]), row[6:]...)...))
			}
		}
		report := []*bench.Sheet{intel}
		if len(circuits.Rows) > 0 {
			report = append(report, circuits)
		}
		return report
	}
	return s
}

// row returns the cells that both tables take from a line: k, steps, verdict, the times of Forecast, diagrams,
// Thunder and satisfiability from k and from 0, the clauses, and the time of ic3. It returns nil if nothing of the
// line was measured.
func (l bmcLine) row(r bench.Results) []string {
	var runs [byFrames + 1]*bench.Record
	measured, verdict, steps := false, entry.None, entry.None
	for _, by := range l.methods() {
		x := entry.Record(r, l.cell(by, 0))
		runs[by] = x
		measured = measured || x != nil
		if x != nil && x.Verdict != nil &&
			(x.Outcome == bench.Wrong || x.Outcome == bench.Done && !strings.HasPrefix(verdict, "WRONG")) {
			verdict = entry.Verdict(x)
		}
		if x != nil && x.Steps != nil && (by != byFrames || steps == entry.None) {
			steps = entry.Steps(x)
		}
	}
	if !measured {
		return nil
	}
	forecast, thunder, k := "", "", fmt.Sprint(l.k)
	if l.published != nil {
		forecast, thunder = l.published[1], l.published[2]
	}
	if l.folder != "" && l.k == 0 {
		k = entry.None
	}
	clauses := entry.None
	if x := runs[fromK]; x != nil && entry.Counted(x, "clauses") {
		clauses = thousands(x.Counts["clauses"], true)
	}
	frames := ""
	if l.folder != "" {
		frames = entry.Seconds(runs[byFrames])
	}
	return []string{k, steps, verdict, forecast, entry.Seconds(runs[byDiagrams]), thunder, entry.Seconds(runs[fromK]),
		entry.Seconds(runs[fromZero]), clauses, frames}
}
