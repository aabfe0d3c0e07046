package tables

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite of Table 1 of [MSW09]: the probability of finding a witness by breadth, by two draws of the next queue, and
// how each fits the published ranges.

// bbmcTable1Published is Table 1 of [MSW09]: the probability of finding a witness in percent, for breadths from 1 to 6,
// as ranges over 2, 4, 8 and 16 messages of averages of 100 runs.
const bbmcTable1Published = `
ABP  I  52–69 80–91 91–100 97–100 99–100 99–100
ABP  II 7–10  16–35 49–59  66–72  75–100 85–100
CABP I  100   100   100    100    100    100
CABP II 35–52 91–94 96–100 99–100 99–100 100
`

// bbmcPublished returns the published range of a property of a family at a breadth.
func bbmcPublished(family, property string, breadth int) (low, high float64) {
	for _, f := range entry.Fields(bbmcTable1Published) {
		if strings.EqualFold(f[0], family) && f[1] == property {
			from, to, several := strings.Cut(f[1+breadth], "–")
			if !several {
				to = from
			}
			return number(from), number(to)
		}
	}
	panic("tables: no property " + property + " of " + family) // a test reads all of them
}

// The paper made 100 runs; ours are more, so that what differs is not chance on our side.
const (
	bbmcPaperRuns = 100
	bbmcRuns      = 1000
	bbmcBreadths  = 6
	bbmcSizes     = 4 // numbers of messages
)

// The draws of the next queue that are compared: by line 4 of Algorithm 2 as it is printed, and so that every lane goes
// on.
var bbmcDraws = []struct {
	name  string
	lanes bool
}{{"line 4", false}, {"every lane", true}}

// bbmcProperties are the properties of the two protocols, as Table 1 lists them.
var bbmcProperties = []struct{ family, property string }{{"abp", "I"}, {"abp", "II"}, {"cabp", "I"}, {"cabp", "II"}}

// A bbmcTable is Table 1 at work: its lines for the numbers of messages, and up to which breadth it goes.
type bbmcTable struct {
	messages []int
	breadths int
	time     time.Duration
}

// cell returns the cell of a property of a family.
func (x bbmcTable) cell(l bbmcLine, lanes bool, breadth int) bench.Cell {
	l.lanes = lanes
	return l.cell(breadth, 0, bbmcRuns, x.time)
}

// bbmcTable1 is the suite of Table 1: it measures the probability of a witness for both properties of both protocols,
// by both draws of the next queue, for each number of messages and breadth. Its report marks each probability by how
// it compares with the published range, and a second table says how well each draw explains all of them. The short
// version has two messages and small breadths.
func bbmcTable1(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-table1", Title: "probability of finding a witness by breadth, two protocols"}
	x := bbmcTable{[]int{2, 4, 8, 16}, bbmcBreadths, entry.Limit(quick, 10*time.Minute)}
	if quick {
		x.messages, x.breadths = x.messages[:1], 2
	}
	lines := bbmcProtocols(x.messages)
	for _, draw := range bbmcDraws {
		for _, l := range lines {
			for n := 1; n <= x.breadths; n++ {
				s.Cells = append(s.Cells, x.cell(l, draw.lanes, n))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 1 of van der Meulen, Stappers and Willemse: probability of finding a " +
				"witness, in percent, by breadth", Left: 4,
			Header: []string{"model", "property", "draw", "messages"},
			Notes: []string{noteBBMC,
				fmt.Sprintf("paper: ranges over the four numbers of messages, each an average of %d runs. Ours are "+
					"averages of %d runs.", bbmcPaperRuns, bbmcRuns),
				"= where our probability lies in the published range; ~ where it lies outside it by at most two " +
					"standard deviations of an average of 100 runs with our probability; < and > where it is smaller " +
					"or larger than that.",
				"line 4: the next queue is drawn by line 4 of Algorithm 2 as it is printed, which keeps a state " +
					"alive by any successor in the part. every lane: each state that has new successors keeps one of " +
					"them (`--lanes`), as the text below the algorithm says, that it \"essentially ensures progress " +
					"of every lane\". That the prototype of the paper did so is INFERRED from how the two fit " +
					"(`" + s.Name +
					"-fit`); its source is not public.",
				"I: a message that was read may never be delivered. II: two different messages are read and " +
					"delivered one after the other. `" + abpLost + "` and `" + abpTwo +
					"` for ABP; in CABP s2 is the delivery."},
		}
		for n := 1; n <= x.breadths; n++ {
			sheet.Header = append(sheet.Header, strconv.Itoa(n))
		}
		fit := &bench.Sheet{
			Name: s.Name + "-fit", Title: "How the two draws fit Table 1 of van der Meulen, Stappers and Willemse",
			Left: 3,
			Header: []string{"model", "property", "draw", "=", "~", "<", ">", "log likelihood", "of drawn tables",
				"no likelier"},
			Notes: []string{"=, ~, <, >: how many cells of `" + s.Name + "` are marked so.",
				fmt.Sprintf("log likelihood: the decimal logarithm of the probability that averages of %d runs, "+
					"with the probabilities measured here, have just the published ranges. of drawn tables: its "+
					"median for %d tables that were drawn from "+
					"these probabilities. no likelier: the share of these tables that are no likelier than the "+
					"published one; near 0, the draw does not explain the published numbers.", bbmcPaperRuns,
					drawnTables)},
		}
		for _, p := range bbmcProperties {
			sheet.Rows = append(sheet.Rows, x.rows(r, p.family, p.property)...)
		}
		for _, draw := range bbmcDraws {
			fit.Rows = append(fit.Rows, x.fits(r, draw.name, draw.lanes)...)
		}
		report := []*bench.Sheet{sheet}
		if len(fit.Rows) > 0 {
			report = append(report, fit)
		}
		return report
	}
	return s
}

// of returns the lines of a property of a family.
func (x bbmcTable) of(family, property string) (list []bbmcLine) {
	for _, l := range bbmcProtocols(x.messages) {
		if f, _, _ := strings.Cut(l.model, ":"); f == family && l.name == property {
			list = append(list, l)
		}
	}
	return list
}

// rows returns the rows of a property of a family: the published ranges, and below them, for each draw and number of
// messages, our probabilities with their marks and a line with their intervals. It returns nil if nothing was
// measured.
func (x bbmcTable) rows(r bench.Results, family, property string) (rows [][]string) {
	paper := []string{strings.ToUpper(family), property, "paper", ""}
	for n := 1; n <= x.breadths; n++ {
		low, high := bbmcPublished(family, property, n)
		text := fmt.Sprint(low)
		if high > low {
			text += "–" + fmt.Sprint(high)
		}
		paper = append(paper, text)
	}
	rows = append(rows, paper)
	for _, draw := range bbmcDraws {
		name := draw.name
		for _, l := range x.of(family, property) {
			_, size, _ := strings.Cut(l.model, ":")
			ours, interval, measured := []string{"", "", name, size}, []string{"", "", "", "95%"}, false
			for n := 1; n <= x.breadths; n++ {
				c := bbmcCounts(r, x.cell(l, draw.lanes, n))
				if c == nil {
					ours, interval = append(ours, entry.None), append(interval, entry.None)
					continue
				}
				low, high := bbmcPublished(family, property, n)
				ours = append(ours, share(c["probability"])+" "+bbmcInRange(c["probability"], low/100, high/100))
				interval, measured = append(interval, share(c["low"])+"–"+share(c["high"])), true
			}
			if measured {
				rows, name = append(rows, ours, interval), ""
			}
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return rows
}

// fits returns rows that say how well a draw explains the published ranges: a row for each property of a family and
// one for all together, with the counts of each mark and the likelihood of the ranges given our probabilities. It
// returns nil unless all numbers of messages and breadths of the paper were measured.
func (x bbmcTable) fits(r bench.Results, name string, lanes bool) (rows [][]string) {
	if x.breadths < bbmcBreadths || len(x.messages) < bbmcSizes {
		return nil
	}
	var allChances []*bbmcChance
	var allRanges [][2]int
	all := map[string]int{}
	row := func(family, property string, marks map[string]int, chances []*bbmcChance, ranges [][2]int) {
		line := []string{family, property, name}
		for _, m := range []string{"=", "~", "<", ">"} {
			line = append(line, strconv.Itoa(marks[m]))
		}
		published, typical, part := bbmcFit(chances, ranges)
		rows = append(rows, append(line, fmt.Sprintf("%.1f", published), fmt.Sprintf("%.1f", typical),
			fmt.Sprintf("%.3f", part)))
	}
	for _, p := range bbmcProperties {
		var chances []*bbmcChance
		var ranges [][2]int
		marks := map[string]int{}
		for n := 1; n <= x.breadths; n++ {
			low, high := bbmcPublished(p.family, p.property, n)
			var probabilities []float64
			for _, l := range x.of(p.family, p.property) {
				c := bbmcCounts(r, x.cell(l, lanes, n))
				if c == nil {
					return nil
				}
				marks[bbmcInRange(c["probability"], low/100, high/100)]++
				// never 0 or 1, which no number of runs shows
				probabilities = append(probabilities, (c["found"]+0.5)/(c["runs"]+1))
			}
			chances, ranges = append(chances, newBBMCChance(probabilities)), append(ranges, [2]int{int(low), int(high)})
		}
		row(strings.ToUpper(p.family), p.property, marks, chances, ranges)
		allChances, allRanges = append(allChances, chances...), append(allRanges, ranges...)
		for m, n := range marks {
			all[m] += n
		}
	}
	row("all", "", all, allChances, allRanges)
	return rows
}

// bbmcInRange says how a probability compares with a range of averages of the paper's number of runs.
func bbmcInRange(p, low, high float64) string {
	noise := 2 * math.Sqrt(p*(1-p)/bbmcPaperRuns)
	switch {
	case p >= low && p <= high:
		return "="
	case p >= low-noise && p <= high+noise:
		return "~"
	case p < low:
		return "<"
	}
	return ">"
}
