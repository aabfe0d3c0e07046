package tables

import (
	"path"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite bmc-proofs: invariants proved by satisfiability, by the algorithms of the lecture and by induction.

// A proofQuestion is an invariant that holds, or the negation of one that fails.
type proofQuestion struct {
	model, property string
	folder          string // "" of a net
	steps           int    // the least number to a state that refutes the invariant, 0 if it holds
}

// proofQuestions are invariants that take proofs some steps: place invariants alone, which are part of the encoding, do
// not show them. Those on nets are checked by plain search in a test; the circuit is proved by other tools.
var proofQuestions = []proofQuestion{
	{"brp:2,1", "AG !(b0 = 1 & Ra0 = 1)", "", 0},
	{"tpc:2,1", "AG !(ack = 1 & no = 1)", "", 0},
	{"abp:2", "AG !(K.G1_1 = 1 & S.W2_0 = 1)", "", 0},
	{"rr:3", "AG !(Own_2 = 1 & P4_1 = 1)", "", 0},
	{"rr:6", "AG !(Own_3 = 1 & P4_2 = 1)", "", 0},
	{"prise:1,1,1,1", "AG !(LVL_G2.1 = 1 & P2.r1b0 = 1)", "", 0},
	{"ccp:1", "AG !(cache_1.E = 1 & shr_1.0 = 1)", "", 0},
	{path.Join("hwmcc", "intel001.aag"), "", entry.Circuits, 0},
	{"rr:10", "EF P2_3", "", 7},
	{"kanban:3", "EF pout4 = 1", "", 7},
	{"dphil:5", "EF deadlock", "", 10},
}

// A proofWay is a way to prove an invariant, or to refute it.
type proofWay struct {
	name, heading string
	flags         func(proofQuestion) []string
}

// proofDepth is where paths alone end.
const proofDepth = 20

// proofWays are both algorithms of the lecture, the second also from twice the least number of steps, k-induction, and
// what proves nothing.
var proofWays = []proofWay{
	{"plain", "first", func(proofQuestion) []string { return []string{"--proof", "plain"} }},
	{"refined", "second", func(proofQuestion) []string { return []string{"--proof", "refined"} }},
	{"late", "second, late", func(q proofQuestion) []string {
		return []string{"--proof", "refined", "--start", strconv.Itoa(2 * q.steps)}
	}},
	{"induction", "induction", func(proofQuestion) []string { return []string{"--proof", "induction"} }},
	{"none", "paths alone", func(proofQuestion) []string {
		return []string{"--proof", "none", limitDepthFlag, strconv.Itoa(proofDepth)}
	}},
}

// takes reports whether a way is measured on a question: late only where there is a path.
func (w proofWay) takes(q proofQuestion) bool { return w.name != "late" || q.steps > 0 }

// cell returns the cell of a question by a way.
func (q proofQuestion) cell(w proofWay, limit time.Duration) bench.Cell {
	family, size, _ := strings.Cut(strings.TrimSuffix(path.Base(q.model), ".aag"), ":")
	labels := []bench.Label{{Key: "model", Value: family}}
	if size != "" {
		labels = append(labels, bench.Label{Key: "n", Value: strings.ReplaceAll(size, ",", "x")})
	}
	return bench.Cell{
		Labels: append(labels, bench.Label{Key: "k", Value: strconv.Itoa(q.steps)},
			bench.Label{Key: "proof", Value: w.name}),
		Model: q.model, Property: q.property, Folder: q.folder, Want: "holds", Time: limit,
		Flags: append([]string{"--engine", "bmc"}, w.flags(q)...),
	}
}

// proofsTime is the limit of a run.
const proofsTime = 15 * time.Second

// proofs is the suite that asks each question by both algorithms of the lecture, by induction and by paths alone. Its
// report has a block of lines for each question: the verdict, the length at which the algorithm ended, the steps of a
// path, and the size of the questions to the solver. The short version has two questions.
func proofs(quick bool) bench.Suite {
	s := bench.Suite{Name: "bmc-proofs",
		Title: "invariants proved by satisfiability: where both algorithms of the lecture end"}
	questions := proofQuestions
	if quick {
		questions = []proofQuestion{questions[0], questions[len(questions)-2]} // one that holds, one with a path
	}
	for _, q := range questions {
		for _, w := range proofWays {
			if w.takes(q) {
				s.Cells = append(s.Cells, q.cell(w, entry.Limit(quick, proofsTime)))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Invariants by satisfiability: where the two algorithms of Majzik's lecture end",
			Left: 5,
			Header: []string{"model", "property", "right", "algorithm", "verdict", "at length", "steps", "questions",
				"clauses", "s"},
			Notes: []string{
				"first: `--proof plain`, which ends when there is no path without a loop of some length, from the " +
					"initial state or to a bad one. second: `--proof refined`, which asks for a path first; late: " +
					"begun at twice the least number of steps. induction: `--proof induction`, which is not in the " +
					"lecture. " +
					"paths alone: `--proof none " + limitDepthFlag + " " + strconv.Itoa(proofDepth) +
					"`, which proves nothing.",
				"right: the verdict that is known, of EF, the negation of an invariant, with the least number of " +
					"steps of a path that shows it. at length: of the paths from the initial state that were asked " +
					"for last. steps: of the path that was found. questions: to the solver; a length at which the " +
					"encoding itself shows that no bad state is there needs none. clauses: of the largest question. " +
					"The lecture prints no experiment; nets and invariants are ours, the circuit intel001 is of the " +
					"hardware model-checking competition.",
				"Place invariants are part of the encoding; all invariants here are such that these alone do not " +
					"show them.",
			},
		}
		for _, q := range questions {
			name, property, right := path.Base(q.model), q.property, "holds"
			if q.folder != "" {
				property = "its own"
			}
			if q.steps > 0 {
				right += ", " + strconv.Itoa(q.steps)
			}
			for _, w := range proofWays {
				x := entry.Record(r, q.cell(w, 0))
				if !w.takes(q) || x == nil {
					continue
				}
				row := []string{name, property, right, w.heading, entry.Verdict(x)}
				for _, key := range []string{"length", "", "questions", "clauses"} {
					switch {
					case key == "":
						row = append(row, entry.Steps(x))
					case entry.Counted(x, key):
						row = append(row, thousands(max(x.Counts[key], 0), true))
					default:
						row = append(row, entry.None)
					}
				}
				sheet.Rows = append(sheet.Rows, append(row, entry.Seconds(x)))
				name, property, right = "", "", ""
			}
		}
		return []*bench.Sheet{sheet}
	}
	return s
}
