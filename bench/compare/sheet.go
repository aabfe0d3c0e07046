package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"brim/bench"
	"brim/bench/stats"
)

// A comparison as a table, and in words.

// Says returns what a line shows of B in words, such as "slower by 12 % (8 to 16 %)", or by a factor from 2 on; "" if
// it shows no difference.
func (l *Line) Says() string {
	if l.Verdict == None {
		return ""
	}
	word := map[Verdict]string{More: "more", Less: "less"}[l.Verdict]
	if l.Unit == "s" {
		word = map[Verdict]string{More: "slower", Less: "faster"}[l.Verdict]
	}
	least := ""
	if l.Bound == "<" || l.Bound == ">" {
		least = "at least "
	}
	// how many times as much the larger side took; from, to: the ends of that
	factor, from, to := *l.Ratio, l.Low, l.High
	if l.Verdict == Less {
		factor, from, to = 1/factor, inverse(l.High), inverse(l.Low)
	}
	if factor >= 2 {
		return fmt.Sprintf("%s by %sa factor of %s%s", word, least, short(factor), between(from, to, short, ""))
	}
	percent := func(x float64) string { return short(100 * (x - 1)) }
	if l.Verdict == Less { // a part less time, which is not the same part more speed
		percent = func(x float64) string { return short(100 * (1 - 1/x)) }
	}
	return fmt.Sprintf("%s by %s%s %%%s", word, least, percent(factor), between(from, to, percent, " %"))
}

func inverse(x *float64) *float64 {
	if x == nil {
		return nil
	}
	return new(1 / *x)
}

// between writes an interval, of which one end may not be known.
func between(from, to *float64, text func(float64) string, unit string) string {
	switch {
	case from != nil && to != nil:
		return fmt.Sprintf(" (%s to %s%s)", text(*from), text(*to), unit)
	case from != nil:
		return fmt.Sprintf(" (%s%s or more)", text(*from), unit)
	}
	return ""
}

// short writes a number with two digits behind the point at most, three in all.
func short(x float64) string {
	digits := 0
	switch size := math.Abs(x); {
	case size < 1:
		digits = 2
	case size < 10:
		digits = 1
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// name names the suite of a line.
func (l *Line) name() string {
	return cmp.Or(l.Suite, "all")
}

// value writes a number that may be missing.
func value(x *float64) string {
	if x == nil {
		return "–"
	}
	return bench.Shown(bench.Exactly(*x))
}

// Sheet returns the result as a table for people: a row for each line, with "–" for what is not known, and notes on
// how to read it.
func (r *Result) Sheet() *bench.Sheet {
	s := &bench.Sheet{
		Name: "compare", Title: "B next to A", Left: 3, Long: r.long(),
		Header: []string{"suite", "measure", "B is", "cells", "pairs", "A", "B", "B/A", "95 %", "p", "solved by A",
			"by B", "A alone", "B alone", "PAR-2 of A", "of B"},
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		times, interval, p := value(l.Ratio), "–", "–"
		if l.Ratio != nil && (l.Bound == ">" || l.Bound == "<") {
			times = l.Bound + times
		}
		switch {
		case l.Low != nil && l.High != nil:
			interval = value(l.Low) + " to " + value(l.High)
		case l.Low != nil:
			interval = ">" + value(l.Low)
		case l.High != nil:
			interval = "<" + value(l.High)
		}
		if l.Adjusted != nil {
			if p = strconv.FormatFloat(*l.Adjusted, 'f', 3, 64); *l.Adjusted < 0.0005 {
				p = "<0.001"
			}
		}
		s.Rows = append(s.Rows, []string{
			l.name(), l.Measure + " " + l.Unit, cmp.Or(l.Says(), "–"), strconv.Itoa(l.Cells), strconv.Itoa(l.Pairs),
			value(l.A), value(l.B), times, interval, p,
			strconv.Itoa(l.SolvedA), strconv.Itoa(l.SolvedB), strconv.Itoa(l.OnlyA), strconv.Itoa(l.OnlyB),
			value(l.PAR2A), value(l.PAR2B),
		})
	}
	s.Notes = r.notes()
	return s
}

// long returns the table for programs, with the keys of the JSON form.
func (r *Result) long() *bench.Sheet {
	s := &bench.Sheet{
		Name: "compare", Title: "B next to A", Left: 2,
		Header: []string{"suite", "measure", "unit", "cells", "pairs", "a", "b", "ratio", "low", "high", "bound", "p",
			"p_adjusted", "verdict", "solved_a", "solved_b", "only_a", "only_b", "par2_a", "par2_b"},
	}
	full := func(x *float64) string {
		if x == nil {
			return ""
		}
		return strconv.FormatFloat(*x, 'g', 6, 64)
	}
	for i := range r.Lines {
		l := &r.Lines[i]
		s.Rows = append(s.Rows, []string{
			l.name(), l.Measure, l.Unit, strconv.Itoa(l.Cells), strconv.Itoa(l.Pairs), full(l.A), full(l.B),
			full(l.Ratio), full(l.Low), full(l.High), l.Bound, full(l.P),
			full(l.Adjusted), string(l.Verdict), strconv.Itoa(l.SolvedA), strconv.Itoa(l.SolvedB),
			strconv.Itoa(l.OnlyA), strconv.Itoa(l.OnlyB), full(l.PAR2A), full(l.PAR2B),
		})
	}
	return s
}

// notes says what the table is made of and how to read it.
func (r *Result) notes() (notes []string) {
	for _, c := range r.Conflicts {
		notes = append(notes, fmt.Sprintf("WARNING: %s %s: %s in A, %s in B", c.Suite, c.Cell, c.A, c.B))
	}
	notes = append(notes, r.warnings()...)
	for i, s := range []*Side{&r.A, &r.B} {
		side := string(rune('A' + i))
		notes = append(notes, fmt.Sprintf("%s: %s, %d runs%s; %d cells have no counterpart", side, s.Name,
			len(s.Records), period(s.Records), s.Alone))
		for _, o := range bench.Origins(s.Records) {
			notes = append(notes, side+": "+o)
		}
	}
	tests := bench.Count(r.Lines, func(l Line) bool { return l.P != nil })
	return append(notes,
		fmt.Sprintf("B is: what is shown of B with p below %.2g, by more than %s %%; –: nothing. p: of Wilcoxon's "+
			"signed-rank test on the logarithms of B/A, against a difference beyond that floor, adjusted by Holm's "+
			"method for the tests together, %d of them; – of fewer than %d pairs.",
			stats.Alpha, short(100*r.Floor), tests, stats.Enough),
		fmt.Sprintf("pairs: cells whose ratio is known, or bounded since one side was ended at its limit of time, "+
			"which for the test counts as what is worst for the difference; of times those where a side took %s s "+
			"or more. A, B: medians of the pairs that both ended. B/A: "+
			"geometric mean of the pairs, a bound if some were ended on one side, with its interval at 95 %%. Of "+
			"several runs of a cell the median counts. –: no pair is left for that.", short(r.Least)),
		"solved: cells that ended with an answer. PAR-2: mean of the seconds, with twice the limit for cells "+
			"without an answer. nodes: the most at a time.",
	)
}

// warnings lists the differences between the sides that times depend on: machines, several builds on one side, sweeps
// one after the other, and a busy machine.
func (r *Result) warnings() (list []string) {
	machines := func(s *Side) []string {
		return slices.Compact(slices.Sorted(slices.Values(bench.Map(s.Records, func(x *bench.Record) string {
			return fmt.Sprintf("%s, %d cores", cmp.Or(x.Processor, "a processor that is not known"), x.Cores)
		}))))
	}
	if a, b := machines(&r.A), machines(&r.B); !slices.Equal(a, b) {
		list = append(list, fmt.Sprintf("WARNING: A and B were measured on different machines: %q and %q", a, b))
	}
	for i, s := range []*Side{&r.A, &r.B} {
		builds := map[[2]string]string{} // by suite and program
		for _, x := range s.Records {
			key := [2]string{x.Suite, x.Program}
			if old, ok := builds[key]; ok && old != x.Build {
				list = append(list, fmt.Sprintf("WARNING: the records of %s in %c are of several builds", x.Suite,
					'A'+i))
				break
			}
			builds[key] = x.Build
		}
	}
	firstA, lastA := bench.Span(r.A.Records)
	firstB, lastB := bench.Span(r.B.Records)
	if !lastA.IsZero() && (lastA.Before(firstB) || !lastB.IsZero() && lastB.Before(firstA)) {
		list = append(list, "WARNING: one side was measured after the other, so what changed on the machine between "+
			"them counts as a difference; measured by turns it would not")
	}
	for i, s := range []*Side{&r.A, &r.B} {
		if n := s.crowded(); n > 0 {
			list = append(list, fmt.Sprintf("WARNING: when %d of %d runs of %c began, more programs were at work "+
				"than the machine has cores", n, len(s.Records), 'A'+i))
		}
	}
	if slices.ContainsFunc(r.Lines, func(l Line) bool { return l.Withheld }) {
		list = append(list, "WARNING: the machine was busy, so nothing is said of seconds by the clock, nor of CPU "+
			"time unless the two runs of a pair followed each other at once")
	}
	return list
}

// period says when the runs began, "" if that is not known.
func period(records []*bench.Record) string {
	first, last := bench.Span(records)
	if last.IsZero() {
		return ""
	}
	return fmt.Sprintf(" that began from %s to %s UTC",
		first.UTC().Format(time.DateTime), last.UTC().Format(time.DateTime))
}
