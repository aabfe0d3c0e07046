//go:build linux

package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An interrupt ends the process that is measured, with all its children.

// Ctrl-C ends a sweep with all processes that its run has started, also those in another session.
func TestInterruptEndsAll(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	script, pids := filepath.Join(dir, "script"), filepath.Join(dir, "pids")
	const text = "#!/bin/sh\nsetsid sh -c 'echo $$ >> PIDS; exec sleep 600' &\nsetsid sh -c 'sleep 600 & echo $! >> " +
		"PIDS' &\necho $$ >> PIDS\nwait\nsleep 600\n"
	if err := os.WriteFile(script, []byte(strings.ReplaceAll(text, "PIDS", pids)), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, script)
	cmd.Env = append(os.Environ(), partVariable+"=script", dirVariable+"="+dir)
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var list []string
	for wait := 0; len(list) < 3 && wait < 600; wait++ {
		time.Sleep(50 * time.Millisecond)
		b, _ := os.ReadFile(pids)
		list = strings.Fields(string(b))
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || len(list) != 3 {
		t.Errorf("%v, %s, processes %v", err, out.String(), list)
	}
	for _, pid := range list {
		stat, err := os.ReadFile("/proc/" + pid + "/stat")
		if err == nil && !bytes.Contains(stat, []byte(") Z ")) {
			t.Errorf("process %s goes on: %s", pid, stat)
		}
	}
}
