package bench

import (
	"os/exec"
	"syscall"
)

// isolate keeps the interrupts of the terminal away from the process, and ends it if the thread that starts it ends, be it by SIGKILL.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
