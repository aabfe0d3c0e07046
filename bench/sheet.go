package bench

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"brim/internal/terminal"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Tables of text, and the formats in which they are written: for terminals, Markdown, CSV, LaTeX.

// A Sheet is a table of text, ready to be written.
type Sheet struct {
	Name   string // of its files
	Title  string
	Header []string
	Rows   [][]string // as long as the header
	Left   int        // how many columns are aligned to the left; the others are numbers
	Notes  []string   // below the table; what stands between `backquotes` is code
	Long   *Sheet     // for programs, in its place; nil if it is the same
	Chart  *Chart     // which has these points; nil for none

	Published []Published // what others measured of cells of ours that have records
}

// A Published number is what others measured of what a cell of ours measures.
type Published struct {
	Cell  string // its name
	Value Value  // seconds
}

// Formats lists the formats of Sheet.Write with the endings of their files, the one for people first.
func Formats() []Format {
	return []Format{{"terminal", "", (*Sheet).terminal}, {"markdown", ".md", (*Sheet).markdown},
		{"csv", ".csv", (*Sheet).csv}, {"latex", ".tex", (*Sheet).latex}, {"macros", "", (*Sheet).macros}}
}

// A Format is a way to write a sheet.
type Format struct {
	Name  string
	File  string // the ending of files; "" if it is printed only
	write func(*Sheet, io.Writer) error
}

// Write writes the sheet: for people, but CSV for programs, which has the header and the rows only.
func (s *Sheet) Write(w io.Writer, f Format) error {
	if f.Name == "csv" && s.Long != nil {
		s = s.Long
	}
	return f.write(s, w)
}

// terminal writes the table for a terminal, with notes wrapped below it.
func (s *Sheet) terminal(w io.Writer) error {
	t := terminal.Table{Header: s.Header}
	for i := range s.Header {
		t.Right = append(t.Right, i >= s.Left)
	}
	for _, r := range s.Rows {
		t.Add(r...)
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\n", s.Title)
	if err := t.Write(&out); err != nil {
		return err
	}
	for i, n := range s.Notes {
		if i == 0 {
			out.WriteByte('\n')
		}
		writeWrapped(&out, strings.ReplaceAll(n, "`", ""))
	}
	_, err := w.Write(out.Bytes())
	return err
}

// writeWrapped writes text in lines as wide as a terminal is at least, where its blanks allow it; the first one begins
// with a dash.
func writeWrapped(w io.Writer, text string) {
	const width = 79
	line := "-"
	for _, word := range strings.Fields(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width && line != " " {
			fmt.Fprintln(w, line)
			line = " "
		}
		line += " " + word
	}
	fmt.Fprintln(w, line)
}

// markdown writes the table as Markdown: a heading, the table with escaped characters, and the notes as a list.
func (s *Sheet) markdown(w io.Writer) error {
	align := append(slices.Repeat(tw.Alignment{tw.AlignLeft}, s.Left),
		slices.Repeat(tw.Alignment{tw.AlignRight}, len(s.Header)-s.Left)...)
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n", markdownText(s.Title))
	t := tablewriter.NewTable(&b, tablewriter.WithRenderer(renderer.NewMarkdown()),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithPadding(tw.Padding{Left: " ", Right: " "}),
		tablewriter.WithAlignment(align),
	)
	t.Header(Map(s.Header, markdownText))
	for _, r := range s.Rows {
		if err := t.Append(Map(r, markdownText)); err != nil {
			return err
		}
	}
	if err := t.Render(); err != nil {
		return err
	}
	for i, n := range s.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", withCode(n, markdownText, func(code string) string { return "`" + code + "`" }))
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (s *Sheet) csv(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(s.Header); err != nil {
		return err
	}
	return c.WriteAll(s.Rows)
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`,
	"]", `\]`)

// markdownText escapes plain text for Markdown, also inside a table.
func markdownText(text string) string { return markdownEscapes.Replace(text) }

// withCode returns a note with its text and its code written by two functions.
func withCode(note string, text, code func(string) string) string {
	var b strings.Builder
	for i, part := range strings.Split(note, "`") {
		if i%2 == 0 {
			b.WriteString(text(part))
		} else {
			b.WriteString(code(part))
		}
	}
	return b.String()
}
