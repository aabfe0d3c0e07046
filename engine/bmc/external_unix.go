//go:build unix

package bmc

import (
	"os/exec"
	"syscall"
)

// isolate puts cmd into a group of processes of its own, which ends with the context.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
