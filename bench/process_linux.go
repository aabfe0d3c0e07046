package bench

import (
	"os/exec"
	"syscall"
)

// isolate keeps the interrupts of the terminal away from the process, and ends it if the thread that starts it ends,
// be it by SIGKILL. What the process has started ends with it at the end of its context.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
