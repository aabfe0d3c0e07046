package syntax

import (
	"cmp"
	"fmt"

	"brim/malformed"
)

// maxNesting is how deep formulas may be nested in a text, so that no text can use
// up the stack, neither of the reader nor of those who walk through the formula.
const maxNesting = 10_000

// Parse reads a formula in the notation of the package comment; file is its name in
// errors, "formula" if it is empty. All of them are a *malformed.Error. Time is linear in the text and in those of
// the propositions in it.
func (p *Pool) Parse(text, file string, names Names) (*Formula, error) {
	return (&parser{pool: p, names: names, file: cmp.Or(file, "formula"), text: text, meant: map[string]*Formula{}}).all()
}

// Parse reads a formula into a pool of its own; see Pool.Parse.
func Parse(text, file string, names Names) (*Formula, error) {
	return NewPool().Parse(text, file, names)
}

// A parser reads by operator precedence, after Pratt: expression(min) reads as long
// as the operators bind at least as tightly as min.
type parser struct {
	pool  *Pool
	names Names
	file  string
	text  string

	tok    token // the first one that is not consumed
	depth  int
	within []string            // the propositions whose texts are being read
	meant  map[string]*Formula // what propositions stand for, as far as read
}

// How tightly operators bind. The operand of ! and of the path operators reaches
// over comparisons: !p = 3 means !(p = 3), since tokens cannot be negated.
const (
	bindsIff = iota + 1
	bindsImplies
	bindsOr
	bindsAnd
	bindsUnary
	bindsCompare
	bindsSum
	bindsProduct
	bindsMinus // the sign
)

func binds(t token) int {
	if t.kind != symbol {
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

func (p *parser) errorf(offset int, format string, args ...any) error {
	return malformed.At(p.file, p.text, offset, format, args...)
}

// unexpected is the error for the token at hand.
func (p *parser) unexpected(expected string) error {
	switch {
	case p.tok.kind == word && p.tok.text == "U":
		return p.errorf(p.tok.from, `found "U" outside of E( ) and A( ); expected %s (until is written E(… U …) or A(… U …))`, expected)
	case p.tok.is("=") && p.followed('>'):
		return p.errorf(p.tok.from, `found "=>"; expected %s (implication is written ->)`, expected)
	case p.tok.is("<=") && p.followed('>'):
		return p.errorf(p.tok.from, `found "<=>"; expected %s (equivalence is written <->)`, expected)
	}
	return p.errorf(p.tok.from, "found %s; expected %s", p.describe(p.tok), expected)
}

// followed reports whether c stands directly behind the token at hand.
func (p *parser) followed(c byte) bool { return p.tok.to < len(p.text) && p.text[p.tok.to] == c }

// advance goes on to the first token from offset on.
func (p *parser) advance(offset int) { p.tok = scan(p.text, offset) }

func (p *parser) all() (*Formula, error) {
	p.advance(0)
	if p.tok.kind == end {
		return nil, p.errorf(p.tok.from, "the formula is empty; expected one, as EF(p = 1)")
	}
	f, err := p.formula(0)
	if err != nil {
		return nil, err
	}
	if p.tok.kind != end {
		return nil, p.unexpected("an operator or the end of the formula")
	}
	return f, nil
}

// formula reads an expression that has to be a formula.
func (p *parser) formula(min int) (*Formula, error) {
	x, err := p.expression(min)
	if err != nil {
		return nil, err
	}
	return p.boolean(x)
}

func (p *parser) expression(min int) (operand, error) {
	if p.depth++; p.depth > maxNesting {
		return operand{}, p.tooDeep(p.tok.from)
	}
	defer func() { p.depth-- }()
	x, err := p.prefix()
	for err == nil {
		power := binds(p.tok)
		if power == 0 || power < min {
			return x, nil
		}
		switch power {
		case bindsIff, bindsImplies:
			x, err = p.binary(x, power)
		case bindsOr:
			x, err = p.list(x, Or, power)
		case bindsAnd:
			x, err = p.list(x, And, power)
		case bindsCompare:
			x, err = p.comparison(x)
		default:
			x, err = p.arithmetic(x, power)
		}
	}
	return x, err
}

// shallow returns an error at an offset if f is nested too deep. That can be without brackets: p <-> q <-> r groups to
// the left, and propositions can be used in propositions.
func (p *parser) shallow(f *Formula, offset int) error {
	if f.nesting > maxNesting {
		return p.tooDeep(offset)
	}
	return nil
}

func (p *parser) tooDeep(offset int) error {
	return p.errorf(offset, "the formula is nested deeper than %d levels; expected fewer", maxNesting)
}

// list reads the rest of x & y & … or x | y | … .
func (p *parser) list(x operand, op Op, power int) (operand, error) {
	f, err := p.boolean(x)
	if err != nil {
		return x, err
	}
	args := []*Formula{f}
	for s := p.tok.text; p.tok.is(s); {
		p.advance(p.tok.to)
		if f, err = p.formula(power + 1); err != nil {
			return x, err
		}
		args = append(args, f)
	}
	return p.truth(x.from, p.pool.Make(op, args...)), nil
}

// binary reads the rest of x -> y, which groups to the right, or of x <-> y, which
// groups to the left.
func (p *parser) binary(x operand, power int) (operand, error) {
	op, min := Iff, power+1
	if power == bindsImplies {
		op, min = Implies, power
	}
	f, err := p.boolean(x)
	if err != nil {
		return x, err
	}
	at := p.tok.from
	p.advance(p.tok.to)
	g, err := p.formula(min)
	if err != nil {
		return x, err
	}
	f = p.pool.Make(op, f, g)
	return p.truth(x.from, f), p.shallow(f, at)
}

// prefix reads what an expression starts with.
func (p *parser) prefix() (operand, error) {
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
		x, err := p.expression(0)
		if err != nil {
			return x, err
		}
		err = p.closing(t)
		x.from, x.to = t.from, p.tok.from
		return x, err
	case t.is("!"):
		return p.unary(Not)
	case t.is("-"):
		p.advance(t.to)
		x, err := p.expression(bindsMinus)
		if err != nil {
			return x, err
		}
		return p.scale(x, -1, t.from)
	}
	return operand{}, p.unexpected("a formula, a place or a number")
}

// closing consumes the bracket that closes the one at open.
func (p *parser) closing(open token) error {
	want := map[string]string{"(": ")", "[": "]"}[open.text]
	if !p.tok.is(want) {
		at := malformed.At(p.file, p.text, open.from, "")
		return p.unexpected(fmt.Sprintf(`an operator or %q for the %q at %d:%d`, want, open.text, at.Line, at.Col))
	}
	p.advance(p.tok.to)
	return nil
}
