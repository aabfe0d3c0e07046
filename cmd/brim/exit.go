package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"brim/internal/printable"
	"brim/internal/terminal"
)

// The exit statuses.
const (
	statusOK       = 0 // done; for a question: it holds, or it was found
	statusFails    = 1 // the answer is no: it fails, or it was not found
	statusInput    = 2 // wrong use or wrong input
	statusUnknown  = 3 // no answer: a limit, an interrupt, or an unbounded net
	statusInternal = 4 // a fault in brim itself
)

// A statusError ends the command with a status.
type statusError struct {
	status int
	object bool  // the JSON object has been written already
	err    error // nil if all has been said
}

func (e *statusError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}
func (e *statusError) Unwrap() error { return e.err }

// A usageError is a mistake on the command line: the user is pointed to the help of the command.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// finish reports err and returns the exit status.
func (a *app) finish(err error) int {
	if err == nil {
		return statusOK
	}
	status, object := statusInput, !a.jsonErrors
	var s *statusError
	if errors.As(err, &s) {
		if s.err == nil {
			return s.status
		}
		status, object = s.status, object || s.object
	}
	text := printable.Lines(oneLine(err))
	first, rest, _ := strings.Cut("brim: "+text+"\n", "\n") // what follows may be a text with a caret below it
	if n := terminal.Columns(a.err); n > 0 {
		first = terminal.Wrap(first, n)
	}
	fmt.Fprintf(a.err, "%s%s\n%s", terminal.Styled(a.err, terminal.Red, "brim:"), strings.TrimPrefix(first, "brim:"), rest)
	var u *usageError
	if errors.As(err, &u) {
		fmt.Fprintf(a.err, "See '%s --help'.\n", u.command)
	}
	if !object {
		// nobody is left to hear of a failure
		_ = writeJSON(a.out, errorReport{Error: oneLine(err), Status: status, Limit: new(limits).kind(err)})
	}
	return status
}

// oneLine returns the text of err. Cobra's suggestions for a mistyped command, a list below the message, join its line.
func oneLine(err error) string {
	text, suggestions, found := strings.Cut(err.Error(), "\n\nDid you mean this?\n")
	if !found {
		return text
	}
	return text + "; did you mean " + strings.Join(strings.Fields(suggestions), " or ") + "?"
}

// An errorReport is what --json prints in place of a result. Its keys are stable.
type errorReport struct {
	Error  string `json:"error"`
	Status int    `json:"status"`          // the exit status
	Limit  string `json:"limit,omitempty"` // which one it was, if it was one
}

// named returns err so that its text says in a few words which limit ended the work, naming the limit as the user gave
// it.
func (l *limits) named(err error) error {
	c := l.check()
	if s := c.Stop(err); s != nil {
		return s
	}
	return err
}

// reason is the text of that.
func (l *limits) reason(err error) string { return l.named(err).Error() }

// early ends a command that a limit ended before there was anything to report.
func (l *limits) early(err error) error {
	return &statusError{statusUnknown, false, fmt.Errorf("%w; nothing is known yet", l.named(err))}
}

// kind names the limit that err is in one word, "" if it is something else.
func (l *limits) kind(err error) string {
	c := l.check()
	if s := c.Stop(err); s != nil {
		return string(s.Kind)
	}
	return ""
}

// limited reports whether err is a limit or an interrupt, after which part of the answer is known.
func limited(err error) bool { return new(limits).kind(err) != "" }

// fileError makes the errors of the os package plainer: what was tried, and with which file.
func fileError(verb string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot %s %s: %w", verb, path.Path, path.Err)
	}
	return fmt.Errorf("cannot %s: %w", verb, err)
}
