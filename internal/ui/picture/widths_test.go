package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestBands(t *testing.T) {
	widths := []int{3, 1, 4, 1, 5, 9, 2, 6}
	for _, c := range []struct {
		most, each int
		want       []int
	}{
		{10, 1, widths}, {8, 1, widths}, {4, 2, []int{3, 4, 9, 6}}, {3, 3, []int{4, 9, 6}}, {1, 8, []int{9}},
	} {
		if got, each := Bands(widths, c.most); !slices.Equal(got, c.want) || each != c.each {
			t.Errorf("%d bands: %v of %d, want %v of %d", c.most, got, each, c.want, c.each)
		}
	}
	if got, each := Bands(nil, 3); got != nil || each != 1 {
		t.Errorf("of nothing: %v, %d", got, each)
	}
}

func TestWidthsText(t *testing.T) {
	var b bytes.Buffer
	if err := WidthsText(&b, []Level{{"p", 2, 3}, {"q", 4, 2}, {"r <&", 1, 2}}); err != nil {
		t.Fatal(err)
	}
	block := strings.Repeat("█", 12)
	want := `7 nodes on 3 levels; the widest is level 2 with 4

level  nodes  values  ` + strings.Repeat(" ", 48) + `  places
    3      1       2  ` + block + strings.Repeat(" ", 38) + `r <&
    2      4       2  ` + strings.Repeat(block, 4) + `  q
    1      2       3  ` + strings.Repeat(block, 2) + strings.Repeat(" ", 26) + `p
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// Many levels share rows, whose nodes are those of the widest; no level is left out, and what is drawn is XML.
func TestManyLevels(t *testing.T) {
	var levels []Level
	for i := range 1000 {
		levels = append(levels, Level{fmt.Sprintf("p%d<", i+1), 1 + i%100, 2})
	}
	var text, picture bytes.Buffer
	if err := errors.Join(WidthsText(&text, levels), WidthsSVG(&picture, levels)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if len(lines) != 3+63+1 || !strings.HasPrefix(lines[3], "993–1,000     100") ||
		!strings.HasPrefix(strings.TrimSpace(lines[65]), "1–16      16") {
		t.Errorf("%d lines, the first %q, the last %q", len(lines), lines[3], lines[65])
	}
	d := xml.NewDecoder(&picture)
	bars := 0
	for {
		x, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := x.(xml.StartElement); ok && e.Name.Local == "rect" {
			bars++
		}
	}
	if bars != 1+200 { // and the background
		t.Errorf("%d bars", bars-1)
	}
}
