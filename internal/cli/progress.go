package cli

import (
	"fmt"
	"io"
	"sync"
	"time"

	"brim/internal/printable"
	"brim/internal/terminal"
)

// The line of progress on a terminal.

// A Progress is one line on a terminal that is written anew a few times per second. It is the last line, and narrower
// than the terminal, so that it can be taken away again. The nil progress shows nothing.
type Progress struct {
	w      io.Writer
	width  func() int // columns of the terminal, now
	start  time.Time
	stop   chan struct{}
	once   sync.Once
	ended  sync.WaitGroup
	mu     sync.Mutex // guards what follows, and the terminal
	phase  string
	detail string
	drawn  bool // the line is there
}

const (
	progressFirst = 300 * time.Millisecond // short runs show nothing
	progressEvery = 200 * time.Millisecond
	eraseLine     = "\r\x1b[K"
)

// StartProgress shows progress if standard error is a terminal and nobody asked for silence.
func (a *App) StartProgress() *Progress {
	if a.JSON || a.quiet || !terminal.Is(a.Err) {
		return nil
	}
	a.Line = newProgress(a.Err, func() int { return terminal.Columns(a.Err) }, progressFirst, progressEvery)
	return a.Line
}

func newProgress(w io.Writer, width func() int, first, every time.Duration) *Progress {
	p := &Progress{w: w, width: width, start: time.Now(), stop: make(chan struct{}), phase: "reading"}
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

func (p *Progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := fmt.Sprintf("%s  %s", p.phase, time.Since(p.start).Round(100*time.Millisecond))
	if p.detail != "" {
		line += "  " + p.detail
	}
	line = terminal.Cut(printable.Text(line), max(p.width()-1, 1)) // the last column may begin a new line
	fmt.Fprint(p.w, eraseLine, terminal.Styled(p.w, terminal.Faint, line))
	p.drawn = true
}

// Aside runs print, which writes whole lines to the terminal, where the line of the progress was.
func (p *Progress) Aside(print func()) {
	if p == nil {
		print()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, eraseLine)
		p.drawn = false
	}
	print()
}

// At sets what is being done.
func (p *Progress) At(phase string) { p.Set(phase, "") }

// Set sets what is being done, with a detail, "" if there is none.
func (p *Progress) Set(phase, detail string) {
	if p != nil {
		p.mu.Lock()
		p.phase, p.detail = phase, detail
		p.mu.Unlock()
	}
}

// End clears the line. It may be called again.
func (p *Progress) End() {
	if p != nil {
		p.once.Do(func() {
			close(p.stop)
			p.ended.Wait()
			p.Aside(func() {})
		})
	}
}
