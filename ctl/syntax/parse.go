package syntax

import (
	"cmp"
	"fmt"

	"brim/malformed"
)

// The parser of formulas: operator precedence for connectives, comparisons and sums.

// maxNesting is how deep formulas may be nested in a text, so that no text can use up the stack, neither of the reader
// nor of functions that walk through the formula.
const maxNesting = 10_000

// Parse reads a formula in the notation of the package comment; file is its name in
// errors, "formula" if it is empty. All of them are a *malformed.Error. Time is linear in the text and in those of
// the propositions in it.
func (p *Pool) Parse(text, file string, names Names) (*Formula, error) {
	m, err := (&parser{pool: p, names: names, file: cmp.Or(file, "formula"), text: text,
		meant: map[string]meaning{}}).all()
	if m.formula != nil {
		return m.formula, err
	}
	return m.run, err
}

// Parse reads a formula into a pool of its own; see Pool.Parse.
func Parse(text, file string, names Names) (*Formula, error) {
	return NewPool().Parse(text, file, names)
}

// A parser reads by operator precedence, after Pratt: expression(min) reads as long
// as the operators bind at least as tightly as min. After an error there are no more tokens, and what it returns is of
// no use.
type parser struct {
	pool  *Pool
	names Names
	file  string
	text  string

	tok    token // the first one that is not consumed
	err    error // the first one
	depth  int
	within []string           // the propositions whose texts are being read
	meant  map[string]meaning // what propositions stand for, as far as read

	linear    []token // operators of path formulas that no A or E was before so far
	branching []token // operators of CTL
}

// How tightly operators bind. The operand of ! and of the path operators reaches
// over comparisons: !p = 3 means !(p = 3), since tokens cannot be negated.
const (
	bindsUntil = iota + 1 // U, R and W: see until
	bindsIff
	bindsImplies
	bindsOr
	bindsAnd
	bindsUnary
	bindsCompare
	bindsSum
	bindsProduct
	bindsMinus // the sign
)

// binds returns how tightly the operator t binds, 0 if t is no infix operator.
func binds(t token) int {
	switch {
	case t.joinsPaths():
		return bindsUntil
	case t.kind != symbol:
		return 0
	}
	switch t.text {
	case "<->":
		return bindsIff
	case "->":
		return bindsImplies
	case "|":
		return bindsOr
	case "&":
		return bindsAnd
	case "+", "-":
		return bindsSum
	case "*":
		return bindsProduct
	}
	if _, ok := relation(t.text); ok {
		return bindsCompare
	}
	return 0
}

// fail ends reading.
func (p *parser) fail(err error) {
	p.err, p.tok = cmp.Or(p.err, err), token{end, "", len(p.text), len(p.text)}
}

// failf ends reading with an error at an offset, unless there is one already.
func (p *parser) failf(offset int, format string, args ...any) {
	if p.err == nil { // else thousands of open brackets would each look for their line
		p.fail(malformed.At(p.file, p.text, offset, format, args...))
	}
}

// unexpected fails with an error for the token at hand.
func (p *parser) unexpected(expected string) {
	switch {
	case p.tok.is("=") && p.followed('>'):
		p.failf(p.tok.from, `found "=>"; expected %s (implication is written ->)`, expected)
	case p.tok.is("<=") && p.followed('>'):
		p.failf(p.tok.from, `found "<=>"; expected %s (equivalence is written <->)`, expected)
	default:
		p.failf(p.tok.from, "found %s; expected %s", p.describe(p.tok), expected)
	}
}

// followed reports whether c stands directly behind the token at hand.
func (p *parser) followed(c byte) bool { return p.tok.to < len(p.text) && p.text[p.tok.to] == c }

// advance goes on to the first token from offset on.
func (p *parser) advance(offset int) {
	if p.err == nil {
		p.tok = scan(p.text, offset)
	}
}

// all reads the whole text as a question.
func (p *parser) all() (meaning, error) {
	p.advance(0)
	if p.tok.kind == end {
		p.failf(p.tok.from, "the formula is empty; expected one, as EF(p = 1)")
	}
	x := p.expression(0)
	if p.tok.kind != end {
		p.unexpected("an operator or the end of the formula")
	}
	m := p.question(x)
	if p.err != nil {
		return meaning{}, p.err
	}
	return m, nil
}

// expression reads an operand, and goes on as long as operators bind at least as tightly as min.
func (p *parser) expression(min int) operand {
	if p.depth++; p.depth > maxNesting {
		p.tooDeep(p.tok.from)
	}
	defer func() { p.depth-- }()
	x := p.prefix()
	for {
		power := binds(p.tok)
		if power == 0 || power < min {
			return x
		}
		switch power {
		case bindsUntil:
			x = p.until(x)
		case bindsIff, bindsImplies:
			x = p.binary(x, power)
		case bindsOr:
			x = p.list(x, Or, power)
		case bindsAnd:
			x = p.list(x, And, power)
		case bindsCompare:
			x = p.comparison(x)
		default:
			x = p.arithmetic(x, power)
		}
	}
}

// shallow fails at an offset if what m means is nested too deep. That can be without brackets: p <-> q <-> r groups to
// the left, and propositions can be used in propositions.
func (p *parser) shallow(m meaning, offset int) {
	for _, f := range []*Formula{m.formula, m.run} {
		if f != nil && f.nesting > maxNesting {
			p.tooDeep(offset)
		}
	}
}

// tooDeep fails because of the nesting.
func (p *parser) tooDeep(offset int) {
	p.failf(offset, "the formula is nested deeper than %d levels; expected fewer", maxNesting)
}

// list reads the rest of x & y & … or x | y | … .
func (p *parser) list(x operand, op Op, power int) operand {
	args := []operand{p.settled(x)}
	for s := p.tok.text; p.tok.is(s); {
		p.advance(p.tok.to)
		args = append(args, p.settled(p.expression(power+1)))
	}
	return p.connected(x.from, op, args...)
}

// binary reads the rest of x -> y, which groups to the right, or of x <-> y, which
// groups to the left.
func (p *parser) binary(x operand, power int) operand {
	op, min := Iff, power+1
	if power == bindsImplies {
		op, min = Implies, power
	}
	x = p.settled(x)
	at := p.tok.from
	p.advance(p.tok.to)
	x = p.connected(x.from, op, x, p.settled(p.expression(min)))
	p.shallow(x.meaning, at)
	return x
}

// prefix reads what an expression starts with.
func (p *parser) prefix() operand {
	t := p.tok
	switch {
	case t.kind == number:
		return p.number()
	case t.kind == quoted:
		return p.name()
	case t.kind == word:
		n := p.dashed(Places, Propositions)
		if n > t.to && p.known(p.text[t.from:n], []Kind{Places, Propositions}) {
			return p.name() // even if its first part is a word of the language
		}
		return p.word()
	case t.opens():
		p.advance(t.to)
		x := p.expression(0)
		p.closing(t)
		x.from, x.to = t.from, p.tok.from
		x.joined, x.brackets = false, x.brackets+1
		return x
	case t.is("!"):
		p.advance(t.to)
		return p.connected(t.from, Not, p.settled(p.expression(bindsUnary)))
	case t.is("[]"):
		return p.path(G)
	case p.diamond(t):
		return p.path(F)
	case t.is("-"):
		p.advance(t.to)
		return p.scale(p.expression(bindsMinus), -1, t.from)
	}
	p.unexpected("a formula, " + p.a(Places) + " or a number")
	return operand{}
}

// closing consumes the bracket that closes the one at open.
func (p *parser) closing(open token) {
	want := map[string]string{"(": ")", "[": "]"}[open.text]
	if !p.tok.is(want) && p.err == nil {
		at := malformed.At(p.file, p.text, open.from, "")
		p.unexpected(fmt.Sprintf(`an operator or %q for the %q at %d:%d`, want, open.text, at.Line, at.Col))
	}
	p.advance(p.tok.to)
}
