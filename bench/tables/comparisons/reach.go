package comparisons

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/adapter"
	"brim/bench/stats"
	"brim/bench/tables/entry"
	"brim/petri/nets"
)

// The suite reach: reachable markings of families of nets, by two builds of brim and by other programs.

// reachSizes are the nets of the comparison with other programs, by family.
const reachSizes = `
fms 10 25 50 100 200 500
kanban 30 50 100 200 500 1000
dphil 50 100 200 500 1000 5000 10000
rr 100
sr 20 50 100 200 300
`

// reachTime is the limit of a run; reachPeerRuns is how often a peer runs at most, since some take as long as all
// else together.
const (
	reachTime     = 2 * time.Minute
	reachPeerRuns = 3
)

// The programs of the comparison by their names in bench.Cell. before is another build of brim; now is what measures.
const (
	now    = ""
	before = entry.Before
	meddly = "meddly"
	pnmc   = "pnmc"
)

// A reachNet is a net of a family whose number of states is known.
type reachNet struct{ family, size string }

func (n reachNet) spec() string { return n.family + ":" + n.size }

// states returns the number of states by the closed form of the family, "" if the family has no closed form.
func (n reachNet) states() string {
	f, size, err := nets.Split(n.spec())
	if err != nil || f.States == nil {
		return "" // a test looks at all of them
	}
	return f.States(size...).String()
}

func reachNets(quick bool) (list []reachNet) {
	for _, f := range entry.Fields(reachSizes) {
		for _, size := range f[1:] {
			list = append(list, reachNet{f[0], size})
		}
	}
	if quick {
		list = list[:1]
	}
	return list
}

// cell returns the cell of a net for a program.
func (n reachNet) cell(program string, limit time.Duration) bench.Cell {
	c := bench.Cell{
		Labels: []bench.Label{{Key: "model", Value: n.family}, {Key: "n", Value: n.size},
			{Key: "program", Value: "brim"}},
		Program: program, Command: "states", Model: n.spec(), Flags: []string{"--count-only"}, Want: n.states(),
		Time: limit,
	}
	if program != now {
		c.Labels[2].Value = program
	}
	if program == meddly || program == pnmc {
		c.Runs, c.Peer = reachPeerRuns, n.peer(program)
	}
	return c
}

// peer returns how an adapter has a program explore the net, nil if none can.
func (n reachNet) peer(program string) *bench.Tool {
	switch {
	case program == pnmc:
		flags := []any{} // of orders, the one that took less time on a middle size
		if n.family == "dphil" || n.family == "kanban" || n.family == "sr" {
			flags = append(flags, "--order-force")
		}
		const file = "{scratch}/net.pnml"
		t := adapter.Bind("pnmc", map[string]any{"file": file, "flags": flags})
		t.Prepare = [][]string{{"{brim}", "gen", n.spec(), "-o", file}}
		return t
	case n.family == "kanban":
		return adapter.Bind("meddly-kanban", map[string]any{"n": n.size})
	case n.family == "dphil":
		return adapter.Bind("meddly-phils", map[string]any{"n": n.size})
	}
	return nil
}

// Reach measures whole state spaces by brim, by an earlier build of it and by other programs. Its short version has
// one net.
func Reach(quick bool) bench.Suite {
	s := bench.Suite{Name: "reach", Title: "state spaces of families of nets, next to an earlier build (--program " +
		"before=…) and other programs (meddly, pnmc)"}
	list := reachNets(quick)
	for _, n := range list {
		for _, program := range []string{now, before, meddly, pnmc} {
			s.Cells = append(s.Cells, n.cell(program, entry.Limit(quick, reachTime)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		runs := map[string][]*bench.Record{} // of each cell, those that are done
		for _, x := range r.Records() {
			if x.Outcome == bench.Done {
				runs[x.Cell] = append(runs[x.Cell], x)
			}
		}
		of := func(n reachNet, program string) []*bench.Record {
			c := n.cell(program, 0)
			return runs[c.Name()]
		}
		return []*bench.Sheet{reachBuilds(list, of), reachPeers(r, list), reachWork(list, of)}
	}
	return s
}

// runsOf returns the runs of a net by a program that are done.
type runsOf func(n reachNet, program string) []*bench.Record

// A quantity is something measured of a run.
type quantity struct {
	name string
	of   func(*bench.Record) float64
}

var quantities = []quantity{
	{"wall s", func(x *bench.Record) float64 { return x.Wall }},
	{"CPU s", func(x *bench.Record) float64 { return x.CPU }},
	{"MB", func(x *bench.Record) float64 { return float64(x.RSS) / 1e6 }},
}

// median returns the median of a quantity and how far off it may be.
func (q *quantity) median(runs []*bench.Record) (x float64, text string) {
	if len(runs) == 0 {
		return 0, entry.None
	}
	m := stats.Median(bench.Map(runs, q.of))
	return m.X, entry.Decimals(m.X, 3, true) + bench.Value{Spread: m.Spread()}.PlusMinus()
}

// reachBuilds compares the two builds of brim net by net: medians of time and memory, the ratio, and a rank-sum test
// of the difference. Its last rows have, for nets above entry.Worthwhile seconds, the geometric mean, the least
// ratio, and how many nets take more for certain.
func reachBuilds(list []reachNet, of runsOf) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: "reach", Title: "State spaces of families of nets by two builds of brim", Left: 2,
		Header: []string{"net", "states"},
		Notes: []string{
			"`brim states NET --count-only`, the whole process: building the net, choosing the order, exploring, " +
				"counting. Medians with their intervals at 95 %, and how now differs from before with p, by ranks as " +
				"benchstat has it; ~: not for certain. before/now: how many times as much it was. MB: the most " +
				"memory resident, and at least what the process had that started it.",
			"counted: sizes that take 0.1 s of the clock or more before; the means are geometric, over these.",
		},
	}
	for _, q := range quantities {
		sheet.Header = append(sheet.Header, q.name+" before", "now", "differs", "before/now")
	}
	counted := make([][]bench.Value, len(quantities))
	more := make([]int, len(quantities)) // how many of these are more now for certain
	for _, n := range list {
		old, new := of(n, before), of(n, now)
		if len(old) == 0 && len(new) == 0 {
			continue
		}
		row := []string{n.spec(), scientific(n.states())}
		clock, _ := quantities[0].median(old)
		counts := clock >= entry.Worthwhile && len(new) > 0
		for i := range quantities {
			q := &quantities[i]
			x, then := q.median(old)
			y, today := q.median(new)
			difference, ratio := entry.None, bench.Value{}
			if len(old) > 0 && len(new) > 0 {
				c := stats.RankSum(bench.Map(old, q.of), bench.Map(new, q.of))
				difference, ratio = c.FormatDelta(x, y)+" ("+c.String()+")", bench.Exactly(x).Ratio(bench.Exactly(y))
				if counts && c.P < c.Alpha && y > x {
					more[i]++
				}
			}
			if counts {
				counted[i] = append(counted[i], ratio)
			}
			row = append(row, then, today, difference, bench.Shown(ratio))
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	if len(counted[0]) > 0 {
		mean, least, worse := []string{"geometric mean of those counted", strconv.Itoa(len(counted[0]))},
			[]string{"the least of them", ""}, []string{"of them more than before, for certain", ""}
		for i, list := range counted {
			mean = append(mean, "", "", "", bench.Shown(entry.Mean(list)))
			least = append(least, "", "", "",
				bench.Shown(slices.MinFunc(list, func(a, b bench.Value) int { return cmp.Compare(a.X, b.X) })))
			worse = append(worse, "", "", strconv.Itoa(more[i]), "")
		}
		sheet.Rows = append(sheet.Rows, mean, least, worse)
	}
	return sheet
}

// scientific shortens a decimal number of more than ten digits.
func scientific(digits string) string {
	if len(digits) <= 10 {
		return digits
	}
	x, err := strconv.ParseFloat(digits[:1]+"."+digits[1:10], 64)
	if err != nil {
		return digits
	}
	m, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', 3, 64), "e")
	more, _ := strconv.Atoi(exponent) // 1 if 9.9999 became 1.000e1
	return fmt.Sprintf("%se%d", m, len(digits)-1+more)
}

// reachWork divides the time of the middle run of each build into choosing an order and exploring, and sets lookups,
// work and nodes next to it. Runs without these numbers are left out.
func reachWork(list []reachNet, of runsOf) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: "reach-work", Title: "Where the time goes", Left: 2,
		Header: []string{"net", "build", "s", "of these choosing", "%", "exploring", "lookups", "ns each", "work",
			"work of the choice", "tried", "most nodes"},
		Notes: []string{
			"The run in the middle by CPU time. s: of the clock, inside the process, without building the net and " +
				"counting. choosing: until the last exploration begins, invariants and boundedness included. " +
				"lookups: questions to the computed table in the last exploration; ns each: its time over these. " +
				"work: as in `dd.Stats.Work`, of the last exploration and of all before it; in builds before " +
				"2026-11-22 05:26 it counts lookups. most nodes: at a time, in the last exploration.",
		},
	}
	for _, n := range list {
		for _, program := range []string{before, now} {
			runs := of(n, program)
			if len(runs) == 0 {
				continue
			}
			x := bench.Summary(runs)
			row := []string{n.spec(), map[string]string{before: "before", now: "now"}[program]}
			all, choice := x.Counts["seconds"], x.Counts["order_seconds"]
			if !entry.Counted(x, "seconds", "order_seconds", "lookups", "work", "order_work") ||
				x.Counts["lookups"] == 0 {
				continue
			}
			row = append(row, entry.Decimals(all, 3, true), entry.Decimals(choice, 3, true),
				entry.Decimals(100*choice/all, 0, true), entry.Decimals(all-choice, 3, true),
				entry.Decimals(x.Counts["lookups"], 0, true),
				entry.Decimals(1e9*(all-choice)/x.Counts["lookups"], 1, true),
				entry.Decimals(x.Counts["work"], 0, true), entry.Decimals(x.Counts["order_work"], 0, true),
				entry.Decimals(x.Counts["order.tried"], 0, true))
			most := entry.None
			if x.PeakNodes != nil {
				most = strconv.Itoa(*x.PeakNodes)
			}
			sheet.Rows = append(sheet.Rows, append(row, most))
		}
	}
	return sheet
}
