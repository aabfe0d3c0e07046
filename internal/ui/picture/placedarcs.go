package picture

import (
	"fmt"
	"math"
	"strings"

	"brim/internal/quantity"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Arcs and priorities of nets with positions.

// arc writes an arc, with the ages of the tokens that it takes: a head where tokens go, a circle for an inhibitor arc,
// two heads for a reset arc, no end for a read arc. Two arcs between the same nodes are bent.
func (p *placed) arc(a *extended.Arc, ages string) {
	points, begin, end := p.line(a)
	last := begin
	if len(points) > 0 {
		last = points[len(points)-1]
	}
	p.end(a.Kind, last, end)
	weight := ""
	if a.Weight > 1 && a.Kind != extended.Reset {
		weight = quantity.Int(a.Weight)
	}
	p.inscribe(a, points, begin, end, Joined(weight, ages))
}

// transport writes a transport arc as two arcs with diamonds at their ends.
func (p *placed) transport(a *timed.Transport, texts [2]string) {
	for i, arc := range []extended.Arc{
		{Place: a.From, Transition: a.Transition, Kind: extended.Input, Via: a.Before},
		{Place: a.To, Transition: a.Transition, Kind: extended.Output, Via: a.After},
	} {
		points, begin, end := p.line(&arc)
		last := begin
		if len(points) > 0 {
			last = points[len(points)-1]
		}
		p.diamond(last, end)
		p.inscribe(&arc, points, begin, end, texts[i])
	}
}

// line writes the line of an arc, and returns the points between its ends, and the ends.
func (p *placed) line(a *extended.Arc) (points []extended.Point, begin, end extended.Point) {
	from, to := at(p.net.Places[a.Place].At), at(p.net.Transitions[a.Transition].At)
	points = append(points, a.Via...)
	if a.Kind == extended.Output {
		from, to = to, from
	}
	if len(points) == 0 && p.bent(a) {
		dx, dy := to.X-from.X, to.Y-from.Y
		length := math.Max(1, math.Hypot(dx, dy))
		by := math.Min(22, length/5) / length
		points = []extended.Point{{X: (from.X+to.X)/2 - by*dy, Y: (from.Y+to.Y)/2 + by*dx}}
	}
	first, last := to, from
	if len(points) > 0 {
		first, last = points[0], points[len(points)-1]
	}
	begin, end = border(from, first, a.Kind == extended.Output), border(to, last, a.Kind != extended.Output)
	var path strings.Builder
	fmt.Fprintf(&path, "M%s,%s", num(begin.X), num(begin.Y))
	if len(a.Via) == 0 && len(points) == 1 {
		fmt.Fprintf(&path, " Q%s,%s %s,%s", num(first.X), num(first.Y), num(end.X), num(end.Y))
	} else {
		for _, q := range append(points, end) {
			fmt.Fprintf(&path, " L%s,%s", num(q.X), num(q.Y))
		}
	}
	p.add(`<path d="%s" fill="none" stroke="black"/>`, path.String())
	return points, begin, end
}

// inscribe writes a text in the middle of an arc.
func (p *placed) inscribe(a *extended.Arc, points []extended.Point, begin, end extended.Point, text string) {
	if text == "" {
		return
	}
	middle := extended.Point{X: (begin.X + end.X) / 2, Y: (begin.Y + end.Y) / 2}
	switch {
	case len(a.Via) > 0:
		middle = a.Via[len(a.Via)/2]
	case len(points) > 0: // a curve
		middle = extended.Point{X: (middle.X + points[0].X) / 2, Y: (middle.Y + points[0].Y) / 2}
	}
	p.add(`<text x="%s" y="%s" text-anchor="middle"%s>%s</text>`, num(middle.X), num(middle.Y+4), paleHalo,
		escaped(text))
}

// diamond writes the sign at the end of a transport arc, whose last part begins at from.
func (p *placed) diamond(from, to extended.Point) {
	angle := math.Atan2(to.Y-from.Y, to.X-from.X)
	along, across := extended.Point{X: math.Cos(angle), Y: math.Sin(angle)},
		extended.Point{X: -math.Sin(angle), Y: math.Cos(angle)}
	corner := func(back, aside float64) string {
		return num(to.X-back*along.X+aside*across.X) + "," + num(to.Y-back*along.Y+aside*across.Y)
	}
	p.add(`<path d="M%s L%s L%s L%s Z"/>`, corner(0, 0), corner(6, 3.5), corner(12, 0), corner(6, -3.5))
}

// priority draws that of one transition over another as a dashed arrow.
func (p *placed) priority(from, to extended.Point) {
	begin, end := border(from, to, true), border(to, from, true)
	p.add(`<path d="M%s,%s L%s,%s" fill="none" stroke="black" stroke-dasharray="7 4"/>`, num(begin.X), num(begin.Y),
		num(end.X), num(end.Y))
	p.end(extended.Input, begin, end)
}

// A way is a direction between a place and a transition.
type way struct {
	place, transition int
	out               bool
}

// bent reports whether there is an arc back between the nodes of an arc.
func (p *placed) bent(a *extended.Arc) bool {
	if p.ways == nil {
		p.ways = map[way]bool{}
		for _, b := range p.net.Arcs {
			p.ways[way{b.Place, b.Transition, b.Kind == extended.Output}] = true
		}
	}
	return p.ways[way{a.Place, a.Transition, a.Kind != extended.Output}]
}

// end writes the sign at the end of an arc, whose last part begins at from.
func (p *placed) end(k extended.Kind, from, to extended.Point) {
	angle := math.Atan2(to.Y-from.Y, to.X-from.X)
	head := func(before float64) {
		x, y := to.X-before*math.Cos(angle), to.Y-before*math.Sin(angle)
		left, right := angle-0.4, angle+0.4
		p.add(`<path d="M%s,%s L%s,%s L%s,%s Z"/>`, num(x), num(y), num(x-8*math.Cos(left)), num(y-8*math.Sin(left)),
			num(x-8*math.Cos(right)), num(y-8*math.Sin(right)))
	}
	switch k {
	case extended.Input, extended.Output:
		head(0)
	case extended.Reset:
		head(0)
		head(7)
	case extended.Inhibitor:
		p.add(`<circle cx="%s" cy="%s" r="4" fill="white" stroke="black"/>`, num(to.X-4*math.Cos(angle)),
			num(to.Y-4*math.Sin(angle)))
	}
}

// border returns the point of the outline of a node towards another point.
func border(node, towards extended.Point, transition bool) extended.Point {
	dx, dy := towards.X-node.X, towards.Y-node.Y
	if dx == 0 && dy == 0 {
		return node
	}
	t := radius / math.Hypot(dx, dy)
	if transition {
		t = math.Min(wide/2/math.Max(math.Abs(dx), 1e-9), high/2/math.Max(math.Abs(dy), 1e-9))
	}
	return extended.Point{X: node.X + t*dx, Y: node.Y + t*dy}
}
