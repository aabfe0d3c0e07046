package malformed

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"brim/internal/printable"
)

// An Error says what is wrong with a text, and where.
type Error struct {
	File string // as given to the reader; of a formula outside of files, a name in its place
	Line int    // from 1; 0 if the file as a whole is at fault, or a part of it without lines
	Col  int    // from 1, in characters; 0 if only the line is known
	Msg  string // what was found and what was expected
	Text string // the line, without its end; "" if only its number is known
}

// Error returns the position and the message. Where the column is known, two lines follow: the line of the text and
// a caret below the fault.
func (e *Error) Error() string {
	switch {
	case e.Line == 0:
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	case e.Col == 0:
		return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
	}
	line, caret := e.snippet()
	return fmt.Sprintf("%s:%d:%d: %s\n  %s\n  %s", e.File, e.Line, e.Col, e.Msg, line, caret)
}

// Line returns an error that concerns a line of a file.
func Line(file string, line int, format string, args ...any) *Error {
	return &Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// At returns an error that concerns a text at an offset in bytes.
func At(file, text string, offset int, format string, args ...any) *Error {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line, _, _ := strings.Cut(text[start:], "\n")
	return &Error{
		File: file,
		Line: strings.Count(text[:start], "\n") + 1,
		Col:  utf8.RuneCountInString(text[start:offset]) + 1,
		Msg:  fmt.Sprintf(format, args...),
		Text: strings.TrimSuffix(line, "\r"),
	}
}

// snippet returns the part of the line around the fault and the line with the caret.
func (e *Error) snippet() (line, caret string) {
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
