package timed

import (
	"fmt"
	"strconv"
	"strings"
)

// Intervals of time.

// An Interval is a set of times from Low to High, which may lack its ends. The zero value has the time 0 alone.
type Interval struct {
	Low, High         int64 // High may be Infinite
	LowOpen, HighOpen bool  // the end does not belong to it; no meaning for an end that is Infinite
}

// Infinite is the end of an interval without one, and the longest delay where any is possible.
const Infinite int64 = -1

// Always returns the interval of all times.
func Always() Interval { return Interval{High: Infinite} }

// Check returns an error unless some real number ≥ 0 is in the interval and the ends are no negative numbers.
func (i Interval) Check() error {
	switch {
	case i.Low < 0 || i.High < 0 && i.High != Infinite:
		return fmt.Errorf("interval %v begins or ends before time 0", i)
	case i.High != Infinite && (i.High < i.Low || i.High == i.Low && (i.LowOpen || i.HighOpen)):
		return fmt.Errorf("interval %v is empty", i)
	}
	return nil
}

// First returns the least integer that is not below the interval.
func (i Interval) First() int64 {
	if i.LowOpen {
		return i.Low + 1
	}
	return i.Low
}

// Last returns the largest integer that is not above the interval, or Infinite.
func (i Interval) Last() int64 {
	if i.High != Infinite && i.HighOpen {
		return i.High - 1
	}
	return i.High
}

// Contains reports whether the integer time is in the interval.
func (i Interval) Contains(time int64) bool {
	return time >= i.First() && (i.High == Infinite || time <= i.Last())
}

// Closed reports whether both ends belong to the interval, or there is no upper one.
func (i Interval) Closed() bool { return !i.LowOpen && (!i.HighOpen || i.High == Infinite) }

// String writes the interval as tools do: [1,3), [0,inf).
func (i Interval) String() string {
	var b strings.Builder
	b.WriteByte("[("[index(i.LowOpen)])
	b.WriteString(strconv.FormatInt(i.Low, 10) + ",")
	if i.High == Infinite {
		b.WriteString("inf)")
		return b.String()
	}
	b.WriteString(strconv.FormatInt(i.High, 10))
	b.WriteByte("])"[index(i.HighOpen)])
	return b.String()
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}
