package compare

import (
	"math"
	"slices"

	"brim/bench"
	"brim/bench/stats"
)

// This file compares two sweeps: pairs of cells, ratios with intervals, tests, and a verdict for each suite and
// measure.

// Options of Compare.
type Options struct {
	Measures []string // their names, in this order; nil for all
	Floor    float64  // differences up to this part do not count: 0.05 is 5 %
	Least    float64  // seconds; times of pairs of which both took less are left out
}

// A Line says how B compares with A in one measure on one suite. What is not known is nil.
type Line struct {
	Suite   string `json:"suite"` // "" for all suites together
	Measure string `json:"measure"`
	Unit    string `json:"unit"`
	Cells   int    `json:"cells"` // that both sides have
	Pairs   int    `json:"pairs"` // of these, that say something about the ratio

	A *float64 `json:"a"` // median over the pairs that both ended
	B *float64 `json:"b"`
	// The geometric mean of B/A over the pairs, and its interval. Bound is "=" if all pairs ended; ">" or "<" if the
	// ratio is at least or at most that, since all runs that were ended are of B or of A; "both" if there are such of
	// both, and then the ratio is that of the pairs that ended.
	Ratio *float64 `json:"ratio"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Bound string   `json:"bound"`

	P        *float64 `json:"p"`          // of a difference beyond the floor; nil of fewer than stats.Enough pairs
	Adjusted *float64 `json:"p_adjusted"` // for all lines together
	Verdict  Verdict  `json:"verdict"`
	Withheld bool     `json:"withheld"` // times that a busy machine makes worthless: there is no verdict, whatever p is

	SolvedA int      `json:"solved_a"` // cells that ended with an answer
	SolvedB int      `json:"solved_b"`
	OnlyA   int      `json:"only_a"`
	OnlyB   int      `json:"only_b"`
	PAR2A   *float64 `json:"par2_a"` // seconds, of times only
	PAR2B   *float64 `json:"par2_b"`
}

// A Verdict says what was shown of B.
type Verdict string

const (
	None Verdict = ""     // no difference beyond the floor was shown
	More Verdict = "more" // B took more than A
	Less Verdict = "less"
)

// A Conflict is a question to which the sides have different answers.
type Conflict struct {
	Suite string `json:"suite"`
	Cell  string `json:"cell"`
	A     string `json:"a"`
	B     string `json:"b"`
}

// A Result is what Compare found.
type Result struct {
	Sides
	Options
	Lines     []Line
	Conflicts []Conflict
}

// Compare compares the two sides by each measure, suite by suite and over all suites if there are several. It
// corrects the p-values of all lines for multiple testing (Holm), and collects the records of the two sides that
// contradict each other.
func Compare(s Sides, o Options) *Result {
	r := &Result{Sides: s, Options: o}
	groups := [][]Pair{}
	var suites []string
	for _, p := range s.Pairs {
		at := bench.PlaceOf(&suites, p.Suite)
		if at == len(groups) {
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], p)
		r.Conflicts = append(r.Conflicts, conflicts(&p)...)
	}
	if len(suites) > 1 {
		suites, groups = append(suites, ""), append(groups, s.Pairs)
	}
	for _, m := range Measures() {
		if o.Measures != nil && !slices.Contains(o.Measures, m.Name) {
			continue
		}
		for i, pairs := range groups {
			r.Lines = append(r.Lines, m.line(suites[i], pairs, o))
		}
	}
	r.adjust()
	return r
}

// line compares pairs by one measure. It counts the cells that each side solved, and computes medians, PAR-2, the
// geometric mean of the ratios, and the p-value of a difference beyond the floor, if enough pairs have a ratio.
func (m *Measure) line(suite string, pairs []Pair, o Options) Line {
	l := Line{Suite: suite, Measure: m.Name, Unit: m.Unit, Cells: len(pairs), Bound: "="}
	var ratios []ratio
	var a, b, parA, parB []float64
	for i := range pairs {
		p := &pairs[i]
		solvedA, solvedB := p.A.Outcome == bench.Done, p.B.Outcome == bench.Done
		l.count(solvedA, solvedB)
		parA, parB = append(parA, m.par2(p.A)), append(parB, m.par2(p.B))
		x, ok := m.ratio(p, o.Least)
		if !ok {
			continue
		}
		if ratios = append(ratios, x); x.low == x.high {
			a, b = append(a, m.of(p.A)), append(b, m.of(p.B))
		}
	}
	if l.Pairs = len(ratios); l.Pairs == 0 {
		return l
	}
	if len(a) > 0 {
		l.A, l.B = new(stats.Median(a).X), new(stats.Median(b).X)
	}
	if m.time {
		l.PAR2A, l.PAR2B = new(mean(parA)), new(mean(parB))
	}
	l.mean(ratios)
	if l.Pairs >= stats.Enough {
		l.P = new(test(ratios, math.Log1p(o.Floor)))
	}
	return l
}

// count counts a pair by which of its sides ended with an answer.
func (l *Line) count(a, b bool) {
	switch {
	case a && b:
		l.SolvedA++
		l.SolvedB++
	case a:
		l.SolvedA++
		l.OnlyA++
	case b:
		l.SolvedB++
		l.OnlyB++
	}
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// mean sets the ratio of a line, its interval, and whether it is a bound. If limits ended runs of one side only,
// their pairs take part with the bound that they give; if they ended runs of both, only the pairs that ended count.
func (l *Line) mean(ratios []ratio) {
	over := map[bool]bool{} // which side has runs that were ended
	for _, r := range ratios {
		if r.low < r.high {
			over[math.IsInf(r.high, 1)] = true
		}
	}
	switch {
	case len(over) == 2:
		l.Bound = "both"
	case over[true]:
		l.Bound = ">"
	case over[false]:
		l.Bound = "<"
	}
	var xs []float64
	for _, r := range ratios {
		switch {
		case !math.IsInf(r.low, -1) && (l.Bound != "both" || r.low == r.high):
			xs = append(xs, math.Exp(r.low))
		case l.Bound == "<":
			xs = append(xs, math.Exp(r.high))
		}
	}
	if len(xs) == 0 {
		return
	}
	e := stats.GeometricMean(xs)
	l.Ratio = &e.X
	if l.Bound != "<" && e.N > 1 {
		l.Low = &e.Low
	}
	if l.Bound != ">" && e.N > 1 {
		l.High = &e.High
	}
}

// test returns the p-value of a difference by more than floor, one way or the other. Each way the runs that were ended
// have what is worst for it.
func test(ratios []ratio, floor float64) float64 {
	more, less := make([]float64, len(ratios)), make([]float64, len(ratios))
	for i, r := range ratios {
		more[i], less[i] = r.low-floor, -r.high-floor
	}
	return min(1, 2*min(stats.SignedRank(more), stats.SignedRank(less)))
}

// adjust corrects the p-values of all lines together, and says what they show. The mean has to differ by more than the
// floor, too, in the same direction as the ranks.
func (r *Result) adjust() {
	var ps []float64
	for _, l := range r.Lines {
		if l.P != nil {
			ps = append(ps, *l.P)
		}
	}
	adjusted := stats.Holm(ps)
	for i := range r.Lines {
		l := &r.Lines[i]
		if l.P == nil {
			continue
		}
		l.Adjusted, adjusted = &adjusted[0], adjusted[1:]
		l.Withheld = l.Unit == "s" && r.busy() && (l.Measure == "wall" || !r.byTurns())
		switch {
		case l.Withheld:
		case *l.Adjusted >= stats.Alpha || l.Ratio == nil:
		case *l.Ratio > 1+r.Floor && l.Bound != "<":
			l.Verdict = More
		case *l.Ratio < 1/(1+r.Floor) && l.Bound != ">":
			l.Verdict = Less
		}
	}
}

// Worse reports whether B took more of anything than A.
func (r *Result) Worse() bool {
	return slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Verdict == More })
}

// conflicts returns the questions of a pair that have two answers.
func conflicts(p *Pair) (list []Conflict) {
	for _, of := range []func(*bench.Record) string{verdict, states} {
		for _, a := range p.A.Runs() {
			for _, b := range p.B.Runs() {
				x, y := of(a), of(b)
				if c := (Conflict{p.Suite, p.Cell, x, y}); x != "" && y != "" && x != y && !slices.Contains(list, c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// verdict returns the verdict of a run, "" if it has none.
func verdict(r *bench.Record) string {
	if r.Verdict == nil || *r.Verdict == "unknown" || r.Outcome != bench.Done && r.Outcome != bench.Wrong {
		return ""
	}
	return *r.Verdict
}

// states returns the number of all states, "" if a run did not find all, or drew them. Runs with a verdict are left
// out: that it is complete can rest on fewer states than all.
func states(r *bench.Record) string {
	if _, sample := r.Counts["runs"]; sample || r.Verdict != nil || r.States == nil || r.Complete == nil ||
		!*r.Complete {
		return ""
	}
	return *r.States + " states"
}
