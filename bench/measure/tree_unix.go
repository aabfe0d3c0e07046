//go:build unix && !linux

package measure

import (
	"os/exec"
	"syscall"
)

// This file ends a run on Unix systems other than Linux, by its process group.

// prepare has cmd begin in its own process group, which keeps the interrupts of the terminal away. If this process is
// killed, that one goes on.
func (*system) prepare(cmd *exec.Cmd) (*tree, error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return &tree{cmd}, nil
}

func (t *tree) kill() error { return syscall.Kill(-t.cmd.Process.Pid, syscall.SIGKILL) }

// end ends what is left of the group.
func (t *tree) end() string {
	if t.cmd.Process != nil && t.kill() == nil {
		return "processes that it left were ended"
	}
	return ""
}
