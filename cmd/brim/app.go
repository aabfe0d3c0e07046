package main

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

// An app is one run of a program: its streams, its command line, and the flags that all of its commands have.
type app struct {
	in       io.Reader
	out, err io.Writer
	args     []string  // the command line without the name of the program
	json     bool      // --json
	quiet    bool      // --quiet
	line     *progress // the one that was started last, nil if there is none

	// limit names the limit that an error is in one word, "" if it is none. A program whose engines have limits of
	// their own replaces it.
	limit func(error) string

	program    string             // its name
	topics     map[string][]topic // of the help, by the name of the command
	failed     error              // why help could not be written
	jsonErrors bool               // --json is on the command line, which may be wrong elsewhere
}

// runMain runs a program to its end: its command line, until a signal interrupts it, and exits with the status. The
// function root makes the commands.
func runMain(program string, root func(*app) *cobra.Command) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { // the first signal ends the work, a second one the process
		time.Sleep(sameSignal)
		stop()
	})
	os.Exit(runLine(ctx, program, root, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// sameSignal is how long after the first signal another one counts as the same. timeout(1) sends one to the process and
// then one to its group; without the delay the second would end the process before it prints what is known.
const sameSignal = 200 * time.Millisecond

// runLine executes one command line of a program and returns the exit status.
func runLine(
	ctx context.Context, program string, root func(*app) *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer,
) (status int) {
	a := &app{
		in: stdin, out: stdout, err: stderr, args: args, limit: limitOfContext, program: program,
		topics: map[string][]topic{}, jsonErrors: slices.Contains(args, "--json"),
	}
	defer func() {
		if r := recover(); r != nil {
			value, stack := watch.Panicked(r)
			fmt.Fprintf(stderr, "%s: internal error: %v\n\n%s", program, value, stack)
			status = statusInternal
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

// note prints a remark for people, which is not part of the result, unless --quiet is given.
func (a *app) note(format string, args ...any) {
	if !a.quiet {
		a.line.aside(func() { fmt.Fprintln(a.err, printable.Lines(fmt.Sprintf(format, args...))) })
	}
}
