//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSignalTwice checks that a signal which comes twice at once, as that of timeout does, ends the work with what is known, and does not kill the process.
func TestSignalTwice(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	_, net, _ := brim(t, t.Context(), "gen", "fms:500")
	net = strings.Repeat("\n", 1<<20) + net[strings.Index(net, "<pnml"):] // more than a pipe holds
	for range 3 {
		var out bytes.Buffer
		cmd := exec.CommandContext(t.Context(), exe)
		cmd.Args, cmd.Stderr = []string{"brim", "states", "-", "--order", "file"}, &out
		model, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := model.Write([]byte(net)); err != nil { // it listens to signals when all of this is read
			t.Fatal(err)
		}
		model.Close()
		time.Sleep(200 * time.Millisecond)
		for range 2 {
			if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Millisecond)
		}
		cmd.Wait()
		if status := cmd.ProcessState.ExitCode(); status != statusUnknown || !strings.Contains(out.String(), "interrupted") {
			t.Fatalf("%v: %s", cmd.ProcessState, &out)
		}
	}
}
