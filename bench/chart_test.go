package bench

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"strings"
	"testing"
)

func twoLines() *Chart {
	return &Chart{Name: "two", Title: "Two lines & more", X: "bound", Y: "nodes", Series: []Series{
		{"EDD", []Point{{5, 3}, {10, 9}, {15, 4}}},
		{"MDD", []Point{{10, 2}, {20, 2.5}}},
		{"nothing", nil},
	}}
}

func TestChart(t *testing.T) {
	var drawing bytes.Buffer
	if err := twoLines().Draw(&drawing, "svg"); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(drawing.String())); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"Two lines &amp; more", "bound", "nodes", "EDD", "MDD"} {
		if !strings.Contains(drawing.String(), text) {
			t.Errorf("%q is missing in the drawing", text)
		}
	}
	var again bytes.Buffer
	if err := twoLines().Draw(&again, "svg"); err != nil || again.String() != drawing.String() {
		t.Errorf("drawn again, it is another drawing (error %v)", err)
	}
	var picture bytes.Buffer
	if err := twoLines().Draw(&picture, "png"); err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(&picture); err != nil || img.Bounds().Dx() < 400 {
		t.Errorf("the picture: %v", err)
	}
}

func TestChartErrors(t *testing.T) {
	c := twoLines()
	if err := c.Draw(io.Discard, "gif"); err == nil {
		t.Error("no error for an unknown format")
	}
	c.Log = true
	if err := c.Draw(io.Discard, "svg"); err != nil {
		t.Error(err)
	}
	c.Series[1].Points[0].Y = 0
	if err := c.Draw(io.Discard, "svg"); err == nil {
		t.Error("no error for a number without a logarithm")
	}
	c.Log = false
	c.Series[0].Points[1].Y = math.Inf(1)
	if err := c.Draw(io.Discard, "svg"); err == nil {
		t.Error("no error for an infinite number")
	}
	for _, log := range []bool{false, true} {
		empty := &Chart{Name: "empty", Title: "No points", Log: log}
		for _, f := range Drawings() {
			if err := empty.Draw(io.Discard, f); err != nil {
				t.Errorf("%s: %v", f, err)
			}
		}
	}
}

func TestRoundTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{{2, 42, "10 20 30 40"}, {8, 128, "20 40 60 80 100 120"}, {0, 413, "0 100 200 300 400"}, {0.1, 0.36, "0.1 0.15 0.2 0.25 0.3 0.35"}, {5, 5, "5"}} {
		var labels []string
		for _, tick := range (roundTicks{}).Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("from %v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	for span := 1e-3; span < 1e9; span *= 1.07 {
		if n := len(roundTicks{}.Ticks(span/7, span/7+span)); n < 3 || n > 8 {
			t.Errorf("a span of %v has %d ticks", span, n)
		}
	}
}

func TestChartSheet(t *testing.T) {
	var b bytes.Buffer
	if err := twoLines().Sheet().Write(&b, Formats()[2]); err != nil {
		t.Fatal(err)
	}
	if want := "bound,EDD,MDD,nothing\n5,3,–,–\n10,9,2,–\n15,4,–,–\n20,–,2.5,–\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// A level is one line more, dashed, and it lies within what is drawn.
func TestChartLevel(t *testing.T) {
	draw := func(c *Chart) string {
		var b bytes.Buffer
		if err := c.Draw(&b, "svg"); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, log := range []bool{false, true} {
		c := &Chart{Name: "c", Log: log, Series: []Series{{Name: "s", Points: []Point{{1, 3}, {2, 5}}}}}
		before := draw(c)
		c.Level = new(1.0)
		after := draw(c)
		if n, m := strings.Count(before, "stroke-dasharray"), strings.Count(after, "stroke-dasharray"); m != n+1 {
			t.Errorf("logarithmic %v: %d dashed lines without a level, %d with one", log, n, m)
		}
		c.Series = nil
		draw(c)
	}
}

// A logarithmic axis has several names, also where only one power of ten is on it.
func TestLogTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{{2.7, 67, "5 10 20 50"}, {0.2, 0.9, "0.2 0.5"}, {1, 100, "1 2 5 10 20 50 100"}, {3, 5000, "10 100 1000"}} {
		var names []string
		for _, tick := range (logTicks{}).Ticks(c.low, c.high) {
			if tick.Label != "" {
				names = append(names, tick.Label)
			}
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}
