package tables

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite bbmc-highway: Algorithms 1, 2 and 3 of [MSW09] on two protocols.

// bbmcAlgorithms are the ways to choose the next queue that are compared.
var bbmcAlgorithms = []struct {
	name           string
	highway, lanes bool
	degrade        int // the depth from which queues become smaller, 0 for none
}{{"highway", true, false, 0}, {"line 4", false, false, 0}, {"every lane", false, true, 0}, {"D = 5", false, false, 5}}

// bbmcHighway is the suite that compares the highway simulation, Algorithm 1 of [MSW09], with Algorithms 2 and 3,
// which no table of the paper does. It measures each protocol by each algorithm at each breadth; its report has five
// lines for each: probability, states, levels, back-edges and sinks. The short version has one model and one breadth.
func bbmcHighway(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-highway",
		Title: "highway simulation next to breadth-bounded model checking, two protocols"}
	breadths, most := bbmcBreadths, entry.Limit(quick, 10*time.Minute)
	lines := bbmcProtocols(bbmcHighwayMessages)
	if quick {
		lines, breadths = lines[1:2], 1
	}
	cell := func(l bbmcLine, algorithm, breadth int) bench.Cell {
		return bbmcHighwayCell(l, algorithm, breadth, most)
	}
	for _, l := range lines {
		for a := range bbmcAlgorithms {
			for n := 1; n <= breadths; n++ {
				s.Cells = append(s.Cells, cell(l, a, n))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Algorithms 1 to 3 of van der Meulen, Stappers and Willemse: random parts of two " +
				"protocols, by breadth", Left: 4,
			Header: []string{"model", "property", "algorithm", ""},
			Notes: []string{noteBBMC,
				fmt.Sprintf("highway: Algorithm 1, where a state may lose all successors and one transition to each "+
					"state is kept. line 4, every lane: Algorithm 2, see `bbmc-table1`. D = 5: Algorithm 3, "+
					"graceful degradation from level 5 on, with line 4. Averages of %d runs.", bbmcRuns),
				"probability: of a witness, in percent. states, levels: of a part. back-edges: transitions to the " +
					"same level or an earlier one. sinks: states without transitions in a part; neither model has any.",
				"I: a message that was read may never be delivered. II: two different messages are read and " +
					"delivered one after the other."},
		}
		for n := 1; n <= breadths; n++ {
			sheet.Header = append(sheet.Header, strconv.Itoa(n))
		}
		for _, l := range lines {
			family := strings.ToUpper(l.model)
			for a, algorithm := range bbmcAlgorithms {
				rows := [][]string{{family, l.name, algorithm.name, "probability"}, {"", "", "", "states"},
					{"", "", "", "levels"}, {"", "", "", "back-edges"}, {"", "", "", "sinks"}}
				measured := false
				for n := 1; n <= breadths; n++ {
					c := bbmcHighwayCounts(r, cell(l, a, n))
					measured = measured || c != nil
					for i, text := range bbmcHighwayTexts(c) {
						rows[i] = append(rows[i], text)
					}
				}
				if measured {
					sheet.Rows, family = append(sheet.Rows, rows...), ""
				}
			}
		}
		return []*bench.Sheet{sheet}
	}
	return s
}

// bbmcHighwayMessages are the numbers of messages that are compared.
var bbmcHighwayMessages = []int{4}

// bbmcHighwayCell returns the cell of a line by one of the algorithms.
func bbmcHighwayCell(l bbmcLine, algorithm, breadth int, limit time.Duration) bench.Cell {
	l.highway, l.lanes = bbmcAlgorithms[algorithm].highway, bbmcAlgorithms[algorithm].lanes
	return l.cell(breadth, bbmcAlgorithms[algorithm].degrade, bbmcRuns, limit)
}

// bbmcHighwayCounts returns the numbers of a cell, nil if it was not measured to its end.
func bbmcHighwayCounts(r bench.Results, c bench.Cell) map[string]float64 {
	counts := bbmcCounts(r, c)
	if x := entry.Record(r, c); counts == nil || !entry.Counted(x, "levels", "backs", "sinks") {
		return nil
	}
	return counts
}

func bbmcHighwayTexts(c map[string]float64) []string {
	if c == nil {
		return []string{entry.None, entry.None, entry.None, entry.None, entry.None}
	}
	one := func(key string) string { return strconv.FormatFloat(c[key], 'f', 1, 64) }
	return []string{share(c["probability"]), one("states"), one("levels"), one("backs"),
		strconv.FormatFloat(c["sinks"], 'f', 2, 64)}
}
