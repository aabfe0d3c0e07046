package sequence

import "unicode/utf8"

// The positions of lifelines and rows.

// Sizes in pixels.
const (
	nameSize  = 13 // of fonts
	labelSize = 12
	smallSize = 10

	margin    = 16
	firstX    = 64 // left edge of the leftmost name: the loop and the numbers stand left of it
	rowHeight = 40
	nameBox   = 24 // height
	nameRow   = 16 // height of the names in between
	halfGap   = 8  // least distance between things side by side, halved
)

// The names are repeated after so many rows, so that a long picture can be read from the middle.
const repeatNames = 25

// textWidth estimates the width of a text, rather too wide than too narrow.
func textWidth(text string, size int) int {
	wide := 0
	for _, r := range text {
		switch {
		case r >= 0x1100:
			wide += 20
		case r == 'M' || r == 'W' || r == 'm' || r == 'w' || r == '→':
			wide += 18
		case r >= 'A' && r <= 'Z':
			wide += 14
		default:
			wide += 12
		}
	}
	return (wide*size + 19) / 20
}

// A layout gives everything its place.
type layout struct {
	x      []int // of the lifelines
	right  int   // of the picture
	top    int   // of the lifelines
	bottom int   // of the lifelines
}

// lay computes the horizontal positions of the lifelines, such that no name, label or change of one reaches into the
// next.
func lay(d *Diagram) *layout {
	n := len(d.Lifelines)
	gap := make([]int, n) // from a lifeline to the next, from the last to the right edge
	half := func(i int) int { return textWidth(cut(d.Lifelines[i].Name, longName), nameSize)/2 + halfGap }
	for i, l := range d.Lifelines {
		gap[i] = half(i) + halfGap
		if i+1 < n {
			gap[i] += half(i+1) + halfGap
		}
		gap[i] = max(gap[i], textWidth(cut(l.Start, longText), smallSize)+3*halfGap)
	}
	for _, r := range d.Rows {
		for _, m := range r.Marks {
			gap[m.Lifeline] = max(gap[m.Lifeline], textWidth(cut(m.Text, longText), smallSize)+3*halfGap)
		}
	}
	for _, r := range d.Rows {
		if n == 0 {
			break
		}
		from, to := span(r)
		have := 0
		for _, g := range gap[from:max(to, from+1)] {
			have += g
		}
		if need := textWidth(cut(r.Label, longLabel), labelSize) + 3*halfGap; have < need {
			gap[from] += need - have
		}
	}
	l := &layout{x: make([]int, n), right: firstX + 240}
	if n > 0 {
		at := firstX + half(0)
		for i, g := range gap {
			l.x[i] = at
			at += g
		}
		l.right = max(l.right, at)
	}
	for _, r := range d.Rows {
		if n == 0 {
			l.right = max(l.right, firstX+textWidth(cut(r.Label, longLabel), labelSize))
		}
	}
	l.right = max(l.right, firstX+textWidth(cut(d.Title, longTitle), labelSize),
		firstX+textWidth(d.End, labelSize)) + margin
	l.top = margin + nameBox + 2*labelSize
	l.bottom = l.top + 2*labelSize + halfGap
	if n := len(d.Rows); n > 0 {
		l.bottom = l.edge(n-1) + rowHeight + halfGap
	}
	return l
}

// rowY returns the height of the bar of row i.
func (l *layout) rowY(i int) int { return l.edge(i) + rowHeight/2 }

// edge returns the height at which row i begins, the names above it not counted.
func (l *layout) edge(i int) int { return l.top + 2*labelSize + rowHeight*i + nameRow*(i/repeatNames) }

// span returns the leftmost and the rightmost lifeline of a row, 0 and 0 if it has none.
func span(r Row) (from, to int) {
	if len(r.Marks) == 0 {
		return 0, 0
	}
	return r.Marks[0].Lifeline, r.Marks[len(r.Marks)-1].Lifeline
}

func isCut(text string, n int) bool { return utf8.RuneCountInString(text) > n }
