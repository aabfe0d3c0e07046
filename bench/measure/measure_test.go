package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Processes that use a known time and memory are measured, with their children.

// This test program is run by its own tests as the processes that are measured: its first argument says which one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "burn": // CPU time and memory
			burn(os.Args[2], os.Args[3])
			os.Exit(0)
		case "parent": // runs a program and waits for it
			cmd := exec.Command(os.Args[2], os.Args[3:]...)
			cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
			if err := cmd.Run(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			os.Exit(0)
		case "leave": // starts a program in a session of its own, and does not wait
			cmd := exec.Command(os.Args[2], os.Args[3:]...)
			cmd.Stdout = os.Stdout
			detach(cmd)
			if err := cmd.Start(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			fmt.Println(cmd.Process.Pid)
			os.Exit(0)
		case "spin": // takes CPU time, says so, and goes on
			burn(os.Args[2], "1")
			fmt.Println("spinning")
			time.Sleep(time.Hour)
		case "sleep":
			time.Sleep(time.Hour)
		}
	}
	os.Exit(m.Run())
}

// burn takes ms milliseconds of CPU time and mib MiB.
func burn(ms, mib string) {
	wanted, _ := strconv.Atoi(ms)
	size, _ := strconv.Atoi(mib)
	b := make([]byte, size<<20)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	for cpuTime() < time.Duration(wanted)*time.Millisecond {
		for i := range 100_000 {
			b[i%max(1, len(b))]++
		}
	}
	runtime.KeepAlive(b)
}

// meters has a meter for each way that there is on this machine.
func meters(t *testing.T) map[string]*Meter {
	list := map[string]*Meter{}
	for _, way := range []string{Rusage, Cgroup} {
		m := New(Options{})
		t.Cleanup(m.Close)
		if way == Rusage {
			m.system.plain()
		} else if m.system.isPlain() {
			t.Log("no cgroup can be had here")
			continue
		}
		list[way] = m
	}
	return list
}

func program(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// Of three processes each started by the one before, the last takes CPU time and memory, and they count.
func TestGrandchild(t *testing.T) {
	exe := program(t)
	for way, m := range meters(t) {
		t.Run(way, func(t *testing.T) {
			var out bytes.Buffer
			cmd := exec.CommandContext(t.Context(), exe, "parent", exe, "parent", exe, "burn", "50", "64")
			cmd.Stdout, cmd.Stderr = &out, new(bytes.Buffer)
			u, err := m.Run(cmd)
			if err != nil {
				t.Fatal(err, cmd.Stderr)
			}
			if u.CPU < 50*time.Millisecond {
				t.Errorf("CPU time %v, want 50ms or more", u.CPU)
			}
			if runtime.GOOS != "windows" && u.Memory < 64<<20 {
				t.Errorf("%d bytes, want 64 MiB or more", u.Memory)
			}
			if !strings.HasPrefix(u.By, way) {
				t.Errorf("measured by %q", u.By)
			}
			if u.Wall <= 0 {
				t.Errorf("wall time %v", u.Wall)
			}
		})
	}
}

// What is printed is all there, also by a process that ends at once.
func TestOutput(t *testing.T) {
	exe := program(t)
	m := New(Options{})
	defer m.Close()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), exe, "parent", exe+"-is-not-there")
	cmd.Stdout, cmd.Stderr = &out, &errs
	_, err := m.Run(cmd)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(errs.String(), "is-not-there") {
		t.Errorf("%v, printed %q and %q", err, out.String(), errs.String())
	}
	var both bytes.Buffer
	cmd = exec.CommandContext(t.Context(), exe, "parent", exe+"-is-not-there")
	cmd.Stdout, cmd.Stderr = &both, &both
	if _, err := m.Run(cmd); err == nil || !strings.Contains(both.String(), "is-not-there") {
		t.Errorf("%v, printed %q", err, both.String())
	}
	if _, err := m.Run(exec.CommandContext(t.Context(), exe+"-is-not-there")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("started what is not there: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Run(exec.CommandContext(ctx, exe, "sleep")); !errors.Is(err, context.Canceled) {
		t.Errorf("started though the context was done: %v", err)
	}
}
