package watch

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// The memory of the machine and of the process on Linux.

// MachineMemory returns the memory this process may use, in bytes: that of the machine or of the control group,
// whichever is less. It is 0 if neither is known.
func MachineMemory() int64 {
	least := int64(0)
	note := func(n int64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) == nil {
		note(int64(info.Totalram) * int64(info.Unit))
	}
	groups, _ := os.ReadFile("/proc/self/cgroup") // absent without control groups
	for _, line := range strings.Fields(string(groups)) {
		parts := strings.SplitN(line, ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "":
			for dir := parts[2]; ; dir = path.Dir(dir) { // any enclosing group may have the smallest limit
				note(readNumber("/sys/fs/cgroup" + path.Join("/", dir, "memory.max")))
				if dir == "/" || dir == "." {
					break
				}
			}
		case strings.Contains(parts[1], "memory"):
			note(readNumber(path.Join("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes")))
			note(readNumber("/sys/fs/cgroup/memory/memory.limit_in_bytes")) // inside a container
		}
	}
	return least
}

// readNumber returns the number that a file contains, 0 if it has none.
func readNumber(file string) int64 {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Resident returns the memory of the process in bytes, 0 if unknown.
func Resident() int64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64) // 0 on error: unknown
	return pages * int64(os.Getpagesize())
}

// ResidentPeak returns the peak memory of the process in bytes since it began to execute its program, 0 if unknown. The
// peak by getrusage would include the time before that, when the process had the memory of its parent.
func ResidentPeak() int64 {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(b) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			n, _ := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 10, 64)
			return n * 1024
		}
	}
	return 0
}
