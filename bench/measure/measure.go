package measure

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Meters: what a run used, and which way measured it.

// What measured a run, for records.
const (
	Cgroup = "cgroup"        // a cgroup: CPU time and memory of all processes together
	Both   = "cgroup+rusage" // a cgroup the CPU time, rusage the memory
	Rusage = "rusage"        // what was waited for
)

// Options of New.
type Options struct {
	Cores int // that each process is kept on; 0 is any
	// how many processes run at a time, each on its own cores; 0 means any number, on the same cores
	Slices int
}

// A Meter runs processes. Several goroutines may use one; no two are used at the same time.
type Meter struct {
	machine fs.FS // its files, of which those below /proc and /sys are read
	cores   []int
	slices  chan []int // cores that no process is kept on; nil if all are kept on cores
	told    []string   // what was asked for and cannot be had
	system
}

// New returns a Meter. What cannot be had, as cores on a system that does not pin, is said in each Use.
func New(o Options) *Meter {
	m := &Meter{machine: os.DirFS("/")}
	m.system.open()
	if o.Cores > 0 {
		all, err := choose(m.machine, o.Cores*max(o.Slices, 1))
		if err != nil {
			m.told = append(m.told, fmt.Sprintf("cores: not pinned: %v", err))
		} else if m.cores = all; o.Slices > 0 {
			m.slices = make(chan []int, o.Slices)
			for part := range slices.Chunk(all, o.Cores) {
				m.slices <- part
			}
		}
	}
	return m
}

// Close gives back what the Meter took from the system. No run may be going on.
func (m *Meter) Close() { m.system.close() }

// A Use is what a process used, together with all processes that it started.
type Use struct {
	By     string        // Cgroup, Both or Rusage
	Wall   time.Duration // from its start to its end
	CPU    time.Duration // user and system
	Memory int64         // bytes; 0 if unknown
	Floor  int64         // what Memory is at least, whatever the process had; see package doc
	Cores  []int         // that it was kept on; nil is any
	Load   *float64      // of the machine when it began: processes at work, on average over a minute; nil if unknown
	// What may have disturbed it, each as "kind: text": load, stolen, throttled, heat, frequency, swap; of the run
	// itself, orphans; and cores, if they could not be pinned.
	Warnings []string
}

// Run starts cmd, which exec.CommandContext made, and waits for it. It sets SysProcAttr and Cancel, adds a variable to
// the environment, and on Linux adopts orphans: a process outside of this one's group that was started meanwhile, as a
// child of this one, and that belongs to no other run, is taken for an orphan and ended.
//
// The error is that of starting or waiting, as of cmd.Run; if the process was started, the Use is right all the same.
func (m *Meter) Run(cmd *exec.Cmd) (u Use, err error) { return m.RunWatched(cmd, func(*os.Process) {}) }

// RunWatched is Run, and passes the process to watch as soon as it has started; it waits for watch to return. The
// thread is locked, since cores belong to the thread that starts the process and the system ends the process together
// with that thread. What may disturb the run is read before and after it.
func (m *Meter) RunWatched(cmd *exec.Cmd, watch func(*os.Process)) (u Use, err error) {
	// Cores belong to the thread that starts the process, and the system ends the process together with that thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	finish, err := redirect(cmd)
	if err != nil {
		return u, err
	}
	t, err := m.system.prepare(cmd)
	if err != nil {
		finish()
		return u, err
	}
	defer t.close()
	cmd.Cancel = t.kill
	cores := m.cores
	if m.slices != nil {
		cores = <-m.slices
		defer func() { m.slices <- cores }()
	}
	before := look(m.machine)
	told := slices.Clone(m.told)
	restore, failed := pin(cores)
	if failed != nil {
		told = append(told, fmt.Sprintf("cores: not pinned: %v", failed))
	} else {
		u.Cores = cores
	}
	start := time.Now()
	err = cmd.Start()
	restore()
	floor := peak()
	if err == nil {
		watch(cmd.Process)
		err = cmd.Wait()
	}
	u.Wall = time.Since(start)
	orphans := t.end()
	finish()
	if cmd.ProcessState == nil {
		return u, err
	}
	if u.By, u.CPU, u.Memory = t.use(cmd.ProcessState); u.By != Cgroup {
		u.Floor = floor
	}
	u.Load = before.load
	u.Warnings = append(told, before.compare(look(m.machine), &u)...)
	if orphans != "" {
		u.Warnings = append(u.Warnings, "orphans: "+orphans)
	}
	return u, err
}

// drainTime is how long output may still come when all processes have ended.
const drainTime = time.Second

// redirect replaces Stdout and Stderr of cmd by pipes of this package, and copies what comes through them. Package
// exec would wait for all processes that hold its own pipes, orphans included, before it reports that the process has
// ended. The returned function closes the pipes and waits for the rest of the output, for drainTime at most; it is
// called when cmd has ended or could not be started.
func redirect(cmd *exec.Cmd) (finish func(), err error) {
	var readers, writers []*os.File
	var copies sync.WaitGroup
	finish = func() {
		for _, w := range writers {
			w.Close()
		}
		for _, r := range readers {
			_ = r.SetReadDeadline(time.Now().Add(drainTime)) // in case a process is left that could not be ended
		}
		copies.Wait()
	}
	together := cmd.Stderr != nil && reflect.ValueOf(cmd.Stderr).Comparable() && cmd.Stderr == cmd.Stdout
	defer func() {
		if together { // one writer is not written to by two
			cmd.Stderr = cmd.Stdout
		}
	}()
	for _, out := range []*io.Writer{&cmd.Stdout, &cmd.Stderr} {
		if _, file := (*out).(*os.File); file || *out == nil || together && out == &cmd.Stderr {
			continue
		}
		r, w, err := os.Pipe()
		if err != nil {
			finish()
			return nil, err
		}
		readers, writers = append(readers, r), append(writers, w)
		to := *out
		*out = w
		copies.Go(func() {
			defer r.Close() // whoever writes more than is taken is told so
			_, _ = io.Copy(to, r)
		})
	}
	return finish, nil
}
