package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"time"

	"brim/bench/measure"
)

// This file runs one cell as a process and turns its end into a record.

// grace is how long a run may last over its limit: brim ends by itself, but some steps cannot be interrupted.
func grace(limit time.Duration) time.Duration { return time.Second/2 + limit/10 }

// errOverdue is the cause of ending a run that does not end by itself.
var errOverdue = errors.New("overdue")

// maxPrinted is the most bytes that a run may print on one of its two ways out.
const maxPrinted = 256 << 20

// A printed is what a run prints on one of its two ways out; it refuses what is more than maxPrinted. The parts are by
// when they came. The buffer is no embedded field: io.Copy would use its ReadFrom and pass by Write.
type printed struct {
	text  bytes.Buffer
	over  bool
	began time.Time
	parts []part
}

// A part of the text ends before a byte, and came some time after the run began.
type part struct {
	end   int
	after time.Duration
}

func (p *printed) Write(text []byte) (int, error) {
	if p.text.Len()+len(text) > maxPrinted {
		p.over = true
		return 0, errors.New("too much was printed")
	}
	n, err := p.text.Write(text)
	p.parts = append(p.parts, part{p.text.Len(), time.Since(p.began)})
	return n, err
}

// Bytes and String return the text.
func (p *printed) Bytes() []byte  { return p.text.Bytes() }
func (p *printed) String() string { return p.text.String() }

// after returns when the text had so many bytes.
func (p *printed) after(bytes int) time.Duration {
	i, _ := slices.BinarySearchFunc(p.parts, bytes, func(x part, n int) int { return cmp.Compare(x.end, n) })
	return p.parts[i].after
}

// record returns a record that says what is run.
func (c *Cell) record() Record {
	r := Record{
		Cell: c.Name(), Program: c.Program, Args: c.Args(), Seconds: c.Time.Seconds(), Bytes: c.Memory,
		Question: c.Question,
	}
	if c.Tool != nil && !c.Tool.Brim {
		r.Tool = c.Tool.Name
	}
	return r
}

// run measures a cell as a process and returns its record. It makes the scratch folder, runs the preparations of a
// tool, starts the process under the meter, and ends it when it is overdue or has more memory than it may have.
//
// It fails if the process cannot be started or ctx ends it. Whatever else happens is an outcome of the record: too much
// output decides first, then how the process ended, then what it printed.
func (c *Cell) run(ctx context.Context, o Options) (Record, error) {
	r := c.record()
	scratch, remove, err := c.scratch()
	if err != nil {
		return r, err
	}
	defer remove()
	line, failure, err := c.line(ctx, &o, scratch)
	if err != nil {
		return r, err
	}
	if failure != nil {
		r.Outcome, r.Reason, r.Status = Failed, failure.Error(), -1
		return r, nil
	}
	measure.Ready()
	r.Began = time.Now().UTC().Truncate(time.Millisecond)
	limited, cancel := context.WithTimeoutCause(ctx, c.runLongest(), errOverdue)
	defer cancel()
	limited, end := context.WithCancelCause(limited)
	defer end(nil)
	cmd := c.process(limited, &o, scratch, line)
	if c.Folder != "" {
		cmd.Dir = o.Folders[c.Folder]
	}
	if c.Tool != nil && c.Tool.Input != "" {
		input, err := c.input(scratch)
		if err != nil {
			return r, err
		}
		defer input.Close()
		cmd.Stdin = input
	}
	began := time.Now()
	out, errs := printed{began: began}, printed{began: began}
	cmd.Stdout, cmd.Stderr = &out, &errs
	use, err := o.run(cmd, func(p *os.Process) {
		if limit := c.memoryLimit(); limit > 0 {
			go watchMemory(limited, p.Pid, limit, end)
		}
	})
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	p := cmd.ProcessState
	if p == nil {
		return r, fmt.Errorf("cannot run %s: %w", line[0], err)
	}
	r.Status = p.ExitCode()
	r.used(use)
	switch {
	case out.over || errs.over:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("it printed more than %d bytes", maxPrinted)
	case context.Cause(limited) == errOverdue && r.Status < 0:
		r.Outcome, r.Reason = Time, fmt.Sprintf("it did not end by itself at %v and was ended", c.Time)
	case context.Cause(limited) == errTooLarge && r.Status < 0:
		r.Outcome, r.Limit = Memory, string(Memory)
		r.Reason = fmt.Sprintf("it had more than %d bytes and was ended", c.memoryLimit())
	case r.Status < 0:
		r.Outcome, r.Reason = Failed, fmt.Sprintf("%v; unless somebody sent that signal, the system had run out "+
			"of memory", err)
	case c.Tool != nil && c.Tool.Questions != nil: // see below
	case c.Tool != nil && !c.Tool.Brim:
		r.judgeTool(c, scratch, out.Bytes(), errs.String())
	default:
		r.judge(c, out.Bytes(), errs.String())
	}
	if c.Tool != nil && c.Tool.Questions != nil && r.Outcome != Failed {
		return r, r.judgeQuestions(ctx, c, &o, scratch, &out, errs.String()) // also of a run that was ended
	}
	return r, nil
}

// run runs a process by the meter of the sweep, or by a new one.
func (o *Options) run(cmd *exec.Cmd, watch func(*os.Process)) (measure.Use, error) {
	if o.Meter != nil {
		return o.Meter.RunWatched(cmd, watch)
	}
	m := measure.New(measure.Options{Cores: o.Cores})
	defer m.Close()
	return m.RunWatched(cmd, watch)
}

// used notes what a run used.
func (r *Record) used(u measure.Use) {
	r.CPU, r.Wall, r.RSS = u.CPU.Seconds(), u.Wall.Seconds(), u.Memory
	r.Floor = u.Floor
	r.MeasuredBy, r.Pinned, r.Load, r.Disturbed = u.By, u.Cores, u.Load, u.Warnings
}
