package tables

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite dfs-payload: depth-bounded search through large states, with frontiers as traces, as a tree and in full.

// dfsPayload is how many bytes the states of this suite carry: a state of [UDR11] takes "hundreds of kilobytes".
const dfsPayload = 128 << 10

// A dfsLoad is a stand-in for a model of Table 4 that is more like it in what counts there: it takes about as many
// rounds, and a state is not expanded again tens of times. So it is small, and its increment, too.
type dfsLoad struct {
	paper, model, what string
	increment, states  int // states by the closed form of the net
}

var dfsLoads = []dfsLoad{
	{"ISM", "irq:12,12,7,0", "interrupt queues without batches, in one round", 1000, 16_112},
	{"PSM20", "brp:30,20", "bounded retransmission", 90, 11_348},
	{"PSM30", "brp:120,3", "bounded retransmission", 220, 8_648},
	{"DSM", "brp:80,5", "bounded retransmission", 70, 8_648},
	{"HSM", "irq:500,2,2,1", "interrupt queues, batches first", 80, 22_482},
	{"", "irq:60,2,2,1", "interrupt queues, batches first, small", 10, 2_682},
}

// dfsLoadRuns are the frontiers that are compared.
var dfsLoadRuns = []string{"traces", "tree", "states"}

// cell returns the cell of a frontier.
func (l dfsLoad) cell(frontier string, payload int, limit time.Duration) bench.Cell {
	c := dfsRun{"threshold", frontier, l.increment}.cell(l.model, limit)
	c.Labels = append(c.Labels, bench.Label{Key: "payload", Value: strconv.Itoa(payload)})
	if payload > 0 {
		c.Flags = append(c.Flags, "--payload", strconv.Itoa(payload))
	}
	return c
}

// counts returns the numbers of a run, nil if it was not measured or is wrong.
func (l dfsLoad) counts(r bench.Results, frontier string, payload int) (counts map[string]float64, x *bench.Record,
	done bool) {
	return dfsCounts(r, l.cell(frontier, payload, 0), "frontier_bytes")
}

// dfsLoaded is the suite that repeats Table 4 of [UDR11] with states that carry 128 KB, and without that payload. It
// measures the frontier as traces, as a tree and in full, and reports a table of times and one of the memory of the
// frontier. The short version has one net.
func dfsLoaded(quick bool) bench.Suite {
	s := bench.Suite{Name: "dfs-payload",
		Title: "depth-first search through states of 128 KB: frontiers as traces, as a tree and in full, on stand-ins"}
	loads := dfsLoads
	if quick {
		loads = loads[len(loads)-1:]
	}
	payloads := []int{0, dfsPayload}
	for _, l := range loads {
		for _, p := range payloads {
			for _, frontier := range dfsLoadRuns {
				s.Cells = append(s.Cells, l.cell(frontier, p, entry.Limit(quick, 2*time.Minute)))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		times := &bench.Sheet{
			Name: s.Name, Title: "Table 4 of Udupa, Desai and Rajamani with states that carry a payload, on stand-ins",
			Left: 2,
			Header: []string{"model", "", "payload", "increment", "rounds", "again", "traces", "getState", "share",
				"tree", "getState", "share", "reduction", "steps", "tree steps"},
			Notes: []string{noteLoads,
				"rounds, again: of the paper by the depth and by its Table 2, the revisits for each state, with " +
					"thresholds. traces, tree: seconds of a run, of ours CPU. getState: the part of it that makes " +
					"states of the frontier, by the clock; share: that part in percent, of the longer of CPU and " +
					"clock. reduction: by how much the tree takes less.",
				noteReduction, notePlus},
		}
		memory := &bench.Sheet{
			Name: s.Name + "-memory", Title: "Frontiers of states that carry a payload, in MB", Left: 2,
			Header: []string{"model", "", "payload", "states", "rounds", "traces", "tree", "in full", "in full / tree"},
			Notes: []string{noteLoads, "The most that the frontier took at the end of a round, with what it refers " +
				"to. A breadth-first search has the frontier in full, too. The paper has no numbers; its text: \"if " +
				"we store frontier states in full, we run out of memory for these models\"."},
		}
		for _, l := range loads {
			l.rows(r, payloads, times, memory)
			times.Notes = append(times.Notes,
				fmt.Sprintf("`%s`, for %s: %s; %d states.", l.model, cmp.Or(l.paper, "the short version"), l.what,
					l.states))
			times.Notes = append(times.Notes, l.doubts(r, payloads)...)
		}
		return []*bench.Sheet{times, memory}
	}
	return s
}

// rows appends the rows of a stand-in to the tables of times and memory: the published row once, then one row for
// each payload of which the runs with traces and with a tree were measured.
func (l dfsLoad) rows(r bench.Results, payloads []int, times, memory *bench.Sheet) {
	paper := l.published()
	name := l.model
	for _, p := range payloads {
		traces, x, done1 := l.counts(r, "traces", p)
		tree, y, done2 := l.counts(r, "tree", p)
		full, _, done3 := l.counts(r, "states", p)
		if traces == nil || tree == nil {
			continue
		}
		if paper != nil {
			times.Rows, paper = append(times.Rows, paper), nil
		}
		less := entry.None
		if done1 && done2 {
			less = reduction(x.CPU, y.CPU)
		}
		payload := entry.None
		if p > 0 {
			payload = fmt.Sprintf("%d KB", p>>10)
		}
		times.Rows = append(times.Rows, []string{name, "brim", payload, strconv.Itoa(l.increment),
			strconv.Itoa(int(traces["rounds"])), fmt.Sprintf("%.2f", traces["revisits"]/traces["states"]),
			entry.Decimals(x.CPU, 2, done1), entry.Decimals(traces["restore_seconds"], 2, done1), dfsShare(x),
			entry.Decimals(y.CPU, 2, done2), entry.Decimals(tree["restore_seconds"], 2, done2), dfsShare(y), less,
			thousands(traces["replayed"]+traces["unwound"], done1), thousands(tree["replayed"]+tree["unwound"], done2)})
		megabytes := func(c map[string]float64, done bool) string {
			if c == nil {
				return entry.None
			}
			return entry.Decimals(c["frontier_bytes"]/1e6, 2, done)
		}
		ratio := entry.None
		if full != nil && tree["frontier_bytes"] > 0 {
			ratio = entry.Decimals(full["frontier_bytes"]/tree["frontier_bytes"], 1, done2 && done3)
		}
		memory.Rows = append(memory.Rows,
			[]string{name, "brim", payload, thousands(tree["states"], done2), strconv.Itoa(int(tree["rounds"])),
				megabytes(traces, done1), megabytes(tree, done2), megabytes(full, done3), ratio})
		name = ""
	}
}

// doubts warns of runs that went through all states and found another number of them than the closed form says.
func (l dfsLoad) doubts(r bench.Results, payloads []int) (notes []string) {
	for _, p := range payloads {
		for _, frontier := range dfsLoadRuns {
			if c, x, done := l.counts(r, frontier, p); done && c["states"] != float64(l.states) {
				notes = append(notes, fmt.Sprintf("WARNING: %s: %.0f states, by the closed form %d", x.Cell,
					c["states"], l.states))
			}
		}
	}
	return notes
}

// published returns the row of Table 4 for the model that l stands in for, with its revisits from Table 2.
func (l dfsLoad) published() []string {
	for _, f := range entry.Fields(dfsTreesPublished) {
		if f[0] != "1000" || f[1] != l.paper {
			continue
		}
		again := entry.None
		for _, g := range entry.Fields(dfsTable2Published) {
			if g[0] == l.paper {
				again = fmt.Sprintf("%.2f", number(g[4])/number(g[2]))
			}
		}
		rounds := strconv.Itoa(int(math.Ceil(number(f[2]) / number(f[0]))))
		part := func(get, all string) string { return share(number(get) / number(all)) }
		return []string{l.paper, "paper", entry.None, f[0], rounds, again, f[3], f[4], part(f[4], f[3]), f[5], f[6],
			part(f[6], f[5]), f[7], entry.None, entry.None}
	}
	return nil
}

// dfsShare writes which part of a run goes into making states of the frontier.
func dfsShare(x *bench.Record) string {
	return share(x.Counts["restore_seconds"] / max(x.CPU, x.Wall))
}

const noteLoads = "Ours are STAND-INS chosen for this table: small nets with an increment with which they take about " +
	"as many rounds as the paper's models; how often a state is expanded again stands beside it. payload: each state " +
	"carries so much beside its own word or two, of which a step copies all and changes few words."
