package unfold_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"brim/petri/coloured/unfold"
)

var coarseTable = flag.String("coarse-table", "",
	"`file` for a table of the contest's coloured nets in ../shared/mcc and their unfoldings")

// TestCoarseTable writes how large the unfoldings of the contest's nets are, in front of the first section that the
// file has. Without the flag, nothing is done.
func TestCoarseTable(t *testing.T) {
	if *coarseTable == "" {
		t.Skip("no -coarse-table")
	}
	folders, err := filepath.Glob(filepath.Join(contest(t), "coloured", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprint(&b, `# Coloured nets and their unfoldings

Places | transitions of the contest's coloured nets of `+"`../shared/mcc/coloured`"+`: as drawn; unfolded, a transition for
each assignment of colours; one for all assignments that take and give the same; and with one colour for all those of
a place that nothing tells apart, which is enough where no formula names a colour or counts.

`+"```sh\ngo test ./petri/coloured -run TestCoarseTable -coarse-table $PWD/results/coloured.md\n```\n"+`
| net | coloured | each assignment | each effect | one colour of a class | of places, % | of transitions, % |
|---|--:|--:|--:|--:|--:|--:|
`)
	smaller, slowest := 0, time.Duration(0)
	for _, folder := range folders {
		_, net := readContest(t, folder)
		all, err := unfold.Net(t.Context(), net, unfold.Options{})
		if err != nil {
			t.Fatal(err)
		}
		merged, err := unfold.Net(t.Context(), net, unfold.Options{Merge: true})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		c, err := unfold.Coarsen(t.Context(), net, unfold.Keep{})
		if err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(start))
		small, err := c.Unfold(t.Context(), unfold.Options{Merge: true})
		if err != nil {
			t.Fatal(err)
		}
		size := func(u *unfold.Unfolding) string {
			return fmt.Sprintf("%d \\| %d", len(u.Net.Places), len(u.Net.Transitions))
		}
		percent := func(a, b int) float64 { return 100 * float64(a) / float64(max(1, b)) }
		if len(small.Net.Places) < len(merged.Net.Places) || len(small.Net.Transitions) < len(merged.Net.Transitions) {
			smaller++
		}
		fmt.Fprintf(&b, "| %s | %d \\| %d | %s | %s | %s | %.0f | %.0f |\n", filepath.Base(folder),
			len(net.Places), len(net.Transitions), size(all), size(merged), size(small),
			percent(len(small.Net.Places), len(merged.Net.Places)),
			percent(len(small.Net.Transitions), len(merged.Net.Transitions)))
	}
	fmt.Fprintf(&b, "\n%d of %d nets become smaller by classes. Finding them took %s at most.\n", smaller, len(folders),
		slowest.Round(10*time.Microsecond))
	if old, err := os.ReadFile(*coarseTable); err == nil { // what scores said is not found here
		if i := bytes.Index(old, []byte("\n## ")); i >= 0 {
			b.Write(old[i:])
		}
	}
	if err := os.WriteFile(*coarseTable, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
