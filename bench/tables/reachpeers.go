package tables

import (
	"cmp"
	"slices"
	"strconv"

	"brim/bench"
)

// reachStored is what other programs needed on the same nets in November 2026, on a machine with two virtual cores,
// each with the best of its options and in the best of some orders: family, size, program, CPU seconds of the whole
// process, and the most memory resident in MB. It stands where a program is not measured.
const reachStored = `
fms 10 meddly 0.00 6
fms 10 pnmc 0.49 857
fms 25 meddly 0.00 6
fms 25 pnmc 0.54 860
fms 50 meddly 0.06 8
fms 50 pnmc 0.72 872
fms 100 meddly 0.37 16
fms 100 pnmc 1.96 939
fms 200 meddly 2.87 54
fms 200 pnmc 13.02 1367
kanban 30 meddly 0.00 6
kanban 30 pnmc 0.50 857
kanban 50 meddly 0.01 6
kanban 50 pnmc 0.52 858
kanban 100 meddly 0.09 9
kanban 100 pnmc 0.60 864
kanban 200 meddly 0.61 22
kanban 200 pnmc 0.98 885
kanban 500 meddly 9.23 158
kanban 500 pnmc 4.55 1030
kanban 1000 meddly 66.64 934
kanban 1000 pnmc 23.76 1538
dphil 50 meddly 0.01 6
dphil 50 pnmc 0.51 858
dphil 100 meddly 0.00 6
dphil 100 pnmc 0.52 861
dphil 200 meddly 0.01 7
dphil 200 pnmc 0.59 872
dphil 500 meddly 0.02 9
dphil 500 pnmc 0.81 936
dphil 1000 meddly 0.04 13
dphil 1000 pnmc 1.54 1151
dphil 5000 meddly 0.38 38
dphil 5000 pnmc 38.81 7860
dphil 10000 meddly 1.20 77
rr 100 pnmc 1.48 947
sr 20 pnmc 0.70 879
sr 50 meddly 0.14 9
sr 50 pnmc 4.84 1139
sr 100 meddly 1.04 30
sr 100 pnmc 60.89 1407
sr 200 meddly 10.52 175
sr 300 meddly 35.54 571
`

// A peer is what another program needed for a net.
type peer struct {
	name     string
	cpu      bench.Value // seconds
	memory   float64     // MB
	measured bool        // in the same sweep
}

// rank says how much is known of the time of a peer, the least where it is most: what was measured, what is stored, and
// at last a run that did not end, which is not the fastest.
func (p *peer) rank() int {
	switch {
	case p.cpu.Relation != '=':
		return 2
	case !p.measured:
		return 1
	}
	return 0
}

// peersOf returns what the other programs needed for a net, nothing of those of which nothing is known.
func peersOf(r bench.Results, n reachNet) (list []peer) {
	for _, program := range []string{meddly, pnmc} {
		p := peer{name: program}
		x := record(r, n.cell(program, 0))
		if p.cpu = (bench.Entry{Ours: x}).Seconds(); p.cpu.Relation != 0 {
			p.memory, p.measured = float64(x.RSS)/1e6, true
		} else {
			for _, f := range fields(reachStored) {
				if f[0] == n.family && f[1] == n.size && f[2] == program {
					cpu, _ := strconv.ParseFloat(f[3], 64) // a test reads all of them
					p.cpu = bench.Exactly(cpu)
					p.memory, _ = strconv.ParseFloat(f[4], 64)
				}
			}
		}
		if p.cpu.Relation != 0 {
			list = append(list, p)
		}
	}
	return list
}

// reachPeers sets brim beside the other programs.
func reachPeers(r bench.Results, list []reachNet) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: "reach-peers", Title: "State spaces of families of nets, brim beside other programs", Left: 2,
		Header: []string{"net", "fastest", "CPU s", "MB", "brim CPU s", "MB", "CPU fastest/brim", "MB brim/fastest", "other", "CPU s", "MB"},
		Notes: []string{
			"Whole processes, medians of runs. brim gets no order and no hint. meddly: programs over Meddly, in the order and grouping by hand of its own examples. pnmc: the PNML file of `brim gen`, with the best of its options. pnmc takes about 0.5 s and 860 MB to " +
				"start, because it allocates its tables first. MB: the most memory resident, and at least what the process had that started it.",
			"fastest: of those that ended, of these one that was measured. stored: not measured in this sweep, but on another day on such a machine, so the ratio says little. Where a program takes less than 0.01 s its ratio says nothing and is left out.",
		},
	}
	for _, n := range list {
		ours, peers := record(r, n.cell(now, 0)), peersOf(r, n)
		if ours == nil || ours.Outcome != bench.Done {
			continue
		}
		slices.SortStableFunc(peers, func(a, b peer) int {
			return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.cpu.X, b.cpu.X))
		})
		row := []string{n.spec(), noNumber, noNumber, noNumber, secondsOf(ours), memoryOf(ours), noNumber, noNumber, "", "", ""}
		for i, p := range peers[:min(2, len(peers))] {
			name := p.name
			if !p.measured {
				name += ", stored"
			}
			at := []int{1, 8}[i]
			row[at], row[at+1], row[at+2] = name, bench.Shown(p.cpu), decimals(p.memory, 1, true)
			if i == 0 && p.cpu.X >= 0.01 {
				row[6], row[7] = bench.Shown(p.cpu.Ratio(bench.Exactly(ours.CPU))), bench.Shown(bench.Exactly(float64(ours.RSS)/1e6).Ratio(bench.Exactly(p.memory)))
			}
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet
}
