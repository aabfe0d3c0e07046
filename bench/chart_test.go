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
	c.Series[0].Points[1].Y = math.Inf(1)
	if err := c.Draw(io.Discard, "svg"); err == nil {
		t.Error("no error for an infinite number")
	}
	empty := &Chart{Name: "empty", Title: "No points"}
	for _, f := range Drawings() {
		if err := empty.Draw(io.Discard, f); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestChartSheet(t *testing.T) {
	var b bytes.Buffer
	if err := twoLines().Write(&b, Formats()[2]); err != nil {
		t.Fatal(err)
	}
	if want := "bound,EDD,MDD,nothing\n5,3,–,–\n10,9,2,–\n15,4,–,–\n20,–,2.5,–\n"; b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
