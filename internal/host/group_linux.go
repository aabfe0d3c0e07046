package host

import (
	"os"
	"strconv"
	"strings"
)

// The memory of a group of processes, on Linux.

// GroupMemory returns how many bytes the processes of a group have resident now, 0 if there are none. Pages that
// several of them share are counted for each.
func GroupMemory(group int) int64 {
	proc, err := os.Open("/proc")
	if err != nil {
		return 0
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1) // those up to an error
	wanted, pages := strconv.Itoa(group), int64(0)
	for _, name := range names {
		if name[0] < '0' || name[0] > '9' {
			continue
		}
		b, err := os.ReadFile("/proc/" + name + "/stat")
		if err != nil {
			continue // it has ended
		}
		// behind the name, which may have anything in it: state, parent, group, and 18 fields on the resident pages
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if len(fields) > 21 && fields[2] == wanted {
			n, _ := strconv.ParseInt(fields[21], 10, 64)
			pages += n
		}
	}
	return pages * int64(os.Getpagesize())
}
