package syntax

import "slices"

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
		if open := scan(p.text, t.to); open.opens() {
			return p.until(open)
		}
	case "U":
		if !p.known("U", []Kind{Places, Propositions}) {
			p.failf(t.from, `found "U"; expected a formula before it`)
		}
	}
	if i := slices.IndexFunc(pathOps, func(o Op) bool { return o.String() == t.text }); i >= 0 {
		return p.unary(pathOps[i])
	}
	return p.name()
}

func (p *parser) unary(op Op) operand {
	from := p.tok.from
	p.advance(p.tok.to)
	return p.truth(from, p.pool.Make(op, p.formula(bindsUnary)))
}

// until reads E(f U g) or A(f U g), with brackets of either kind.
func (p *parser) until(open token) operand {
	from, op := p.tok.from, EU
	if p.tok.text == "A" {
		op = AU
	}
	p.advance(open.to)
	f := p.formula(0)
	if p.tok.kind != word || p.tok.text != "U" {
		p.unexpected("an operator or U, as in " + op.String()[:1] + "(… U …)")
	}
	p.advance(p.tok.to)
	g := p.formula(0)
	if p.tok.kind == word && p.tok.text == "U" {
		p.failf(p.tok.from, `found a second "U"; expected brackets, as E(p U E(q U r))`)
	}
	p.closing(open)
	return p.truth(from, p.pool.Make(op, f, g))
}

// enabled reads enabled(t, …).
func (p *parser) enabled() operand {
	from := p.tok.from
	p.advance(p.tok.to)
	open := p.tok
	if !open.opens() {
		p.unexpected("( and transitions after enabled")
	}
	var ts []Ref
	for more := true; more; more = p.tok.is(",") {
		p.advance(p.tok.to)
		ts = append(ts, p.transition())
	}
	if !p.tok.is(")") && !p.tok.is("]") {
		p.unexpected("a comma or the closing bracket after a transition")
	}
	p.closing(open)
	return p.truth(from, p.pool.Enabled(ts...))
}
