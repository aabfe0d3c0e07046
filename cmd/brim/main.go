package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first signal ends the work, a second one the process
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	a := &app{in: stdin, out: stdout, err: stderr, args: args, jsonErrors: slices.Contains(args, "--json")}
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(stderr, "brim: internal error: %v\n\n%s", r, stackOf(r))
			status = statusInternal
		}
	}()
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	return a.finish(cmp.Or(err, a.failed))
}

// stackOf returns the stack of a panic: its own if it comes from another goroutine.
func stackOf(r any) []byte {
	if p, ok := r.(*relayedPanic); ok {
		return p.stack
	}
	return debug.Stack()
}
