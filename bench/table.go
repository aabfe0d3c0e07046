package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Tables of measured times next to published ones.

// A Table sets measured times next to published ones.
type Table struct {
	Name    string // of its files
	Title   string
	Keys    []string // headings of what names a row
	Columns []string // headings of the entries
	Made    bool     // count the nodes made as well
	Rows    []Row
	Notes   []string // see Sheet
}

// A Row has an entry for each column.
type Row struct {
	Keys    []string
	Entries []Entry
}

// An Entry is one published time and our record of the same cell. Either may be missing.
type Entry struct {
	Paper Value // seconds
	Ours  *Record
}

// Seconds returns the CPU time of our run, user and system of the whole process: a number, the median if there are
// several runs, a bound where the limit of time ended it, or a word.
func (e Entry) Seconds() Value {
	switch {
	case e.Ours == nil:
		return Value{}
	case e.Ours.Outcome == Done:
		return Value{X: e.Ours.CPU, Relation: '=', Spread: e.Ours.Median((*Record).cpu).Spread()}
	case e.Ours.Outcome == Time:
		return Above(e.Ours.AtLeast())
	}
	return Value{Word: string(e.Ours.Outcome)}
}

// AtLeast returns the seconds that a run would have taken at least which its limit of time ended: that limit. It goes
// by the clock; where other programs took more than a tenth of the time, it is the CPU time that the run had.
func (r *Record) AtLeast() float64 {
	if 0 < r.CPU && r.CPU < 0.9*r.Seconds {
		return r.CPU
	}
	return r.Seconds
}

// Made returns how many nodes our run made to find distances, in all rounds, nothing where that is not known.
func (e Entry) Made() Value {
	if e.Ours == nil || e.Ours.Outcome != Done || len(e.Ours.Rounds) == 0 {
		return Value{}
	}
	sum := 0
	for _, r := range e.Ours.Rounds {
		if r.Made == nil {
			return Value{}
		}
		sum += *r.Made
	}
	return Value{X: float64(sum), Relation: '=', Word: strconv.Itoa(sum)}
}

// Ratio returns how many times the published time is ours.
func (e Entry) Ratio() Value { return e.Paper.Ratio(e.Seconds()) }

// none is the text for unknown values.
const none = "–"

// Shown returns v as tables show it, with its spread; a dash for nothing.
func Shown(v Value) string {
	if s := v.Text(); s != "" {
		return s + v.PlusMinus()
	}
	return none
}

// Sheet returns the table for people: each row of it as up to three lines, the published times, ours below, and their
// ratio; or with Made as two, the nodes and the times. Rows without measured cells are left out.
func (t *Table) Sheet() *Sheet {
	s := &Sheet{Name: t.Name, Title: t.Title, Notes: t.Notes, Left: len(t.Keys) + 1, Long: t.long()}
	what := "seconds"
	if t.Made {
		what = "brim"
	}
	s.Header = append(append(append(s.Header, t.Keys...), what), t.Columns...)
	for _, r := range t.Rows {
		if !slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Ours != nil }) {
			continue
		}
		keys := r.Keys
		for _, l := range t.lines(r) {
			s.Rows = append(s.Rows, append(append([]string(nil), keys...), l...))
			keys = make([]string, len(r.Keys)) // named once
		}
		for _, e := range r.Entries {
			if e.Ours != nil && e.Paper.Relation != 0 {
				s.Published = append(s.Published, Published{e.Ours.Cell, e.Paper})
			}
		}
	}
	return s
}

// lines returns the lines of a row without its keys.
func (t *Table) lines(r Row) [][]string {
	line := func(name string, value func(Entry) Value) []string {
		cells := []string{name}
		for _, e := range r.Entries {
			cells = append(cells, Shown(value(e)))
		}
		return cells
	}
	switch {
	case t.Made:
		return [][]string{line("nodes made", Entry.Made), line("seconds", Entry.Seconds)}
	case slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Paper != Value{} }):
		return [][]string{line("paper", func(e Entry) Value { return e.Paper }), line("brim", Entry.Seconds),
			line("paper/brim", Entry.Ratio)}
	}
	return [][]string{line("brim", Entry.Seconds)}
}

// Found returns a table of what the runs found, with six lines for each row: the verdict, the bound that decided
// ("all" if the verdict rests on all markings), the rounds until then, the markings, and the nodes of their diagram,
// at the end and at most. Rows without measured cells are left out.
func (t *Table) Found() *Sheet {
	s := &Sheet{Name: t.Name + "-found", Title: t.Title + ": what was found", Left: len(t.Keys) + 1, Notes: []string{
		"bound: all markings within that number of steps were looked at; all: the verdict rests on all reachable " +
			"ones. rounds: of a search whose bound grows. states, nodes: of the last round, or of all; most nodes: " +
			"at a time, of all diagrams.",
	}}
	s.Header = append(append(append(s.Header, t.Keys...), ""), t.Columns...)
	kinds := []struct {
		name string
		of   func(*Record) string
	}{
		{"verdict", func(r *Record) string { return TextOf(r.Verdict) }},
		{"bound", func(r *Record) string {
			if r.Complete != nil && *r.Complete {
				return "all"
			}
			return TextOf(r.Bound)
		}},
		{"rounds", func(r *Record) string { return strconv.Itoa(len(r.Rounds)) }},
		{"states", func(r *Record) string { return ShortNumber(TextOf(r.States)) }},
		{"nodes", func(r *Record) string { return TextOf(r.Nodes) }},
		{"most nodes", func(r *Record) string { return TextOf(r.PeakNodes) }},
	}
	for _, r := range t.Rows {
		if !slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Ours != nil }) {
			continue
		}
		keys := r.Keys
		for _, k := range kinds {
			line := append(slices.Clone(keys), k.name)
			for _, e := range r.Entries {
				cell := ""
				if e.Ours != nil {
					cell = k.of(e.Ours)
				}
				line = append(line, cmp.Or(cell, none))
			}
			s.Rows, keys = append(s.Rows, line), make([]string, len(r.Keys))
		}
	}
	return s
}

// ShortNumber shortens a decimal number of more than twelve digits to its first digits and an exponent.
func ShortNumber(n string) string {
	if len(n) <= 12 {
		return n
	}
	return fmt.Sprintf("%s.%se%d", n[:1], n[1:6], len(n)-1)
}

// long returns the table for programs: a line for each entry, with what the record knows. Nothing is left out.
func (t *Table) long() *Sheet {
	s := &Sheet{Name: t.Name, Title: t.Title, Left: len(t.Keys) + 1}
	s.Header = append(append(s.Header, t.Keys...), "column", "paper_seconds", "cpu_seconds", "ratio", "outcome",
		"verdict", "bound",
		"states", "nodes", "peak_nodes", "made", "wall_seconds", "rss_bytes", "reason", "runs", "cpu_low", "cpu_high")
	for _, r := range t.Rows {
		for i, e := range r.Entries {
			line := append(append([]string(nil), r.Keys...), t.Columns[i], e.Paper.Text(), "", e.Ratio().Text())
			if x := e.Ours; x != nil {
				line[len(line)-2] = e.Seconds().Text()
				line = append(line, string(x.Outcome), TextOf(x.Verdict), TextOf(x.Bound), TextOf(x.States),
					TextOf(x.Nodes), TextOf(x.PeakNodes),
					e.Made().Text(), fmt.Sprintf("%.3f", x.Wall), fmt.Sprint(x.RSS), x.Reason,
					strconv.Itoa(len(x.Runs())), "", "")
				if m := x.Median((*Record).cpu); m.N > 1 {
					line[len(line)-2], line[len(line)-1] = Exactly(m.Low).Text(), Exactly(m.High).Text()
				}
			}
			for len(line) < len(s.Header) {
				line = append(line, "")
			}
			s.Rows = append(s.Rows, line)
		}
	}
	return s
}

// TextOf writes what p points to, "" if it is nil.
func TextOf[T any](p *T) string {
	if p == nil {
		return ""
	}
	return fmt.Sprint(*p)
}
