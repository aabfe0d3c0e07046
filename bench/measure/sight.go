package measure

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// What disturbed a run: throttled or stolen cores, swapping, and pressure on memory, as the system counts them before
// and after it.

// A sight is what the machine says about itself at one time. What it does not say is zero.
type sight struct {
	load      *float64
	busy      map[int]time.Duration // by core: user and system time of all processes
	stolen    map[int]time.Duration // by core: had by other machines on the same hardware
	swapped   int64                 // pages, in and out
	throttled int64                 // periods in which this cgroup, or one above it, had used up its CPU time
	hot       int64                 // times that cores were slowed down because of heat
	governor  string                // of the frequency of cores, "performance" if that is fixed
}

// look reads the load of the machine, the CPU time of its cores, and its counts of swapping, throttling and heat,
// from the files of the machine below /proc and /sys. What cannot be read stays zero.
func look(machine fs.FS) sight {
	s := sight{busy: map[int]time.Duration{}, stolen: map[int]time.Duration{}}
	read := func(name string) []byte {
		b, _ := fs.ReadFile(machine, name)
		return b
	}
	var load float64
	if _, err := fmt.Sscan(string(read("proc/loadavg")), &load); err == nil {
		s.load = &load
	}
	s.cores(string(read("proc/stat")))
	vmstat := read("proc/vmstat")
	in, _ := counter(vmstat, "pswpin")
	out, _ := counter(vmstat, "pswpout")
	s.swapped = in + out
	for _, dir := range ownGroups(string(read("proc/self/mountinfo")), string(read("proc/self/cgroup"))) {
		n, _ := counter(read(path.Join(dir, "cpu.stat")), "nr_throttled")
		s.throttled += n
	}
	const cpus = "sys/devices/system/cpu/"
	counts, _ := fs.Glob(machine, cpus+"cpu*/thermal_throttle/*_throttle_count")
	for _, name := range counts {
		n, _ := strconv.ParseInt(strings.TrimSpace(string(read(name))), 10, 64)
		s.hot += n
	}
	governors, _ := fs.Glob(machine, cpus+"cpu*/cpufreq/scaling_governor")
	for _, name := range governors {
		if g := strings.TrimSpace(string(read(name))); s.governor == "" || g != "performance" {
			s.governor = g
		}
	}
	return s
}

// cores reads the lines of /proc/stat.
func (s *sight) cores(stat string) {
	for line := range strings.Lines(stat) {
		f := strings.Fields(line)
		if len(f) < 9 || !strings.HasPrefix(f[0], "cpu") {
			continue
		}
		core, err := strconv.Atoi(f[0][len("cpu"):])
		if err != nil {
			continue // all together
		}
		column := func(i int) time.Duration {
			n, _ := strconv.ParseInt(f[i], 10, 64)
			return time.Duration(n) * time.Second / ticks
		}
		// user, nice, system, interrupts of both kinds
		s.busy[core] = column(1) + column(2) + column(3) + column(6) + column(7)
		s.stolen[core] = column(8)
	}
}

// ticks are what /proc counts in, in a second: the same on all machines that Go runs on.
const ticks = 100

// ownGroups lists the folders of the cgroup of this process and of those above, which may limit it, in both versions.
func ownGroups(mounts, own string) (list []string) {
	for _, h := range [][2]string{{"cgroup2", ""}, {"cgroup", "cpu"}} {
		mount, below, ok := hierarchy(mounts, own, h[0], h[1])
		for ok {
			list = append(list, strings.TrimPrefix(path.Join(mount, below), "/"))
			ok = below != "/"
			below = path.Dir(below)
		}
	}
	return list
}

// From these on something is said.
const (
	disturbing = 0.1                    // of the time of a run: what others had of its cores
	leastTime  = 100 * time.Millisecond // less is within the error of the counts
)

// compare returns a warning for each change between two looks that may have disturbed the run between them: CPU time
// of other programs or machines, throttling, heat, a variable frequency, and swapping.
func (s *sight) compare(after sight, u *Use) (list []string) {
	tell := func(kind, format string, args ...any) {
		list = append(list, kind+": "+fmt.Sprintf(format, args...))
	}
	var busy, stolen time.Duration
	cores := u.Cores
	if cores == nil {
		for core := range after.busy {
			cores = append(cores, core)
		}
	}
	for _, core := range cores {
		busy += after.busy[core] - s.busy[core]
		stolen += after.stolen[core] - s.stolen[core]
	}
	matters := func(d time.Duration) bool { return d >= leastTime && d.Seconds() > disturbing*u.Wall.Seconds() }
	if others := busy - u.CPU; matters(others) {
		where := "the machine"
		if u.Cores != nil {
			where = "its cores"
		}
		tell("load", "other programs had %.2f s of CPU time on %s in %.2f s", others.Seconds(), where, u.Wall.Seconds())
	}
	if matters(stolen) {
		tell("stolen", "other machines on this hardware had %.2f s of its CPU time in %.2f s", stolen.Seconds(),
			u.Wall.Seconds())
	}
	if n := after.throttled - s.throttled; n > 0 {
		tell("throttled", "the limit of CPU time of its cgroup stopped it %d times", n)
	}
	if n := after.hot - s.hot; n > 0 {
		tell("heat", "cores were slowed down %d times because of heat", n)
	}
	if after.governor != "" && after.governor != "performance" {
		tell("frequency", "the frequency of cores changes, by the governor %s", after.governor)
	}
	if n := after.swapped - s.swapped; n > 0 {
		tell("swap", "the machine swapped %d pages", n)
	}
	return list
}
