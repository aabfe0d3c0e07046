package models

import (
	"brim/check"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/watch"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// The limits of time, memory and nodes: their flags, and how an error is told to be one of them.

const LimitNodes = "limit-nodes"

// Limits are the flags that keep a run small, and when it began. Time and memory are those of the whole process, the
// reading of the model included.
type Limits struct {
	Time   quantity.Span
	Memory quantity.Size // 0 is no limit
	nodes  int           // of the diagrams
	Start  time.Time
}

// Flags declares the limits as flags of cmd.
func (l *Limits) Flags(cmd *cobra.Command) {
	l.ProcessFlags(cmd)
	cmd.Flags().IntVar(&l.nodes, LimitNodes, 0, "end when the diagrams have more nodes")
}

// ProcessFlags declares the limits of a command that has no diagrams.
func (l *Limits) ProcessFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(&l.Time, "limit-time", "end after this time, as 30s or 1h30m; a number alone counts seconds")
	f.Var(&l.Memory, "limit-memory", "end when the process has more memory, as 512MiB; 0 for no limit (default 3/4 "+
		"of the machine's)")
	for _, name := range []string{"limit-time", "limit-memory"} {
		f.Lookup(name).DefValue = "" // no "(default none)" in the help
	}
}

// Process returns those of the process.
func (l *Limits) Process() watch.Limits {
	return watch.Limits{Start: l.Start, Time: time.Duration(l.Time), Memory: int64(l.Memory)}
}

// Check returns those of a run.
func (l *Limits) Check() check.Limits {
	return check.Limits{Start: l.Start, Time: time.Duration(l.Time), Memory: int64(l.Memory), Nodes: l.nodes}
}

// Deadline returns when the time ends, zero if it is not limited.
func (l *Limits) Deadline() time.Time {
	if l.Time == 0 {
		return time.Time{}
	}
	return l.Start.Add(time.Duration(l.Time))
}

// Begin checks the flags and starts the clock.
func (l *Limits) Begin(cmd *cobra.Command) error {
	l.Start = time.Now()
	if !cmd.Flags().Changed("limit-memory") {
		l.Memory = quantity.Size(watch.MachineMemory() / 4 * 3)
	}
	if l.nodes < 0 {
		return cli.Misuse(cmd, fmt.Errorf("--limit-nodes %d: expected a number that is not negative", l.nodes))
	}
	return nil
}

// Named returns err so that its text says in a few words which limit ended the work, naming the limit as the user gave
// it.
func (l *Limits) Named(err error) error {
	c := l.Check()
	if s := c.Stop(err); s != nil {
		return s
	}
	return err
}

// Reason is the text of that.
func (l *Limits) Reason(err error) string { return l.Named(err).Error() }

// Early ends a command that a limit ended before there was anything to report.
func (l *Limits) Early(err error) error {
	return cli.Exit(cli.StatusUnknown, fmt.Errorf("%w; nothing is known yet", l.Named(err)))
}

// Kind names the limit that err is in one word, "" if it is something else.
func (l *Limits) Kind(err error) string {
	c := l.Check()
	if s := c.Stop(err); s != nil {
		return string(s.Kind)
	}
	return ""
}

// Limited reports whether err is a limit or an interrupt, after which part of the answer is known.
func Limited(err error) bool { return new(Limits).Kind(err) != "" }
