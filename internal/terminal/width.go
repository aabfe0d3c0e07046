package terminal

import (
	"bytes"
	"io"
	"os"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Text that is cut or wrapped to the width of a terminal.

// usualWidth is the number of columns assumed for a terminal that does not report its width.
const usualWidth = 80

// Columns returns the present width of the terminal w, which can change at any time; 0 if w is not a terminal.
func Columns(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok || !Is(w) {
		return 0
	}
	if n := terminalWidth(f); n > 0 {
		return n
	}
	return usualWidth
}

// Cut shortens a text without control characters to a number of columns, at least one. Wide characters count as two.
func Cut(text string, most int) string {
	if displaywidth.String(text) <= most {
		return text
	}
	var b strings.Builder
	used := 1 // for the ellipsis
	for _, r := range text {
		if used += displaywidth.String(string(r)); used > most {
			break
		}
		b.WriteRune(r)
	}
	return b.String() + "…"
}

// WriteText writes lines with a single call of Write. On a terminal they are wrapped.
func WriteText(w io.Writer, lines []byte) error {
	if n := Columns(w); n > 0 {
		lines = []byte(Wrap(string(lines), n))
	}
	_, err := w.Write(lines)
	return err
}

// Wrap breaks lines that are wider than a terminal between words. The rest of a line is indented to its last column
// that begins in the first half of the terminal, where columns are at least two blanks apart. Words that are too long
// stay whole.
func Wrap(lines string, columns int) string {
	var b bytes.Buffer
	for line := range strings.Lines(lines) {
		text, end := strings.CutSuffix(line, "\n")
		indent := -1
		for {
			at := breakAt(text, columns, indent)
			if at < 0 {
				break
			}
			if indent < 0 {
				indent = lastColumn(text, columns/2)
			}
			b.WriteString(strings.TrimRight(text[:at], " ") + "\n")
			text = strings.Repeat(" ", indent) + strings.TrimLeft(text[at:], " ")
		}
		b.WriteString(text)
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// breakAt returns the offset of the blank at which to break a text after an indent: the last one before which the text
// fits, or else the first one; −1 if the whole text fits or has no blank.
func breakAt(text string, columns, indent int) int {
	if displaywidth.String(text) <= columns {
		return -1
	}
	last, from := -1, max(indent, 0)
	for i := from; i < len(text); i++ {
		if text[i] != ' ' || strings.TrimLeft(text[:i], " ") == "" || strings.TrimLeft(text[i:], " ") == "" {
			continue
		}
		if last >= 0 && displaywidth.String(text[:i]) > columns {
			return last
		}
		last = i
	}
	return last
}

// lastColumn returns the position on the terminal of the last column of a table that begins before half.
func lastColumn(text string, half int) int {
	indent := len(text) - len(strings.TrimLeft(text, " "))
	if indent > half {
		indent = 0
	}
	for i := indent + 1; i < len(text); i++ {
		if text[i] != ' ' && strings.HasSuffix(text[:i], "  ") {
			w := displaywidth.String(text[:i])
			if w > half {
				break
			}
			indent = w
		}
	}
	return indent
}
