package bench

import (
	"context"
	"errors"
	"time"

	"brim/internal/host"
)

// This file watches the memory of a run and ends it at its limit.

// errTooLarge is the cause of ending a run that has more memory than it may have.
var errTooLarge = errors.New("too large")

// memoryLimit returns the memory at which the processes of a run are ended, 0 for none: the limit of a tool, or a tenth
// more where the tool knows the limit and can end by itself, as brim always does.
func (c *Cell) memoryLimit() int64 {
	switch {
	case c.Tool == nil || c.Tool.Brim:
		return 0
	case len(c.Tool.Memory) > 0:
		return c.Memory + c.Memory/10
	}
	return c.Memory
}

// How often memory is looked at: a process that grows by a gigabyte a second gets 20 MB more than it may have.
const memoryEvery = 20 * time.Millisecond

// watchMemory ends a run, with errTooLarge, whose group of processes has more than limit bytes resident together. It
// returns at the end of ctx. Where the system does not say how much that is, it does nothing.
func watchMemory(ctx context.Context, group int, limit int64, end context.CancelCauseFunc) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if host.GroupMemory(group) > limit {
				end(errTooLarge)
				return
			}
		}
	}
}
