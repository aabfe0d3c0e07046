package measure

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"brim/internal/host"
)

// This file follows the processes of a run on Linux without a cgroup: by a variable in their environment, with this
// process as their subreaper.

// variable marks the processes of a run: it stands in the environment of all that inherit it.
const variable = "BRIM_RUN"

// patience is how long processes may take to end that were killed.
const patience = 2 * time.Second

// A system makes trees.
type system struct {
	group *group // nil: no cgroup can be had
	mu    sync.Mutex
	marks map[string]bool // of the runs that are going on
}

func (s *system) open() {
	mounts, err1 := os.ReadFile("/proc/self/mountinfo")
	own, err2 := os.ReadFile("/proc/self/cgroup")
	if err := errors.Join(err1, err2); err == nil {
		s.group, _ = openGroup(string(mounts), string(own))
	}
	s.marks = map[string]bool{}
	// Orphans come here, so that they can be found and waited for.
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
}

func (s *system) close() {
	if s.group != nil {
		s.group.close()
	}
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
}

// A tree is a process with all that it started.
type tree struct {
	system *system
	cmd    *exec.Cmd
	mark   string
	group  *runGroup      // nil: rusage
	killed atomic.Bool    // by kill
	began  uint64         // in ticks since the machine was started
	known  map[int]uint64 // when processes began that were found, by number
	cpu    time.Duration  // of orphans
	memory int64          // the most of an orphan
}

// prepare sets up cmd so that it will be a tree. It begins in its own process group, which keeps the interrupts of the
// terminal away, and ends if the thread that starts it ends, even by SIGKILL.
func (s *system) prepare(cmd *exec.Cmd) (*tree, error) {
	t := &tree{system: s, cmd: cmd, mark: variable + "=" + rand.Text(), known: map[int]uint64{}}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if s.group != nil {
		var err error
		if t.group, err = s.group.make(); err != nil {
			return nil, err
		}
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(t.group.f.Fd())
	}
	cmd.Env = append(cmd.Environ(), t.mark)
	var now unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &now) == nil {
		t.began = uint64(now.Nano() / int64(time.Second/ticks))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.marks[t.mark] = true
	return t, nil
}

// kill ends the processes that are still in the cgroup or in the process group. The others are end's.
func (t *tree) kill() error {
	t.killed.Store(true)
	if t.group != nil {
		return t.group.kill()
	}
	return syscall.Kill(-t.cmd.Process.Pid, syscall.SIGKILL)
}

// close gives back what prepare took.
func (t *tree) close() {
	if t.group != nil {
		t.group.remove()
	}
	t.system.mu.Lock()
	defer t.system.mu.Unlock()
	delete(t.system.marks, t.mark)
}

// end kills all processes that the tree has left, and waits until they have ended, for patience at most. It returns
// what they were for a warning, "" if there were none.
func (t *tree) end() string {
	if t.group != nil {
		_ = t.group.kill()
	}
	for wait, waited := time.Millisecond, time.Duration(0); ; wait *= 2 {
		if unix.Waitid(unix.P_ALL, 0, nil, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil) == unix.ECHILD {
			break // usual: this process has no children
		}
		list := t.members()
		for _, p := range list {
			t.known[p.pid] = p.began
			if p.state != 'Z' {
				_ = syscall.Kill(p.pid, syscall.SIGKILL)
			}
		}
		if left := t.reap(list); left == 0 && len(list) == 0 {
			break
		} else if waited >= patience {
			return fmt.Sprintf("%d processes that it left cannot be ended", len(list))
		}
		time.Sleep(wait)
		waited += wait
	}
	if len(t.known) > 0 && !t.killed.Load() {
		return fmt.Sprintf("%d processes that it left were ended", len(t.known))
	}
	return ""
}

// reap waits for those of a list that have ended and are children of this process, and returns how many are left.
func (t *tree) reap(list []process) int {
	left := len(list)
	for _, p := range list {
		var status syscall.WaitStatus
		var u syscall.Rusage
		if p.parent != os.Getpid() {
			continue
		}
		if pid, err := syscall.Wait4(p.pid, &status, syscall.WNOHANG, &u); pid == p.pid && err == nil {
			left--
			t.cpu += time.Duration(u.Utime.Nano() + u.Stime.Nano())
			t.memory = max(t.memory, u.Maxrss*1024)
		}
	}
	return left
}

// use returns what the tree used.
func (t *tree) use(p *os.ProcessState) (by string, cpu time.Duration, memory int64) {
	by, cpu, memory = Rusage, p.UserTime()+p.SystemTime()+t.cpu, max(host.PeakMemory(p), t.memory)
	if t.group == nil {
		return by, cpu, memory
	}
	if x, err := t.group.cpu(); err == nil {
		by, cpu = Both, x
		if x, err := t.group.peak(); err == nil {
			by, memory = Cgroup, x
		}
	}
	return by, cpu, memory
}

// A process is what /proc/PID/stat says of one.
type process struct {
	pid, parent, group int
	state              byte
	began              uint64 // in ticks since the machine was started
}

// processes lists those of the machine.
func processes() (list []process) {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		b, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
		if len(f) < 20 {
			continue
		}
		p := process{pid: pid, state: f[0][0]}
		p.parent, _ = strconv.Atoi(f[1])
		p.group, _ = strconv.Atoi(f[2])
		p.began, _ = strconv.ParseUint(f[19], 10, 64)
		list = append(list, p)
	}
	return list
}

// members lists the processes of the tree but its first one: orphans that have come to this process, and what is below
// them.
func (t *tree) members() (list []process) {
	all, self := processes(), os.Getpid()
	below := map[int]bool{}
	for _, p := range all {
		if p.parent == self && t.owns(p) {
			below[p.pid] = true
			list = append(list, p)
		}
	}
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if below[p.parent] && !below[p.pid] {
				below[p.pid], grown = true, true
				list = append(list, p)
			}
		}
	}
	return list
}

// owns reports whether a child of this process is an orphan of the tree. Those that other code of this process started
// are in the group of this process, or began before; other runs have their own marks.
func (t *tree) owns(p process) bool {
	if began, ok := t.known[p.pid]; ok {
		return began == p.began
	}
	if t.cmd.Process != nil && p.group == t.cmd.Process.Pid {
		return true
	}
	if p.group == syscall.Getpgrp() || p.began < t.began {
		return false
	}
	environment, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid)) // of one that has ended it is empty
	for text := range bytes.SplitSeq(environment, []byte{0}) {
		if string(text) == t.mark {
			return true
		}
	}
	t.system.mu.Lock()
	defer t.system.mu.Unlock()
	return len(t.system.marks) == 1
}
