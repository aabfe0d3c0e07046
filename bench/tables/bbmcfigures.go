package tables

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suites of Figures 3 to 5 of [MSW09]: probability of a witness and states of random parts, by breadth.

// noteBelow says how a figure of states is read.
const noteBelow = "Below the line at 1 parts have fewer states than the breadth-first search needs."

// bbmcAverages says how many runs there are.
func bbmcAverages(ours int) string {
	return fmt.Sprintf("The paper has averages of %d runs, ours are of %d.", bbmcPaperRuns, ours)
}

// bbmcFigureRuns is how many runs a point of Figures 3 and 5 has, which take minutes each; Figure 4, whose text has a
// probability to compare with, has more.
const bbmcFigureRuns = 100

// bbmcTitle returns the title of a part of a figure.
func bbmcTitle(figure, what string) string {
	return "Figure " + figure + " of van der Meulen, Stappers and Willemse: " + what
}

// bbmcPaper adds a published point, if there is anything to compare it with.
func bbmcPaper(c *bench.Chart, of string, x, y float64) {
	point, name := bench.Point{X: x, Y: y}, of+", paper"
	i := slices.IndexFunc(c.Series, func(s bench.Series) bool { return s.Name == name })
	switch {
	case i >= 0:
		c.Series[i].Points = append(c.Series[i].Points, point)
	case slices.ContainsFunc(c.Series, func(s bench.Series) bool { return len(s.Points) > 0 }):
		c.Series = append(c.Series, bench.Series{Name: name, Published: true, Points: []bench.Point{point}})
	}
}

// bbmcRatio returns how many states a part has on average for each that a breadth-first search needs.
func bbmcRatio(part, prefix map[string]float64) (x float64, ok bool) {
	if part == nil || prefix == nil || prefix["needed"] <= 0 {
		return 0, false
	}
	return part["states"] / prefix["needed"], true
}

// bbmcFigure3 is the suite of Figure 3: for both properties of both protocols it measures the states that
// breadth-first search needs and the average states of random parts, by breadth and number of messages. Its report
// has one table of the states and a chart of their ratio for each protocol and property.
func bbmcFigure3(quick bool) bench.Suite {
	s := bench.Suite{Name: "bbmc-figure3",
		Title: "states of random parts for each that a breadth-first search needs, two protocols"}
	messages, breadths, most := []int{2, 4, 8, 16}, bbmcBreadths, entry.Limit(quick, 10*time.Minute)
	if quick {
		messages, breadths = messages[:1], 1
	}
	lines := bbmcProtocols(messages)
	for _, l := range lines {
		s.Cells = append(s.Cells, l.breadthFirst(most))
		for n := 1; n <= breadths; n++ {
			s.Cells = append(s.Cells, l.cell(n, 0, bbmcFigureRuns, most))
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sheet := &bench.Sheet{Name: s.Name,
			Title:  bbmcTitle("3", "states that a breadth-first search needs, and average states of parts by breadth"),
			Left:   2,
			Header: []string{"model", "property", "bfs"},
			Notes:  []string{noteBBMC, noteBFS, bbmcAverages(bbmcFigureRuns)}}
		for n := 1; n <= breadths; n++ {
			sheet.Header = append(sheet.Header, "N = "+strconv.Itoa(n))
		}
		charts, names := map[string]*bench.Chart{}, []string{"abp I", "abp II", "cabp I", "cabp II"}
		for i, name := range names {
			family, property, _ := strings.Cut(name, " ")
			charts[name] = &bench.Chart{
				Name:  s.Name + string(rune('a'+i)),
				Title: bbmcTitle("3("+string(rune('a'+i))+")", strings.ToUpper(family)+", property "+property),
				X:     "breadth", Y: "states, BBMC / BFS", Log: name == "cabp I",
				Levels: []bench.Level{{Y: 1}},
				Notes: []string{noteBBMC, noteBFS, bbmcAverages(bbmcFigureRuns), noteBelow,
					"The figure of the paper has no numbers. Its text: \"for property I, BMC is generally more " +
						"effective than BBMC, and, even dramatically so for CABP. For property II, we find that for " +
						"the ABP, BMC and BBMC are on a par for |M| ≤ 4. For ABP with |M| > 4, and for all sizes of " +
						"M for the CABP, BBMC clearly outperforms BMC.\""},
			}
		}
		for _, l := range lines {
			family, size, _ := strings.Cut(l.model, ":")
			prefix := bbmcCounts(r, l.breadthFirst(most))
			series := bench.Series{Name: size + " messages"}
			row := []string{l.model, l.name, entry.None}
			if prefix != nil {
				row[2] = fmt.Sprint(prefix["needed"])
			}
			for n := 1; n <= breadths; n++ {
				part := bbmcCounts(r, l.cell(n, 0, bbmcFigureRuns, most))
				if x, ok := bbmcRatio(part, prefix); ok {
					series.Points = append(series.Points, bench.Point{X: float64(n), Y: round3(x)})
				}
				row = append(row, bbmcStates(part))
			}
			if series.Points != nil {
				sheet.Rows = append(sheet.Rows, row)
			}
			c := charts[family+" "+l.name]
			c.Series = append(c.Series, series)
			if note := bbmcBelow(series); note != "" {
				c.Notes = append(c.Notes, note)
			}
		}
		list := []*bench.Sheet{sheet}
		for _, name := range names {
			list = append(list, charts[name].Sheet())
		}
		return list
	}
	return s
}

// bbmcBelow says at which breadths a series is below 1, "" if it has no points.
func bbmcBelow(s bench.Series) string {
	var list []string
	for _, p := range s.Points {
		if p.Y < 1 {
			list = append(list, strconv.FormatFloat(p.X, 'f', -1, 64))
		}
	}
	switch {
	case len(s.Points) == 0:
		return ""
	case len(list) == 0:
		return fmt.Sprintf("Ours, %s: below 1 at none of %d breadths.", s.Name, len(s.Points))
	}
	return fmt.Sprintf("Ours, %s: below 1 at %d of %d breadths, %s.", s.Name, len(list), len(s.Points),
		strings.Join(list, ", "))
}

func bbmcStates(part map[string]float64) string {
	if part == nil {
		return entry.None
	}
	return strconv.FormatFloat(part["states"], 'f', 1, 64)
}

// round3 keeps three decimals, for tables of the points of a chart.
func round3(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 3, 64), 64)
	return max(y, 0.001)
}

// A bbmcSweep is a property at several breadths, with several depths of degradation.
type bbmcSweep struct {
	bbmcLine
	runs       int
	paperNeeds int // what the breadth-first search of the paper needs
	breadths   []int
	degrade    []int // 0 is none
}

// part returns the numbers of a point, nil if it was not measured.
func (w bbmcSweep) part(r bench.Results, breadth, degrade int) map[string]float64 {
	return bbmcCounts(r, w.cell(breadth, degrade, w.runs, 0))
}

// cells returns the cells of a sweep, that of the breadth-first search first.
func (w bbmcSweep) cells(most time.Duration) []bench.Cell {
	list := []bench.Cell{w.breadthFirst(most)}
	for _, d := range w.degrade {
		for _, n := range w.breadths {
			list = append(list, w.cell(n, d, w.runs, most))
		}
	}
	return list
}

// report appends the rows of a sweep to a sheet and its points to two charts: the probability of a witness, and the
// ratio of the states of a part to those of breadth-first search. Each depth of degradation is a series; points that
// were not measured are left out.
func (w bbmcSweep) report(r bench.Results, sheet *bench.Sheet, probability, ratio *bench.Chart) {
	prefix := bbmcCounts(r, w.breadthFirst(0))
	if prefix != nil {
		sheet.Rows = append(sheet.Rows, []string{w.name, "bfs, paper", entry.None, entry.None, entry.None,
			strconv.Itoa(w.paperNeeds), entry.None},
			[]string{w.name, "bfs", entry.None, entry.None, entry.None, fmt.Sprint(prefix["needed"]), entry.None})
	}
	for _, d := range w.degrade {
		name, depth := "no degradation", "never"
		if len(w.degrade) == 1 {
			name = w.name
		}
		if d > 0 {
			name, depth = "D = "+strconv.Itoa(d), strconv.Itoa(d)
		}
		found, states := bench.Series{Name: name}, bench.Series{Name: name}
		for _, n := range w.breadths {
			part := w.part(r, n, d)
			if part == nil {
				continue
			}
			found.Points = append(found.Points,
				bench.Point{X: float64(n), Y: round3Or0(part["probability"]), Low: round3Or0(part["low"]),
					High: round3Or0(part["high"])})
			text := entry.None
			if x, ok := bbmcRatio(part, prefix); ok {
				states.Points = append(states.Points, bench.Point{X: float64(n), Y: round3(x)})
				text = strconv.FormatFloat(x, 'f', 3, 64)
			}
			sheet.Rows = append(sheet.Rows, []string{w.name, strconv.Itoa(n), depth, share(part["probability"]),
				share(part["low"]) + "–" + share(part["high"]), bbmcStates(part), text})
		}
		probability.Series, ratio.Series = append(probability.Series, found), append(ratio.Series, states)
	}
}

func round3Or0(x float64) float64 {
	if x == 0 {
		return 0
	}
	return round3(x)
}

// needs notes how many states our breadth-first search needs, if that was measured.
func (w bbmcSweep) needs(r bench.Results) []string {
	c := bbmcCounts(r, w.breadthFirst(0))
	if c == nil {
		return nil
	}
	return []string{fmt.Sprintf("Ours, %s: the search needs %.0f states, the last of them at distance %.0f; "+
		"which of that distance come first depends on the order of transitions.", w.name, c["needed"], c["depth"])}
}

// bbmcSheet returns the table that a sweep fills.
func bbmcSheet(name, title string, runs int, notes ...string) *bench.Sheet {
	return &bench.Sheet{Name: name, Title: title, Left: 1,
		Header: []string{"property", "breadth", "degrading from", "probability %", "95%", "states", "BBMC / BFS"},
		Notes:  append([]string{noteBBMC, noteBFS, bbmcAverages(runs), noteBelow}, notes...)}
}

// What the paper's text has of Figure 4: states that its breadth-first search needs, and at breadth 1 the states of a
// part and the probability of a witness.
const (
	bbmcFigure4Needs       = 2673
	bbmcFigure4States      = 70.0
	bbmcFigure4Probability = 0.60
)

// bbmcFigure4 is the suite of Figure 4, the cache coherence protocol: two readings of its property, at breadths 1 to
// 10. Its report has a table and two charts with the points that the text of the paper gives.
func bbmcFigure4(quick bool) bench.Suite {
	sweeps := []bbmcSweep{
		{bbmcLine{model: "ccp:3", property: ccpStarved, name: "acceptE"}, bbmcRuns, bbmcFigure4Needs,
			[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []int{0}},
		{bbmcLine{model: "ccp:3", property: ccpUngranted, name: "grantE"}, bbmcRuns, bbmcFigure4Needs,
			[]int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []int{0}},
	}
	s := bench.Suite{Name: "bbmc-figure4",
		Title: "probability and states of random parts of a cache coherence protocol"}
	for i := range sweeps {
		if quick {
			sweeps[i].breadths = sweeps[i].breadths[:1]
		}
		s.Cells = append(s.Cells, sweeps[i].cells(entry.Limit(quick, 10*time.Minute))...)
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		notes := []string{
			"paper: \"at breadth bound N = 1, it requires roughly 70 states, i.e., less than 0.25% of total state " +
				"space, and it has a 60% chance of finding a witness in this case. At roughly 3% of the total state " +
				"space, this probability is virtually 100%\"; the breadth-first search needs 2,673 states, " +
				"\"slightly more than 9%\".",
			"A client asks for exclusive access and is never granted it, says the paper, without a formula. " +
				"acceptE: `" + ccpStarved + "`; grantE: `" + ccpUngranted + "`. With grantE the grant of one request " +
				"is taken for that of the next, since a client may ask again while its request is accepted and not " +
				"yet granted; on all states both are the same, as what is accepted is granted. That the paper means " +
				"acceptE is INFERRED from its 60%.",
		}
		for _, w := range sweeps {
			notes = append(notes, w.needs(r)...)
			if c := w.part(r, 1, 0); c != nil {
				notes = append(notes, fmt.Sprintf("Ours, %s: at breadth 1 %s states and a probability of %s%% "+
					"(%s–%s%%); averages of 100 runs are 60%% or more in %s%% of all cases.",
					w.name, bbmcStates(c), share(c["probability"]), share(c["low"]), share(c["high"]),
					share(atLeast(bbmcPaperRuns, bbmcPaperRuns*bbmcFigure4Probability, c["probability"]))))
			}
		}
		sheet := bbmcSheet(s.Name, bbmcTitle("4", "cache coherence protocol, 3 clients"), bbmcRuns, notes...)
		a := &bench.Chart{Name: s.Name + "a", Title: bbmcTitle("4(a)", "cache coherence protocol, probability"),
			X: "breadth", Y: "probability of a witness", Notes: notes}
		b := &bench.Chart{Name: s.Name + "b", Title: bbmcTitle("4(b)", "cache coherence protocol, states"),
			X: "breadth", Y: "states, BBMC / BFS", Levels: []bench.Level{{Y: 1}},
			Notes: append(notes[:len(notes):len(notes)], noteBelow)}
		for _, w := range sweeps {
			w.report(r, sheet, a, b)
		}
		bbmcPaper(a, "N = 1", 1, bbmcFigure4Probability)
		bbmcPaper(b, "N = 1", 1, round3(bbmcFigure4States/bbmcFigure4Needs))
		return []*bench.Sheet{sheet, a.Sheet(), b.Sheet()}
	}
	return s
}

// atLeast is the probability of k or more of n where each has probability p.
func atLeast(n, k int, p float64) (sum float64) {
	for ; k <= n; k++ {
		sum += binomial(n, k, p)
	}
	return sum
}

// bbmcFigure5Published is what the paper's text has of Figure 5: a part for D and N by its states, or of property II by
// its ratio to what a breadth-first search needs and the probability of a witness.
var bbmcFigure5Published = []struct {
	degrade, breadth    int
	states              float64 // 0 if only the ratio is known
	ratio2, probability float64 // of II
}{{20, 10, 80, 0, 0}, {60, 25, 501, 0, 0}, {60, 30, 0, 0.60, 0.90}}

// bbmcFigure5 is the suite of Figure 5, the distributed lift with graceful degradation: both properties, by breadth
// and by the depth from which queues become smaller. Its report has a table, and two charts for each property with
// the points that the text of the paper gives.
func bbmcFigure5(quick bool) bench.Suite {
	sweeps := []bbmcSweep{
		{bbmcLine{model: "lift:3", property: liftUnasked, name: "I"}, bbmcFigureRuns, 7536,
			[]int{1, 5, 10, 15, 20, 25, 30}, []int{20, 40, 60, 0}},
		{bbmcLine{model: "lift:3", property: liftStays, name: "II"}, bbmcFigureRuns, 1101,
			[]int{1, 5, 10, 15, 20, 25, 30}, []int{20, 40, 60, 0}},
	}
	s := bench.Suite{Name: "bbmc-figure5",
		Title: "probability and states of random parts of a distributed lift, with graceful degradation"}
	for i := range sweeps {
		if quick {
			sweeps[i].breadths, sweeps[i].degrade = sweeps[i].breadths[:1], []int{20}
		}
		s.Cells = append(s.Cells, sweeps[i].cells(entry.Limit(quick, 10*time.Minute))...)
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		notes := []string{
			"paper: the breadth-first search needs 7,536 states for property I and 1,101 for II. A degradation from " +
				"depth 20 finds no witness of I at all. Parts have 80 states with D = 20 and N = 10, and 501 with D " +
				"= 60 and N = 25; with D = 60 and N = 30 they have 60% of what the search needs for II, and 90% of " +
				"them have a witness. Its specification of the lift is an older version that is not public.",
		}
		notes = append(notes, bbmcLiftNotes(r, sweeps)...)
		notes = append(notes, "I: `"+liftUnasked+"`. II: `"+liftStays+"`.")
		sheet := bbmcSheet(s.Name, bbmcTitle("5", "distributed lift, 3 lifts"), bbmcFigureRuns, notes...)
		list := []*bench.Sheet{sheet}
		for i, w := range sweeps {
			a := &bench.Chart{Name: s.Name + string(rune('a'+2*i)),
				Title: bbmcTitle("5("+string(rune('a'+2*i))+")", "distributed lift, property "+w.name+", probability"),
				X:     "breadth", Y: "probability of a witness", Notes: notes}
			b := &bench.Chart{Name: s.Name + string(rune('b'+2*i)),
				Title: bbmcTitle("5("+string(rune('b'+2*i))+")", "distributed lift, property "+w.name+", states"),
				X:     "breadth", Y: "states, BBMC / BFS", Log: true, Levels: []bench.Level{{Y: 1}},
				Notes: append(notes[:len(notes):len(notes)], noteBelow)}
			w.report(r, sheet, a, b)
			for _, p := range bbmcFigure5Published {
				of, x := fmt.Sprintf("D = %d", p.degrade), float64(p.breadth)
				switch {
				case p.states > 0:
					bbmcPaper(b, of, x, round3(p.states/float64(w.paperNeeds)))
				case w.name == "II":
					bbmcPaper(a, of, x, p.probability)
					bbmcPaper(b, of, x, p.ratio2)
				}
			}
			list = append(list, a.Sheet(), b.Sheet())
		}
		return list
	}
	return s
}

// bbmcLiftNotes returns notes with our numbers for each statement of the paper about Figure 5, as far as they were
// measured: what breadth-first search needs, how often degradation from depth 20 finds a witness, and the sizes and
// the success of the parts that the text names.
func bbmcLiftNotes(r bench.Results, sweeps []bbmcSweep) (notes []string) {
	for _, w := range sweeps {
		notes = append(notes, w.needs(r)...)
	}
	one, two := sweeps[0], sweeps[1]
	found, runs := 0.0, 0.0
	for _, n := range one.breadths {
		if c := one.part(r, n, 20); c != nil {
			found, runs = found+c["found"], runs+c["runs"]
		}
	}
	if runs > 0 {
		notes = append(notes, fmt.Sprintf("Ours, I: with a degradation from depth 20 %.0f of %.0f runs have a witness.",
			found, runs))
	}
	for _, p := range bbmcFigure5Published {
		if c := one.part(r, p.breadth, p.degrade); c != nil && p.states > 0 {
			notes = append(notes, fmt.Sprintf("Ours: parts with D = %d and N = %d have %s states, %.2f times as "+
				"many as the paper's.", p.degrade, p.breadth, bbmcStates(c), c["states"]/p.states))
		}
	}
	c := two.part(r, 30, 60)
	if x, ok := bbmcRatio(c, bbmcCounts(r, two.breadthFirst(0))); ok {
		notes = append(notes, fmt.Sprintf("Ours, II: with D = 60 and N = 30 parts have %s%% of the states that the "+
			"search needs, and %s%% (%s–%s%%) of them have a witness.",
			share(x), share(c["probability"]), share(c["low"]), share(c["high"])))
	}
	return notes
}
