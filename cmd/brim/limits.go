package main

import (
	"brim/check"
	"brim/internal/cli"
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

// deadline returns when the time ends, zero if it is not limited.
func (l *limits) deadline() time.Time {
	if l.time == 0 {
		return time.Time{}
	}
	return l.start.Add(time.Duration(l.time))
}

// begin checks the flags and starts the clock.
func (l *limits) begin(cmd *cobra.Command) error {
	l.start = time.Now()
	if !cmd.Flags().Changed("limit-memory") {
		l.memory = quantity.Size(watch.MachineMemory() / 4 * 3)
	}
	if l.nodes < 0 {
		return cli.Misuse(cmd, fmt.Errorf("--limit-nodes %d: expected a number that is not negative", l.nodes))
	}
	return nil
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
	return cli.Exit(cli.StatusUnknown, fmt.Errorf("%w; nothing is known yet", l.named(err)))
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
