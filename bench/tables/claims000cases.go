package tables

import (
	"fmt"

	"brim/bench"
)

// bbmcLinesOf returns the lines of a protocol for some properties, by property and number of messages.
func bbmcLinesOf(family string, properties ...string) (list []bbmcLine) {
	for _, p := range properties {
		list = append(list, bbmcTable{messages: messages}.of(family, p)...)
	}
	return list
}

// bbmcAddRatio adds the case that the states of a part over those that breadth-first search needs are as they should.
func bbmcAddRatio(cases *bench.Cases, name string, part, prefix map[string]float64, is func(float64) bool) {
	cases.Term("the figures are states of a part, on average, over those that breadth-first search needs")
	if x, ok := bbmcRatio(part, prefix); ok {
		cases.Add(name, is(x), fmt.Sprintf("%.3g", x))
	} else {
		cases.Missing(name)
	}
}

// bbmcRatios adds a case for each point of lines of Figure 3.
func bbmcRatios(r bench.Results, cases *bench.Cases, lines []bbmcLine, is func(float64) bool) {
	for _, l := range lines {
		prefix := bbmcCounts(r, l.breadthFirst(0))
		for n := 1; n <= bbmcBreadths; n++ {
			bbmcAddRatio(cases, fmt.Sprintf("%s N = %d", l.model, n), bbmcCounts(r, l.cell(n, 0, bbmcFigureRuns, 0)), prefix, is)
		}
	}
}

// bbmcTable1Cases has a case for each cell of Table 1, by one of the draws.
func bbmcTable1Cases(lanes bool) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		x := bbmcTable{messages, bbmcBreadths, 0}
		for _, family := range []string{"abp", "cabp"} {
			for _, l := range bbmcLinesOf(family, "I", "II") {
				for n := 1; n <= bbmcBreadths; n++ {
					name, c := fmt.Sprintf("%s %s N = %d", l.model, l.name, n), bbmcCounts(r, x.cell(l, lanes, n))
					if c == nil {
						cases.Missing(name)
						continue
					}
					low, high := bbmcPublished(family, l.name, n)
					mark := bbmcInRange(c["probability"], low/100, high/100)
					cases.Add(name, mark == "=" || mark == "~", fmt.Sprintf("%s%% of %g–%g", share(c["probability"]), low, high))
				}
			}
		}
	}
}

// bbmcNeeds has the case that breadth-first search needs so many states as published, within a tenth.
func bbmcNeeds(l bbmcLine, published float64) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		if c := bbmcCounts(r, l.breadthFirst(0)); c != nil {
			q := c["needed"] / published
			cases.Add(l.model+" "+l.name, 0.9 <= q && q <= 1.1, fmt.Sprintf("%.0f of %.0f states", c["needed"], published))
		} else {
			cases.Missing(l.model + " " + l.name)
		}
	}
}

// liftWithout has the cases that the states of parts without degradation are as they should beside those that
// breadth-first search needs, for the breadths of a line of Figure 5.
func liftWithout(l bbmcLine, is func(float64) bool) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		prefix := bbmcCounts(r, l.breadthFirst(0))
		for _, n := range liftBreadths {
			bbmcAddRatio(cases, fmt.Sprintf("N = %d", n), bbmcCounts(r, l.cell(n, 0, bbmcFigureRuns, 0)), prefix, is)
		}
	}
}

// liftPoints has cases for some breadths and depths of degradation of a line of Figure 5, beside what there is without
// degradation.
func liftPoints(l bbmcLine, degrades, breadths []int, is func(breadth int, part, without map[string]float64) (bool, string)) func(bench.Results, *bench.Cases) {
	return func(r bench.Results, cases *bench.Cases) {
		for _, d := range degrades {
			for _, n := range breadths {
				name := fmt.Sprintf("D = %d N = %d", d, n)
				part, without := bbmcCounts(r, l.cell(n, d, bbmcFigureRuns, 0)), bbmcCounts(r, l.cell(n, 0, bbmcFigureRuns, 0))
				if part == nil || without == nil {
					cases.Missing(name)
					continue
				}
				holds, figures := is(n, part, without)
				cases.Add(name, holds, figures)
			}
		}
	}
}
