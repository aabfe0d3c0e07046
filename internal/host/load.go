package host

import (
	"fmt"
	"os"
)

// Load returns how many processes were at work or waited for a processor, on average over the last minute, where the
// system tells it in a file.
func Load() (load float64, ok bool) {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	n, err := fmt.Sscan(string(b), &load)
	return load, n == 1 && err == nil
}
