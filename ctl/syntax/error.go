package syntax

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"brim/internal/printable"
)

// A SyntaxError says what is wrong with a formula or a property file, and where.
type SyntaxError struct {
	File string // as given to the reader
	Line int    // from 1
	Col  int    // from 1, in characters; 0 in property files, which have lines only
	Msg  string // what was found and what was expected
	Text string // the line of the formula, "" in property files
}

// Error returns the message behind the position. For a formula two lines follow:
// the line of the text and a caret below the fault.
func (e *SyntaxError) Error() string {
	file := e.File
	if file == "" {
		file = "formula"
	}
	if e.Col == 0 {
		return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Msg)
	}
	line, caret := e.snippet()
	return fmt.Sprintf("%s:%d:%d: %s\n  %s\n  %s", file, e.Line, e.Col, e.Msg, line, caret)
}

// snippet returns the part of the line around the fault and the line with the caret.
func (e *SyntaxError) snippet() (line, caret string) {
	const before, after = 36, 18 // with two blanks in front, less than 60 columns
	text, at := shownRunes(e.Text, e.Col-1)
	end := ""
	if len(text) > at+after {
		text, end = text[:at+after], "…"
	}
	start := ""
	if at > before {
		text, start = text[at-before:], "…"
		at = before
	}
	var blank strings.Builder
	blank.WriteString(strings.Repeat(" ", utf8.RuneCountInString(start)))
	for _, c := range text[:min(at, len(text))] {
		if c != '\t' {
			c = ' '
		}
		blank.WriteRune(c)
	}
	return start + string(text) + end, blank.String() + "^"
}

// shownRunes returns a line as it can be shown, and where its character at stands in that.
func shownRunes(line string, at int) (text []rune, column int) {
	column = -1
	i := 0
	for from, r := range line {
		if i == at {
			column = len(text)
		}
		i++
		_, n := utf8.DecodeRuneInString(line[from:])
		if r == '\t' {
			text = append(text, r)
		} else {
			text = append(text, []rune(printable.Rune(r, line[from:from+n]))...)
		}
	}
	if column < 0 {
		column = len(text)
	}
	return text, column
}

// errorAt returns the error at an offset of a text.
func errorAt(file, text string, offset int, format string, args ...any) *SyntaxError {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return &SyntaxError{
		File: file,
		Line: strings.Count(text[:start], "\n") + 1,
		Col:  utf8.RuneCountInString(text[start:offset]) + 1,
		Msg:  fmt.Sprintf(format, args...),
		Text: strings.TrimSuffix(line, "\r"),
	}
}

// quote is %q for texts of any length: long ones are cut.
func quote(s string) string {
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(s[:limit], ""))
	}
	return fmt.Sprintf("%q", s)
}
