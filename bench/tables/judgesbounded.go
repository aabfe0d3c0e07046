package tables

import (
	"fmt"
	"slices"
	"strings"

	"brim/bench"
	"brim/bench/claims"
	"brim/bench/tables/entry"
)

// boundedJudges decide the claims of [DVB14], about saturation within bounds.
var boundedJudges = map[string]claims.Judge{
	"faster":              claims.By(faster),
	"fastest":             claims.By(fastest),
	"faster-than-fastest": claims.By(fasterThanFastest),
	"ended":               claims.By(ended),
	"not-ended":           claims.By(notEnded),
	"forward-faster":      claims.By(forwardFaster),
	"markings":            claims.By(markings),
	"infinite-decided":    claims.By(infiniteDecided),
	"refuted-early":       claims.By(refutedEarly),
	"constrained-part":    claims.By(constrainedPart),
	"constrained-faster":  claims.By(constrainedFaster),
	"step-faster":         claims.By(stepFaster),
	"nodes-rise-and-fall": claims.By(nodesRiseAndFall),
	"nodes-grow":          claims.By(nodesGrow),
	"nodes-sawtooth":      claims.By(nodesSawtooth),
}

// UnmarshalText reads a column by the name of its strategy.
func (c *column) UnmarshalText(text []byte) error {
	list := []column{unlim, restart, proceed, compact, fixed}
	i := slices.IndexFunc(list, func(c column) bool { return c.label.Value == string(text) })
	if i < 0 {
		return fmt.Errorf("there is no strategy %q", text)
	}
	*c = list[i]
	return nil
}

// A selection of lines: those of Table 2 on an expression, those of Table 1 under an order of the places, or else those
// of Table 1, by the paper's method or ours. Nets are families or single ones, all if none is named.
type selection struct {
	Nets                   []string
	Expression, Order, Way string
}

// lines returns the lines that are selected.
func (s selection) lines() []line {
	switch {
	case s.Expression != "":
		return slices.DeleteFunc(table2Lines(false),
			func(l line) bool { return l.keys[0] != s.Expression || !among(l, s.Nets) })
	case s.Order != "":
		return slices.DeleteFunc(table1OrderLines(false),
			func(l line) bool { return l.order != s.Order || !among(l, s.Nets) })
	}
	return linesOf(s.Nets...)
}

// cell returns the cell of a line in a column.
func (s selection) cell(l line, c column) bench.Cell {
	if s.Way == itsWay.label.Value {
		return l.way(c, itsWay, 0)
	}
	return l.cell(c, 0)
}

// linesOf returns the lines of Table 1 of some families or nets, all if none is named.
func linesOf(nets ...string) []line {
	lines, _ := table1Lines(false)
	return slices.DeleteFunc(lines, func(l line) bool { return !among(l, nets) })
}

// among reports whether nets names the net of a line, or its family. An empty list names all nets.
func among(l line, nets []string) bool {
	family, _, _ := strings.Cut(l.model, ":")
	return len(nets) == 0 || slices.Contains(nets, family) || slices.Contains(nets, l.model)
}

type comparison struct {
	selection
	Columns, Than []column
}

// faster judges that each of some columns takes less time than each of others, on each line.
func faster(p comparison, r bench.Results, cases *bench.Cases) {
	for _, one := range p.Columns {
		for _, l := range p.lines() {
			for _, other := range p.Than {
				secondsLess(r, cases, l.model+" "+one.heading+" : "+other.heading, p.cell(l, one), p.cell(l, other))
			}
		}
	}
}

// fastest judges that the fastest of some columns takes less time than another one, on each line.
func fastest(p struct {
	selection
	Columns []column
	Than    column
}, r bench.Results, cases *bench.Cases) {
	for _, l := range p.lines() {
		secondsLess(r, cases, l.model, l.fastest(r, p.Columns...), l.cell(p.Than, 0))
	}
}

// fasterThanFastest judges that a column takes less time than the fastest of others, on each line.
func fasterThanFastest(p struct {
	selection
	Column column
	Than   []column
}, r bench.Results, cases *bench.Cases) {
	for _, l := range p.lines() {
		secondsLess(r, cases, l.model+", "+l.order+", the fastest other", l.cell(p.Column, 0), l.fastest(r, p.Than...))
	}
}

// fastest returns the cell of a line, of some columns, that took least time; one that was not measured if there is one,
// since it could have been that.
func (l line) fastest(r bench.Results, of ...column) bench.Cell {
	best := l.cell(of[0], 0)
	for _, c := range of {
		x := l.cell(c, 0)
		if entry.Record(r, x) == nil {
			return x
		}
		if q := r.Seconds(best.Name()).Ratio(r.Seconds(x.Name())); q.Relation == '=' && q.X > 1 ||
			r.Seconds(best.Name()).Relation != '=' {
			best = x
		}
	}
	return best
}

type selectedColumn struct {
	selection
	Column column
}

// ended judges that a limit of time or memory ends a column, on each line.
func ended(p selectedColumn, r bench.Results, cases *bench.Cases) {
	cases.Term("a limit of time or memory that ends " + p.Column.heading + " speaks for it")
	p.ends(true, r, cases)
}

// notEnded judges that no limit of time or memory ends a column, on any line.
func notEnded(p selectedColumn, r bench.Results, cases *bench.Cases) {
	cases.Term("a limit of time or memory that ends " + p.Column.heading + " speaks against it")
	p.ends(false, r, cases)
}

// ends has the cases of ended and notEnded.
func (p selectedColumn) ends(is bool, r bench.Results, cases *bench.Cases) {
	for _, l := range p.lines() {
		name, x := l.model+" "+p.Column.heading, entry.Record(r, l.cell(p.Column, 0))
		switch {
		case x == nil:
			cases.Missing(name)
		case starved(x):
			cases.Missing(name + starvedText)
		default:
			cases.Add(name, is == (x.Outcome == bench.Time || x.Outcome == bench.Memory),
				bench.Shown(bench.Entry{Ours: x}.Seconds()))
		}
	}
}

type someColumns struct{ Columns []column }

// forwardFaster judges that formulas decided forward take less time than backward, with nothing else that differs.
func forwardFaster(p someColumns, r bench.Results, cases *bench.Cases) {
	for _, l := range forwardLines() {
		for _, c := range p.Columns {
			secondsLess(r, cases, l.model+" "+c.heading, l.way(c, forwardWay, 0), l.way(c, itsWay, 0))
		}
	}
}

// markings judges that the net of Figure 1 has a number of markings, by both of its diagrams.
func markings(p struct{ States string }, r bench.Results, cases *bench.Cases) {
	a, b := figure1Cells(0)
	for _, c := range []bench.Cell{a, b} {
		x := entry.Record(r, c)
		if x == nil || x.States == nil || x.Complete == nil || !*x.Complete {
			cases.Missing("diagram of " + c.Label("what"))
			continue
		}
		cases.Add("diagram of "+c.Label("what"), *x.States == p.States, *x.States+" markings")
	}
}

// infiniteDecided judges that on infinite nets some columns have a verdict and another one has none.
func infiniteDecided(p struct {
	Columns   []column
	Undecided column
}, r bench.Results, cases *bench.Cases) {
	cases.Term("of " + p.Undecided.heading + " speaks for it that it has no verdict")
	for _, l := range refutationLines(false) {
		if l.isInfinite() {
			for _, c := range p.Columns {
				asItShould(r, cases, l, c, func(x *bench.Record) bool { return x.Outcome == bench.Done })
			}
			asItShould(r, cases, l, p.Undecided,
				func(x *bench.Record) bool { return x.Outcome != bench.Done && x.Outcome != bench.Wrong })
		}
	}
}

// refutedEarly judges that some columns refute a property before they know all markings.
func refutedEarly(p someColumns, r bench.Results, cases *bench.Cases) {
	for _, l := range refutationLines(false) {
		if l.want == "fails" {
			for _, c := range p.Columns {
				asItShould(r, cases, l, c,
					func(x *bench.Record) bool { return x.Outcome == bench.Done && x.Complete != nil && !*x.Complete })
			}
		}
	}
}

// asItShould adds the case that the record of a line in a column is as it should be.
func asItShould(r bench.Results, cases *bench.Cases, l line, c column, is func(*bench.Record) bool) {
	name, x := strings.Join(l.keys, " ")+" "+c.heading, entry.Record(r, l.cell(c, 0))
	if x == nil {
		cases.Missing(name)
		return
	}
	figures := string(x.Outcome)
	if x.Bound != nil {
		figures += " within " + textOf(x.Bound) + " steps"
	}
	cases.Add(name, is(x), figures)
}

// constrainedPart judges that constrained saturation takes a part of the time of loops at most.
func constrainedPart(p struct {
	Nets    []string
	Columns []column
	Part    float64
}, r bench.Results, cases *bench.Cases) {
	for _, l := range linesOf(p.Nets...) {
		for _, c := range p.Columns {
			x, y := l.gainCells(c, 0)
			cases.AtMost(l.model+" "+c.heading, r.Seconds(x.Name()), r.Seconds(y.Name()), p.Part, bench.Margin)
		}
	}
}

// constrainedFaster judges that constrained saturation takes less time than loops, on all nets.
func constrainedFaster(p someColumns, r bench.Results, cases *bench.Cases) {
	for _, l := range gainLines(false) {
		for _, c := range p.Columns {
			x, y := l.gainCells(c, 0)
			secondsLess(r, cases, l.model+" "+c.heading, x, y)
		}
	}
}

// stepFaster judges that one step takes less time than another.
func stepFaster(p struct{ Step, Than int }, r bench.Results, cases *bench.Cases) {
	for _, l := range stepLines(false) {
		secondsLess(r, cases, l.model+" "+l.heading, l.cell(p.Step, p.Step, 0), l.cell(p.Than, p.Than, 0))
	}
}
