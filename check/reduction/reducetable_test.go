package reduction_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"brim/check"
	"brim/check/reduction"
	"brim/ctl/syntax"
	"brim/petri/reduce"
)

var reductions = flag.String("reductions", "",
	"`file` for a table of how small the contest's nets become, of which ../shared/mcc has some")

// A kept is what is left of a net for a class, in percent of its places and transitions; of formulas the median of all.
type kept struct{ places, transitions float64 }

// columns of the table: classes, then examinations of which each formula has a net of its own, and the medians that
// another implementation of most of the rules left of the places of the first folder's nets.
var reductionColumns = []struct {
	title, file string
	class       reduce.Class
	folded      bool
	reference   float64
}{
	{"states", "", reduce.Count, false, 85},
	{"deadlock", "", reduce.Dead, false, 56},
	{"liveness", "", reduce.Live, false, math.NaN()},
	{"one RC", "ReachabilityCardinality.xml", reduce.Reach, false, 70},
	{"one RF", "ReachabilityFireability.xml", reduce.Reach, false, 83},
	{"one UB", "UpperBounds.xml", reduce.Reach, false, 31},
	{"RC folded", "ReachabilityCardinality.xml", reduce.Reach, true, math.NaN()},
	{"RF folded", "ReachabilityFireability.xml", reduce.Reach, true, math.NaN()},
	{"CTLC folded", "CTLCardinality.xml", reduce.Branching, true, math.NaN()},
	{"CTLF folded", "CTLFireability.xml", reduce.Branching, true, math.NaN()},
}

// Reductions of all nets at hand, as a table. Without the flag, nothing is done.
func TestReductions(t *testing.T) {
	if *reductions == "" {
		t.Skip("no -reductions")
	}
	var b bytes.Buffer
	fmt.Fprint(&b, `# Nets made smaller

Places | transitions that are left, in percent, by what is kept. Behind liveness: the median of an examination's
formulas, each with a net of its own; RC and RF are ReachabilityCardinality and ReachabilityFireability, UB UpperBounds,
CTLC and CTLF the formulas of CTL. They are as written, or folded: what place invariants and the initial marking decide
is replaced by true and false, and a formula that is decided leaves nothing. A median is one of nets, but under "all
formulas" one of the formulas of all nets. The reference had one formula of each net, which one is not known.

`+"```sh\ngo test ./check/reduction -run TestReductions -reductions $PWD/results/reduce.md\n```\n")
	for _, folder := range []string{"models", "large"} {
		nets, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "mcc", folder, "*", "model.pnml"))
		if err != nil || nets == nil {
			t.Skip("no nets in ../shared")
		}
		table(t, &b, folder, nets)
	}
	if err := os.WriteFile(*reductions, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func table(t *testing.T, b *bytes.Buffer, folder string, nets []string) {
	columns, all := make([][]kept, len(reductionColumns)), make([][]kept, len(reductionColumns))
	var rows bytes.Buffer
	slowest, slowestNet := time.Duration(0), ""
	for _, file := range nets {
		dir := filepath.Dir(file)
		m, err := check.Load(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&rows, "| %s | %d | %d |", filepath.Base(dir), len(m.Net.Places), len(m.Net.Transitions))
		for i, c := range reductionColumns {
			var list []kept
			shrink := func(questions []*check.Question, k reduction.Options) {
				k.Growing, k.Programs = true, true
				start := time.Now()
				r, err := reduction.Reduce(t.Context(), m, questions, k)
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(start); took > slowest {
					slowest, slowestNet = took, filepath.Base(dir)
				}
				list = append(list, kept{
					100 * float64(len(r.Net.Places)) / float64(len(m.Net.Places)),
					100 * float64(len(r.Net.Transitions)) / float64(max(1, len(m.Net.Transitions))),
				})
			}
			if c.file == "" {
				shrink(nil, reduction.Options{Class: c.class, Given: true})
			} else {
				questions, err := m.Properties(t.Context(), filepath.Join(dir, c.file), check.Maximal, syntax.AsWritten)
				if err != nil {
					t.Fatal(err)
				}
				if c.folded {
					questions = reduction.Fold(t.Context(), m, questions)
				}
				for _, q := range questions {
					if q.Wrong == nil {
						shrink([]*check.Question{q}, reduction.Options{})
					}
				}
			}
			x := median(list)
			columns[i], all[i] = append(columns[i], x), append(all[i], list...)
			fmt.Fprintf(&rows, " %.0f \\| %.0f |", x.places, x.transitions)
		}
		fmt.Fprintln(&rows)
	}
	fmt.Fprintf(b, "\n## %s: %d nets\n\nThe slowest reduction took %.1f s (%s).\n\n| kept | places, median | mean | "+
		"transitions, median | mean | places, all formulas | reference |\n|---|--:|--:|--:|--:|--:|--:|\n",
		folder, len(nets), slowest.Seconds(), slowestNet)
	for i, c := range reductionColumns {
		mid, mean := median(columns[i]), kept{}
		for _, x := range columns[i] {
			mean.places += x.places / float64(len(columns[i]))
			mean.transitions += x.transitions / float64(len(columns[i]))
		}
		reference := "–"
		if folder == "models" && !math.IsNaN(c.reference) {
			reference = fmt.Sprintf("%.0f", c.reference)
		}
		fmt.Fprintf(b, "| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %s |\n",
			c.title, mid.places, mean.places, mid.transitions, mean.transitions, median(all[i]).places, reference)
	}
	fmt.Fprint(b, "\n| net | places | transitions |")
	for _, c := range reductionColumns {
		fmt.Fprintf(b, " %s |", c.title)
	}
	fmt.Fprint(b, "\n|---|--:|--:|")
	for range reductionColumns {
		fmt.Fprint(b, "--:|")
	}
	fmt.Fprintf(b, "\n%s", rows.Bytes())
}

func median(list []kept) kept {
	if len(list) == 0 {
		return kept{100, 100}
	}
	var places, transitions []float64
	for _, x := range list {
		places, transitions = append(places, x.places), append(transitions, x.transitions)
	}
	slices.Sort(places)
	slices.Sort(transitions)
	n := len(list)
	return kept{(places[(n-1)/2] + places[n/2]) / 2, (transitions[(n-1)/2] + transitions[n/2]) / 2}
}
