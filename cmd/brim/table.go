package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"brim/internal/printable"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// A table is rows of cells in aligned columns, without lines. The first row may be a header.
type table struct {
	header []string
	rows   [][]string
	right  []bool // columns of numbers
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// addf adds a row of a label and a formatted value.
func (t *table) addf(label, format string, args ...any) { t.add(label, fmt.Sprintf(format, args...)) }

// write writes the table; on a terminal it is wrapped. Lines do not end in blanks.
func (t *table) write(w io.Writer) error {
	var align tw.Alignment
	for i := range columns(t) {
		if i < len(t.right) && t.right[i] {
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
		tablewriter.WithHeaderAutoFormat(tw.Off), // it would change names
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithPadding(tw.Padding{Right: "  ", Overwrite: true}),
		tablewriter.WithAlignment(align),
	)
	if t.header != nil {
		tab.Header(each(t.header, printable.Text))
	}
	if err := tab.Bulk(each(t.rows, func(row []string) []string { return each(row, printable.Text) })); err != nil {
		return err
	}
	if err := tab.Render(); err != nil {
		return err
	}
	var lines bytes.Buffer
	for line := range bytes.Lines(buf.Bytes()) {
		lines.Write(bytes.TrimRight(line, " \n"))
		lines.WriteByte('\n')
	}
	return writeText(w, lines.Bytes())
}

func columns(t *table) int {
	n := len(t.header)
	for _, r := range t.rows {
		n = max(n, len(r))
	}
	return n
}

// writeJSON writes v as one indented object.
func writeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
