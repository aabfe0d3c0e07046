package bench

import (
	"fmt"
	"strings"
	"time"
)

// How far a sweep is and how long the rest will take, by the times of earlier records.

// A Progress is a look at a sweep.
type Progress struct {
	Suite       string
	Done, Total int           // runs
	Cell        string        // being measured
	Left        time.Duration // until the end, estimated; less than 0 if nothing is known yet
}

const barWidth = 12

// String returns a line with a bar: "table1 ████░░░░ 12/72, about 3m0s left: model=fms/n=25/strategy=comp".
func (p Progress) String() string {
	full := 0
	if p.Total > 0 {
		full = barWidth * p.Done / p.Total
	}
	line := fmt.Sprintf("%s %s%s %d/%d", p.Suite, strings.Repeat("█", full), strings.Repeat("░", barWidth-full), p.Done,
		p.Total)
	if p.Left >= 0 {
		line += fmt.Sprintf(", about %v left", p.Left.Round(time.Second))
	}
	return line + ": " + p.Cell
}

// An estimate says how long the rest of a sweep may take: as long as the cells took before, in this sweep or an
// earlier one, but not longer than their limits; cells that were never measured, as long as those of this sweep on
// average; and one that already takes longer, as long again.
type estimate struct {
	suite    string
	todo     []Task
	before   int                // runs that had records already
	wall     map[string]float64 // seconds, by name of the cell
	sum      float64            // of this sweep
	measured int                // in this sweep
}

// newProgress begins to estimate how long todo takes, of all runs of a suite.
func newProgress(s *Suite, todo []Task, all int, wall map[string]float64) *estimate {
	return &estimate{suite: s.Name, todo: todo, before: all - len(todo), wall: wall}
}

// ended notes how long a run took.
func (e *estimate) ended(c *Cell, seconds float64) {
	e.wall[c.Name()] = seconds
	e.sum += seconds
	e.measured++
}

// after returns the progress when the run of a cell has ended and missing ones are left.
func (e *estimate) after(left int, c *Cell) Progress {
	total := e.before + len(e.todo)
	return Progress{Suite: e.suite, Done: total - left, Total: total, Cell: c.Name(), Left: -1}
}

// at returns the progress when the run todo[i] has been going on for a time.
func (e *estimate) at(i int, running time.Duration) Progress {
	p := Progress{Suite: e.suite, Done: e.before + i, Total: e.before + len(e.todo), Cell: e.todo[i].Cell.Name()}
	left := 0.0
	for k, t := range e.todo[i:] {
		seconds, known := e.wall[t.Cell.Name()]
		switch {
		case known:
		case e.measured > 0:
			seconds = e.sum / float64(e.measured)
		default:
			p.Left = -1
			return p
		}
		limit := t.Cell.Time.Seconds()
		seconds = min(seconds, limit)
		if ran := running.Seconds(); k == 0 && ran < seconds {
			seconds -= ran
		} else if k == 0 {
			seconds = max(min(ran, limit-ran), 0)
		}
		left += seconds
	}
	p.Left = time.Duration(left * float64(time.Second))
	return p
}

// progressEvery is short enough for people to see that something moves.
const progressEvery = 200 * time.Millisecond

// show calls look for the run todo[i] until stop is called.
func (e *estimate) show(look func(Progress), i int) (stop func()) {
	if look == nil {
		return func() {}
	}
	start := time.Now()
	look(e.at(i, 0))
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticks := time.NewTicker(progressEvery)
		defer ticks.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticks.C:
				look(e.at(i, time.Since(start)))
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}
