package measure

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// This file measures a run by a cgroup of its own: CPU time, most memory, and an end to all its processes.

// A group is a cgroup of version 2 in which each run gets a cgroup below it.
type group struct {
	dir    string
	memory bool   // runs have memory.peak
	leaf   string // where this process moved to, so that dir may have controllers; "" if it did not
	runs   atomic.Int64
}

// A runGroup is the cgroup of a run.
type runGroup struct {
	dir string
	f   *os.File // the directory
}

// openGroup returns the group below that of this process.
func openGroup(mounts, own string) (*group, error) {
	mount, path, ok := unified(mounts, own)
	if !ok {
		return nil, errors.New("no cgroup of version 2")
	}
	g := &group{dir: filepath.Join(mount, path)}
	g.tidy()
	if err := g.try(); err != nil {
		return nil, err
	}
	if !g.memory {
		g.control()
	}
	return g, nil
}

// try makes the cgroup of a run and starts a process there that cannot execute anything, which shows whether it may be
// in there.
func (g *group) try() error {
	r, err := g.make()
	if err != nil {
		return err
	}
	defer r.remove()
	if _, err := os.Stat(filepath.Join(r.dir, "cgroup.kill")); err != nil {
		return err
	}
	if _, err := r.cpu(); err != nil {
		return err
	}
	_, err = os.StartProcess(filepath.Join(r.dir, "nothing"), []string{"nothing"}, &os.ProcAttr{
		Sys: &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(r.f.Fd())},
	})
	if !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("no process starts in a cgroup: %w", err)
	}
	_, err = r.peak()
	g.memory = err == nil
	return nil
}

// stale is the age from which on the cgroup of a process that is gone is removed.
const stale = time.Minute

// tidy removes what was left by processes like this one that were killed. Where processes go on it stays.
func (g *group) tidy() {
	list, _ := filepath.Glob(filepath.Join(g.dir, prefix+"*"))
	for _, dir := range list {
		number, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), prefix), "-")
		pid, err := strconv.Atoi(number)
		info, gone := os.Stat(dir)
		if err == nil && gone == nil && time.Since(info.ModTime()) > stale && syscall.Kill(pid, 0) == syscall.ESRCH {
			_ = os.Remove(dir)
		}
	}
}

// prefix begins the names of all cgroups of this package; then comes the number of the process that made it.
const prefix = "brim-"

// control asks for the memory controller. A cgroup that has processes itself has no controllers for its children, so
// this process moves into a child, if it is alone. Without success all is as before.
func (g *group) control() {
	const plus, minus = "+memory", "-memory"
	if write(g.dir, "cgroup.subtree_control", plus) != nil {
		pids, err := os.ReadFile(filepath.Join(g.dir, "cgroup.procs"))
		self := strconv.Itoa(os.Getpid())
		if err != nil || strings.TrimSpace(string(pids)) != self {
			return
		}
		leaf := filepath.Join(g.dir, prefix+self+"-self")
		if os.Mkdir(leaf, 0o755) != nil {
			return
		}
		g.leaf = leaf
		if write(leaf, "cgroup.procs", self) != nil || write(g.dir, "cgroup.subtree_control", plus) != nil {
			g.close()
			return
		}
	}
	if g.try() != nil || !g.memory {
		_ = write(g.dir, "cgroup.subtree_control", minus)
		g.close()
	}
}

// close moves this process back to where it was.
func (g *group) close() {
	if g.leaf == "" {
		return
	}
	_ = write(g.dir, "cgroup.subtree_control", "-memory")
	_ = write(g.dir, "cgroup.procs", strconv.Itoa(os.Getpid()))
	_ = os.Remove(g.leaf)
	g.leaf = ""
}

// make makes the cgroup of a run.
func (g *group) make() (*runGroup, error) {
	dir := filepath.Join(g.dir, fmt.Sprintf("%s%d-%d", prefix, os.Getpid(), g.runs.Add(1)))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	f, err := os.Open(dir)
	if err != nil {
		_ = os.Remove(dir)
		return nil, err
	}
	return &runGroup{dir, f}, nil
}

func (r *runGroup) kill() error { return write(r.dir, "cgroup.kill", "1") }

// remove removes the cgroup, in which processes may still be ending.
func (r *runGroup) remove() {
	r.f.Close()
	for wait := time.Millisecond; os.Remove(r.dir) != nil && wait < patience; wait *= 2 {
		time.Sleep(wait)
	}
}

// cpu returns the CPU time of all processes.
func (r *runGroup) cpu() (time.Duration, error) {
	b, err := os.ReadFile(filepath.Join(r.dir, "cpu.stat"))
	if err != nil {
		return 0, err
	}
	us, ok := counter(b, "usage_usec")
	if !ok {
		return 0, errors.New("cpu.stat has no usage_usec")
	}
	return time.Duration(us) * time.Microsecond, nil
}

// peak returns the most memory that all processes had together.
func (r *runGroup) peak() (int64, error) {
	b, err := os.ReadFile(filepath.Join(r.dir, "memory.peak"))
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
}

// write writes a word into a file of a cgroup.
func write(dir, name, word string) error {
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(word)
	return err
}
