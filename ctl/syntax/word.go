package syntax

import "slices"

// The parser of words: constants, operators and names that start an expression.

var pathOps = []Op{EX, EF, EG, AX, AF, AG}

// word reads an expression that starts with a word without quotes.
func (p *parser) word() operand {
	t := p.tok
	switch t.text {
	case "true", "false":
		p.advance(t.to)
		return p.truth(t.from, p.pool.Bool(t.text == "true"))
	case "deadlock":
		p.advance(t.to)
		return p.truth(t.from, p.pool.Deadlock())
	case "enabled":
		return p.enabled()
	case "E", "A":
		if p.operates() {
			return p.quantified()
		}
	case "X", "F", "G":
		if p.operates() {
			return p.path(linearOps[t.text])
		}
	case "U", "R", "W":
		if !p.known(t.text, []Kind{Places, Propositions}) {
			p.failf(t.from, `found %q; expected a formula before it`, t.text)
		}
	}
	if i := slices.IndexFunc(pathOps, func(o Op) bool { return o.String() == t.text }); i >= 0 {
		p.branching = append(p.branching, t)
		p.advance(t.to)
		times := p.window(t)
		f := p.pool.Make(pathOps[i], p.stateOf(p.expression(bindsUnary), t))
		if times != nil && p.err == nil {
			f = p.pool.Within(f, times.low, times.high)
		}
		return p.truth(t.from, f)
	}
	if t.text == "timelock" && hasTime(p.names) && !p.known(t.text, []Kind{Places, Propositions}) {
		p.advance(t.to)
		return p.truth(t.from, p.pool.Timelock())
	}
	return p.name()
}

// enabled reads enabled(t, …).
func (p *parser) enabled() operand {
	from := p.tok.from
	p.advance(p.tok.to)
	open := p.tok
	if !open.opens() {
		p.unexpected("( and " + title(p.names, Transitions) + "s after enabled")
	}
	var ts []Ref
	for more := true; more; more = p.tok.is(",") {
		p.advance(p.tok.to)
		ts = append(ts, p.transition())
	}
	if !p.tok.is(")") && !p.tok.is("]") {
		p.unexpected("a comma or the closing bracket after " + p.a(Transitions))
	}
	p.closing(open)
	return p.truth(from, p.pool.Enabled(ts...))
}
