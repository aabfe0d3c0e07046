// Package quantity reads and writes numbers, sizes of memory and durations in the notation that people use.
package quantity

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Size is a number of bytes that can be set as a flag, as in "512MiB", "2 GB", "1.5g" or "1048576".
type Size int64

var sizeUnits = []struct {
	names string // lower case, separated by blanks
	bytes float64
}{
	{"b", 1},
	{"kib k", 1 << 10}, {"mib m", 1 << 20}, {"gib g", 1 << 30}, {"tib t", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12},
}

// Set reads a size; without a unit it is in bytes.
func (s *Size) Set(text string) error {
	trimmed := strings.TrimSpace(text)
	end := 0
	for end < len(trimmed) && (trimmed[end] >= '0' && trimmed[end] <= '9' || trimmed[end] == '.') {
		end++
	}
	n, err := strconv.ParseFloat(trimmed[:end], 64)
	if err != nil {
		return fmt.Errorf("expected a size such as 512MiB or 4GiB")
	}
	unit := strings.ToLower(strings.TrimSpace(trimmed[end:]))
	factor := 0.0
	if unit == "" {
		factor = 1
	}
	for _, u := range sizeUnits {
		for _, name := range strings.Fields(u.names) {
			if name == unit {
				factor = u.bytes
			}
		}
	}
	bytes := n * factor
	switch {
	case factor == 0:
		return fmt.Errorf("unknown unit %q; expected KiB, MiB, GiB, TiB, KB, MB, GB or TB",
			strings.TrimSpace(trimmed[end:]))
	case bytes > math.MaxInt64/2:
		return fmt.Errorf("the size is too large")
	case bytes != 0 && bytes < 1<<20:
		return fmt.Errorf("the least size is 1MiB (write units as in 512MiB)")
	}
	*s = Size(bytes)
	return nil
}

// Type names the kind of value in the help.
func (s *Size) Type() string { return "size" }

// String writes the size in the largest binary unit in which it is at least 1, with up to three significant digits.
func (s Size) String() string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	n, u := float64(s), 0
	for n >= 1024 && u+1 < len(units) {
		n, u = n/1024, u+1
	}
	switch {
	case s == 0:
		return "none"
	case n == math.Trunc(n) || n >= 100:
		return fmt.Sprintf("%.0f %s", n, units[u])
	case n >= 10:
		return fmt.Sprintf("%.1f %s", n, units[u])
	}
	return fmt.Sprintf("%.2f %s", n, units[u])
}

// A Span is a duration that can be set as a flag: "90s", "1h30m", or a number of seconds.
type Span time.Duration

// Set reads a duration.
func (s *Span) Set(text string) error {
	d, err := time.ParseDuration(text)
	if seconds, numeric := strconv.ParseFloat(text, 64); numeric == nil && math.Abs(seconds) < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	if err != nil {
		return fmt.Errorf("expected a duration such as 30s, 10m or 1h30m")
	}
	if strings.HasPrefix(text, "-") {
		return fmt.Errorf("expected a duration that is not negative")
	}
	*s = Span(d)
	return nil
}

// Type names the kind of value in the help.
func (s *Span) Type() string { return "duration" }

func (s *Span) String() string {
	if *s == 0 {
		return "none"
	}
	return time.Duration(*s).String()
}

// Seconds writes a duration for people, rounded.
func Seconds(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return fmt.Sprintf("%.2fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// Duration returns a number of seconds as a time.Duration.
func Duration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }
