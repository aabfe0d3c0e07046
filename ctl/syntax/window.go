package syntax

import "strconv"

// The parser of times behind path operators, as in EF[2,5] p.

// window reads the times behind the operator of CTL whose token is t, if there are any: a bracket before which there is
// no formula, since a number and a comma begin none.
func (p *parser) window(t token) (low, high int64, ok bool) {
	first := scan(p.text, p.tok.to)
	if !p.tok.is("[") || first.kind != number || !scan(p.text, first.to).is(",") {
		return 0, 0, false
	}
	switch {
	case !hasTime(p.names):
		p.failf(p.tok.from, "found times behind %q; expected a formula, since the model has no time", t.text)
	case t.text == "EX" || t.text == "AX":
		p.failf(p.tok.from, "found times behind %q; expected EF, EG, AF or AG before them", t.text)
	}
	p.advance(first.from)
	low = p.time()
	p.advance(p.tok.to) // the comma
	open := p.tok
	end, high := "]", int64(NoEnd)
	if open.kind == word && open.text == "inf" {
		p.advance(open.to)
		if p.tok.is(")") {
			end = ")"
		}
	} else {
		high = p.time()
	}
	switch {
	case !p.tok.is(end):
		p.unexpected("the end of the times, as in EF[2,5] or EF[2,inf)")
	case low > high:
		p.failf(first.from, "found times from %d to %d; expected the smaller one first", low, high)
	}
	p.advance(p.tok.to)
	return low, high, p.err == nil
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
