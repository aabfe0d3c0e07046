package terminal

import (
	"bytes"
	"fmt"
	"io"

	"brim/internal/printable"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Tables as text.

// A Table prints rows of cells in aligned columns, without ruled lines. The first row may be a header.
type Table struct {
	Header []string
	Right  []bool // columns that are aligned to the right, for numbers
	rows   [][]string
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Addf adds a row of a label and a formatted value.
func (t *Table) Addf(label, format string, args ...any) { t.Add(label, fmt.Sprintf(format, args...)) }

// Write lays the table out, wraps it if w is a terminal, and writes it. Lines do not end in blanks.
func (t *Table) Write(w io.Writer) error {
	var align tw.Alignment
	for i := range columns(t) {
		if i < len(t.Right) && t.Right[i] {
			align = append(align, tw.AlignRight)
		} else {
			align = append(align, tw.AlignLeft)
		}
	}
	var buf bytes.Buffer
	tab := tablewriter.NewTable(&buf,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Symbols:  tw.NewSymbols(tw.StyleNone),
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off), // which would change the names in the header
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithPadding(tw.Padding{Right: "  ", Overwrite: true}),
		tablewriter.WithAlignment(align),
	)
	if t.Header != nil {
		tab.Header(texts(t.Header))
	}
	for _, row := range t.rows {
		if err := tab.Append(texts(row)); err != nil {
			return err
		}
	}
	if err := tab.Render(); err != nil {
		return err
	}
	var lines bytes.Buffer
	for line := range bytes.Lines(buf.Bytes()) {
		lines.Write(bytes.TrimRight(line, " \n"))
		lines.WriteByte('\n')
	}
	return WriteText(w, lines.Bytes())
}

// texts formats the cells.
func texts(cells []string) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = printable.Text(c)
	}
	return list
}

func columns(t *Table) int {
	n := len(t.Header)
	for _, r := range t.rows {
		n = max(n, len(r))
	}
	return n
}
