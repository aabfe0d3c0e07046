package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"brim/engine/gmc"
	"brim/engine/kripke"
	"brim/engine/symbolic"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
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
	if n := columnsOf(a.err); n > 0 {
		first = wrap(first, n)
	}
	fmt.Fprintf(a.err, "%s%s\n%s", styled(a.err, styleRed, "brim:"), strings.TrimPrefix(first, "brim:"), rest)
	var u *usageError
	if errors.As(err, &u) {
		fmt.Fprintf(a.err, "See '%s --help'.\n", u.command)
	}
	if !object {
		_ = writeJSON(a.out, errorReport{Error: oneLine(err), Status: status}) // nobody is left to hear of a failure
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
	Status int    `json:"status"` // the exit status
}

// reason says in a few words which limit ended the work, naming the limit as the user gave it.
func (l *limits) reason(err error) string {
	var lim *mdd.LimitError
	var explicit *kripke.LimitError
	var library *gmc.SizeError
	switch {
	case errors.As(err, &library):
		return fmt.Sprintf("node limit reached: the limit is %s nodes", quantity.Int(library.Most))
	case errors.Is(err, watch.ErrMemory):
		return fmt.Sprintf("memory limit reached: the limit is %s", l.memory)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("time limit reached: the limit is %v", time.Duration(l.time))
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.As(err, &lim) && lim.Kind == "memory":
		return fmt.Sprintf("memory limit reached: the limit is %s", l.memory)
	case errors.As(err, &lim) && lim.Kind == "nodes":
		return fmt.Sprintf("node limit reached: the limit is %s nodes", quantity.Digits(fmt.Sprint(lim.Max)))
	case errors.As(err, &explicit) && explicit.Kind == "memory":
		return fmt.Sprintf("memory limit reached: the limit is %s", l.memory)
	case errors.As(err, &explicit):
		return fmt.Sprintf("%s limit reached: the limit is %s %s", explicit.Kind, quantity.Int(explicit.Max), explicit.Unit())
	}
	return err.Error()
}

// limitOf names the limit that err is in one word: time, memory, nodes, interrupt, or that of an engine; "" if it is
// something else.
func limitOf(err error) string {
	var lim *mdd.LimitError
	var explicit *kripke.LimitError
	var library *gmc.SizeError
	switch {
	case errors.As(err, &library):
		return "nodes"
	case errors.Is(err, watch.ErrMemory):
		return "memory"
	case errors.Is(err, context.DeadlineExceeded):
		return "time"
	case errors.Is(err, context.Canceled):
		return "interrupt"
	case errors.As(err, &lim):
		return lim.Kind
	case errors.As(err, &explicit):
		return explicit.Kind
	}
	return ""
}

// limited tells whether err is a limit or an interrupt, after which part of the answer is known.
func limited(err error) bool {
	var stopped *symbolic.Stopped
	var lim *mdd.LimitError
	return errors.As(err, &stopped) || errors.As(err, &lim) || errors.Is(err, watch.ErrMemory) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// fileError makes the errors of the os package plainer: what was tried, and with which file.
func fileError(verb string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot %s %s: %w", verb, path.Path, path.Err)
	}
	return fmt.Errorf("cannot %s: %w", verb, err)
}
