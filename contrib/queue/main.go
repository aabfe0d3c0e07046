// Brim-queue gives the runs of a sweep to workers on any machines, as messages of NATS JetStream: each until one worker
// has answered it and brim has the record on its disk. brim bench --serve and brim work start it and say what there is
// to do; see package internal/queue for the lines between them.
//
// What there is to do is known to brim, by the records that it has. So nothing is kept here: a server that is started
// again gets all tasks that have no record, and what a worker answers to the one before counts all the same.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"brim/internal/queue"
)

// main reads what is asked for from standard input and serves or works until that input ends.
func main() {
	// A signal of the terminal reaches brim, too, which ends this program by the end of its lines.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	pipe, setup, err := queue.Open(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "brim-queue:", err)
		os.Exit(2)
	}
	role := serve
	if setup.Work {
		role = work
	}
	ctx, cancel := context.WithCancel(context.Background())
	if err := role(ctx, setup, pipe); err != nil {
		_ = pipe.Send(queue.Line{Kind: queue.Failed, Text: err.Error()})
	}
	cancel()
}
