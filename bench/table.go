package bench

import (
	"fmt"
	"io"
)

// A Table sets measured times beside published ones.
type Table struct {
	Name    string // of its files
	Title   string
	Keys    []string // headings of what names a row
	Columns []string // headings of the entries
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

// Seconds returns the CPU time of our run, user and system of the whole process: a number, a bound where the limit of time ended it, or a word.
func (e Entry) Seconds() Value {
	switch {
	case e.Ours == nil:
		return Value{}
	case e.Ours.Outcome == Done:
		return Exactly(e.Ours.CPU)
	case e.Ours.Outcome == Time:
		return Above(e.Ours.Seconds)
	}
	return Value{Word: string(e.Ours.Outcome)}
}

// Ratio returns how many times the published time is ours.
func (e Entry) Ratio() Value { return e.Paper.Ratio(e.Seconds()) }

// none stands for what is not known.
const none = "–"

func shown(v Value) string {
	if s := v.Text(); s != "" {
		return s
	}
	return none
}

// Write writes the table: for people, but CSV for programs.
func (t *Table) Write(w io.Writer, f Format) error {
	if f.Name == "csv" {
		return t.Long().Write(w, f)
	}
	return t.Sheet().Write(w, f)
}

// Sheet returns the table for people: each row of it as up to three lines, the published times, ours below, and their ratio. Rows
// of which nothing was measured are left out.
func (t *Table) Sheet() *Sheet {
	s := &Sheet{Name: t.Name, Title: t.Title, Notes: t.Notes, Left: len(t.Keys) + 1}
	s.Header = append(append(append(s.Header, t.Keys...), "seconds"), t.Columns...)
	for _, r := range t.Rows {
		paper, ours, ratio := []string{"paper"}, []string{"brim"}, []string{"paper/brim"}
		published, measured := false, false
		for _, e := range r.Entries {
			published = published || e.Paper != Value{}
			measured = measured || e.Ours != nil
			paper, ours, ratio = append(paper, shown(e.Paper)), append(ours, shown(e.Seconds())), append(ratio, shown(e.Ratio()))
		}
		if !measured {
			continue
		}
		lines := [][]string{paper, ours, ratio}
		if !published {
			lines = lines[1:2]
		}
		keys := r.Keys
		for _, l := range lines {
			s.Rows = append(s.Rows, append(append([]string(nil), keys...), l...))
			keys = make([]string, len(r.Keys)) // named once
		}
	}
	return s
}

// Long returns the table for programs: a line for each entry, with what the record knows. Nothing is left out.
func (t *Table) Long() *Sheet {
	s := &Sheet{Name: t.Name, Title: t.Title, Left: len(t.Keys) + 1}
	s.Header = append(append(s.Header, t.Keys...), "column", "paper_seconds", "cpu_seconds", "ratio", "outcome", "verdict", "bound",
		"states", "nodes", "peak_nodes", "wall_seconds", "rss_bytes", "reason")
	for _, r := range t.Rows {
		for i, e := range r.Entries {
			line := append(append([]string(nil), r.Keys...), t.Columns[i], e.Paper.Text(), "", e.Ratio().Text())
			if x := e.Ours; x != nil {
				line[len(line)-2] = e.Seconds().Text()
				line = append(line, string(x.Outcome), text(x.Verdict), text(x.Bound), text(x.States), text(x.Nodes), text(x.PeakNodes),
					fmt.Sprintf("%.3f", x.Wall), fmt.Sprint(x.RSS), x.Reason)
			}
			for len(line) < len(s.Header) {
				line = append(line, "")
			}
			s.Rows = append(s.Rows, line)
		}
	}
	return s
}

// text writes what p points to, "" if it is nil.
func text[T any](p *T) string {
	if p == nil {
		return ""
	}
	return fmt.Sprint(*p)
}
