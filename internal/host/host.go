// Package host describes the machine and processes that have ended, for records of measurements.
package host

import (
	"os"
	"strings"
)

// Processor returns the name of the processor where the system has it in a file, else "".
func Processor() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
