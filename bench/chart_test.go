package bench

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"maps"
	"math"
	"regexp"
	"strings"
	"testing"
)

// Charts are drawn as SVG and PNG: every point is there, series can be told apart, and ticks are readable.

func twoLines() *Chart {
	return &Chart{Name: "two", Title: "Two lines & more", X: "bound", Y: "nodes", Series: []Series{
		{Name: "EDD", Points: []Point{{X: 5, Y: 3}, {X: 10, Y: 9}, {X: 15, Y: 4}}},
		{Name: "MDD", Points: []Point{{X: 10, Y: 2}, {X: 20, Y: 2.5}}},
		{Name: "nothing"},
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
	}{{2, 42, "10 20 30 40"}, {8, 128, "20 40 60 80 100 120"}, {0, 413, "0 100 200 300 400"},
		{0.1, 0.36, "0.1 0.15 0.2 0.25 0.3 0.35"}, {5, 5, "5"}} {
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
	draw := func(c *Chart) string { return drawn(t, c) }
	for _, log := range []bool{false, true} {
		c := &Chart{Name: "c", Log: log, Series: []Series{{Name: "s", Points: []Point{{X: 1, Y: 3}, {X: 2, Y: 5}}}}}
		before := draw(c)
		c.Levels = []Level{{Y: 1}}
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
	}{{2.7, 67, "5 10 20 50"}, {0.2, 0.9, "0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9"}, {1, 100, "1 2 5 10 20 50 100"},
		{3, 5000, "10 100 1000"}, {1e-5, 1e12, "0.001 1 1000 1e+06 1e+09 1e+12"}} {
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

// What is drawn lies inside of the frame, and a logarithmic axis has two names at least, whatever the numbers.
func TestSpans(t *testing.T) {
	for low := 1e-7; low < 1e7; low *= 3.3 {
		for _, factor := range []float64{1, 1.001, 1.5, 7, 400, 1e9} {
			for _, log := range []bool{false, true} {
				c := &Chart{Log: log, Series: []Series{{Points: []Point{{X: 1, Y: low * 1.0001, Low: low,
					High: low * factor * 1.001}}}}}
				_, y, ok := c.spans()
				if !ok || y.high <= low*factor*1.001 || y.low > 0 && y.low >= low {
					t.Errorf("from %v, %v times: from %v to %v", low, factor, y.low, y.high)
				}
				if !log {
					if y.low != 0 {
						t.Errorf("from %v: the axis begins at %v", low, y.low)
					}
					continue
				}
				named := 0
				for _, tick := range (logTicks{}).Ticks(y.low, y.high) {
					if tick.Label != "" {
						named++
					}
				}
				if named < 2 {
					t.Errorf("from %v to %v: %d names", y.low, y.high, named)
				}
			}
		}
	}
}

// drawn returns a chart as SVG.
func drawn(t *testing.T, c *Chart) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.Draw(&b, "svg"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Lines that coincide are drawn in different ways, and published points as others.
func TestChartApart(t *testing.T) {
	points := []Point{{X: 1, Y: 3}, {X: 2, Y: 5}}
	strokes := func(series ...Series) map[string]bool {
		kinds := map[string]bool{}
		for _, m := range regexp.MustCompile(`<path[^>]*style="([^"]*)"`).FindAllStringSubmatch(drawn(t,
			&Chart{Series: series}), -1) {
			kinds[m[1]] = true
		}
		return kinds
	}
	one := strokes(Series{Name: "a", Points: points}, Series{Name: "b"})
	two := strokes(Series{Name: "a", Points: points}, Series{Name: "b", Points: points})
	paper := strokes(Series{Name: "a", Points: points}, Series{Name: "b", Published: true, Points: points})
	if len(two) <= len(one) || len(paper) <= len(one) || maps.Equal(two, paper) {
		t.Errorf("one line has %v, two that coincide have %v, and with a published one %v", one, two, paper)
	}
}

// Each point of a scatter plot is drawn, and each interval.
func TestChartPoints(t *testing.T) {
	count := func(c *Chart) int { return strings.Count(drawn(t, c), "<path") }
	scatter := func(n int) *Chart {
		c := &Chart{Kind: Scatter, Log: true, Border: 10, Series: []Series{{Name: "s"}}}
		for i := range n {
			c.Series[0].Points = append(c.Series[0].Points, Point{X: 1 + float64(i)/100, Y: 10, Label: "cell"})
		}
		return c
	}
	if a, b := count(scatter(30)), count(scatter(70)); b != a+40 {
		t.Errorf("30 points have %d paths, 70 points %d", a, b)
	}
	lines := func(width float64) *Chart {
		return &Chart{Levels: []Level{{Y: 3}},
			Series: []Series{{Name: "s", Points: []Point{{X: 1, Y: 2, Low: 2 - width, High: 2 + width}, {X: 3, Y: 2}}}}}
	}
	if a, b := count(lines(0)), count(lines(1)); b != a+3 { // a bar with two caps
		t.Errorf("without an interval there are %d paths, with one %d", a, b)
	}
	for _, c := range []*Chart{
		{Name: "x", Kind: Scatter, Log: true, Series: []Series{{Points: []Point{{X: 0, Y: 1}}}}},
		{Name: "low", Log: true, Series: []Series{{Points: []Point{{X: 1, Y: 1, Low: 0, High: 2}}}}},
		{Name: "level", Log: true, Levels: []Level{{Y: 0}}},
		{Name: "nan", Series: []Series{{Points: []Point{{X: math.NaN(), Y: 1}}}}},
	} {
		if err := c.Draw(io.Discard, "svg"); err == nil {
			t.Errorf("%s: no error", c.Name)
		}
	}
}

func TestChartSheets(t *testing.T) {
	for _, c := range []struct {
		chart Chart
		want  string
	}{
		{Chart{X: "n", Series: []Series{{Name: "a", Points: []Point{{X: 1, Y: 2, Low: 1.5, High: 3}, {X: 2, Y: 4}}},
			{Name: "b", Points: []Point{{X: 2, Y: 7}}}}},
			"n,a,from,to,b\n1,2,1.5,3,–\n2,4,–,–,7\n"},
		{Chart{Kind: Scatter, X: "old", Y: "new",
			Series: []Series{{Name: "s", Points: []Point{{X: 1, Y: 2, Label: "n=1"}, {X: 1, Y: 3, Label: "n=2"}}}}},
			",of,old,new\ns,n=1,1,2\ns,n=2,1,3\n"},
		{Chart{Kind: Quantile, X: "cells", Series: []Series{Quantiles("q", []float64{3, 1, 2})}},
			"cells,q\n1,1\n2,2\n3,3\n"},
	} {
		var b bytes.Buffer
		if err := c.chart.Sheet().Write(&b, Formats()[2]); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("got\n%s\nwant\n%s", b.String(), c.want)
		}
	}
}
