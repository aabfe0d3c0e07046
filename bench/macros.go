package bench

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Tables as LaTeX macros.

// macros writes each entry of the table for programs as a LaTeX macro, so that a text names a number in place of
// repeating it: \brim{table1}{fms:25 B-I-Comp}{cpu-seconds}. Its arguments are the name of the sheet, the entries of
// the columns that name a row, with a blank between them, and the heading of the column, as the .csv has them, with a
// dash for what LaTeX has a meaning for, as in cpu_seconds. What is not there is set as ??.
//
// Entries that name a row and are empty stand for those above them. Of rows with equal names the second has " 2" behind
// its name, and so on.
func (s *Sheet) macros(w io.Writer) error {
	if s.Long != nil {
		s = s.Long
	}
	var b bytes.Buffer
	b.WriteString(`\providecommand{\brim}[3]{\ifcsname brim@\detokenize{#1@#2@#3}\endcsname\csname brim@\detokenize{#1@#2@#3}\endcsname\else\textbf{??}\fi}` + "\n")
	above := make([]string, s.Left)
	seen := map[string]int{}
	for _, r := range s.Rows {
		for i := range above {
			if r[i] != "" {
				above[i] = r[i]
				clear(above[i+1:])
			}
		}
		row := macroName(strings.Join(above, " "))
		if seen[row]++; seen[row] > 1 {
			row += fmt.Sprintf(" %d", seen[row])
		}
		for i := s.Left; i < len(s.Header); i++ {
			if r[i] == "" {
				continue
			}
			name := macroName(s.Name) + "@" + row + "@" + macroName(s.Header[i])
			fmt.Fprintf(&b, "\\expandafter\\def\\csname brim@\\detokenize{%s}\\endcsname{%s}\n", name, latexText(r[i]))
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

// macroName writes text so that it can be an argument as it stands: what LaTeX has a meaning for, and what is not of
// ASCII, becomes a dash, and blanks one blank.
func macroName(text string) string {
	text = strings.Map(func(r rune) rune {
		if r > '~' || r < ' ' || strings.ContainsRune(`\{}%#~^&$_@"`, r) {
			return '-'
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}
