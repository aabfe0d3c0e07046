package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"brim/internal/printable"
	"brim/internal/terminal"

	"github.com/spf13/cobra"
)

// Exit statuses, the errors that carry them, and how an error is printed in the end.

// The exit statuses.
const (
	StatusOK       = 0 // done; for a question: it holds, or it was found
	StatusFails    = 1 // the answer is no: it fails, or it was not found
	StatusInput    = 2 // wrong use or wrong input
	StatusUnknown  = 3 // no answer: a limit, an interrupt, or an unbounded net
	StatusInternal = 4 // a fault in brim itself
)

// ExitStatus says what the numbers mean with which all commands end.
const ExitStatus = `0 done, it holds, or it was found; 1 it fails or was not found; 2 wrong use or wrong
input; 3 unknown, because of a limit, an interrupt or an unbounded net; 4 a fault in brim.`

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

// Exit returns the error that ends a command with a status. Its text is printed, and with --json as an object; without
// an error all has been said.
func Exit(status int, err error) error { return &statusError{status, false, err} }

// ExitAfterResult is exit for a command that has printed its result: with --json there is an object already.
func ExitAfterResult(status int, err error) error { return &statusError{status, true, err} }

// Misuse returns an error about the command line of cmd, after which the user is pointed to its help.
func Misuse(cmd *cobra.Command, err error) error { return &usageError{cmd.CommandPath(), err} }

// A usageError is a mistake on the command line: the user is pointed to the help of the command.
type usageError struct {
	command string
	err     error
}

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// finish prints the error that ended the program, if any, to standard error, and after wrong use points to the help of
// the command. With --json it prints an object, unless the result was printed already. It returns the exit status.
func (a *App) finish(err error) int {
	if err == nil {
		return StatusOK
	}
	status, object := StatusInput, !a.jsonErrors
	var s *statusError
	if errors.As(err, &s) {
		if s.err == nil {
			return s.status
		}
		status, object = s.status, object || s.object
	}
	text := printable.Lines(oneLine(err))
	first, rest, _ := strings.Cut(a.program+": "+text+"\n", "\n") // what follows may be a text with a caret below it
	if n := terminal.Columns(a.Err); n > 0 {
		first = terminal.Wrap(first, n)
	}
	fmt.Fprintf(a.Err, "%s%s\n%s", terminal.Styled(a.Err, terminal.Red, a.program+":"),
		strings.TrimPrefix(first, a.program+":"), rest)
	var u *usageError
	if errors.As(err, &u) {
		fmt.Fprintf(a.Err, "See '%s --help'.\n", u.command)
	}
	if !object {
		// nobody is left to hear of a failure
		_ = WriteJSON(a.Out, errorReport{Error: oneLine(err), Status: status, Limit: a.Limit(err)})
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

// FileError makes the errors of the os package plainer: what was tried, and with which file.
func FileError(verb string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot %s %s: %w", verb, path.Path, path.Err)
	}
	return fmt.Errorf("cannot %s: %w", verb, err)
}
