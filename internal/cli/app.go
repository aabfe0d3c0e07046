// Package cli is what the command lines of all programs of this module share: the run of a program with its signals
// and exit statuses, the tree of commands with their help and completion, choices among words and ranges of numbers,
// results as text or JSON, files that are written whole or not at all, and the line of progress on a terminal.
//
// A program is a table of commands: Main runs one command line, App.Tree makes the command that the line names and no
// other, and errors made by Exit, ExitAfterResult and Misuse say with which status the program ends.
package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"brim/internal/printable"
	"brim/internal/watch"

	"github.com/spf13/cobra"
)

// An App is one run of a program: its streams, its command line, and the flags that all of its commands have.
type App struct {
	In       io.Reader
	Out, Err io.Writer
	Args     []string  // the command line without the name of the program
	JSON     bool      // --json
	quiet    bool      // --quiet
	Line     *Progress // the one that was started last, nil if there is none

	// limit names the limit that an error is in one word, "" if it is none. A program whose engines have limits of
	// their own replaces it.
	Limit func(error) string

	program    string             // its name
	Topics     map[string][]Topic // of the help, by the name of the command
	failed     error              // why help could not be written
	jsonErrors bool               // --json is on the command line, which may be wrong elsewhere
}

// Main runs a program to its end: its command line, until a signal interrupts it, and exits with the status. The
// function root makes the commands.
func Main(program string, root func(*App) *cobra.Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { // the first signal ends the work, a second one the process
		time.Sleep(sameSignal)
		stop()
	})
	os.Exit(Run(ctx, program, root, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// sameSignal is how long after the first signal another one counts as the same. timeout(1) sends one to the process and
// then one to its group; without the delay the second would end the process before it prints what is known.
const sameSignal = 200 * time.Millisecond

// Run executes one command line of a program and returns the exit status.
func Run(
	ctx context.Context, program string, root func(*App) *cobra.Command, args []string, stdin io.Reader, stdout,
	stderr io.Writer,
) (status int) {
	a := &App{
		In: stdin, Out: stdout, Err: stderr, Args: args, Limit: limitOfContext, program: program,
		Topics: map[string][]Topic{}, jsonErrors: slices.Contains(args, "--json"),
	}
	defer func() {
		if r := recover(); r != nil {
			value, stack := watch.Panicked(r)
			fmt.Fprintf(stderr, "%s: internal error: %v\n\n%s", program, value, stack)
			status = StatusInternal
		}
	}()
	cmd := root(a)
	cmd.SetArgs(args)
	cmd.SetIn(stdin)
	cmd.SetOut(stdout)
	cmd.SetErr(stderr)
	err := cmd.ExecuteContext(ctx)
	return a.finish(cmp.Or(err, a.failed))
}

// limitOfContext names the limit of a program without engines: the end of the time, or an interrupt.
func limitOfContext(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "time"
	case errors.Is(err, context.Canceled):
		return "interrupt"
	}
	return ""
}

// Note prints a remark for people, which is not part of the result, unless --quiet is given.
func (a *App) Note(format string, args ...any) {
	if !a.quiet {
		a.Line.Aside(func() { fmt.Fprintln(a.Err, printable.Lines(fmt.Sprintf(format, args...))) })
	}
}
