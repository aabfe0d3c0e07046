package bench

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// Records in the format of Go benchmarks.

// WriteBenchmarks writes records in the format of Go benchmarks, which benchstat reads. Each run that is done becomes
// a line with its numbers and units; each other run, which has no time to compare, becomes a comment. A head names
// machine and build whenever they change.
func WriteBenchmarks(w io.Writer, records []*Record) error {
	var b bytes.Buffer
	var last *Record
	for _, r := range records {
		if last == nil || r.Machine != last.Machine {
			last = r
			system, arch, _ := strings.Cut(r.System, "/")
			fmt.Fprintf(&b, "goos: %s\ngoarch: %s\npkg: brim\n", system, arch)
			for _, c := range [][2]string{{"cpu", r.Processor}, {"commit", r.Commit}, {"build", r.Build},
				{"go", r.Go}} {
				if c[1] != "" {
					fmt.Fprintf(&b, "%s: %s\n", c[0], c[1])
				}
			}
		}
		name := "Benchmark" + strings.ToUpper(r.Suite[:1]) + r.Suite[1:] + "/" + r.Cell
		if r.Outcome != Done {
			fmt.Fprintf(&b, "# %s: %s: %s\n", name, r.Outcome, r.Reason)
			continue
		}
		fmt.Fprintf(&b, "%s 1 %.6f sec/op %.6f cpu-sec", name, r.Wall, r.CPU)
		if r.States != nil {
			if n, ok := new(big.Float).SetString(*r.States); ok {
				if f, _ := n.Float64(); len(*r.States) < 300 {
					fmt.Fprintf(&b, " %.6g states", f)
				} else {
					fmt.Fprintf(&b, " %d state-digits", len(*r.States)) // benchstat has no larger numbers
				}
			}
		}
		for _, m := range []struct {
			n    *int
			unit string
		}{{r.Nodes, "nodes"}, {r.PeakNodes, "peak-nodes"}} {
			if m.n != nil {
				fmt.Fprintf(&b, " %d %s", *m.n, m.unit)
			}
		}
		if made := (Entry{Ours: r}).Made(); made.Relation != 0 {
			fmt.Fprintf(&b, " %s made-nodes", made.Text())
		}
		fmt.Fprintf(&b, " %d RSS-bytes\n", r.RSS)
	}
	_, err := w.Write(b.Bytes())
	return err
}
