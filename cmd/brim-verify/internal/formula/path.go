package formula

// The parser of path formulas: A, E, X, F, G, U, R and W, which may also be names, and which belong to CTL or to LTL.

// operates reports whether the word at hand, one of X, F, G, A and E, is an operator and no name. Where a place is called
// so, it is an operator only before what cannot stand behind a name.
func (p *parser) operates() bool {
	next := scan(p.text, p.tok.to)
	_, named := p.net.PlaceNamed[p.tok.text]
	switch {
	case next.kind == word:
		return !named || !next.joins()
	case next.opens(), next.kind == quoted, next.kind == number, next.is("!"), next.is("[]"):
		return true
	case named || next.is("+") || next.is("-") || next.is("*"):
		return false
	}
	return next.power() != bindsCompare || p.diamond(next)
}

// path reads X, F or G, whose token is at hand, and its operand.
func (p *parser) path(op string) operand {
	from := p.tok.from
	p.advance(p.tok.to)
	x := p.pathOf(p.expression(bindsUnary))
	return operand{from: from, reading: pathFormula(op, x.reading)}
}

// until reads the rest of  x U y,  x R y  or  x W y.  A connective next to it needs brackets, except in E(f U g) and
// A(f U g) of CTL.
func (p *parser) until(x operand) operand {
	op := p.tok.text
	left := p.pathOf(x)
	p.advance(p.tok.to)
	y := p.expression(bindsUntil + 1)
	if p.tok.joins() {
		p.fail(p.tok.from, "a second %s; expected brackets, as p %s (q %s r)", p.tok.text, op, p.tok.text)
	}
	right := p.pathOf(y)
	return operand{from: x.from, reading: pathFormula(op, left.reading, right.reading), loose: x.joined || y.joined}
}

// quantified reads A φ or E φ, whose quantifier is at hand. If brackets follow, φ ends with them. Brackets that CTL does
// not have, as in A (G p) and A ((f U g)), ask for LTL, and so does X behind the quantifier.
func (p *parser) quantified() operand {
	t := p.tok
	p.advance(t.to)
	open := p.tok
	var x operand
	if open.opens() {
		p.advance(open.to)
		x = p.expression(0)
		p.close(open)
		x.brackets++
	} else {
		x = p.expression(bindsUnary)
	}
	if x.brackets == 1 && x.path != "" {
		x.loose = false
	}
	x = p.pathOf(x)
	z := operand{from: t.from, reading: x.quantify(t.text)}
	if x.path == "X" {
		z.f, z.branching = nil, false
	}
	if z.f == nil && z.run == nil {
		p.fail(t.from, "a path formula with A or E in it, which is neither CTL nor LTL")
	}
	z.runs = z.f == nil || z.run != nil && (x.brackets > 1 || x.brackets == 1 && x.path != "U")
	return z
}

// connect returns the operand that a connective makes of others. It begins at from.
func (p *parser) connect(from int, op string, list ...operand) operand {
	var readings []reading
	for _, x := range list {
		readings = append(readings, p.settled(x).reading)
	}
	r := connected(op, readings...)
	if r.f == nil && r.run == nil {
		p.fail(from, "a connective of formulas that are neither CTL nor LTL together")
	}
	if op == "<->" && r.large() {
		p.fail(from, "a formula that is too large without <->")
	}
	return operand{from: from, reading: r, joined: op != "!"}
}

// pathOf returns x as an operand of an operator of LTL.
func (p *parser) pathOf(x operand) operand {
	x = p.settled(x)
	if x.f == nil {
		p.fail(x.from, "a formula of LTL inside of a path formula")
	}
	return x
}
