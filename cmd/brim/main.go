package main

import (
	"brim/internal/watch"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { // the first signal ends the work, a second one the process
		time.Sleep(sameSignal)
		stop()
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// sameSignal is how long after the first signal another one is taken for the same: timeout sends one to the process
// and then to its group, and what is known would not be printed any more.
const sameSignal = 200 * time.Millisecond

// run executes one command line and returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	a := &app{in: stdin, out: stdout, err: stderr, args: args, jsonErrors: slices.Contains(args, "--json")}
	defer func() {
		if r := recover(); r != nil {
			value, stack := watch.Panicked(r)
			fmt.Fprintf(stderr, "brim: internal error: %v\n\n%s", value, stack)
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
