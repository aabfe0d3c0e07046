package bench

import (
	"testing"
	"time"
)

// Estimates of the time that is left.

func TestEstimate(t *testing.T) {
	s := numbered(4) // limits of a minute
	todo := tasks(&s, 1)
	e := newProgress(&s, todo[1:], len(todo), map[string]float64{})
	left := func(i int, running time.Duration, want time.Duration) {
		t.Helper()
		if p := e.at(i, running); (p.Left - want).Abs() > time.Millisecond/2 {
			t.Errorf("run %d after %v: %v left, want %v", i, running, p.Left, want)
		}
	}
	left(0, time.Second, -1) // nothing is known: a nanosecond less than nothing
	e.ended(todo[1].Cell, 10)
	left(1, 0, 20*time.Second) // two more, each as long as the first
	left(1, 4*time.Second, 16*time.Second)
	left(1, 15*time.Second, 25*time.Second) // too long already: as long again
	left(1, 50*time.Second, 20*time.Second) // but not beyond its limit
	left(1, 61*time.Second, 10*time.Second)
	e.wall[todo[3].Cell.Name()] = 200 // in an earlier sweep without limit
	left(2, 0, time.Minute)
	if got, want := e.at(2, 0).String(), "test █████████░░░ 3/4, about 1m0s left: model=ok/n=3"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
