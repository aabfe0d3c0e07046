package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"brim/internal/printable"

	"github.com/clipperhouse/displaywidth"
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

// betweenColumns separates the columns.
const betweenColumns = "  "

// Write lays the table out, wraps it if w is a terminal, and writes it. Lines do not end in blanks.
func (t *Table) Write(w io.Writer) error {
	var rows [][]string // as they are shown
	if t.Header != nil {
		rows = append(rows, texts(t.Header))
	}
	for _, r := range t.rows {
		rows = append(rows, texts(r))
	}
	var widths []int
	for _, r := range rows {
		for i, cell := range r {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], displaywidth.String(cell))
		}
	}
	var lines bytes.Buffer
	for _, r := range rows {
		var line strings.Builder
		for i, cell := range r {
			blanks := strings.Repeat(" ", widths[i]-displaywidth.String(cell))
			if i < len(t.Right) && t.Right[i] {
				line.WriteString(blanks + cell + betweenColumns)
			} else {
				line.WriteString(cell + blanks + betweenColumns)
			}
		}
		lines.WriteString(strings.TrimRight(line.String(), " "))
		lines.WriteByte('\n')
	}
	return WriteText(w, lines.Bytes())
}

// texts formats the cells.
func texts(cells []string) []string {
	list := make([]string, len(cells))
	for i, c := range cells {
		list[i] = strings.TrimSpace(printable.Text(c))
	}
	return list
}
