package comparisons

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"brim/bench"
	"brim/bench/stats"
	"brim/bench/tables/entry"
)

// What winning goes with: rank correlations of wins, and of ratios of two ways, with features of questions and nets.

// A strategyFeature is a number that is known before a strategy is chosen, or after all markings were found.
type strategyFeature struct {
	name string
	of   func(*strategyAnswer) (x float64, ok bool)
}

// truth is 1 or 0.
func truth(is bool) (float64, bool) {
	if is {
		return 1, true
	}
	return 0, true
}

var strategyFeatures = []strategyFeature{
	{"found", func(a *strategyAnswer) (float64, bool) { return truth(a.found) }},
	{"holds", func(a *strategyAnswer) (float64, bool) { return truth(a.holds) }},
	{"depth", func(a *strategyAnswer) (float64, bool) { return float64(a.depth), a.depth > 0 }},
	{"places", func(a *strategyAnswer) (float64, bool) { return a.places, true }},
	{"tokens", func(a *strategyAnswer) (float64, bool) { return a.tokens, true }},
	{"one-safe", func(a *strategyAnswer) (float64, bool) { return truth(a.safe) }},
	{"nodes", func(a *strategyAnswer) (float64, bool) {
		x := a.runs[0]
		if !x.decided || x.record.Nodes == nil {
			return 0, false
		}
		return float64(*x.record.Nodes), true
	}},
}

// A strategyPair is two ways that are compared.
type strategyPair struct{ a, b int }

// wayOf returns the index of a way.
func wayOf(strategy, cut string) int {
	for i := range strategyWays {
		if strategyWays[i].strategy == strategy && strategyWays[i].cut == cut {
			return i
		}
	}
	panic("comparisons: no way " + strategy + " " + cut)
}

// strategyPairs are the strategies by each cut next to the one that goes on, and the cuts of each in rounds.
func strategyPairs() (list []strategyPair) {
	for _, c := range strategyCuts {
		for _, other := range []string{strategyUnlim, strategyFix, strategyRest, strategyComp} {
			cut := c[0]
			if other == strategyUnlim {
				cut = ""
			}
			list = append(list, strategyPair{wayOf(other, cut), wayOf(strategyCont, c[0])})
		}
	}
	for _, strategy := range []string{strategyRest, strategyCont, strategyComp} {
		for _, cut := range []string{cutApprox, cutBudgeted} {
			list = append(list, strategyPair{wayOf(strategy, cutExact), wayOf(strategy, cut)})
		}
	}
	return list
}

// A strategyLine is a line of the table of correlations before its texts: a measure of some of the questions.
type strategyLine struct {
	head    []string
	answers []*strategyAnswer
	measure []float64
	p       float64 // of the test that belongs to it, NaN for none
}

// winLine measures where a way wins, among the questions that any decided.
func (s *strategyStudy) winLine(way int) strategyLine {
	l := strategyLine{p: math.NaN()}
	wins := 0
	for i := range s.answers {
		a := &s.answers[i]
		if math.IsInf(a.best, 1) || a.runs[way].record == nil {
			continue
		}
		x, _ := truth(s.wins(a, way))
		wins += int(x)
		l.answers, l.measure = append(l.answers, a), append(l.measure, x)
	}
	l.head = []string{"wins of " + strategyWays[way].name(), strconv.Itoa(len(l.answers)), strconv.Itoa(wins),
		strconv.Itoa(len(l.answers) - wins), entry.None, entry.None, entry.None}
	return l
}

// pairLine measures the times of a pair, over each other, among the questions that one of them decided. What one alone
// decided it did sooner than any other, as far as ranks know.
func (s *strategyStudy) pairLine(p strategyPair) strategyLine {
	var l strategyLine
	var ratios []float64
	onlyA, onlyB := 0, 0
	for i := range s.answers {
		a := &s.answers[i]
		x, y := a.runs[p.a], a.runs[p.b]
		if x.record == nil || y.record == nil || !x.decided && !y.decided {
			continue
		}
		d := math.Log(x.seconds / y.seconds)
		switch {
		case !y.decided:
			onlyA, d = onlyA+1, math.Inf(-1)
		case !x.decided:
			onlyB, d = onlyB+1, math.Inf(1)
		default:
			ratios = append(ratios, x.seconds/y.seconds)
		}
		l.answers, l.measure = append(l.answers, a), append(l.measure, d)
	}
	negated := bench.Map(l.measure, func(d float64) float64 { return -d })
	l.p = 1
	if len(l.measure) > 0 {
		l.p = min(1, 2*min(stats.SignedRank(l.measure), stats.SignedRank(negated)))
	}
	mean, interval := meanTexts(ratios)
	l.head = []string{
		strategyWays[p.a].name() + " / " + strategyWays[p.b].name(), strconv.Itoa(len(l.answers)), strconv.Itoa(onlyA),
		strconv.Itoa(onlyB), mean, interval, "",
	}
	return l
}

// A strategyCorrelation is the correlation of a line with a feature.
type strategyCorrelation struct {
	line, feature int
	stats.Estimate
	p, adjusted float64
}

// correlations returns the correlations of lines with features, where there are any, with p-values adjusted for their
// number.
func correlations(lines []strategyLine) (list []strategyCorrelation) {
	for i, l := range lines {
		for k, f := range strategyFeatures {
			var xs, ys []float64
			for m, a := range l.answers {
				if x, ok := f.of(a); ok {
					xs, ys = append(xs, x), append(ys, l.measure[m])
				}
			}
			if e, p, ok := stats.Spearman(xs, ys); ok {
				list = append(list, strategyCorrelation{line: i, feature: k, Estimate: e, p: p})
			}
		}
	}
	for i, p := range stats.Holm(bench.Map(list, func(c strategyCorrelation) float64 { return c.p })) {
		list[i].adjusted = p
	}
	return list
}

// why has a line for the wins of each way and one for each pair, with their correlations with features.
func (s *strategyStudy) why(name string) *bench.Sheet {
	sheet := &bench.Sheet{
		Name: name, Title: "Where which strategy wins: rank correlations with features of questions and nets", Left: 1,
		Header: []string{"measure", "questions", "first", "second", "time ratio", "at 95 %", "p"},
	}
	for _, f := range strategyFeatures {
		sheet.Header = append(sheet.Header, f.name)
	}
	if len(s.answers) == 0 {
		return sheet
	}
	var lines []strategyLine
	for i := range strategyWays {
		lines = append(lines, s.winLine(i))
	}
	for _, p := range strategyPairs() {
		lines = append(lines, s.pairLine(p))
	}
	var tests []int
	for i, l := range lines {
		if !math.IsNaN(l.p) {
			tests = append(tests, i)
		}
	}
	for i, p := range stats.Holm(bench.Map(tests, func(i int) float64 { return lines[i].p })) {
		lines[tests[i]].head[6] = probability(p)
	}
	found := correlations(lines)
	for i, l := range lines {
		if len(l.answers) == 0 {
			continue
		}
		row := append(l.head, make([]string, len(strategyFeatures))...)
		for k := range strategyFeatures {
			row[len(l.head)+k] = entry.None
		}
		for _, c := range found {
			if c.line == i {
				row[len(l.head)+c.feature] = c.text()
			}
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	sheet.Notes = append(whyNotes(), whyFindings(lines, found)...)
	return sheet
}

// probability writes a p-value.
func probability(p float64) string {
	if p < 0.001 {
		return "<0.001"
	}
	return entry.Decimals(p, 3, true)
}

// text writes a correlation with its interval, and a star where it is not by chance.
func (c *strategyCorrelation) text() string {
	star := ""
	if c.adjusted < stats.Alpha {
		star = "*"
	}
	return fmt.Sprintf("%.2f%s [%.2f, %.2f]", c.X, star, c.Low, c.High)
}

// whyNotes explain the table.
func whyNotes() []string {
	return []string{
		"wins of a way: 1 where it decided as fast as the best, but for noise, else 0; its questions are those that " +
			"some way decided; first: those that it wins, second: the others. A / B: the CPU time of A over that of " +
			"B where one of them decided; first: questions that only A decided, which have the least ratio of all, " +
			"second: those that only B decided, which have the largest.",
		"time ratio: the geometric mean where both decided, with Student's interval. p: of Wilcoxon's signed-rank " +
			"test that the times do not differ, both sides, adjusted by Holm for the number of pairs.",
		"The other columns are Spearman's rank correlations of the measure with a feature, with intervals at 95 %: " +
			"found: there is a path to what is asked for; holds: the verdict; depth: the steps of the shortest path, " +
			"where it is known; places and tokens (in the initial marking) of the net; one-safe: no place ever has " +
			"two tokens; nodes: of the diagram of all markings, where Unlim found them. A correlation above 0 with A " +
			"/ B says that B gains as the feature grows. * marks those that are not 0 at 5 %, adjusted by Holm for " +
			"all of the table.",
		"Questions about one net are not independent, so intervals are somewhat too narrow.",
	}
}

// whyFindings says with which feature each measure goes most.
func whyFindings(lines []strategyLine, found []strategyCorrelation) (list []string) {
	var texts []string
	for i, l := range lines {
		var best *strategyCorrelation
		for k := range found {
			c := &found[k]
			if c.line == i && c.adjusted < stats.Alpha && (best == nil || math.Abs(c.X) > math.Abs(best.X)) {
				best = c
			}
		}
		if best != nil {
			texts = append(texts, fmt.Sprintf("%s: %s %.2f", l.head[0], strategyFeatures[best.feature].name, best.X))
		}
	}
	if len(texts) == 0 {
		return []string{"No correlation of the table is certain."}
	}
	return []string{"The largest of the certain correlations of each line. " + strings.Join(texts, "; ") + "."}
}
