package tables

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// What the suites of [UDR11], depth-bounded search, share: stand-ins for its models, runs and their numbers, and texts.

// The models of [UDR11] are not public. Each has a stand-in of ours with about as many states or about as great a
// depth.
var dfsStandIns = []struct {
	paper  string // "" for small ones of our own
	model  string
	states int    // that can be reached, by the closed form of the net
	depth  int    // of the most distant ones, by the closed form
	note   string // what it is; no word of what was measured
}{
	{"TMCompletionEventFixed", "tpc:6,45", 249_977, 991, "two-phase commit"},
	{"TMHashTableFixed", "irq:100,100,4,2", 730_125, 500, "interrupt queues, with a quarter of the states"},
	{"ISM", "irq:166,167,7,0", 5_142_992, 999,
		"interrupt queues without batches; all ways to a state are equally long, so there is nothing to revisit"},
	{"PSM20", "brp:440,81", 649_448, 2697, "bounded retransmission"},
	{"PSM30", "brp:582,13", 146_672, 2999, "bounded retransmission"},
	{"DSM", "brp:1175,19", 423_008, 6000, "bounded retransmission"},
	{"HSM", "brp:3195,2", 172_538, 15_998, "bounded retransmission"},
	{"", "tpc:4,60", 25_142, 961, "two-phase commit, small"},
	{"", "brp:800,2", 43_208, 4023, "bounded retransmission, small"},
}

// small reports whether a stand-in is in the short versions.
func small(paper string) bool { return paper == "" }

// A dfsRun is a way to search that is compared with another one.
type dfsRun struct {
	algorithm, frontier string
	increment           int
}

// cell returns the cell of a run. No state has the property; all are visited.
func (d dfsRun) cell(model string, limit time.Duration) bench.Cell {
	family, size, _ := strings.Cut(model, ":")
	inc := strconv.Itoa(d.increment)
	return bench.Cell{
		Labels: []bench.Label{
			{Key: "model", Value: family}, {Key: "n", Value: strings.ReplaceAll(size, ",", "x")},
			{Key: "increment", Value: inc},
			{Key: "algorithm", Value: d.algorithm}, {Key: "frontier", Value: d.frontier},
		},
		Model: model, Property: "EF false", Want: "fails", Time: limit,
		Flags: []string{"--engine", "dfs", "--increment", inc, "--algorithm", d.algorithm, "--frontier", d.frontier},
	}
}

// dfsKeys are the numbers of a run that tables show.
var dfsKeys = []string{"states", "revisits", "rounds", "increment", "replayed", "unwound", "restore_seconds",
	"search_bytes"}

// counts returns the numbers of a run on a model, nil if it was not measured or is wrong; done is false if a limit
// ended it, so that they are less than in the end.
func (d dfsRun) counts(r bench.Results, model string) (counts map[string]float64, record *bench.Record, done bool) {
	return dfsCounts(r, d.cell(model, 0))
}

// dfsCounts returns what counts does of a cell, which needs more keys in its numbers, too.
func dfsCounts(r bench.Results, c bench.Cell, more ...string) (map[string]float64, *bench.Record, bool) {
	x := entry.Record(r, c)
	if x == nil || x.Outcome == bench.Wrong || !entry.Counted(x, dfsKeys...) || !entry.Counted(x, more...) {
		return nil, x, false
	}
	return x.Counts, x, x.Outcome == bench.Done
}

// dfsReached returns the number of states of a model and their depth, as the runs of a row show them. Runs that
// visited all states give the number itself and an interval of the depth: a run that was done in k rounds of i steps
// shows that the most distant states are (k − 1)·i to k·i steps away. Without such runs, those that a limit ended
// give lower bounds.
func dfsReached(r bench.Results, runs []dfsRun, model string) (states, depth string) {
	var found []string // several only if the runs contradict each other
	most, covered := -1.0, -1
	low, high := 0.0, math.Inf(1)
	for _, d := range runs {
		counts, x, done := d.counts(r, model)
		switch {
		case counts == nil:
		case done:
			found = bench.AddNew(found, thousands(counts["states"], true))
			low = max(low, (counts["rounds"]-1)*counts["increment"])
			high = min(high, counts["rounds"]*counts["increment"])
		default:
			most = max(most, counts["states"])
			if x.Bound != nil {
				covered = max(covered, *x.Bound)
			}
		}
	}
	switch {
	case len(found) > 0 && low == 0:
		return strings.Join(found, " or "), fmt.Sprintf("≤%.0f", high)
	case len(found) > 0:
		return strings.Join(found, " or "), fmt.Sprintf("%.0f–%.0f", low, high)
	case most < 0:
		return entry.None, entry.None
	case covered > 0:
		return thousands(most, false), ">" + strconv.Itoa(covered)
	}
	return thousands(most, false), entry.None
}

// dfsDoubts warns of runs that went through all states and found another number of them than the closed form of the net
// says, or another depth.
func dfsDoubts(r bench.Results, runs []dfsRun) (notes []string) {
	for _, m := range dfsStandIns {
		for _, d := range runs {
			counts, x, done := d.counts(r, m.model)
			if counts == nil || !done {
				continue
			}
			steps := counts["rounds"] * counts["increment"]
			if counts["states"] != float64(m.states) || steps < float64(m.depth) ||
				steps-counts["increment"] > float64(m.depth) {
				notes = append(notes, fmt.Sprintf("WARNING: %s: %.0f states within %.0f steps, by closed forms "+
					"%d and %d", x.Cell, counts["states"], steps, m.states, m.depth))
			}
		}
	}
	return notes
}

// thousands writes a count with a unit, as the paper does.
func thousands(x float64, exact bool) string {
	for _, u := range []struct {
		least float64
		unit  string
	}{{1e6, "M"}, {1e3, "K"}} {
		if x >= u.least {
			return entry.Decimals(x/u.least, map[bool]int{true: 1, false: 2}[x >= 100*u.least], exact) + u.unit
		}
	}
	return entry.Decimals(x, 0, exact)
}

// increase writes by how much b is more than a, and reduction by how much it is less, in percent.
func increase(a, b float64) string  { return percent(b-a, a) }
func reduction(a, b float64) string { return percent(a-b, a) }

// percent writes a part of a whole, which may be 0.
func percent(part, whole float64) string {
	if whole == 0 {
		return entry.None
	}
	return fmt.Sprintf("%.1f%%", part/whole*100)
}

// number reads a published count, as 52.32K.
func number(text string) float64 {
	unit := 1.0
	switch {
	case strings.HasSuffix(text, "M"):
		unit = 1e6
	case strings.HasSuffix(text, "K"):
		unit = 1e3
	}
	x, err := strconv.ParseFloat(strings.TrimRight(text, "MK"), 64)
	if err != nil {
		panic("tables: " + err.Error()) // a test reads all of them
	}
	return x * unit
}

// What the notes below the tables of depth-first search have in common.
const (
	noteStandIns = "The models of the paper, of the Windows USB stack and a transaction manager, are not public. " +
		"Ours are STAND-INS, Petri nets with about as many states or as great a depth; they say how one way to " +
		"search compares with another, and nothing about how brim compares with ZING."
	noteReached = "depth, states: of the paper, the depth that was explored and the states there; of ours, all that " +
		"the runs of the row found. Runs that were done in k rounds of i steps show that the most distant states are " +
		"(k − 1)·i to k·i steps away."
	noteReduction = "reduction: by how much the number behind is less than the one before, as printed for the paper."
	notePlus      = "> means that the run was ended there, at its limit of time."
)

// dfsNotes lists what the stand-ins are that a table shows.
func dfsNotes(models []string) (notes []string) {
	for _, m := range dfsStandIns {
		for _, name := range models {
			if m.model == name {
				what := "ours, in the short version"
				if m.paper != "" {
					what = "for " + m.paper
				}
				notes = append(notes, fmt.Sprintf("`%s`, %s: %s; %d states, depth %d.", m.model, what, m.note, m.states,
					m.depth))
			}
		}
	}
	return notes
}
