//go:build !linux

package measure

import (
	"os"
	"os/exec"
	"time"

	"brim/internal/host"
)

// What measures a run on all systems but Linux: the account of the process and of what it waited for.

// A system makes trees.
type system struct{}

func (*system) open()  {}
func (*system) close() {}

// A tree is a process, on Unix with its process group.
type tree struct{ cmd *exec.Cmd }

func (t *tree) close() {}

func (t *tree) use(p *os.ProcessState) (by string, cpu time.Duration, memory int64) {
	return Rusage, p.UserTime() + p.SystemTime(), host.PeakMemory(p)
}
