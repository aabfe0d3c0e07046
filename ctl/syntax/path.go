package syntax

import (
	"fmt"
	"slices"
)

// The parser of path formulas: A, E, X, F, G, U, R and W, which may also be names, and which belong to CTL or to LTL.

// linearOps are the operators of LTL by their words.
var linearOps = map[string]Op{"X": X, "F": F, "G": G, "U": U, "R": R, "W": W, "A": A, "E": E}

// joinsPaths reports whether t is U, R or W.
func (t token) joinsPaths() bool {
	return t.kind == word && (t.text == "U" || t.text == "R" || t.text == "W")
}

// operates reports whether the word at hand, one of X, F, G, A and E, is an operator and no name. Where a place or a
// proposition is called so, it is an operator only before what cannot stand behind a name. That is not the same for
// E and A, behind which a bracket was always that of an until.
func (p *parser) operates() bool {
	t := p.tok
	next := scan(p.text, t.to)
	named := p.known(t.text, []Kind{Places, Propositions})
	switch {
	case next.opens():
		return t.text == "A" || t.text == "E" || !p.opensColours(next)
	case next.kind == word:
		return !named || !next.joinsPaths()
	case next.kind == quoted, next.kind == number, next.is("!"), next.is("[]"):
		return true
	case named || next.is("+") || next.is("-") || next.is("*"):
		return false
	}
	return binds(next) != bindsCompare || p.diamond(next)
}

// diamond reports whether t is <>, which means F where a formula starts and != behind a sum.
func (p *parser) diamond(t token) bool { return t.is("!=") && p.text[t.from:t.to] == "<>" }

// opensColours reports whether the bracket behind the word at hand belongs to a name: that of colours has neither
// comparisons nor connectives in it, nor U, R or W.
func (p *parser) opensColours(open token) bool {
	b, ok := p.names.(Bracketed)
	if !ok || !open.is("(") || !b.Opens(Places, p.tok.text) {
		return false
	}
	end := open.from + BracketLength(p.text[open.from:])
	for t := open; t.from < end; t = scan(p.text, t.to) {
		if power := binds(t); t.is("!") || power > 0 && power <= bindsCompare {
			return false
		}
	}
	return true
}

// path reads the operand of X, F or G, whose token is at hand.
func (p *parser) path(op Op) operand {
	t := p.tok
	p.linear = append(p.linear, t)
	p.advance(t.to)
	p.begins(t)
	return p.truth(t.from, p.pool.Make(op, p.pathOf(p.expression(bindsUnary))))
}

// begins fails if nothing is behind the operator t that a formula could start with.
func (p *parser) begins(t token) {
	next := p.tok
	joins := binds(next) > 0 && !next.is("-") && !p.diamond(next)
	if next.joinsPaths() && p.known(next.text, []Kind{Places, Propositions}) {
		joins = false
	}
	if joins || next.kind == end || next.is(")") || next.is("]") || next.is(",") {
		p.unexpected(fmt.Sprintf("a path formula after %q", p.text[t.from:t.to]))
	}
}

// until reads the rest of  x U y,  x R y  or  x W y.  A connective next to it needs brackets, except in E(f U g) and
// A(f U g) of CTL; see quantified.
func (p *parser) until(x operand) operand {
	t := p.tok
	p.linear = append(p.linear, t)
	if x.formula == nil && x.run != nil {
		p.failf(t.from, "found %q behind %s; expected brackets around all that %q speaks of, as %s(… %s …)",
			t.text, p.textOf(x), p.text[x.from:x.from+1], p.text[x.from:x.from+1], t.text)
	}
	f := p.pathOf(x)
	p.advance(t.to)
	times := p.window(t)
	y := p.expression(bindsUntil + 1)
	if p.tok.joinsPaths() {
		p.failf(p.tok.from, `found a second %q; expected brackets, as p %s (q %s r)`, p.tok.text, t.text, p.tok.text)
	}
	z := p.truth(x.from, p.pool.Make(linearOps[t.text], f, p.pathOf(y)))
	z.times = times
	if x.joined || y.joined {
		z.loose = t
	}
	return z
}

// quantified reads A φ or E φ, whose quantifier is the current token. If brackets follow, φ ends with them.
//
// It parses φ once, without backtracking, and keeps both readings of the result: a formula of CTL if the quantifier and
// the first operator of φ make one, and a formula of LTL. The reading of CTL wins, unless φ begins with X: A G p is AG
// p, and A(f U g) has connectives without brackets. Brackets that CTL does not have, as in A (G p) and A ((f U g)), ask
// for LTL. It fails if neither reading is possible.
func (p *parser) quantified() operand {
	t := p.tok
	linear, branching := len(p.linear), len(p.branching)
	p.advance(t.to)
	open := p.tok
	var x operand
	if open.opens() {
		p.advance(open.to)
		x = p.expression(0)
		p.closing(open)
		x.brackets++
	} else {
		p.begins(t)
		x = p.expression(bindsUnary)
	}
	op := linearOps[t.text]
	if x.loose.to > 0 && x.brackets == 1 && p.pool.branches(op, x.formula) != nil {
		x.loose = token{}
	}
	times := x.times
	x.times = nil
	path := p.pathOf(x)
	m := p.pool.quantify(op, path)
	if times != nil && p.err == nil {
		m = p.during(m, times)
	}
	if path.Op == X {
		m.formula = nil
	}
	if m.none() {
		c := p.branching[branching]
		p.failf(c.from, "found %q inside of a path formula, which makes it neither CTL nor LTL; "+
			"expected X, F, G, U, R and W alone (LTL), or A or E before each of X, F, G and U (CTL)",
			p.text[c.from:c.to])
	}
	p.linear = p.linear[:linear]
	if m.formula != nil {
		p.branching = append(p.branching[:branching], t)
	}
	z := operand{from: t.from, to: p.tok.from, meaning: m}
	z.runs = m.formula == nil || m.run != nil && (x.brackets > 1 || x.brackets == 1 && path.Op != U)
	return z
}

// during returns the meaning of an until of CTL at times.
func (p *parser) during(m meaning, times *window) meaning {
	if m.formula == nil {
		p.failf(times.from, `found times in a formula of LTL; expected one of CTL, as E(p U[2,5] q)`)
		return m
	}
	return meaning{formula: p.pool.Within(m.formula, times.low, times.high)}
}

// connected returns the operand that a connective makes of list, which begins at from.
func (p *parser) connected(from int, op Op, list ...operand) operand {
	if p.err != nil {
		return p.truth(from, p.pool.Bool(true))
	}
	ms := make([]meaning, len(list))
	for i, x := range list {
		ms[i] = x.meaning
	}
	m := p.pool.connect(op, ms...)
	if m.none() {
		x := list[slices.IndexFunc(list, func(x operand) bool { return x.formula == nil })]
		p.failf(x.from, "found %s, a formula of LTL, beside %q, which makes all neither CTL nor LTL; "+
			"expected one A or E before all (LTL), as %v(… %v …), or A or E before each of X, F, G and U (CTL)",
			p.textOf(x), op, x.run.Op, op)
	}
	return operand{from: from, to: p.tok.from, meaning: m, joined: op != Not}
}

// pathOf returns x as an operand of an operator of LTL.
func (p *parser) pathOf(x operand) *Formula {
	x = p.settled(x)
	if x.formula == nil {
		p.failf(x.from, "found %s, a formula of LTL, inside of a path formula; expected one A or E, before all of "+
			"it (LTL), "+
			"or one before each of X, F, G and U (CTL)", p.textOf(x))
		return p.pool.Bool(true)
	}
	return x.formula
}

// stateOf returns x as an operand of the operator of CTL whose token is t.
func (p *parser) stateOf(x operand, t token) *Formula {
	x = p.settled(x)
	switch {
	case x.formula == nil:
		p.failf(x.from, "found %s, a formula of LTL, below %q, which makes all neither CTL nor LTL; "+
			"expected A or E before each of X, F, G and U (CTL)", p.textOf(x), t.text)
		return p.pool.Bool(true)
	case x.formula.Linear():
		p.failf(x.from, "found the path formula %s below %q; expected A or E before each of X, F, G and U (CTL), or "+
			"a blank, as %s … (LTL)",
			p.textOf(x), t.text, t.text[:1]+" "+t.text[1:])
	}
	return x.formula
}

// question returns x as the formula of a whole text.
func (p *parser) question(x operand) meaning {
	x = p.settled(x)
	if p.err == nil && x.formula != nil && x.formula.Linear() {
		t := p.linear[0]
		switch what := p.text[t.from:t.to]; {
		case t.joinsPaths():
			p.failf(t.from, "found %q outside of E( ) and A( ); expected brackets with E or A before them, as A(… "+
				"%s …)", what, what)
		default:
			p.failf(t.from, "found %q without a quantifier; expected A or E before the path formula, as A %s … (LTL)",
				what, what)
		}
	}
	if x.runs {
		x.formula = nil
	}
	return x.meaning
}
