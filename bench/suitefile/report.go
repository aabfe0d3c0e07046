package suitefile

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/bench"
)

// The report of a suite from a file: a table with a column for each tool, and scatter plots of pairs of tools.

// A column of a report has the cells of a tool, with the values that differ between cells of one question.
type column struct {
	name  string
	cells map[string][]*bench.Cell // by question; several if there are seeds
}

// layout returns the questions of a suite in its order, and the columns.
func layout(s *bench.Suite) (questions []string, columns []*column) {
	inside := varying(s)
	byName, asked := map[string]*column{}, map[string]bool{}
	for i := range s.Cells {
		c := &s.Cells[i]
		if !asked[c.Question] {
			asked[c.Question], questions = true, append(questions, c.Question)
		}
		name := c.Program
		for _, l := range c.Labels {
			if inside[l.Key] {
				name += " " + l.Key + "=" + l.Value
			}
		}
		x := byName[name]
		if x == nil {
			x = &column{name, map[string][]*bench.Cell{}}
			byName[name], columns = x, append(columns, x)
		}
		x.cells[c.Question] = append(x.cells[c.Question], c)
	}
	return questions, columns
}

// varying lists the labels whose values differ between cells of one question and one tool, but the seed.
func varying(s *bench.Suite) map[string]bool {
	first := map[string]*bench.Cell{}
	differ := map[string]bool{}
	for i := range s.Cells {
		c := &s.Cells[i]
		key := c.Question + sep + c.Program
		f := first[key]
		if f == nil {
			first[key] = c
			continue
		}
		for _, l := range c.Labels {
			if l.Key != seed && l.Key != "tool" && f.Label(l.Key) != l.Value {
				differ[l.Key] = true
			}
		}
	}
	return differ
}

// An entry is what a column has for a question: of several seeds the one with the median of the CPU times, where all
// have an answer, else one without.
type entry struct {
	record *bench.Record // nil if nothing was measured
	text   string        // of the seconds
}

// entry returns what the column shows for a question: of its cells the one in the middle by CPU time, or one that was
// not done, or best of all one that is wrong, with how many were done if these are only some.
func (x *column) entry(r bench.Results, question string) entry {
	var list []*bench.Record
	for _, c := range x.cells[question] {
		if rec := r.Cell(c.Name()); rec != nil {
			list = append(list, rec)
		}
	}
	if len(list) == 0 {
		return entry{nil, bench.Shown(bench.Value{})}
	}
	slices.SortStableFunc(list, func(a, b *bench.Record) int { return cmp.Compare(a.CPU, b.CPU) })
	middle := list[(len(list)-1)/2]
	if i := slices.IndexFunc(list, func(rec *bench.Record) bool { return !done(rec) }); i >= 0 {
		middle = list[i]
	}
	if wrong := slices.IndexFunc(list, func(rec *bench.Record) bool { return rec.Outcome == bench.Wrong }); wrong >= 0 {
		middle = list[wrong]
	}
	text := bench.Shown((bench.Entry{Ours: middle}).Seconds())
	if n := bench.Count(list, done); 0 < n && n < len(list) {
		text += fmt.Sprintf(" (%d of %d done)", n, len(list))
	}
	return entry{middle, text}
}

// value returns a number that the program has printed, by the name of its group.
func (e entry) value(name string) string {
	if e.record != nil {
		if x, ok := e.record.Counts[name]; ok {
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
	}
	return bench.Shown(bench.Value{})
}

// answerOf returns what a record answers, "" if nothing.
func answerOf(x *bench.Record) string {
	switch {
	case x == nil || x.Outcome != bench.Done && x.Outcome != bench.Wrong:
	case x.Verdict != nil:
		return *x.Verdict
	case x.States != nil:
		return *x.States
	}
	return ""
}

// report returns the report of a suite: a table with a row for each question and for each tool a column of times, one
// of memory and one of each of the values that tools print besides their answers; notes on how the runs ended; and
// scatter plots of the first pairs of columns that have records in common.
func report(s *bench.Suite, values []string, r bench.Results) []*bench.Sheet {
	questions, columns := layout(s)
	sheet := &bench.Sheet{Name: s.Name, Title: s.Title, Left: 2, Header: []string{"question", "answer"},
		Notes: []string{
			"s: CPU seconds, user and system, of a whole process; > means that the run was ended there. MB: the most " +
				"memory resident; < where what measured the run had as much itself.",
		}}
	for _, x := range columns {
		sheet.Header = append(append(sheet.Header, x.name+" s", "MB"), values...)
	}
	table := map[string][]entry{}
	for _, q := range questions {
		entries, row, measured := make([]entry, len(columns)), []string{q, ""}, false
		byAnswer := map[string][]string{}
		for i, x := range columns {
			entries[i] = x.entry(r, q)
			memory := bench.Shown(bench.Value{})
			if rec := entries[i].record; rec != nil {
				measured = true
				memory = rec.Megabytes()
				if a := answerOf(rec); a != "" {
					byAnswer[a] = append(byAnswer[a], x.name)
				}
			}
			row = append(row, entries[i].text, memory)
			for _, v := range values {
				row = append(row, entries[i].value(v))
			}
		}
		if table[q] = entries; measured {
			row[1] = answers(byAnswer)
			sheet.Rows = append(sheet.Rows, row)
		}
	}
	sheets := []*bench.Sheet{sheet}
	for i, x := range columns {
		sheet.Notes = append(sheet.Notes, x.note(questions, func(q string) *bench.Record { return table[q][i].record }))
		for k := i + 1; k < len(columns) && len(sheets) <= mostCharts; k++ {
			p := &pair{s, questions, x.name, columns[k].name,
				func(q string) (a, b *bench.Record) { return table[q][i].record, table[q][k].record }}
			if note := p.note(); note != "" {
				sheet.Notes = append(sheet.Notes, note)
				sheets = append(sheets, p.sheet(len(columns) > 2))
			}
		}
	}
	return sheets
}

// mostCharts is how many pairs of columns are drawn.
const mostCharts = 6

// answers writes the answers that programs gave to a question: one if they agree.
func answers(byAnswer map[string][]string) string {
	var list []string
	for _, a := range slices.Sorted(maps.Keys(byAnswer)) {
		text := a
		if strings.Trim(a, "0123456789") == "" {
			text = bench.ShortNumber(a)
		}
		if len(byAnswer) > 1 {
			text += " by " + strings.Join(byAnswer[a], ", ")
		}
		list = append(list, text)
	}
	return cmp.Or(strings.Join(list, " ≠ "), bench.Shown(bench.Value{}))
}

// note says how the runs of a column ended.
func (x *column) note(questions []string, of func(string) *bench.Record) string {
	ends := map[bench.Outcome]int{}
	for _, q := range questions {
		if rec := of(q); rec != nil {
			ends[rec.Outcome]++
		}
	}
	if len(ends) == 0 {
		return x.name + ": no records."
	}
	var list []string
	for _, o := range bench.Outcomes() {
		if ends[o] > 0 {
			list = append(list, fmt.Sprintf("%s %d", o, ends[o]))
		}
	}
	return x.name + ": " + strings.Join(list, ", ") + "."
}

// A pair is two columns that are compared.
type pair struct {
	suite     *bench.Suite
	questions []string
	a, b      string
	of        func(question string) (a, b *bench.Record)
}

// least is the shortest time that differs from nothing, in seconds.
const least = 0.001

func seconds(x *bench.Record) float64 { return max(x.CPU, least) }

func done(x *bench.Record) bool { return x != nil && x.Outcome == bench.Done }

// note compares the times of questions that both decide, "" if one of them has no records.
func (p *pair) note() string {
	sum, both, faster, measured := 0.0, 0, 0, 0
	for _, q := range p.questions {
		a, b := p.of(q)
		if a != nil && b != nil {
			measured++
		}
		if !done(a) || !done(b) {
			continue
		}
		both++
		sum += math.Log(seconds(b) / seconds(a))
		if seconds(a) < seconds(b) {
			faster++
		}
	}
	switch {
	case measured == 0:
		return ""
	case both == 0:
		return fmt.Sprintf("%s and %s: no question that both decide.", p.a, p.b)
	}
	return fmt.Sprintf("%s and %s: both decide %d of %d; there %s takes %.3g times as long as %s, by the geometric "+
		"mean, and %s is faster on %d.",
		p.a, p.b, both, measured, p.b, math.Exp(sum/float64(both)), p.a, p.a, faster)
}

// sheet returns a scatter plot of two columns, with a point for each question that both were asked, and the same
// times as a table. A run without an answer lies on the border, which is the longest time or limit.
func (p *pair) sheet(several bool) *bench.Sheet {
	name, border := p.suite.Name+"-scatter", least
	if several {
		name += "-" + label(value{text: p.a}) + "-" + label(value{text: p.b})
	}
	s := &bench.Sheet{
		Name: name, Title: fmt.Sprintf("%s: %s against %s", p.suite.Title, p.b, p.a), Left: 1,
		Header: []string{"question", p.a + " s", p.b + " s"},
		Notes: []string{fmt.Sprintf("A point above the diagonal: %s is faster. On the border: no answer, at the "+
			"limit of time or of memory, or for another reason. Times below %v s are drawn there.", p.a, least)},
	}
	for _, q := range p.questions {
		a, b := p.of(q)
		for _, x := range []*bench.Record{a, b} {
			if x != nil {
				border = max(border, x.Seconds, x.CPU)
			}
		}
	}
	series := []bench.Series{{Name: "both decide"}, {Name: p.a + " does not"}, {Name: p.b + " does not"},
		{Name: "neither decides"}}
	for _, q := range p.questions {
		a, b := p.of(q)
		if a == nil || b == nil {
			continue
		}
		point, kind := bench.Point{X: seconds(a), Y: seconds(b)}, 0
		if !done(a) {
			point.X, kind = border, kind+1
		}
		if !done(b) {
			point.Y, kind = border, kind+2
		}
		series[kind].Points = append(series[kind].Points, point)
		s.Rows = append(s.Rows, []string{q, bench.Shown((bench.Entry{Ours: a}).Seconds()),
			bench.Shown((bench.Entry{Ours: b}).Seconds())})
	}
	s.Chart = &bench.Chart{
		Name: s.Name, Title: s.Title, X: p.a + ", CPU seconds", Y: p.b + ", CPU seconds", Kind: bench.Scatter,
		Log: true, Border: border,
		Series: slices.DeleteFunc(series, func(x bench.Series) bool { return len(x.Points) == 0 }), Notes: s.Notes,
	}
	return s
}
