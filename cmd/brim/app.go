package main

import "io"

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
