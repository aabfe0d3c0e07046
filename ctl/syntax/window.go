package syntax

import "strconv"

// The parser of times behind path operators, as in EF[2,5] p.

// A window is the times behind an operator.
type window struct {
	from      int // where they stand
	low, high int64
}

// window reads the times behind the path operator whose token is t, or returns nil if it has no times. A bracket there
// holds times, not a formula, since no formula begins with a number and a comma.
func (p *parser) window(t token) *window {
	first := scan(p.text, p.tok.to)
	if !p.tok.is("[") || first.kind != number || !scan(p.text, first.to).is(",") {
		return nil
	}
	w := &window{from: p.tok.from, high: NoEnd}
	switch {
	case !hasTime(p.names):
		p.failf(w.from, "found times behind %q; expected a formula, since the model has no time", t.text)
	case t.text == "EX" || t.text == "AX" || t.text == "R" || t.text == "W":
		p.failf(w.from, "found times behind %q; expected EF, EG, AF, AG or U before them", t.text)
	}
	p.advance(first.from)
	w.low = p.time()
	p.advance(p.tok.to) // the comma
	open := p.tok
	end := "]"
	if open.kind == word && open.text == "inf" {
		p.advance(open.to)
		if p.tok.is(")") {
			end = ")"
		}
	} else {
		w.high = p.time()
	}
	switch {
	case !p.tok.is(end):
		p.unexpected("the end of the times, as in EF[2,5] or EF[2,inf)")
	case w.low > w.high:
		p.failf(first.from, "found times from %d to %d; expected the smaller one first", w.low, w.high)
	}
	p.advance(p.tok.to)
	return w
}

// mostTime is the largest time behind a path operator.
const mostTime = 1 << 40

// time reads a number of units of time.
func (p *parser) time() int64 {
	t := p.tok
	n, err := strconv.ParseInt(t.text, 10, 64)
	switch {
	case t.kind != number:
		p.unexpected("a time, a number or inf")
	case err != nil || n > mostTime:
		p.failf(t.from, "found the time %s; expected one up to 2^40", t.text)
	}
	p.advance(t.to)
	return n
}
