package comparisons

import (
	"strconv"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The table of the suite reach that sets brim next to other programs.

// reachPeers sets brim next to the other programs, net by net: CPU time and memory of each, and the ratios to brim.
// Ratios of runs below 0.01 s are left out, as are nets that brim did not explore; the last row has the geometric
// means of the CPU ratios.
func reachPeers(r bench.Results, list []reachNet) *bench.Sheet {
	peers := []string{meddly, pnmc}
	sheet := &bench.Sheet{
		Name: "reach-peers", Title: "State spaces of families of nets, brim next to other programs", Left: 1,
		Header: []string{"net", "brim CPU s", "brim MB"},
		Notes: []string{
			"Whole processes, medians of runs. brim gets no order and no hint. meddly: programs over Meddly, in " +
				"orders and groups by hand. pnmc: the PNML file of `brim gen`, with the best of its options. pnmc " +
				"takes about 0.5 s and 860 MB to start, because it allocates its tables first. MB: the most memory " +
				"resident, and at least what the process had that started it.",
			"Where a program takes less than 0.01 s its ratios say nothing and are left out. >: it did not end " +
				"within its limit, and what is computed from that is a bound, too. There is no mean of memory, as it " +
				"is not known where a net needs little.",
		},
	}
	means := []string{"geometric mean", "", ""}
	ratios := make([][]bench.Value, len(peers)) // of CPU time
	for _, name := range peers {
		sheet.Header = append(sheet.Header, name+" CPU s", name+" MB", "CPU "+name+"/brim", "MB "+name+"/brim")
	}
	for _, n := range list {
		ours := entry.Record(r, n.cell(now, 0))
		if ours == nil || ours.Outcome != bench.Done {
			continue
		}
		row := []string{n.spec(), entry.Seconds(ours), entry.Memory(ours)}
		for i, name := range peers {
			x := entry.Record(r, n.cell(name, 0))
			cpu := (bench.Entry{Ours: x}).Seconds()
			if cpu.Relation == 0 { // it failed, or cannot
				row = append(row, entry.None, entry.None, entry.None, entry.None)
				continue
			}
			row = append(row, entry.Seconds(x), entry.Memory(x), entry.None, entry.None)
			if cpu.X >= 0.01 {
				ratio := cpu.Ratio(bench.Exactly(ours.CPU))
				ratios[i] = append(ratios[i], ratio)
				row[len(row)-2], row[len(row)-1] = bench.Shown(ratio), bench.Shown(x.Resident().Ratio(ours.Resident()))
			}
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	for _, list := range ratios {
		means = append(means, "of "+strconv.Itoa(len(list)), "", bench.Shown(entry.Mean(list)), "")
	}
	if len(sheet.Rows) > 0 {
		sheet.Rows = append(sheet.Rows, means)
	}
	return sheet
}
