package tables

import (
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite engines: all engines on the same nets and properties.

// A question is a property of a net whose verdict is known.
type question struct {
	model, property string
	right           string // the verdict
	steps           int    // the least number on a path that shows it, 0 if there is none
	name            string // tells it from others on the same net; "" of the first one
}

// enginesSmall and enginesLarge are the questions of the comparison, on nets whose markings can be listed, and on such
// where they cannot. The verdicts are known from closed forms and other programs.
var (
	enginesSmall = []question{
		{"dphil:5", "EF deadlock", "holds", 10, ""},
		{"fms:3", "EF (P1s = 1 & P2s = 1 & P3s = 1)", "holds", 10, ""},
		{"kanban:3", "EF pout4 = 1", "holds", 7, ""},
		{"rr:10", "EF P2_3", "holds", 7, ""},
		{"sr:5", "EF A_2", "holds", 8, ""},
		{"hanoi:6", "EF B_6", "holds", 32, ""},
		// An engine that answers "holds" to all of the above is not right here.
		{"dphil:5", "AG !deadlock", "fails", 10, "live"},
		{"kanban:3", "AG pout4 <= 2", "fails", 21, "two"},
		{"dphil:5", "EF (eating_1 & eating_2)", "fails", 0, "both"},
		{"kanban:3", "AG pout4 <= 3", "holds", 0, "three"},
	}
	enginesLarge = []question{
		{"dphil:50", "EF deadlock", "holds", 100, ""},
		{"fms:50", "EF (P1s = 1 & P2s = 1 & P3s = 1)", "holds", 10, ""},
		{"kanban:50", "EF pout4 = 1", "holds", 7, ""},
		{"rr:100", "EF P2_3", "holds", 7, ""},
		{"sr:50", "EF A_2", "holds", 8, ""},
		{"hanoi:12", "EF B_6", "holds", 32, ""},
	}
)

// A way is an engine or a strategy of brim check, with what it counts.
type way struct {
	name, heading string
	flags         []string
	count, unit   string // a key of its statistics, "" for states
}

// ways are those that are compared.
var ways = []way{
	{"auto", "auto", nil, "", "states"},
	{"unlim", "Unlim", []string{"--strategy", "unlim"}, "", "states"},
	{"comp", "Comp", []string{"--strategy", "comp"}, "", "states"},
	{"bdd", "BDD", []string{"--engine", "bdd"}, "", "states"},
	{"bfs", "BFS", []string{"--engine", "bfs"}, "", "states"},
	{"dfs", "DFS", []string{"--engine", "dfs"}, "", "states"},
	{"bbmc", "BBMC", []string{"--engine", "bbmc"}, "", "states"},
	{"bmc", "BMC", []string{"--engine", "bmc"}, "clauses", "clauses"},
	{"gmc", "GMC", []string{"--engine", "gmc", "--length", "40"}, "flips", "flips"},
}

// cell returns the cell of a question for one way.
func (w *way) cell(q *question, limit time.Duration) bench.Cell {
	family, size, _ := strings.Cut(q.model, ":")
	labels := []bench.Label{{Key: "model", Value: family}, {Key: "n", Value: size}}
	if q.name != "" {
		labels = append(labels, bench.Label{Key: "question", Value: q.name})
	}
	return bench.Cell{
		Labels: append(labels, bench.Label{Key: "engine", Value: w.name}), Model: q.model, Property: q.property,
		Want: q.right, Flags: w.flags, Time: limit,
	}
}

// engines is the suite that asks every engine every question, on small nets and on large ones. Its report has a block
// of lines for each question, with what each engine answered, counted and took. The short version has one question.
func engines(quick bool) bench.Suite {
	s := bench.Suite{Name: "engines", Title: "all engines on the same nets and properties"}
	questions := append(enginesSmall[:len(enginesSmall):len(enginesSmall)], enginesLarge...)
	if quick {
		questions = questions[:1]
	}
	for i := range questions {
		for k := range ways {
			s.Cells = append(s.Cells, ways[k].cell(&questions[i], entry.Limit(quick, time.Minute)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Engines on the same nets and properties", Left: 5,
			Header: []string{"net", "property", "right", "engine", "verdict", "steps", "looked at", "s", "MB"},
			Notes: []string{
				"right: the verdict that is known, with the least number of steps of a path that shows it. steps: of " +
					"the path that was found, where the engine says. looked at: what the engine counts, when it " +
					"ended: states, clauses of the largest question, states that GMC replaced (flips). s: CPU time, " +
					"user and system, of a whole process. MB: the most memory that it had, and at least what the " +
					"process had that started it.",
				"auto: what brim does by itself. Unlim and Comp: decision diagrams with saturation, `--strategy`; " +
					"states of Unlim are all that can be reached, of the others those of the last round. BDD: " +
					"breadth-first by sets, over rudd. BFS, DFS, BBMC: state by state; DFS with growing bounds, BBMC " +
					"one random part with 10 states at each distance. BMC: induction. GMC: 50 tries of 100 flips, " +
					"length 40.",
				"BBMC and GMC can only find paths: where they find none, the verdict is unknown, but for a part of " +
					"BBMC that is all there is. A verdict that is not the right one is marked WRONG.",
			},
		}
		for i := range questions {
			q := &questions[i]
			net, property, right := q.model, q.property, q.right
			if q.steps > 0 {
				right += ", " + strconv.Itoa(q.steps)
			}
			for k := range ways {
				x := entry.Record(r, ways[k].cell(q, 0))
				if x == nil {
					continue
				}
				sheet.Rows = append(sheet.Rows,
					[]string{net, property, right, ways[k].heading, entry.Verdict(x), entry.Steps(x),
						ways[k].counted(x), entry.Seconds(x), entry.Memory(x)})
				net, property, right = "", "", ""
			}
		}
		sheet.Notes = append(sheet.Notes, entry.AnsweredBy(r)...)
		sheet.Notes = append(sheet.Notes, entry.FloorNotes(r)...)
		return []*bench.Sheet{sheet}
	}
	return s
}

// counted writes what a run looked at.
func (w *way) counted(x *bench.Record) string {
	n, ok := x.Counts[w.count]
	if w.count == "" && x.States != nil {
		var err error
		n, err = strconv.ParseFloat(*x.States, 64)
		ok = err == nil
	}
	switch {
	case !ok:
		return entry.None
	case n >= 1e9:
		return strconv.FormatFloat(n, 'e', 1, 64) + " " + w.unit
	}
	return strconv.Itoa(int(n)) + " " + w.unit
}
