package sequence

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
)

// Sequence diagrams as SVG.

// SVG returns the picture of d as an SVG document. The time is linear in the marks.
func SVG(d *Diagram) []byte {
	p := &picture{d: d, l: lay(d)}
	height := p.l.bottom + nameBox + 3*labelSize + margin
	p.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="Helvetica, Arial, sans-serif">`, p.l.right, height)
	p.add(`<rect width="100%%" height="100%%" fill="white"/>`)
	if d.Title != "" {
		p.text(firstX, margin, labelSize, "", d.Title, longTitle)
	}
	p.lifelines()
	for i := range d.Rows {
		p.row(i)
	}
	p.ending()
	p.add("</svg>")
	return p.Bytes()
}

// A picture is an SVG document that is being written.
type picture struct {
	bytes.Buffer
	d *Diagram
	l *layout
}

func (p *picture) add(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// text writes a text whose base line begins at x, y, cut to n characters.
func (p *picture) text(x, y, size int, more, text string, n int) {
	title := ""
	if isCut(text, n) {
		title = "<title>" + escape(text) + "</title>"
	}
	p.add(`<text x="%d" y="%d" font-size="%d"%s>%s%s</text>`, x, y, size, more, title, escape(cut(text, n)))
}

// halo keeps a text readable that lies over a line.
const halo = ` stroke="white" stroke-width="3" paint-order="stroke"`

// lifelines writes the lines, and the names above, below, and faintly in between.
func (p *picture) lifelines() {
	for i, l := range p.d.Lifelines {
		x := p.l.x[i]
		p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#999999"/>`, x, p.l.top, x, p.l.bottom)
		p.name(i, p.l.top-nameBox)
		p.name(i, p.l.bottom)
		if l.Start != "" {
			p.text(x+halfGap, p.l.top+labelSize+2, smallSize, ` fill="#555555"`, l.Start, longText)
		}
		for row := repeatNames; row < len(p.d.Rows); row += repeatNames {
			p.text(x, p.l.edge(row)-4, smallSize, ` text-anchor="middle" fill="#999999"`+halo, l.Name, longName)
		}
	}
}

// name writes the name of a lifeline into a box.
func (p *picture) name(i, y int) {
	l, x := p.d.Lifelines[i], p.l.x[i]
	text := cut(l.Name, longName)
	width := textWidth(text, nameSize) + halfGap
	about := l.About
	if about == "" {
		about = l.Name
	}
	p.add(`<g><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" fill="#f2f2f2" stroke="#555555"/><text x="%d" y="%d" font-size="%d" text-anchor="middle">%s</text></g>`,
		escape(about), x-width/2, y, width, nameBox, x, y+nameBox/2+nameSize*7/20, nameSize, escape(text))
}

// row writes a step as an SVG group, which scripts find by its number from 0: the number of the step, its bar with the
// label, and the changes below.
func (p *picture) row(i int) {
	p.add(`<g data-row="%d">`, i)
	defer p.add("</g>")
	r, y := p.d.Rows[i], p.l.rowY(i)
	p.add(`<text x="%d" y="%d" font-size="%d" text-anchor="end" fill="#555555">%d</text>`, firstX-18, y+4, labelSize,
		i+1)
	if len(r.Marks) == 0 {
		x := firstX
		if len(p.l.x) > 0 {
			x = p.l.x[0]
		}
		p.text(x+halfGap, y-5, labelSize, "", r.Label, longLabel)
		return
	}
	from, to := span(r)
	left := p.l.x[from]
	if to > from {
		p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="black" stroke-width="1.5"/>`, left, y, p.l.x[to], y)
	}
	p.text(left+halfGap, y-5, labelSize, halo, r.Label, longLabel)
	for j, m := range r.Marks {
		x := p.l.x[m.Lifeline]
		switch m.Role {
		case Takes:
			p.add(`<circle cx="%d" cy="%d" r="4" fill="white" stroke="black" stroke-width="1.5"/>`, x, y)
		case Both:
			p.add(`<circle cx="%d" cy="%d" r="4"/>`, x, y)
		case Reads:
			p.add(`<circle cx="%d" cy="%d" r="3" fill="#bbbbbb"/>`, x, y)
		case Gives:
			p.head(x, y, fromLeft(r, j))
		}
		if m.Text != "" {
			p.text(x+halfGap, y+13, smallSize, ` fill="#1f4e9c"`+halo, m.Text, longText)
		}
	}
}

// fromLeft reports whether the tokens that mark j gets come from the left: from the nearest mark there that is more
// than an arrow's head, unless all such are on the right.
func fromLeft(r Row, j int) bool {
	source := func(m Mark) bool { return m.Role != Gives }
	return slices.ContainsFunc(r.Marks[:j], source) || !slices.ContainsFunc(r.Marks[j:], source)
}

// head writes the head of an arrow that comes from the left, or from the right.
func (p *picture) head(x, y int, fromLeft bool) {
	back := 9
	if fromLeft {
		back = -9
	}
	p.add(`<path d="M%d,%d l%d,-4 v8 Z"/>`, x, y, back)
}

// ending writes how the sequence ends: the way back, a bar where nothing can follow, and what is said there.
func (p *picture) ending() {
	end := p.l.bottom
	left, right := firstX, p.l.right-margin
	if n := len(p.l.x); n > 0 {
		left, right = p.l.x[0]-2*halfGap, p.l.x[n-1]+2*halfGap
	}
	if p.d.Loop != NoLoop {
		const x = 14
		top := p.l.edge(p.d.Loop)
		for _, y := range []int{top, end - 2} {
			p.add(`<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#b35900" stroke-dasharray="4,4"/>`, x+12, y, right, y)
		}
		p.add(`<path d="M%d,%d H%d V%d H%d" fill="none" stroke="#b35900" stroke-width="1.5"/>`, x+12, end-2, x, top,
			x+6)
		p.add(`<path d="M%d,%d l-9,-4 v8 Z" fill="#b35900"/>`, x+12, top)
		p.add(`<text x="%d" y="%d" font-size="%d" fill="#b35900">loop</text>`, x+4, top+labelSize+2, smallSize)
	}
	if p.d.Dead {
		p.add(`<rect x="%d" y="%d" width="%d" height="4" fill="#a00000"/>`, left, end-4, right-left)
	}
	if p.d.End != "" {
		p.text(firstX, end+nameBox+2*labelSize, labelSize, "", p.d.End, longTitle)
	}
}

func escape(text string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(text)) // a buffer takes everything
	return b.String()
}
