//go:build linux

package measure

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Runs with children and orphans are measured and ended as a whole; processes of others go on.

func (s *system) plain()        { s.group = nil }
func (s *system) isPlain() bool { return s.group == nil }

func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// alive reports whether a process exists and has not ended.
func alive(pid string) bool {
	b, err := os.ReadFile("/proc/" + strings.TrimSpace(pid) + "/stat")
	return err == nil && !bytes.Contains(b, []byte(") Z "))
}

// A process in another session, whose parent has ended, does not go on, and what it took counts.
func TestOrphan(t *testing.T) {
	exe := program(t)
	for way, m := range meters(t) {
		for name, clean := range map[string][]string{"marked": nil, "unmarked": {"env", "-i"}} {
			t.Run(way+"/"+name, func(t *testing.T) {
				var out bytes.Buffer
				args := append(append([]string{"leave"}, clean...), exe, "burn", "3600000", "32")
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				cmd := exec.CommandContext(ctx, exe, args...)
				cmd.Stdout = &out
				u, err := m.Run(cmd)
				if err != nil {
					t.Fatal(err)
				}
				if out.Len() == 0 || alive(out.String()) {
					t.Errorf("process %q goes on", out.String())
				}
				if !slices.Contains(u.Warnings, "orphans: 1 processes that it left were ended") {
					t.Errorf("warnings %q", u.Warnings)
				}
			})
		}
	}
}

// What a run has started ends with its context, and the CPU time of those who were killed before anybody waited for
// them counts. So does Ctrl-C end: it is the end of a context.
func TestCancel(t *testing.T) {
	exe := program(t)
	for way, m := range meters(t) {
		t.Run(way, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			var lines bytes.Buffer
			cmd := exec.CommandContext(ctx, exe, "parent", "/bin/sh", "-c", `"$0" leave "$0" sleep; exec "$0" spin 50`,
				exe)
			cmd.Stdout = onText(func(text []byte) {
				lines.Write(text)
				if bytes.Contains(text, []byte("spinning")) {
					cancel()
				}
			})
			u, err := m.Run(cmd)
			if err == nil || ctx.Err() == nil {
				t.Fatalf("it ended by itself: %v", err)
			}
			if pid, _, _ := strings.Cut(lines.String(), "\n"); pid == "" || alive(pid) {
				t.Errorf("process %q goes on", pid)
			}
			if u.CPU < 50*time.Millisecond {
				t.Errorf("CPU time %v, want what the process had when it was ended", u.CPU)
			}
			if strings.Contains(strings.Join(u.Warnings, " "), "orphans") {
				t.Errorf("what was ended on purpose is none: %q", u.Warnings)
			}
		})
	}
}

// onText is called with all that is written.
type onText func([]byte)

func (f onText) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}

// Children of this process that are no orphans of a run stay: in the group of this process, of another run, or begun
// before.
func TestOthersStay(t *testing.T) {
	exe := program(t)
	m := New(Options{})
	defer m.Close()
	m.system.plain()
	before := exec.Command(exe, "sleep")
	detach(before)
	same := exec.Command(exe, "sleep")
	for _, cmd := range []*exec.Cmd{before, same} {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}()
	}
	time.Sleep(2 * time.Second / ticks)
	ctx, cancel := context.WithCancel(t.Context())
	other := make(chan error)
	started := make(chan string, 1)
	go func() {
		cmd := exec.CommandContext(ctx, exe, "parent", "/bin/sh", "-c", "echo $$; exec sleep 600")
		cmd.Stdout = onText(func(pid []byte) { started <- string(pid) })
		_, err := m.Run(cmd)
		other <- err
	}()
	pid := <-started
	if u, err := m.Run(exec.CommandContext(ctx, exe, "burn", "1", "1")); err != nil || len(u.Warnings) > 0 &&
		strings.Contains(strings.Join(u.Warnings, " "), "orphans") {
		t.Errorf("%v, %q", err, u.Warnings)
	}
	for _, cmd := range []*exec.Cmd{before, same} {
		if err := cmd.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("a process that belongs to no run was ended: %v", err)
		}
	}
	if !alive(pid) {
		t.Error("another run was ended")
	}
	cancel()
	if err := <-other; err == nil {
		t.Error("the other run ended by itself")
	}
	if alive(pid) {
		t.Error("the other run goes on")
	}
}

// A process is kept on the cores that were asked for, and this one is not.
func TestPinned(t *testing.T) {
	all, err := allowedCores()
	if err != nil {
		t.Fatal(err)
	}
	m := New(Options{Cores: 1})
	defer m.Close()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), "/bin/sh", "-c", "grep Cpus_allowed_list /proc/self/status")
	cmd.Stdout = &out
	u, err := m.Run(cmd)
	if err != nil {
		t.Fatal(err)
	}
	if f := strings.Fields(out.String()); len(u.Cores) != 1 || len(f) != 2 || f[1] != strconv.Itoa(u.Cores[0]) {
		t.Errorf("kept on %v, and the process says %q", u.Cores, out.String())
	}
	if now, _ := allowedCores(); !slices.Equal(now, all) {
		t.Errorf("this process is left on %v of %v", now, all)
	}
	many := New(Options{Cores: len(all) + 1})
	defer many.Close()
	u, err = many.Run(exec.CommandContext(t.Context(), program(t), "burn", "1", "1"))
	if err != nil || u.Cores != nil || !strings.HasPrefix(strings.Join(u.Warnings, "\n"), "cores: not pinned: ") {
		t.Errorf("with more than there are: %v, %v, %q", err, u.Cores, u.Warnings)
	}
}

// BenchmarkRun has what it costs to measure a process that does nothing, compared with starting it alone. The CPU time
// is that of this process and of all that it waited for.
func BenchmarkRun(b *testing.B) {
	for _, way := range []string{"none", Rusage, Cgroup} {
		b.Run("way="+way, func(b *testing.B) {
			m := New(Options{})
			defer m.Close()
			if way == Rusage {
				m.system.plain()
			} else if way == Cgroup && m.system.isPlain() {
				b.Skip("no cgroup can be had here")
			}
			before := spent()
			for b.Loop() {
				cmd := exec.CommandContext(b.Context(), "/bin/true")
				var err error
				if way == "none" {
					err = cmd.Run()
				} else {
					_, err = m.Run(cmd)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((spent()-before).Microseconds())/float64(b.N), "cpu-us/op")
		})
	}
}

// spent is the CPU time of this process and of all that it waited for.
func spent() (sum time.Duration) {
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		_ = syscall.Getrusage(who, &u)
		sum += time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	return sum
}

// What this process had at some time is no memory of a process that it starts later.
func TestFloor(t *testing.T) {
	burn("0", "200") // this process has 200 MiB, and no use for them
	m := New(Options{})
	defer m.Close()
	var uses []Use
	for _, mib := range []string{"1", "100"} {
		Ready()
		u, err := m.Run(exec.CommandContext(t.Context(), program(t), "burn", "0", mib))
		if err != nil {
			t.Fatal(err)
		}
		if u.By != Cgroup && (u.Floor <= 0 || u.Floor >= 100<<20) {
			t.Errorf("%s MiB: a floor of %d bytes; expected less than 100 MiB", mib, u.Floor)
		}
		uses = append(uses, u)
	}
	if uses[0].Memory >= 100<<20 || uses[1].Memory < 100<<20 {
		t.Errorf("%d and %d bytes for 1 and 100 MiB", uses[0].Memory, uses[1].Memory)
	}
}
