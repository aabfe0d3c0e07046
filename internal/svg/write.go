package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"slices"
)

// A point of the picture; y grows downwards.
type point struct{ x, y float64 }

// titleHeight is what a title takes above its part of the picture.
const titleHeight = 32.0

// write writes the parts of the picture side by side.
func write(w *bytes.Buffer, parts []*layout) {
	var body bytes.Buffer
	width, height := 0.0, 0.0
	for _, l := range parts {
		wide, high := l.size()
		top := 0.0
		if l.title != "" {
			top = titleHeight
			writeText(&body, point{width + wide/2, margin + 14}, 14, l.title, "")
		}
		if width > 0 || top > 0 {
			fmt.Fprintf(&body, `<g transform="translate(%.0f,%.0f)">`+"\n", width, top)
			l.write(&body)
			fmt.Fprintln(&body, "</g>")
		} else {
			l.write(&body)
		}
		width, height = width+wide, max(height, high+top)
	}
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="Helvetica, Arial, sans-serif">`+"\n",
		width, height, width, height)
	fmt.Fprintln(w, `<rect width="100%" height="100%" fill="white"/>`)
	w.Write(body.Bytes())
	fmt.Fprintln(w, "</svg>")
}

// size returns the width and the height of what write draws.
func (l *layout) size() (width, height float64) {
	for _, layer := range l.layers {
		for _, s := range layer {
			width = max(width, s.x+s.width/2)
		}
	}
	for _, n := range l.nodes {
		height = max(height, n.y+n.height/2)
	}
	return math.Ceil(width + 4*margin), math.Ceil(height + margin)
}

// write draws the nodes and the edges.
func (l *layout) write(w *bytes.Buffer) {
	for _, r := range l.routes {
		r.write(w, l.middle)
	}
	for _, n := range l.nodes {
		if !n.has("style", "invis") {
			n.write(w)
		}
	}
}

func (n *node) write(w *bytes.Buffer) {
	fill := "white"
	if n.has("style", "filled") {
		fill = n.attributes["fillcolor"]
		if fill == "" {
			fill = "lightgray"
		}
		if fill == "gray92" { // a name of X11, not of CSS
			fill = "#ebebeb"
		}
	}
	switch n.attributes["shape"] {
	case "plaintext", "none":
	case "point":
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="%.1f"/>`+"\n", n.x, n.y, n.width/2)
	case "box", "rect":
		fmt.Fprintf(w, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s" stroke="black"/>`+"\n",
			n.x-n.width/2, n.y-n.height/2, n.width, n.height, escape(fill))
	default:
		fmt.Fprintf(w, `<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" fill="%s" stroke="black"/>`+"\n",
			n.x, n.y, n.width/2, n.height/2, escape(fill))
	}
	size := n.fontSize()
	for i, line := range n.lines {
		y := n.y + 1.25*size*(float64(i)-float64(len(n.lines)-1)/2) + 0.35*size
		writeText(w, point{n.x, y}, size, line, "")
	}
}

func writeText(w *bytes.Buffer, at point, size float64, text, more string) {
	fmt.Fprintf(w, `<text x="%.1f" y="%.1f" font-size="%.0f" text-anchor="middle"%s>%s</text>`+"\n", at.x, at.y, size, more, escape(text))
}

// write draws an edge as a smooth curve through its bends, with its head and label.
func (r *route) write(w *bytes.Buffer, middle []float64) {
	points := make([]point, len(r.spots))
	for i, s := range r.spots {
		points[i] = point{s.x, middle[s.layer]}
	}
	first, last := r.spots[0].node, r.spots[len(r.spots)-1].node
	if first == last { // a loop on the right
		x, y := first.x+first.width/2, first.y
		points = []point{{x - 4, y}, {x + 22, y - 10}, {x + 22, y + 10}, {x - 4, y}}
	} else if r.flat() { // within a layer: over what lies between
		gap := math.Abs(points[1].x - points[0].x)
		points = slices.Insert(points, 1, point{(points[0].x + points[1].x) / 2, points[0].y - 14 - gap/12})
	}
	if first != r.from {
		slices.Reverse(points)
		first, last = last, first
	}
	end := len(points) - 1
	label := along(points)
	for _, s := range r.spots {
		if s.label != nil {
			label = point{s.x, middle[s.layer]}
		}
	}
	points[0], points[end] = first.border(points[1]), last.border(points[end-1])
	dash := ""
	if r.has("style", "dashed") {
		dash = ` stroke-dasharray="5,3"`
	}
	head := r.attributes["arrowhead"]
	if r.attributes["dir"] == "none" {
		head = "none"
	}
	tip, before := points[end], points[end-1]
	if head != "none" { // the line ends within its head
		points[end] = toward(tip, before, 5)
	}
	fmt.Fprintf(w, `<path d="%s" fill="none" stroke="black"%s/>`+"\n", curve(points), dash)
	switch head {
	case "none":
	case "odot":
		c := toward(tip, before, 3)
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="3" fill="white" stroke="black"/>`+"\n", c.x, c.y)
	default:
		base := toward(tip, before, 8)
		dx, dy := (tip.y-base.y)/8*3, (base.x-tip.x)/8*3
		fmt.Fprintf(w, `<path d="M%.1f,%.1f L%.1f,%.1f L%.1f,%.1f Z"/>`+"\n", tip.x, tip.y, base.x+dx, base.y+dy, base.x-dx, base.y-dy)
	}
	if text := r.attributes["label"]; text != "" {
		size := r.fontSize()
		label.y += 0.35 * size
		writeText(w, label, size, text, ` stroke="white" stroke-width="3" paint-order="stroke"`)
	}
}

// border returns the point at which the line from the centre of n to p leaves its shape.
func (n *node) border(p point) point {
	dx, dy := p.x-n.x, p.y-n.y
	if dx == 0 && dy == 0 {
		return point{n.x, n.y}
	}
	a, b := n.width/2, n.height/2
	var t float64
	switch n.attributes["shape"] {
	case "box", "rect", "plaintext", "none":
		t = min(a/math.Abs(dx), b/math.Abs(dy))
	default:
		t = 1 / math.Hypot(dx/a, dy/b)
	}
	return point{n.x + t*dx, n.y + t*dy}
}

// toward returns the point at the given distance from p on the way to q.
func toward(p, q point, distance float64) point {
	d := math.Hypot(q.x-p.x, q.y-p.y)
	if d == 0 {
		return p
	}
	return point{p.x + (q.x-p.x)*distance/d, p.y + (q.y-p.y)*distance/d}
}

// along returns the middle of the way along the points.
func along(points []point) point {
	mid := len(points) / 2
	if len(points)%2 == 1 {
		return points[mid]
	}
	a, b := points[mid-1], points[mid]
	return point{(a.x + b.x) / 2, (a.y + b.y) / 2}
}

// curve returns a smooth path through the points [a Catmull–Rom spline].
func curve(p []point) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "M%.1f,%.1f", p[0].x, p[0].y)
	for i := 0; i+1 < len(p); i++ {
		before, after := p[max(i-1, 0)], p[min(i+2, len(p)-1)]
		fmt.Fprintf(&b, " C%.1f,%.1f %.1f,%.1f %.1f,%.1f",
			p[i].x+(p[i+1].x-before.x)/6, p[i].y+(p[i+1].y-before.y)/6,
			p[i+1].x-(after.x-p[i].x)/6, p[i+1].y-(after.y-p[i].y)/6, p[i+1].x, p[i+1].y)
	}
	return b.String()
}

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a buffer takes everything
	return b.String()
}
