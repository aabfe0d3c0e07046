package tables

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Figure 3 of [DVB14]: nodes of the diagrams round by round.

// A part of Figure 3 of [DVB14] is one net whose state space grows round by round. The figure has no numbers but a peak
// of 557 nodes and 148 at the end for FMS. It names no sizes of nets, no orders, no bounds and, for FMS, no property,
// so these are chosen to show the same.
type part struct {
	letter, family, title string
	n                     int
	property              string
	search                search
	order                 string
	log                   bool // the axis of nodes
	published             []bench.Level
	notes                 []string
}

// parts returns the two parts of the figure: FMS, and the towers of Hanoi. With quick the nets are smaller, and the
// published peaks, which belong to the larger net, are left out.
func parts(quick bool) []part {
	fms := part{
		letter: "a", family: "fms", title: "flexible manufacturing system", n: 3,
		property: "AG(EF(P1 = 3 & P2 = 3 & P3 = 3))",
		search:   search{start: 2, step: 2}, order: "bandwidth",
		notes: []string{
			"The paper shows B-I-Cont growing to 557 nodes and then shrinking to 148, 3.8 times fewer, and names " +
				"neither N nor the order, B, δ and the property. Our property is one that only the whole state space " +
				"shows.",
		},
	}
	if !quick {
		fms.published = []bench.Level{{Y: 557, Name: "peak, paper"}, {Y: 148, Name: "end, paper"}}
		fms.notes = append(fms.notes, "N and the order were chosen to come close to the paper's numbers. Our "+
			"diagrams leave out nodes whose only edge is at local value 0. With these there would be 552 nodes at "+
			"the peak, within 22 steps, and 146 at the end, "+
			"counted without diagrams (`go test -run Figure3 ./bench/tables`).")
	}
	hanoi := part{
		letter: "b", family: "hanoi", title: "Towers of Hanoi", n: 12, property: "EG(EF(B_8 = 1))",
		search: search{start: 8, step: 8}, order: "file+groups", log: true,
		notes: []string{
			"The paper shows B-I-Cont growing steadily and B-I-Comp as a sawtooth, and names neither N nor the " +
				"order, B and δ of the figure. Here a disk is a level, the smallest one at the top.",
		},
	}
	if quick {
		fms.n, fms.property = 2, "AG(EF(P1 = 2 & P2 = 2 & P3 = 2))"
		hanoi.n = 8
	}
	return []part{fms, hanoi}
}

// line returns what is measured, as a row of cells by strategy.
func (p part) line() line {
	n := strconv.Itoa(p.n)
	return line{
		labels: []bench.Label{{Key: "model", Value: p.family}, {Key: "n", Value: n}},
		model:  p.family + ":" + n, property: p.property, want: "holds", search: p.search, order: p.order,
	}
}

// figure3 is the suite that explores both nets by the continuing and the compacting strategy. Its report is one chart
// for each net: the nodes of the diagrams after each round, by the bound of the round. The short version has smaller
// nets.
func figure3(quick bool) bench.Suite {
	s := bench.Suite{Name: "figure3", Title: "nodes of the diagrams round by round, continuing and compacting"}
	columns := []column{proceed, compact}
	for _, p := range parts(quick) {
		for _, st := range columns {
			s.Cells = append(s.Cells, p.line().cell(st, entry.Limit(quick, 10*time.Minute)))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		var list []*bench.Sheet
		for _, p := range parts(quick) {
			c := &bench.Chart{
				Name:  "figure3" + p.letter,
				Title: fmt.Sprintf("Figure 3(%s) of Darvas, Vörös and Bartha: %s, N = %d", p.letter, p.title, p.n),
				X:     "bound", Y: "nodes", Log: p.log, Levels: p.published,
				Notes: append(slices.Clone(p.notes),
					fmt.Sprintf("`%s`, B = %d, δ = %d, `--order %s`", p.property, p.search.start, p.search.step,
						p.order)),
			}
			for _, st := range columns {
				cell := p.line().cell(st, 0)
				c.Series = append(c.Series, series(st, r.Cell(cell.Name()))...)
			}
			for _, s := range c.Series {
				c.Notes = append(c.Notes, course(s)...)
			}
			list = append(list, c.Sheet())
		}
		return list
	}
	return s
}

// series returns the nodes of the distances after each round, and those of the set with them where the strategy has
// one.
func series(st column, r *bench.Record) []bench.Series {
	edd, mdd := bench.Series{Name: st.heading + ", EDD"}, bench.Series{Name: st.heading + ", MDD"}
	if r != nil {
		for _, round := range r.Rounds {
			if round.Bound == nil {
				continue
			}
			if round.EDDNodes != nil {
				edd.Points = append(edd.Points, bench.Point{X: float64(*round.Bound), Y: float64(*round.EDDNodes)})
			}
			if round.MDDNodes != nil {
				mdd.Points = append(mdd.Points, bench.Point{X: float64(*round.Bound), Y: float64(*round.MDDNodes)})
			}
		}
	}
	if st.label == compact.label {
		return []bench.Series{edd, mdd}
	}
	return []bench.Series{edd}
}

// course says how a series goes up and down: nothing of one without points.
func course(s bench.Series) []string {
	if len(s.Points) == 0 {
		return nil
	}
	peak, last, falls := s.Points[0], s.Points[len(s.Points)-1], 0
	for i, p := range s.Points {
		if p.Y > peak.Y {
			peak = p
		}
		if i > 0 && p.Y < s.Points[i-1].Y {
			falls++
		}
	}
	ratio := ""
	if 0 < last.Y && last.Y < peak.Y {
		ratio = fmt.Sprintf(", %.1f times fewer", peak.Y/last.Y)
	}
	return []string{fmt.Sprintf("Ours, %s: at most %.0f nodes, within %.0f steps, and %.0f%s at the end, within "+
		"%.0f; less than before after %d of %d rounds.",
		s.Name, peak.Y, peak.X, last.Y, ratio, last.X, falls, len(s.Points))}
}
