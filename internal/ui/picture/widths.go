package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"brim/internal/quantity"
)

// The number of nodes on each level of a diagram, as bars.

// A Level is one of a decision diagram.
type Level struct {
	Name   string
	Nodes  int
	Values int // that occur there
}

// Rows of pictures of levels; more levels than that share rows.
const (
	mostTextRows = 64
	mostSVGRows  = 200
)

// Bands joins neighbours until there are at most so many bands, all but the last of each levels: a band has the widest
// of its levels.
func Bands(widths []int, most int) (bands []int, each int) {
	each = max(1, (len(widths)+most-1)/most)
	for band := range slices.Chunk(widths, each) {
		bands = append(bands, slices.Max(band))
	}
	return bands, each
}

// A row is a band of levels as it is shown.
type row struct {
	levels, nodes, values, name string
	part                        float64 // of the widest
}

// rowsOf returns the rows, the top one first. levels are the lowest first.
func rowsOf(levels []Level, most int) (rows []row, joined bool) {
	widths := make([]int, len(levels))
	for i, l := range levels {
		widths[i] = l.Nodes
	}
	bands, each := Bands(widths, most)
	widest := slices.Max(append(bands, 1))
	for i, n := range bands {
		first, end := i*each, min((i+1)*each, len(levels))
		r := row{levels: quantity.Int(first + 1), nodes: quantity.Int(n), name: levels[end-1].Name,
			part: float64(n) / float64(widest)}
		if each == 1 {
			r.values = quantity.Int(levels[first].Values)
		} else {
			r.levels += "–" + quantity.Int(end)
			r.name += " … " + levels[first].Name
		}
		rows = append(rows, r)
	}
	slices.Reverse(rows)
	return rows, each > 1
}

// widthsTitle says what the picture is of.
func widthsTitle(levels []Level) string {
	sum, widest := 0, 0
	for i, l := range levels {
		if sum += l.Nodes; l.Nodes > levels[widest].Nodes {
			widest = i
		}
	}
	return fmt.Sprintf("%s on %s; the widest is level %s with %s", quantity.Count(sum, "node"),
		quantity.Count(len(levels), "level"),
		quantity.Int(widest+1), quantity.Int(levels[widest].Nodes))
}

const longest = 48 // blocks of a bar as text

// WidthsText writes how many nodes a diagram has on each level, at least one, the lowest first: as a table with bars,
// the top level first. Levels beyond 64 share lines.
func WidthsText(w io.Writer, levels []Level) error {
	rows, joined := rowsOf(levels, mostTextRows)
	head := row{levels: "level", nodes: "nodes", values: "values", name: "places"}
	if joined {
		head.nodes, head.values = "widest", ""
	}
	width := func(column func(row) string) (most int) {
		for _, r := range append([]row{head}, rows...) {
			most = max(most, utf8.RuneCountInString(column(r)))
		}
		return most
	}
	a, b, c := width(func(r row) string { return r.levels }), width(func(r row) string { return r.nodes }),
		width(func(r row) string { return r.values })
	var text bytes.Buffer
	fmt.Fprintf(&text, "%s\n\n", widthsTitle(levels))
	for _, r := range append([]row{head}, rows...) {
		line := fmt.Sprintf("%*s  %*s  %*s  %-*s  %s", a, r.levels, b, r.nodes, c, r.values, longest, bar(r.part),
			r.name)
		fmt.Fprintln(&text, strings.TrimRight(line, " "))
	}
	_, err := w.Write(text.Bytes())
	return err
}

// bar draws a part of the longest bar, to an eighth of a block; what is not nothing is seen.
func bar(part float64) string {
	eighths := int(part*longest*8 + 0.5)
	if part > 0 {
		eighths = max(eighths, 1)
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// Sizes in the picture of widths, in pixels.
const (
	widthsRow  = 16
	widthsBar  = 480
	widthsName = 260
	widthsLeft = 110
)

// WidthsSVG writes the same as WidthsText as an SVG document: a row for each level, with a bar in proportion to its
// nodes. Above 200 levels, several share a row.
func WidthsSVG(w io.Writer, levels []Level) error {
	rows, joined := rowsOf(levels, mostSVGRows)
	height := 64 + widthsRow*len(rows)
	var b bytes.Buffer
	width := widthsLeft + widthsBar + 190 + widthsName
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Helvetica, Arial, sans-serif" font-size="11">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="white"/>`+"\n")
	text := func(x, y int, more, s string) {
		fmt.Fprintf(&b, `<text x="%d" y="%d"%s>%s</text>`+"\n", x, y, more, escaped(s))
	}
	text(16, 24, ` font-size="13"`, widthsTitle(levels))
	const end = ` text-anchor="end"`
	nodes, values := widthsLeft+widthsBar+80, widthsLeft+widthsBar+150
	heads := []string{"level", "nodes", "values", "places"}
	if joined {
		heads[1], heads[2] = "widest", ""
	}
	for i, x := range []int{widthsLeft - 10, nodes, values, values + 20} {
		text(x, 46, map[bool]string{true: end, false: ""}[i < 3]+` fill="#555555"`, heads[i])
	}
	for i, r := range rows {
		y := 54 + widthsRow*i
		fmt.Fprintf(&b,
			`<g><title>%s</title><rect x="%d" y="%d" width="%.1f" height="%d" fill="#b7c9de" stroke="#1f4e9c" stroke-width="0.5"/></g>`+"\n",
			escaped(r.levels+": "+r.nodes), widthsLeft, y+2, max(r.part*widthsBar, 0.5), widthsRow-4)
		text(widthsLeft-10, y+12, end, r.levels)
		text(nodes, y+12, end, r.nodes)
		text(values, y+12, end, r.values)
		text(values+20, y+12, "", shortened(r.name))
	}
	b.WriteString("</svg>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// shortened cuts a name to what there is room for.
func shortened(name string) string {
	const most = 42
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

func escaped(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}
