package cli

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clipperhouse/displaywidth"
)

// TestProgress checks what a terminal gets to see.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var buf bytes.Buffer
		p := newProgress(&buf, func() int { return 80 }, time.Second, time.Second)
		time.Sleep(500 * time.Millisecond)
		synctest.Wait()
		if buf.Len() > 0 {
			t.Errorf("after half a second: %q", buf.String())
		}
		p.Set("exploring", "4 of 9 levels  12,345 nodes  3 MiB")
		time.Sleep(time.Second)
		p.Set("exploring under several orders", strings.Repeat("x", 200))
		time.Sleep(time.Second)
		p.End()
		p.End()
		want := "\r\x1b[Kexploring  1s  4 of 9 levels  12,345 nodes  3 MiB" +
			"\r\x1b[Kexploring under several orders  2s  "
		if got := buf.String(); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "…\r\x1b[K") {
			t.Errorf("got %q", got)
		}
	})
	var none *Progress // no terminal
	none.At("exploring")
	none.Set("exploring", "4 of 9 levels")
	none.End()
}

// TestProgressWidth checks that the line stays within the terminal, also when that gets narrower, so that it can be
// erased.
func TestProgressWidth(t *testing.T) {
	var buf bytes.Buffer
	width := 0
	p := newProgress(&buf, func() int { return width }, time.Hour, time.Hour)
	defer p.End()
	const long = "12 of 345 levels  123,456,789 nodes  13 MiB  tuned from invariant force reversed+groups"
	for _, x := range []struct{ phase, detail string }{
		{"exploring under several orders", long},
		{"exploring under several orders", "file 順序の名前が長い場合はここで切れます.order"},
		{"exploring under several orders", "file a\x1b[2Jb\nc"},
		{"exploring", ""},
	} {
		p.Set(x.phase, x.detail)
		for _, width = range []int{200, 80, 60, 20, 2, 1} {
			buf.Reset()
			p.draw()
			line, ok := strings.CutPrefix(buf.String(), eraseLine)
			if !ok || strings.ContainsAny(line, "\r\n\x1b") || displaywidth.String(line) >= max(width, 2) {
				t.Errorf("%d columns: %q", width, buf.String())
			}
			if width == 60 && x.detail == long && !strings.HasSuffix(line, "…") {
				t.Errorf("nothing was cut: %q", line)
			}
		}
	}
}

// TestProgressAside checks that an answer begins on a line of its own, whenever it comes.
func TestProgressAside(t *testing.T) {
	var buf bytes.Buffer
	p := newProgress(&buf, func() int { return 60 }, time.Microsecond, time.Microsecond)
	answer := func(text string) { p.Aside(func() { buf.WriteString(text + "\n") }) }
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				p.At("exploring")
				answer("FORMULA f TRUE")
			}
		})
	}
	all.Wait()
	p.End()
	answers := 0
	for line := range strings.Lines(buf.String()) {
		if i := strings.LastIndex(line, eraseLine); i >= 0 {
			line = line[i+len(eraseLine):]
		}
		switch line {
		case "FORMULA f TRUE\n":
			answers++
		case "":
		default:
			t.Errorf("the terminal shows %q", line)
		}
	}
	if answers != 200 {
		t.Errorf("%d of 200 answers", answers)
	}
}
