package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"brim/engine/symbolic"
)

// A progress is one line on a terminal that is written anew a few times per second. The nil progress shows nothing.
type progress struct {
	w      io.Writer
	start  time.Time
	stop   chan struct{}
	once   sync.Once
	ended  sync.WaitGroup
	mu     sync.Mutex
	phase  string
	detail string
}

const (
	progressFirst = 300 * time.Millisecond // short runs show nothing
	progressEvery = 200 * time.Millisecond
	progressWidth = 79
)

// startProgress shows progress if standard error is a terminal and nobody asked for silence.
func (a *app) startProgress() *progress {
	if a.json || a.quiet || !terminal(a.err) {
		return nil
	}
	return newProgress(a.err, progressFirst, progressEvery)
}

func newProgress(w io.Writer, first, every time.Duration) *progress {
	p := &progress{w: w, start: time.Now(), stop: make(chan struct{}), phase: "reading"}
	p.ended.Go(func() {
		next := time.After(first)
		for {
			select {
			case <-p.stop:
				return
			case <-next:
				p.draw()
				next = time.After(every)
			}
		}
	})
	return p
}

func (p *progress) draw() {
	p.mu.Lock()
	line := fmt.Sprintf("%s  %s", p.phase, time.Since(p.start).Round(100*time.Millisecond))
	if p.detail != "" {
		line += "  " + p.detail
	}
	p.mu.Unlock()
	if r := []rune(line); len(r) > progressWidth {
		line = string(r[:progressWidth-1]) + "…"
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", styled(p.w, styleFaint, line))
}

// at sets what is being done.
func (p *progress) at(phase string) {
	if p != nil {
		p.mu.Lock()
		p.phase, p.detail = phase, ""
		p.mu.Unlock()
	}
}

// explored shows a look at an exploration.
func (p *progress) explored(s symbolic.Progress) {
	var parts []string
	if s.Done > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d levels", s.Done, s.Levels))
	}
	parts = append(parts, groupedInt(s.Nodes)+" nodes", size(s.Bytes).String())
	phase := "exploring"
	if s.Phase == "order" {
		phase = "choosing an order"
		parts = append(parts, s.Detail)
	}
	p.mu.Lock()
	p.phase, p.detail = phase, strings.Join(parts, "  ")
	p.mu.Unlock()
}

// searched returns what a search through single states is to call, nil if nobody looks.
func (p *progress) searched() func(states, depth int) {
	if p == nil {
		return nil
	}
	return func(states, depth int) {
		p.mu.Lock()
		p.detail = fmt.Sprintf("%s  %s", count(states, "state"), count(depth, "step"))
		p.mu.Unlock()
	}
}

// callback returns what an exploration is to call, nil if nobody looks.
func (p *progress) callback() func(symbolic.Progress) {
	if p == nil {
		return nil
	}
	return p.explored
}

// end clears the line. It may be called again.
func (p *progress) end() {
	if p != nil {
		p.once.Do(func() {
			close(p.stop)
			p.ended.Wait()
			fmt.Fprint(p.w, "\r\x1b[K")
		})
	}
}
