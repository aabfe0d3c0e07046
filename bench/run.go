package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"brim/internal/host"
)

// grace is how long a run may last over its limit: brim ends by itself, but some steps cannot be interrupted.
func grace(limit time.Duration) time.Duration { return time.Second/2 + limit/10 }

// errOverdue is the cause of ending a run that does not end by itself.
var errOverdue = errors.New("overdue")

// run measures a cell in a process of its own: its program gets the arguments of the cell. It fails if the process
// cannot be started or ctx ends it; all else is a result.
func (c *Cell) run(ctx context.Context, o Options) (Record, error) {
	command := o.command(c)
	r := Record{
		Cell: c.Name(), Program: c.Program, Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory,
		Began: time.Now().UTC().Truncate(time.Millisecond),
	}
	if load, ok := host.Load(); ok {
		r.Load = &load
	}
	// The system ends the process together with the thread that started it: this one must not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	limited, cancel := context.WithTimeoutCause(ctx, c.Longest(), errOverdue)
	defer cancel()
	args := append(append(append([]string(nil), command[1:]...), r.Args...), c.limitArgs()...)
	cmd := exec.CommandContext(limited, command[0], args...)
	cmd.WaitDelay = time.Second // for output, should the process have left children
	if c.Folder != "" {
		cmd.Dir = o.Folders[c.Folder]
	}
	isolate(cmd)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	start := time.Now()
	err := cmd.Run()
	r.Wall = time.Since(start).Seconds()
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	p := cmd.ProcessState
	if p == nil {
		return r, fmt.Errorf("cannot run %s: %w", command[0], err)
	}
	r.Status, r.RSS = p.ExitCode(), host.PeakMemory(p)
	r.CPU = (p.UserTime() + p.SystemTime()).Seconds()
	switch {
	case context.Cause(limited) == errOverdue && r.Status < 0:
		r.Outcome, r.Reason = Time, fmt.Sprintf("it did not end by itself at %v and was ended", c.Time)
	case r.Status < 0:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("%v; if nobody sent that, the system had no more memory", err)
	default:
		r.judge(c, out.Bytes(), errs.String())
	}
	return r, nil
}
