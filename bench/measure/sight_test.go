package measure

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// What disturbed a run is read from stored files of /proc and of a cgroup.

// mounts is the file mountinfo of a machine with cgroups of version 2 and also of version 1.
const mounts = `24 1 0:22 / /proc rw,nosuid - proc proc rw
30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
31 24 0:27 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct
`

// machine is one on which nothing disturbs.
func machine() fstest.MapFS {
	return fstest.MapFS{
		"proc/loadavg": {Data: []byte("0.25 0.20 0.18 1/123 4567\n")},
		"proc/stat": {Data: []byte("cpu  100 0 100 5000 0 0 0 0 0 0\ncpu0 50 0 50 2500 0 0 0 0 0 0\ncpu1 50 0 50 " +
			"2500 0 0 0 0 0 0\n" +
			"intr 1 2 3\nctxt 5\n")},
		"proc/vmstat":                                 {Data: []byte("nr_free_pages 7\npswpin 5\npswpout 6\n")},
		"proc/self/mountinfo":                         {Data: []byte(mounts)},
		"proc/self/cgroup":                            {Data: []byte("4:cpu,cpuacct:/docker/abc\n0::/user.slice/job.scope\n")},
		"sys/fs/cgroup/cpu.stat":                      {Data: []byte("usage_usec 9\n")},
		"sys/fs/cgroup/user.slice/cpu.stat":           {Data: []byte("usage_usec 9\nnr_periods 8\nnr_throttled 3\n")},
		"sys/fs/cgroup/user.slice/job.scope/cpu.stat": {Data: []byte("usage_usec 9\nnr_throttled 0\n")},
		"sys/fs/cgroup/cpu/cpu.stat":                  {Data: []byte("nr_periods 8\nnr_throttled 4\n")},
		"sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count":    {Data: []byte("2\n")},
		"sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count": {Data: []byte("2\n")},
		"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":                {Data: []byte("performance\n")},
		"sys/devices/system/cpu/cpu1/cpufreq/scaling_governor":                {Data: []byte("performance\n")},
	}
}

// Each disturbance of a run is reported, with its count, and nothing else is.
func TestWarnings(t *testing.T) {
	const (
		statQuiet = "cpu  100 0 100 5000 0 0 0 0 0 0\ncpu0 50 0 50 2500 0 0 0 0 0 0\ncpu1 150 0 50 2500 0 0 0 0 0 0\n"
		statBusy  = "cpu0 50 30 70 2500 0 5 5 0 0 0\ncpu1 150 0 50 2500 0 0 0 0 0 0\n"
		statStole = "cpu0 50 0 50 2500 0 0 0 40 0 0\ncpu1 150 0 50 2500 0 0 0 0 0 0\n"
	)
	for _, c := range []struct {
		name, file, text string
		cores            []int
		want             []string
	}{
		{"nothing", "proc/stat", statQuiet, nil, nil},
		{"nothing on its core", "proc/stat", statBusy, []int{1}, nil},
		{"load", "proc/stat", statBusy, nil,
			[]string{"load: other programs had 0.60 s of CPU time on the machine in 2.00 s"}},
		{"load on its core", "proc/stat", statBusy, []int{0, 1},
			[]string{"load: other programs had 0.60 s of CPU time on its cores in 2.00 s"}},
		{"stolen", "proc/stat", statStole, nil,
			[]string{"stolen: other machines on this hardware had 0.40 s of its CPU time in 2.00 s"}},
		{"throttled", "sys/fs/cgroup/user.slice/cpu.stat", "nr_throttled 5\n", nil,
			[]string{"throttled: the limit of CPU time of its cgroup stopped it 2 times"}},
		{"throttled, version 1", "sys/fs/cgroup/cpu/cpu.stat", "nr_throttled 5\n", nil,
			[]string{"throttled: the limit of CPU time of its cgroup stopped it 1 times"}},
		{"heat", "sys/devices/system/cpu/cpu1/thermal_throttle/package_throttle_count", "9\n", nil,
			[]string{"heat: cores were slowed down 7 times because of heat"}},
		{"frequency", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n", nil,
			[]string{"frequency: the frequency of cores changes, by the governor powersave"}},
		{"swap", "proc/vmstat", "pswpin 7\npswpout 16\n", nil, []string{"swap: the machine swapped 12 pages"}},
	} {
		before := look(machine())
		m := machine()
		m["proc/stat"].Data = []byte(statQuiet) // the run had one second on core 1
		m[c.file].Data = []byte(c.text)
		u := Use{Wall: 2 * time.Second, CPU: time.Second, Cores: c.cores}
		if got := before.compare(look(m), &u); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if before.load == nil || *before.load != 0.25 {
			t.Errorf("load %v", before.load)
		}
	}
	// A machine that says nothing.
	nothing := look(fstest.MapFS{})
	if got := nothing.compare(look(fstest.MapFS{}), &Use{Wall: time.Second}); got != nil || nothing.load != nil {
		t.Errorf("of nothing: %q, load %v", got, nothing.load)
	}
}

// The cgroup of a process is found below each kind of mount.
func TestUnified(t *testing.T) {
	for _, c := range []struct{ mounts, own, want string }{
		{mounts, "0::/user.slice/job.scope\n", "/sys/fs/cgroup /user.slice/job.scope"},
		{mounts, "0::/\n", "/sys/fs/cgroup /"},
		{mounts, "4:cpu:/\n", ""}, // no version 2
		{"30 24 0:26 /job /sys/fs/cgroup rw - cgroup2 none rw\n", "0::/job/x\n", "/sys/fs/cgroup /x"},
		{"30 24 0:26 /job /sys/fs/cgroup rw - cgroup2 none rw\n", "0::/jobs\n", ""}, // outside of what is mounted
		{"30 24 0:26 / /sys/fs/cgroup rw - cgroup2 none rw\n", "0::/../x\n", ""},    // outside of the namespace
		{"30 24 0:26 / /sys/fs/cgroup rw - tmpfs none rw\n", "0::/x\n", ""},
		{"", "", ""}, {"x\n", "y\n", ""},
	} {
		mount, below, ok := unified(c.mounts, c.own)
		if got := strings.TrimSpace(mount + " " + below); got != c.want || ok != (c.want != "") {
			t.Errorf("%q in %q: %q, %v, want %q", c.own, c.mounts, got, ok, c.want)
		}
	}
}

// Cores are of different physical ones as far as possible, and the high numbers come first.
func TestPick(t *testing.T) {
	smt := fstest.MapFS{}
	for core, siblings := range []string{"0,4", "1,5", "2,6", "3,7", "0,4", "1,5", "2,6", "3,7"} {
		smt["sys/devices/system/cpu/cpu"+string(rune('0'+core))+
			"/topology/thread_siblings_list"] = &fstest.MapFile{Data: []byte(siblings + "\n")}
	}
	for _, c := range []struct {
		machine fstest.MapFS
		allowed []int
		n       int
		want    []int
	}{
		{smt, []int{0, 1, 2, 3, 4, 5, 6, 7}, 1, []int{7}},
		{smt, []int{0, 1, 2, 3, 4, 5, 6, 7}, 4, []int{4, 5, 6, 7}},
		{smt, []int{0, 1, 2, 3, 4, 5, 6, 7}, 5, []int{3, 4, 5, 6, 7}},
		{smt, []int{1, 2, 5, 6}, 2, []int{5, 6}},
		{smt, []int{1, 0, 5}, 2, []int{0, 5}},
		{fstest.MapFS{}, []int{0, 1}, 1, []int{1}},
	} {
		if got := pick(c.machine, slices.Clone(c.allowed), c.n); !slices.Equal(got, c.want) {
			t.Errorf("%d of %v: %v, want %v", c.n, c.allowed, got, c.want)
		}
	}
}
