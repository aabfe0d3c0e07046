//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"brim/internal/cli"
)

// TestSignalTwice checks that a signal which comes twice at once, as that of timeout does, ends the work with what
// is known, and does not kill the process.
func TestSignalTwice(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	_, net, _ := brim(t, t.Context(), "gen", "dphil:1500") // more than a pipe holds, and so is its order
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Args, cmd.Stderr = []string{"brim", "states", "-", "--order", "file", "--method", "bfs", "--show-order"}, &out
	model, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	result, err := cmd.StdoutPipe() // what is printed waits for its reader, so the second signal comes before the end
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := model.Write([]byte(net)); err != nil { // it listens to signals when nearly all of this is read
		t.Fatal(err)
	}
	model.Close()
	time.Sleep(500 * time.Millisecond)
	for range 2 {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	printed, err := io.ReadAll(result)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != cli.StatusUnknown ||
		!strings.Contains(out.String(), "interrupted") {
		t.Errorf("%v with %d bytes: %s", cmd.ProcessState, len(printed), &out)
	}
}
