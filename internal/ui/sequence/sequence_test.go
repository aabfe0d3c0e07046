package sequence

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/formats/dot"
)

// A label is a text of a picture and the room that it takes.
type label struct {
	text                     string
	left, top, right, bottom int
}

// parse reads the picture as XML and returns its size and texts.
func parse(t *testing.T, picture []byte) (width, height int, labels []label) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(picture))
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var at map[string]string
	inside, title := false, false
	for {
		token, err := d.Token()
		if err == io.EOF {
			return width, height, labels
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
		switch el := token.(type) {
		case xml.StartElement:
			attributes := map[string]string{}
			for _, a := range el.Attr {
				attributes[a.Name.Local] = a.Value
			}
			switch el.Name.Local {
			case "svg":
				width, height = number(attributes["width"]), number(attributes["height"])
			case "text":
				inside, at = true, attributes
			case "title":
				title = true
			}
		case xml.EndElement:
			switch el.Name.Local {
			case "text":
				inside = false
			case "title":
				title = false
			}
		case xml.CharData:
			if !inside || title {
				continue
			}
			size := number(at["font-size"])
			w := textWidth(string(el), size)
			left := number(at["x"])
			switch at["text-anchor"] {
			case "middle":
				left -= w / 2
			case "end":
				left -= w
			}
			y := number(at["y"])
			labels = append(labels, label{string(el), left, y - size*7/10, left + w, y})
		}
	}
}

// check looks for texts that leave the picture or lie over each other.
func check(t *testing.T, d *Diagram) {
	t.Helper()
	picture := SVG(d)
	if !bytes.Equal(picture, SVG(d)) {
		t.Error("two pictures of one diagram differ")
	}
	width, height, labels := parse(t, picture)
	for i, a := range labels {
		if a.left < 0 || a.top < 0 || a.right > width || a.bottom > height {
			t.Errorf("%q leaves the picture of %d×%d: %+v", a.text, width, height, a)
		}
		for _, b := range labels[:i] {
			if a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom {
				t.Errorf("%q and %q lie over each other: %+v, %+v", a.text, b.text, a, b)
			}
		}
	}
	if _, err := dot.ParseBytes(DOT(d)); err != nil {
		t.Errorf("no DOT: %v\n%s", err, DOT(d))
	}
}

// TestPictures draws diagrams of all sizes.
func TestPictures(t *testing.T) {
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	word := func() string { return strings.Repeat("Wm→i", r.IntN(12))[:] + "x" }
	for i := range 200 {
		d := &Diagram{Title: word(), Loop: NoLoop, End: word(), Dead: r.IntN(3) == 0}
		for range r.IntN(8) {
			d.Lifelines = append(d.Lifelines, Lifeline{Name: word(), Start: word()})
		}
		for range r.IntN(60) {
			row := Row{Label: word()}
			for l := range d.Lifelines {
				if r.IntN(3) == 0 {
					row.Marks = append(row.Marks, Mark{l, Role(r.IntN(4)), word()})
				}
			}
			d.Rows = append(d.Rows, row)
		}
		if len(d.Rows) > 0 && r.IntN(2) == 0 {
			d.Loop = r.IntN(len(d.Rows))
		}
		check(t, d)
		if t.Failed() {
			t.Fatalf("seed %d, diagram %d", seed, i)
		}
	}
	check(t, &Diagram{Loop: NoLoop})
}

// TestLong draws 130 steps: the names are repeated on the way.
func TestLong(t *testing.T) {
	d := &Diagram{Lifelines: []Lifeline{{Name: "left"}, {Name: "right"}}, Loop: 17}
	for i := range 130 {
		d.Rows = append(d.Rows, Row{fmt.Sprint("step ", i), []Mark{{0, Takes, ""}, {1, Gives, ""}}})
	}
	check(t, d)
	if n := bytes.Count(SVG(d), []byte(">left</text>")); n != 2+130/repeatNames {
		t.Errorf("the name stands there %d times", n)
	}
}

// TestEscape checks that names may hold anything.
func TestEscape(t *testing.T) {
	odd := "a<b>&\"c\"\\\n\x01"
	check(t, &Diagram{
		Title: odd, End: odd, Loop: NoLoop,
		Lifelines: []Lifeline{{odd, odd, odd}},
		Rows:      []Row{{odd, []Mark{{0, Both, odd}}}, {odd, nil}},
	})
}

// TestHeads checks from which side an arrow comes.
func TestHeads(t *testing.T) {
	row := func(roles ...Role) Row {
		r := Row{}
		for i, role := range roles {
			r.Marks = append(r.Marks, Mark{Lifeline: i, Role: role})
		}
		return r
	}
	for _, c := range []struct {
		row  Row
		mark int
		want bool
	}{
		{row(Takes, Gives), 1, true}, {row(Gives, Takes), 0, false}, {row(Gives, Gives, Both), 1, false},
		{row(Gives), 0, true}, {row(Reads, Gives, Takes), 1, true},
	} {
		if got := fromLeft(c.row, c.mark); got != c.want {
			t.Errorf("%v, mark %d: from the left %v", c.row, c.mark, got)
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "123456": "123456", "1234567": "123…67", "äöüäöüß": "äöü…üß"} {
		if got := cut(text, 6); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
