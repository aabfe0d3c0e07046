package mu

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/ctl/syntax"
	"brim/internal/printable"
	"brim/malformed"
)

// The parser of the calculus.

// maxNesting is how deep formulas may be nested in a text.
const maxNesting = 1000

// reserved are the words that stand for no name and no label unless they are quoted.
var reserved = []string{"true", "false", "mu", "nu", "exists", "in"}

// Parse reads a formula in the notation of the package comment; file is its name in errors, "formula" if it is empty,
// names resolves the names in state formulas. All errors are a *malformed.Error. Bind checks whether labels exist. Time
// is linear in the text, but for the depth of nesting.
func Parse(text, file string, names syntax.Names) (*Formula, error) {
	p := &parser{source: &source{cmp.Or(file, "formula"), text}, pool: syntax.NewPool(), names: names}
	p.advance(0)
	if p.tok.kind == end {
		return nil, p.errorf(0, "the formula is empty; expected one, as <true*>{deadlock}")
	}
	f := p.formula()
	if p.tok.kind != end {
		p.unexpected("&, | or the end of the formula")
	}
	if p.err != nil {
		return nil, p.err
	}
	return f, nil
}

// A parser reads a formula. After an error there are no more tokens, and what it returns is of no use.
type parser struct {
	*source
	pool  *syntax.Pool
	names syntax.Names
	tok   token // the first one that is not consumed
	depth int
	sets  []string // bound by mu and nu, the innermost last
	err   error    // the first one
}

// fail ends reading.
func (p *parser) fail(err error) {
	p.err, p.tok = cmp.Or(p.err, err), token{kind: end}
}

func (p *parser) failf(offset int, format string, args ...any) {
	if p.err == nil {
		p.fail(p.errorf(offset, format, args...))
	}
}

func (p *parser) advance(offset int) {
	if p.err == nil {
		p.tok = scan(p.text, offset)
	}
}

// accept consumes the token if it is the symbol or word s.
func (p *parser) accept(s string) bool {
	if !p.tok.is(s) {
		return false
	}
	p.advance(p.tok.to)
	return true
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.unexpected(`"` + s + `"`)
	}
}

// unexpected fails with an error for the token at hand.
func (p *parser) unexpected(expected string) {
	t := p.tok
	switch {
	case t.kind == end:
		p.failf(t.from, "found the end of the formula; expected %s", expected)
	case t.kind == illegal && p.text[t.from] == '[':
		p.failf(t.from, "found a box; expected %s (only what some path shows can be asked: <…>)", expected)
	case t.kind == illegal:
		p.failf(t.from, "found %s; expected %s", t.text, expected)
	default:
		p.failf(t.from, "found %s; expected %s", printable.Quote(p.text[t.from:t.to]), expected)
	}
}

// deeper counts the nesting; what it returns undoes that.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxNesting {
		p.failf(p.tok.from, "the formula is nested deeper than %d levels; expected fewer", maxNesting)
	}
	return func() { p.depth-- }
}

func (p *parser) make(op Op, args ...*Formula) *Formula {
	return &Formula{Op: op, Args: args, source: p.source}
}

// formula reads a disjunction.
func (p *parser) formula() *Formula {
	defer p.deeper()()
	return p.list(Or, "|", func() *Formula { return p.list(And, "&", p.unary) })
}

// series reads one operand, or several with a symbol between them.
func series[T any](p *parser, sign string, operand func() T) []T {
	list := []T{operand()}
	for p.accept(sign) {
		list = append(list, operand())
	}
	return list
}

func (p *parser) list(op Op, sign string, operand func() *Formula) *Formula {
	args := series(p, sign, operand)
	if len(args) == 1 {
		return args[0]
	}
	return p.make(op, flat(op, args)...)
}

// flat puts the operands of operands of the same kind in their place.
func flat(op Op, args []*Formula) (list []*Formula) {
	for _, a := range args {
		if a.Op == op {
			list = append(list, a.Args...)
		} else {
			list = append(list, a)
		}
	}
	return list
}

// unary reads a formula without & or | outside of brackets.
func (p *parser) unary() *Formula {
	defer p.deeper()()
	t := p.tok
	switch {
	case t.kind == state:
		return p.state()
	case p.accept("true"):
		return p.make(True)
	case p.accept("false"):
		return p.make(False)
	case p.accept("("):
		f := p.formula()
		p.expect(")")
		return f
	case p.accept("<"):
		r := p.regular()
		p.expect(">")
		d := p.make(Diamond, p.unary())
		d.Regular = r
		return d
	case t.is("mu"):
		return p.fixedPoint(Mu)
	case t.is("nu"):
		return p.fixedPoint(Nu)
	case t.is("exists"):
		return p.exists()
	case t.is("!"):
		p.unexpected("a formula (negations of state formulas stand inside of braces: {!deadlock})")
	case t.kind == word && !slices.Contains(reserved, t.text):
		if !slices.Contains(p.sets, t.text) {
			p.failf(t.from, "%s is not bound by mu or nu; expected one that is, or a state formula in braces: {%s}",
				printable.Quote(t.text), t.text)
		}
		p.advance(t.to)
		f := p.make(Var)
		f.Name = t.text
		return f
	default:
		p.unexpected("a formula: <…>, mu, nu, exists, a state formula in braces, true or false")
	}
	return p.make(True)
}

// state reads a state formula; errors are at their place in the whole text.
func (p *parser) state() *Formula {
	t := p.tok
	atom, err := p.pool.Parse(t.text, p.file, p.names)
	var wrong *malformed.Error
	switch {
	case errors.As(err, &wrong) && wrong.File == p.file:
		p.failf(t.from+1+offset(t.text, wrong.Line, wrong.Col), "%s", wrong.Msg)
	case err != nil:
		p.fail(err)
	case atom.Temporal():
		p.failf(t.from, "a path operator inside of braces; expected a state formula")
	}
	p.advance(t.to)
	f := p.make(State)
	f.Atom = atom
	return f
}

// offset returns where a line and a column of text are.
func offset(text string, line, col int) int {
	at := 0
	for ; line > 1; line-- {
		at += strings.IndexByte(text[at:], '\n') + 1
	}
	for ; col > 1 && at < len(text); col-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// name reads a name that is bound here.
func (p *parser) name() string {
	t := p.tok
	if t.kind != word || slices.Contains(reserved, t.text) {
		p.unexpected("a name")
	}
	p.advance(t.to)
	return t.text
}

// fixedPoint reads mu X. f or nu X. f, whose first word is at hand.
func (p *parser) fixedPoint(op Op) *Formula {
	p.advance(p.tok.to)
	name := p.name()
	p.expect(".")
	p.sets = append(p.sets, name)
	f := p.make(op, p.formula())
	p.sets = p.sets[:len(p.sets)-1]
	f.Name = name
	return f
}

// exists reads a quantifier with its operand.
func (p *parser) exists() *Formula {
	p.advance(p.tok.to)
	f := p.make(Exists)
	f.Names = series(p, ",", func() string {
		at := p.tok.from
		name := p.name()
		if slices.Contains(f.Names, name) {
			p.failf(at, "%s is there twice; expected different names", printable.Quote(name))
		}
		f.Names = append(f.Names, name)
		return name
	})
	p.expect("in")
	p.domain(&f.Domain)
	p.expect(".")
	f.Args = []*Formula{p.formula()}
	return f
}

// domain reads the values of a quantifier.
func (p *parser) domain(d *Domain) {
	t := p.tok
	if t.kind != state {
		l, ok := p.label()
		switch {
		case !ok:
			p.unexpected("values in braces, as {d1, d2}, or a label with a *, as send(*)")
		case !strings.Contains(l.Text, "*"):
			p.failf(t.from, "found %s; expected a label with a *, which stands for the values", printable.Quote(l.Text))
		}
		d.Label = l
		return
	}
	for v := range strings.SplitSeq(t.text, ",") {
		v = strings.TrimSpace(v)
		if v == "" || wordLength(v) != len(v) {
			p.failf(t.from, "found %s; expected words with commas between them, as {d1, d2}",
				printable.Quote(p.text[t.from:t.to]))
		}
		if slices.Contains(d.Values, v) {
			p.failf(t.from, "the value %s is there twice; expected different ones", printable.Quote(v))
		}
		d.Values = append(d.Values, v)
	}
	p.advance(t.to)
}

// label reads a label if there is one.
func (p *parser) label() (l Label, ok bool) {
	t := p.tok
	switch {
	case t.kind == quoted:
		p.advance(t.to)
		return Label{noBlanks(t.text), t.from}, true
	case t.kind != word || slices.Contains(reserved, t.text):
		return l, false
	}
	to := t.to
	if to < len(p.text) && p.text[to] == '(' {
		if to = brackets(p.text, to); to < 0 {
			p.failf(t.to, "found a ( without ); expected the arguments of the label %s", printable.Quote(t.text))
			return l, true
		}
	}
	p.advance(to)
	return Label{noBlanks(p.text[t.from:to]), t.from}, true
}

// brackets returns the end of the part of text that begins with the bracket at an offset and ends with the one that
// closes it, or −1.
func brackets(text string, at int) int {
	open := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return i + 1
			}
		case '"', '{', '}', '<', '>':
			return -1
		}
	}
	return -1
}

func noBlanks(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) {
			return -1
		}
		return c
	}, s)
}

// regular reads a regular expression over labels.
func (p *parser) regular() *Regular {
	defer p.deeper()()
	return p.regulars(Choice, "|", func() *Regular { return p.regulars(Concat, ".", p.factor) })
}

// regulars reads operands with a sign between them, as one expression without nested ones of the same kind.
func (p *parser) regulars(op RegularOp, sign string, operand func() *Regular) *Regular {
	args := series(p, sign, operand)
	if len(args) == 1 {
		return args[0]
	}
	list := &Regular{Op: op}
	for _, r := range args {
		if r.Op == op {
			list.Args = append(list.Args, r.Args...)
		} else {
			list.Args = append(list.Args, r)
		}
	}
	return list
}

func (p *parser) factor() *Regular {
	r := p.set()
	for p.accept("*") {
		if r.Op != Star { // r** is r*
			r = &Regular{Op: Star, Args: []*Regular{r}}
		}
	}
	return r
}

// set reads a set of labels, or a regular expression in brackets.
func (p *parser) set() *Regular {
	defer p.deeper()()
	t := p.tok
	switch {
	case p.accept("true"):
		return &Regular{Op: All}
	case p.accept("!"):
		r := p.set()
		if !r.isSet() {
			p.failf(t.from, "! before a sequence or a repetition; expected a set of labels: labels, | and !")
		}
		return &Regular{Op: Not, Args: []*Regular{r}}
	case p.accept("("):
		r := p.regular()
		p.expect(")")
		return r
	}
	l, ok := p.label()
	if !ok {
		p.unexpected("a label, true, ! or (")
	}
	return &Regular{Op: One, Label: l}
}
