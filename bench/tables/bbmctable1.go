package tables

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"brim/bench"
)

// bbmcTable1Published is Table 1 of [MSW09]: the probability of finding a witness in percent, for breadths from 1 to 6, as ranges over 2, 4, 8 and 16 messages of averages of 100 runs.
const bbmcTable1Published = `
ABP  I  52–69 80–91 91–100 97–100 99–100 99–100
ABP  II 7–10  16–35 49–59  66–72  75–100 85–100
CABP I  100   100   100    100    100    100
CABP II 35–52 91–94 96–100 99–100 99–100 100
`

// bbmcPublished returns the published range of a property of a family at a breadth.
func bbmcPublished(family, property string, breadth int) (low, high float64) {
	for _, f := range fields(bbmcTable1Published) {
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
)

// bbmcTable1 has the probabilities of the two protocols. Its short version has two messages and small breadths.
func bbmcTable1(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-table1", Title: "probability of finding a witness by breadth, two protocols"}
	messages, breadths := []int{2, 4, 8, 16}, bbmcBreadths
	if quick {
		messages, breadths = messages[:1], 2
	}
	lines := bbmcProtocols(messages)
	cell := func(l bbmcLine, n int) bench.Cell { return l.cell(n, 0, bbmcRuns, limit(quick, 10*time.Minute)) }
	for _, l := range lines {
		for n := 1; n <= breadths; n++ {
			s.Cells = append(s.Cells, cell(l, n))
		}
	}
	s.Report = func(r bench.Results) bench.Report {
		sheet := &bench.Sheet{
			Name: s.Name, Title: "Table 1 of van der Meulen, Stappers and Willemse: probability of finding a witness, in percent, by breadth", Left: 3,
			Header: []string{"model", "property", ""},
			Notes: []string{noteBBMC,
				fmt.Sprintf("paper: ranges over the four numbers of messages, each an average of %d runs. Ours are averages of %d runs.", bbmcPaperRuns, bbmcRuns),
				"in range: = where our probability lies in the published range; ~ where it lies beside it by at most two standard deviations of an average of 100 runs; < and > " +
					"where it is smaller or larger than that.",
				"Property II of CABP comes out lower than published, beyond chance only with 2 messages at breadths 2 to 5. That was measured with other readings, which change no probability by more than chance: anything may " +
					"happen between the four actions; the next queue is made of one random successor of each state that needs one, filled up at random, instead of drawn as a whole; transitions are drawn instead of " +
					"states. ABP agrees at all breadths, and so do the sizes of both models; what the prototype of the paper did differently on CABP is not known.",
				"I: a message that was read may never be delivered. II: two different messages are read and delivered one after the other. `" + abpLost + "` and `" + abpTwo + "` for ABP; in CABP s2 is the delivery."},
		}
		for n := 1; n <= breadths; n++ {
			sheet.Header = append(sheet.Header, strconv.Itoa(n))
		}
		for _, family := range []string{"abp", "cabp"} {
			for _, property := range []string{"I", "II"} {
				sheet.Rows = append(sheet.Rows, bbmcRows(r, family, property, lines, breadths, cell)...)
			}
		}
		return bench.Report{Sheets: []*bench.Sheet{sheet}}
	}
	return s
}

// bbmcRows returns the rows of a property of a family: the published one, ours for each number of messages with its interval, and how they compare.
func bbmcRows(r bench.Results, family, property string, lines []bbmcLine, breadths int, cell func(bbmcLine, int) bench.Cell) (rows [][]string) {
	paper := []string{strings.ToUpper(family), property, "paper"}
	for n := 1; n <= breadths; n++ {
		low, high := bbmcPublished(family, property, n)
		text := fmt.Sprint(low)
		if high > low {
			text += "–" + fmt.Sprint(high)
		}
		paper = append(paper, text)
	}
	rows = append(rows, paper)
	measured := false
	for _, l := range lines {
		f, size, _ := strings.Cut(l.model, ":")
		if f != family || l.name != property {
			continue
		}
		ours := []string{"", "", "brim, " + size + " messages"}
		interval := []string{"", "", "95%"}
		compared := []string{"", "", "in range"}
		for n := 1; n <= breadths; n++ {
			c := bbmcCounts(r, cell(l, n))
			if c == nil {
				ours, interval, compared = append(ours, noNumber), append(interval, noNumber), append(compared, noNumber)
				continue
			}
			measured = true
			p := c["probability"]
			low, high := bbmcPublished(family, property, n)
			ours = append(ours, share(p))
			interval = append(interval, share(c["low"])+"–"+share(c["high"]))
			compared = append(compared, bbmcInRange(p, low/100, high/100))
		}
		rows = append(rows, ours, interval, compared)
	}
	if !measured {
		return nil
	}
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
