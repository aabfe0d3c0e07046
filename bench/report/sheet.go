package report

import (
	"html/template"
	"slices"
	"strings"

	"brim/bench"
)

// Tables as the page shows them.

// A sheetView is a table as the page has it.
type sheetView struct {
	ID, Title string
	Found     string // the name of the sheet whose lines stand in this one, too; "" if there is none
	Empty     string // what it says without rows
	Header    []headView
	Keys      int // how many columns name a row
	Groups    []group
	Sortable  bool // each group is one line
	Notes     [][]piece
	NotesOf   string      // the name of the sheet before, which has the same notes; "" if they are its own
	Chart     template.JS // "" for none
}

type headView struct {
	Text   string
	Number bool
}

// A group is the lines of one row: what names it stands in the first of them.
type group struct{ Lines []lineView }

type lineView struct {
	Class string // what kind of line it is, for the style sheet
	Cells []cellView
}

type cellView struct {
	Text, Class string
	Rows        int  // how many lines it names; 0 for cells that name no lines
	Named       bool // its line is named by a cell of a line above
}

// A piece of a note is text or code.
type piece struct {
	Text string
	Code bool
}

// pieces splits a note into text and code, which stands between `backquotes`.
func pieces(note string) (list []piece) {
	for i, part := range strings.Split(note, "`") {
		if part != "" {
			list = append(list, piece{part, i%2 == 1})
		}
	}
	return list
}

// sheets returns the views of the sheets of a suite. What a sheet NAME-found has of the same rows as NAME stands in one
// table with it, line below line.
func sheets(list []*bench.Sheet) ([]sheetView, error) {
	var views []sheetView
	for i, s := range list {
		v := view(s)
		if i > 0 && len(s.Notes) > 0 && slices.Equal(s.Notes, list[i-1].Notes) {
			v.Notes, v.NotesOf = nil, list[i-1].Name
		}
		if n := len(views); n > 0 && s.Name == views[n-1].ID+"-found" && views[n-1].join(&v) {
			continue
		}
		if s.Chart != nil {
			var err error
			if v.Chart, err = drawn(s.Chart); err != nil {
				return nil, err
			}
		}
		views = append(views, v)
	}
	return views, nil
}

// view returns a table as the page has it: rows with their keys, and cells that are linked to records.
func view(s *bench.Sheet) sheetView {
	v := sheetView{ID: s.Name, Title: s.Title, Keys: s.Left, Notes: bench.Map(s.Notes, pieces)}
	for i, h := range s.Header {
		v.Header = append(v.Header, headView{h, i >= s.Left})
	}
	for i, row := range s.Rows {
		if i == 0 || s.Left == 0 || row[0] != "" {
			v.Groups = append(v.Groups, group{})
		}
		g := &v.Groups[len(v.Groups)-1]
		g.Lines = append(g.Lines, line(s, row))
	}
	v.name()
	return v
}

// line returns the view of a row of a table. It marks cells that are wrong, keys, empty or bounds, and whole lines
// that are published numbers or ratios, by the words that stand in them.
func line(s *bench.Sheet, row []string) (l lineView) {
	for i, text := range row {
		if i >= len(s.Header) {
			break
		}
		c := cellView{Text: text}
		switch {
		case strings.HasPrefix(text, "WRONG"):
			c.Class = "wrong"
		case i < s.Left:
			c.Class = "key"
		case text == "–":
			c.Class = "none"
		case strings.HasPrefix(text, ">") || text == string(bench.Memory):
			c.Class = "limit"
		}
		l.Cells = append(l.Cells, c)
	}
	switch {
	case slices.Contains(row, "paper"):
		l.Class = "paper"
	case 0 < s.Left && s.Left <= len(row) && strings.Contains(row[s.Left-1], "/"):
		l.Class = "ratio"
	}
	return l
}

// name extends the first cell of each group over all lines of the group, and records whether each group has one line.
func (v *sheetView) name() {
	v.Sortable = len(v.Groups) > 1
	for i := range v.Groups {
		g := &v.Groups[i]
		v.Sortable = v.Sortable && len(g.Lines) == 1
		for k := range g.Lines {
			if cells := g.Lines[k].Cells; v.Keys > 0 && len(cells) > 0 {
				cells[0].Rows, cells[0].Named = 0, k > 0
				if k == 0 {
					cells[0].Rows = len(g.Lines)
				}
			}
		}
	}
}

// join puts the lines of another view of the same rows below those of v, and reports whether they are of the same rows.
func (v *sheetView) join(found *sheetView) bool {
	same := v.Keys == found.Keys && len(v.Header) == len(found.Header) && len(v.Groups) == len(found.Groups)
	for i := range v.Header {
		same = same && (i == v.Keys-1 || v.Header[i] == found.Header[i])
	}
	for i := range v.Groups {
		same = same && slices.Equal(v.keys(i), found.keys(i))
	}
	if !same {
		return false
	}
	for i := range v.Groups {
		for _, l := range found.Groups[i].Lines {
			l.Class = "found"
			if !slices.Contains([]string{"verdict", "bound", "rounds"}, l.Cells[v.Keys-1].Text) {
				l.Class = "more"
			}
			v.Groups[i].Lines = append(v.Groups[i].Lines, l)
		}
	}
	v.Found, v.Notes = found.ID, append(v.Notes, found.Notes...)
	v.name()
	return true
}

// keys returns what names a group.
func (v *sheetView) keys(i int) (list []string) {
	for k := range v.Keys - 1 {
		list = append(list, v.Groups[i].Lines[0].Cells[k].Text)
	}
	return list
}
