// Package terminal writes text for people: tables, lines that fit the terminal, and colours.
package terminal

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// Is reports whether a stream is a terminal that understands cursor movements.
func Is(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// A Style is a colour or weight of text.
type Style string

// The styles.
const (
	Red   Style = "\x1b[31m"
	Green Style = "\x1b[32m"
	Faint Style = "\x1b[2m"

	plain Style = "\x1b[0m"
)

// Styled returns text in a style if w is a terminal on which colours are wanted; see https://no-color.org.
func Styled(w io.Writer, style Style, text string) string {
	if os.Getenv("NO_COLOR") != "" || !Is(w) {
		return text
	}
	return string(style) + text + string(plain)
}
