package tables

import (
	"cmp"
	"slices"

	"brim/bench"
)

// reachStored are the nets of which there are records of other programs that were not measured by brim bench: programs,
// families and sizes. Their records are in results/raw/reach-stored.jsonl and stand where a program is not measured.
const reachStored = `
meddly dphil 50 100 200 500 1000 5000 10000
meddly fms 10 25 50 100 200
meddly kanban 30 50 100 200 500 1000
meddly sr 50 100 200 300
pnmc dphil 50 100 200 500 1000 5000
pnmc fms 10 25 50 100 200
pnmc kanban 30 50 100 200 500 1000
pnmc rr 100
pnmc sr 20 50 100
`

// A peer is what another program needed for a net.
type peer struct {
	name     string
	record   *bench.Record
	cpu      bench.Value // seconds
	measured bool        // by brim bench
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
		for _, name := range []string{program, program + takenOver} {
			p := peer{name: program, record: record(r, n.cell(name, 0)), measured: name == program}
			if p.cpu = (bench.Entry{Ours: p.record}).Seconds(); p.cpu.Relation != 0 {
				list = append(list, p)
				break
			}
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
			"fastest: of those that ended, of these one that was measured. stored: not measured by brim, but on another day on such a machine, so the ratio says little. Where a program takes less than 0.01 s its ratio says nothing and is left out.",
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
			row[at], row[at+1], row[at+2] = name, bench.Shown(p.cpu), memoryOf(p.record)
			if i == 0 && p.cpu.X >= 0.01 {
				row[6], row[7] = bench.Shown(p.cpu.Ratio(bench.Exactly(ours.CPU))), bench.Shown(ours.Resident().Ratio(p.record.Resident()))
			}
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	return sheet
}
