package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

const limitNodes = "limit-nodes"

// limits are the flags that keep a run small, and when it began.
type limits struct {
	time   span
	memory size // of the diagrams; 0 is no limit
	nodes  int
	start  time.Time

	process size // of the whole process; 0 derives it from memory
}

// flags declares the limits as flags of cmd.
func (l *limits) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&l.time, "limit-time", "end after this time, as 30s or 1h30m; a number alone counts seconds")
	f.Var(&l.memory, "limit-memory", "end when the diagrams need more memory, as 512MiB; 0 for no limit (default 3/4 of the machine's)")
	f.IntVar(&l.nodes, limitNodes, 0, "end when the diagrams have more nodes")
	for _, name := range []string{"limit-time", "limit-memory"} {
		f.Lookup(name).DefValue = "" // no "(default none)" in the help
	}
	for _, name := range []string{"limit-time", "limit-memory", limitNodes} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// begin checks the flags and starts the clock.
func (l *limits) begin(cmd *cobra.Command) error {
	l.start = time.Now()
	if !cmd.Flags().Changed("limit-memory") {
		l.memory = size(machineMemory() / 4 * 3)
	}
	if l.nodes < 0 {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--limit-nodes %d: expected a number that is not negative", l.nodes)}
	}
	return nil
}

// processMax is the memory, in bytes, at which the process gives up even if the diagrams alone are within their limit: counting
// needs room besides them. 0 is no limit.
func (l *limits) processMax() int64 {
	if l.memory == 0 || l.process > 0 {
		return int64(l.process)
	}
	most := int64(l.memory) + max(int64(l.memory)/2, 256<<20)
	if machine := machineMemory(); machine > 0 {
		most = max(min(most, machine/16*15), int64(l.memory))
	}
	return most
}
