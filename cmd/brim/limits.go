package main

import (
	"brim/check"
	"brim/internal/quantity"
	"brim/internal/watch"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

const limitNodes = "limit-nodes"

// limits are the flags that keep a run small, and when it began. Time and memory are those of the whole process, the
// reading of the model included.
type limits struct {
	time   quantity.Span
	memory quantity.Size // 0 is no limit
	nodes  int           // of the diagrams
	start  time.Time
}

// flags declares the limits as flags of cmd.
func (l *limits) flags(cmd *cobra.Command) {
	l.processFlags(cmd)
	cmd.Flags().IntVar(&l.nodes, limitNodes, 0, "end when the diagrams have more nodes")
}

// processFlags declares the limits of a command that has no diagrams.
func (l *limits) processFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&l.time, "limit-time", "end after this time, as 30s or 1h30m; a number alone counts seconds")
	f.Var(&l.memory, "limit-memory", "end when the process has more memory, as 512MiB; 0 for no limit (default 3/4 of the machine's)")
	for _, name := range []string{"limit-time", "limit-memory"} {
		f.Lookup(name).DefValue = "" // no "(default none)" in the help
	}
}

// process returns those of the process.
func (l *limits) process() watch.Limits {
	return watch.Limits{Start: l.start, Time: time.Duration(l.time), Memory: int64(l.memory)}
}

// check returns those of a run.
func (l *limits) check() check.Limits {
	return check.Limits{Start: l.start, Time: time.Duration(l.time), Memory: int64(l.memory), Nodes: l.nodes}
}

// begin checks the flags and starts the clock.
func (l *limits) begin(cmd *cobra.Command) error {
	l.start = time.Now()
	if !cmd.Flags().Changed("limit-memory") {
		l.memory = quantity.Size(watch.MachineMemory() / 4 * 3)
	}
	if l.nodes < 0 {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--limit-nodes %d: expected a number that is not negative", l.nodes)}
	}
	return nil
}
