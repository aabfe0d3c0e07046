package syntax

import "slices"

var pathOps = []Op{EX, EF, EG, AX, AF, AG}

// word reads an expression that starts with a word without quotes.
func (p *parser) word() (operand, error) {
	t := p.tok
	switch t.text {
	case "true", "false":
		p.advance(t.to)
		return p.truth(t.from, p.pool.Bool(t.text == "true")), nil
	case "deadlock":
		p.advance(t.to)
		return p.truth(t.from, p.pool.Deadlock()), nil
	case "enabled":
		return p.enabled()
	case "E", "A":
		if open := scan(p.text, t.to); open.opens() {
			return p.until(open)
		}
	case "U":
		if !p.known("U", []Kind{Places, Propositions}) {
			return operand{}, p.errorf(t.from, `found "U"; expected a formula before it`)
		}
	}
	if i := slices.IndexFunc(pathOps, func(o Op) bool { return o.String() == t.text }); i >= 0 {
		return p.unary(pathOps[i])
	}
	return p.name()
}

func (p *parser) unary(op Op) (operand, error) {
	from := p.tok.from
	p.advance(p.tok.to)
	f, err := p.formula(bindsUnary)
	if err != nil {
		return operand{}, err
	}
	return p.truth(from, p.pool.Make(op, f)), nil
}

// until reads E(f U g) or A(f U g), with brackets of either kind.
func (p *parser) until(open token) (operand, error) {
	from, op := p.tok.from, EU
	if p.tok.text == "A" {
		op = AU
	}
	p.advance(open.to)
	f, err := p.formula(0)
	if err != nil {
		return operand{}, err
	}
	if p.tok.kind != word || p.tok.text != "U" {
		return operand{}, p.unexpected("an operator or U, as in " + op.String()[:1] + "(… U …)")
	}
	p.advance(p.tok.to)
	g, err := p.formula(0)
	if err != nil {
		return operand{}, err
	}
	if p.tok.kind == word && p.tok.text == "U" {
		return operand{}, p.errorf(p.tok.from, `found a second "U"; expected brackets, as E(p U E(q U r))`)
	}
	err = p.closing(open)
	return p.truth(from, p.pool.Make(op, f, g)), err
}

// enabled reads enabled(t, …).
func (p *parser) enabled() (operand, error) {
	from := p.tok.from
	p.advance(p.tok.to)
	open := p.tok
	if !open.opens() {
		return operand{}, p.unexpected("( and transitions after enabled")
	}
	var ts []Ref
	for {
		p.advance(p.tok.to)
		t, err := p.transition()
		if err != nil {
			return operand{}, err
		}
		ts = append(ts, t)
		if !p.tok.is(",") {
			break
		}
	}
	if !p.tok.is(")") && !p.tok.is("]") {
		return operand{}, p.unexpected("a comma or the closing bracket after a transition")
	}
	err := p.closing(open)
	return p.truth(from, p.pool.Enabled(ts...)), err
}
