package tables

import (
	"fmt"
	"strconv"
	"time"

	"brim/bench"
)

// A part of Figure 3 of [DVB14] is one net whose state space grows round by round. The figure has no numbers but a peak of 557 nodes
// and 148 at the end for FMS, and names no sizes of nets.
type part struct {
	letter, family, title string
	n                     int
	property              string
	search                search
	note                  string
}

func parts(quick bool) []part {
	fms := part{"a", "fms", "flexible manufacturing system", 5, "AG(EF(P1 = 5 & P2 = 5 & P3 = 5))", search{start: 5, step: 5},
		"The paper shows B-I-Cont growing to 557 nodes and ending with 148; it names neither N nor the property."}
	hanoi := part{"b", "hanoi", "Towers of Hanoi", 12, "EG(EF(B_8 = 1))", search{start: 20, step: 10},
		"The paper shows B-I-Cont growing and B-I-Comp going up and down; it does not name N."}
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
		model:  p.family + ":" + n, property: p.property, want: "holds", search: p.search,
	}
}

// figure3 has the sizes of the diagrams after each round. Its short version has smaller nets.
func figure3(quick bool) bench.Suite {
	s := bench.Suite{Name: "figure3", Title: "nodes of the diagrams round by round, continuing and compacting"}
	columns := []column{proceed, compact}
	for _, p := range parts(quick) {
		for _, st := range columns {
			s.Cells = append(s.Cells, p.line().cell(st, limit(quick, 10*time.Minute)))
		}
	}
	s.Report = func(r bench.Results) bench.Report {
		var rep bench.Report
		for _, p := range parts(quick) {
			c := &bench.Chart{
				Name:  "figure3" + p.letter,
				Title: fmt.Sprintf("Figure 3(%s): %s, N = %d", p.letter, p.title, p.n), X: "bound", Y: "nodes",
				Notes: []string{p.note, fmt.Sprintf("`%s`, B = %d, δ = %d", p.property, p.search.start, p.search.step)},
			}
			for _, st := range columns {
				cell := p.line().cell(st, 0)
				c.Series = append(c.Series, series(st, r.Cell(cell.Name()))...)
			}
			rep.Charts = append(rep.Charts, c)
		}
		return rep
	}
	return s
}

// series returns the nodes of the distances after each round, and those of the set beside it where the strategy has one.
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
