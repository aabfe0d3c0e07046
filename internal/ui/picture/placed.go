package picture

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/internal/quantity"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Nets with positions as SVG, without any other program.

const (
	radius     = 15.0 // of a place
	wide, high = 30.0, 16.0
	around     = 40.0 // between the nodes and the border
	letter     = 6.4  // about the width of a letter
)

// Placed reports whether a net can be drawn by PlacedSVG: all nodes have positions, and no two nodes have the same one.
func Placed(n *extended.Net) bool {
	seen := map[extended.Point]bool{}
	for _, at := range positions(n) {
		if at == nil || seen[*at] {
			return false
		}
		seen[*at] = true
	}
	return len(seen) > 0
}

// positions lists those of the places, then of the transitions.
func positions(n *extended.Net) []*extended.Point {
	var list []*extended.Point
	for i := range n.Places {
		list = append(list, n.Places[i].At)
	}
	for i := range n.Transitions {
		list = append(list, n.Transitions[i].At)
	}
	return list
}

// PlacedSVG draws a net with its nodes where they stand, and its initial marking, and with intervals and ages if it has
// time. Nodes without a position are drawn at the origin. Time: linear.
func PlacedSVG(w io.Writer, d *timed.Document) error {
	n := d.Net()
	p := &placed{net: n, times: TimeTexts(d)}
	p.box()
	width, height := p.right-p.left, p.bottom-p.top
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="%s %s %[1]s %[2]s" font-family="Helvetica, Arial, sans-serif" font-size="11">`,
		num(width), num(height), num(p.left), num(p.top))
	p.add(`<title>%s</title>`, escaped(n.Name))
	p.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="white"/>`, num(p.left), num(p.top), num(width), num(height))
	for i := range n.Arcs {
		p.arc(&n.Arcs[i], p.times.Arcs[i])
	}
	if d.Arcs != nil {
		for i := range d.Arcs.Transports {
			p.transport(&d.Arcs.Transports[i], p.times.Transports[i])
		}
	}
	for _, o := range n.Over {
		p.priority(at(n.Transitions[o.First].At), at(n.Transitions[o.Then].At))
	}
	places, transitions := p.tallies()
	for i := range n.Places {
		p.place(i, places[i])
	}
	for i := range n.Transitions {
		p.transition(i, transitions[i])
	}
	p.add("</svg>")
	_, err := io.WriteString(w, p.text.String())
	return err
}

// placed is a picture that is being written.
type placed struct {
	net                      *extended.Net
	times                    Times
	text                     strings.Builder
	left, top, right, bottom float64
	ways                     map[way]bool // those of the arcs; nil until one is asked for
}

func (p *placed) add(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// num writes a coordinate, with tenths.
func num(x float64) string { return strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64) }

// at returns a position.
func at(p *extended.Point) extended.Point {
	if p == nil {
		return extended.Point{}
	}
	return *p
}

// box finds how large the picture is.
func (p *placed) box() {
	p.left, p.top, p.right, p.bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	grow := func(x, y, half float64) {
		p.left, p.right = math.Min(p.left, x-half), math.Max(p.right, x+half)
		p.top, p.bottom = math.Min(p.top, y-around), math.Max(p.bottom, y+around)
	}
	node := func(at extended.Point, name, note string) {
		grow(at.X, at.Y, math.Max(around, letter*float64(max(len([]rune(name)), 2*len([]rune(note))))/2+radius))
	}
	for i := range p.net.Places {
		node(at(p.net.Places[i].At), called(p.net.Places[i].ID, p.net.Places[i].Label), p.placeNote(i))
	}
	for i := range p.net.Transitions {
		t := &p.net.Transitions[i]
		node(at(t.At), called(t.ID, t.Label), p.transitionNote(i))
	}
	for _, a := range p.net.Arcs {
		for _, v := range a.Via {
			grow(v.X, v.Y, around)
		}
	}
	if p.left > p.right {
		p.left, p.top, p.right, p.bottom = 0, 0, 2*around, 2*around
	}
}

func called(id, label string) string {
	if label != "" {
		return label
	}
	return id
}

// placeNote is the capacity of a place and its invariant.
func (p *placed) placeNote(i int) string {
	note := ""
	if c := p.net.Places[i].Capacity; c != extended.Unlimited {
		note = "≤ " + quantity.Int(c)
	}
	return Joined(note, p.times.Places[i])
}

// transitionNote is the priority of a transition, and when it fires.
func (p *placed) transitionNote(i int) string {
	note := ""
	if priority := p.net.Transitions[i].Priority; priority != 0 {
		note = "priority " + quantity.Int(priority)
	}
	return Joined(note, p.times.Transitions[i])
}

const paleHalo = ` stroke="white" stroke-width="3" paint-order="stroke"`

// A tally says how many arcs of a node leave it upwards and downwards.
type tally struct{ up, down int }

// count notes where an arc leaves a node.
func (c *tally) count(from, to extended.Point) {
	switch dx, dy := math.Abs(to.X-from.X), to.Y-from.Y; {
	case dy > dx/2:
		c.down++
	case -dy > dx/2:
		c.up++
	}
}

// tallies counts the arcs of each place and transition.
func (p *placed) tallies() (places, transitions []tally) {
	places, transitions = make([]tally, len(p.net.Places)), make([]tally, len(p.net.Transitions))
	for _, a := range p.net.Arcs {
		x, y := at(p.net.Places[a.Place].At), at(p.net.Transitions[a.Transition].At)
		places[a.Place].count(x, y)
		transitions[a.Transition].count(y, x)
	}
	return places, transitions
}

// names writes the name of a node below it, or above where fewer arcs are, and a note beside it.
func (p *placed) names(at extended.Point, half, right float64, c tally, name, note string) {
	y := at.Y + half + 13
	if c.down > c.up {
		y = at.Y - half - 6
	}
	p.add(`<text x="%s" y="%s" text-anchor="middle"%s>%s</text>`, num(at.X), num(y), paleHalo, escaped(name))
	if note != "" {
		p.add(`<text x="%s" y="%s" font-weight="bold"%s>%s</text>`, num(at.X+right+3), num(at.Y-half), paleHalo,
			escaped(note))
	}
}

// place draws one as a circle, with two lines if it has tokens in a final marking.
func (p *placed) place(i int, of tally) {
	x := &p.net.Places[i]
	c := at(x.At)
	p.add(`<circle cx="%s" cy="%s" r="%s" fill="white" stroke="black"/>`, num(c.X), num(c.Y), num(radius))
	if slices.ContainsFunc(p.net.Finals, func(f extended.Final) bool { return f[i] > 0 }) {
		p.add(`<circle cx="%s" cy="%s" r="%s" fill="none" stroke="black"/>`, num(c.X), num(c.Y), num(radius-3))
	}
	if spots := dots[min(x.Initial, int64(len(dots)-1))]; x.Initial < int64(len(dots)) {
		r := 3.4
		if x.Initial == 1 {
			r = 5
		}
		for _, s := range spots {
			p.add(`<circle cx="%s" cy="%s" r="%s"/>`, num(c.X+s[0]), num(c.Y+s[1]), num(r))
		}
	} else {
		p.add(`<text x="%s" y="%s" text-anchor="middle">%s</text>`, num(c.X), num(c.Y+4), quantity.Int(x.Initial))
	}
	p.names(c, radius, radius, of, called(x.ID, x.Label), p.placeNote(i))
}

// dots are where up to five tokens stand.
var dots = [][][2]float64{
	{}, {{0, 0}}, {{-5, 0}, {5, 0}}, {{0, -5}, {-5, 4}, {5, 4}}, {{-5, -5}, {5, -5}, {-5, 5}, {5, 5}},
	{{-6, -6}, {6, -6}, {0, 0}, {-6, 6}, {6, 6}},
}

func (p *placed) transition(i int, of tally) {
	t := &p.net.Transitions[i]
	c := at(t.At)
	fill := "#ebebeb"
	if t.Silent {
		fill = "black"
	}
	p.add(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="black"/>`, num(c.X-wide/2), num(c.Y-high/2),
		num(wide), num(high), fill)
	p.names(c, high/2, wide/2, of, called(t.ID, t.Label), p.transitionNote(i))
}
