package watch

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
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
	fields := strings.Fields(string(readProc("/proc/self/statm", make([]byte, 128))))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseInt(fields[1], 10, 64) // 0 on error: unknown
	return pages * int64(os.Getpagesize())
}

// ResidentPeak returns the peak memory of the process in bytes since it began to execute its program, 0 if unknown. The
// peak by getrusage would include the time before that, when the process had the memory of its parent.
func ResidentPeak() int64 {
	for line := range bytes.Lines(readProc("/proc/self/status", make([]byte, 4096))) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			n, _ := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte("kB")))), 10,
				64)
			return n * 1024
		}
	}
	return 0
}

// readProc returns what a file of /proc has, as far as it fits into b, and nothing on an error. The kernel makes such a
// file at the first read, which never waits. os.ReadFile would take twice as many calls, to be told of data that comes
// later.
func readProc(file string, b []byte) []byte {
	fd, err := unix.Open(file, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n := 0
	for n < len(b) {
		k, err := unix.Read(fd, b[n:])
		if err == unix.EINTR {
			continue
		}
		if k <= 0 || err != nil {
			break
		}
		n += k
	}
	return b[:n]
}
