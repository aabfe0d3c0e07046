//go:build !unix

package measure

import (
	"os"
	"os/exec"
	"time"

	"brim/internal/host"
)

// Ends a run on systems other than Unix: its first process only.

// A system makes trees.
type system struct{}

func (*system) open()  {}
func (*system) close() {}

// A tree is a process alone: an interrupt of the terminal reaches it, too, and what it has started goes on.
type tree struct{ cmd *exec.Cmd }

func (*system) prepare(cmd *exec.Cmd) (*tree, error) { return &tree{cmd}, nil }

func (t *tree) kill() error { return t.cmd.Process.Kill() }
func (t *tree) end() string { return "" }

func (t *tree) close() {}

func (t *tree) use(p *os.ProcessState) (by string, cpu time.Duration, memory int64) {
	return Rusage, p.UserTime() + p.SystemTime(), host.PeakMemory(p)
}
