package main

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// An app is what all subcommands share: where they read and write, and the flags of the root.
type app struct {
	in       io.Reader
	out, err io.Writer
	json     bool      // --json
	quiet    bool      // --quiet
	line     *progress // the last one that was started

	args       []string // the command line
	failed     error    // why help could not be written
	jsonErrors bool     // --json is somewhere on the command line, be it correct or not
}

// terminal tells whether a stream is a terminal that understands cursor movements.
func terminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// colour tells whether w may get colours; see https://no-color.org.
func colour(w io.Writer) bool { return os.Getenv("NO_COLOR") == "" && terminal(w) }

const (
	styleRed   = "\x1b[31m"
	styleGreen = "\x1b[32m"
	styleFaint = "\x1b[2m"
	styleOff   = "\x1b[0m"
)

// styled returns text in a style if w may get colours.
func styled(w io.Writer, style, text string) string {
	if !colour(w) {
		return text
	}
	return style + text + styleOff
}
