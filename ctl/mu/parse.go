package mu

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/ctl/syntax"
	"brim/malformed"
)

// maxNesting is how deep formulas may be nested in a text.
const maxNesting = 1000

// reserved are the words that are no names and no labels unless they are quoted.
var reserved = []string{"true", "false", "mu", "nu", "exists", "in"}

// Parse reads a formula in the notation of the package comment; file is its name in errors, "formula" if it is empty,
// names has the meaning of state formulas. All errors are a *malformed.Error. Whether labels exist is looked at by
// Bind. Time is linear in the text, but for the depth of nesting.
func Parse(text, file string, names syntax.Names) (*Formula, error) {
	p := &parser{source: &source{cmp.Or(file, "formula"), text}, pool: syntax.NewPool(), names: names}
	p.advance(0)
	if p.tok.kind == end {
		return nil, p.errorf(0, "the formula is empty; expected one, as <true*>{deadlock}")
	}
	f, err := p.formula()
	if err == nil && p.tok.kind != end {
		err = p.unexpected("&, | or the end of the formula")
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

type parser struct {
	*source
	pool  *syntax.Pool
	names syntax.Names
	tok   token // the first one that is not consumed
	depth int
	sets  []string // bound by mu and nu, the innermost last
}

func (p *parser) advance(offset int) { p.tok = scan(p.text, offset) }

// accept consumes the token if it is the symbol or word s.
func (p *parser) accept(s string) bool {
	if !p.tok.is(s) {
		return false
	}
	p.advance(p.tok.to)
	return true
}

func (p *parser) expect(s string) error {
	if !p.accept(s) {
		return p.unexpected(`"` + s + `"`)
	}
	return nil
}

// unexpected is the error for the token at hand.
func (p *parser) unexpected(expected string) error {
	t := p.tok
	switch {
	case t.kind == end:
		return p.errorf(t.from, "found the end of the formula; expected %s", expected)
	case t.kind == illegal && p.text[t.from] == '[':
		return p.errorf(t.from, "found a box; expected %s (only what some path shows can be asked: <…>)", expected)
	case t.kind == illegal:
		return p.errorf(t.from, "found %s; expected %s", t.text, expected)
	}
	return p.errorf(t.from, "found %s; expected %s", shorten(p.text[t.from:t.to]), expected)
}

// deeper counts the nesting; what it returns undoes that.
func (p *parser) deeper() (func(), error) {
	if p.depth++; p.depth > maxNesting {
		return func() {}, p.errorf(p.tok.from, "the formula is nested deeper than %d levels; expected fewer", maxNesting)
	}
	return func() { p.depth-- }, nil
}

func (p *parser) make(op Op, args ...*Formula) *Formula {
	return &Formula{Op: op, Args: args, source: p.source}
}

func (p *parser) formula() (*Formula, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	return p.list(Or, "|", func() (*Formula, error) { return p.list(And, "&", p.unary) })
}

// list reads one operand, or several with a symbol between them.
func (p *parser) list(op Op, sign string, operand func() (*Formula, error)) (*Formula, error) {
	f, err := operand()
	if err != nil || !p.tok.is(sign) {
		return f, err
	}
	args := []*Formula{f}
	for p.accept(sign) {
		if f, err = operand(); err != nil {
			return nil, err
		}
		args = append(args, f)
	}
	return p.make(op, flat(op, args)...), nil
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

func (p *parser) unary() (*Formula, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	t := p.tok
	switch {
	case t.kind == state:
		return p.state()
	case p.accept("true"):
		return p.make(True), nil
	case p.accept("false"):
		return p.make(False), nil
	case p.accept("("):
		f, err := p.formula()
		if err != nil {
			return nil, err
		}
		return f, p.expect(")")
	case p.accept("<"):
		r, err := p.regular()
		if err != nil {
			return nil, err
		}
		if err := p.expect(">"); err != nil {
			return nil, err
		}
		f, err := p.unary()
		if err != nil {
			return nil, err
		}
		d := p.make(Diamond, f)
		d.Regular = r
		return d, nil
	case t.is("mu"):
		return p.fixedPoint(Mu)
	case t.is("nu"):
		return p.fixedPoint(Nu)
	case t.is("exists"):
		return p.exists()
	case t.is("!"):
		return nil, p.unexpected("a formula (negations of state formulas stand inside of braces: {!deadlock})")
	case t.kind == word && !slices.Contains(reserved, t.text):
		if !slices.Contains(p.sets, t.text) {
			return nil, p.errorf(t.from, "%s is not bound by mu or nu; expected one that is, or a state formula in braces: {%s}", shorten(t.text), t.text)
		}
		p.advance(t.to)
		f := p.make(Var)
		f.Name = t.text
		return f, nil
	}
	return nil, p.unexpected("a formula: <…>, mu, nu, exists, a state formula in braces, true or false")
}

// state reads a state formula; errors are at their place in the whole text.
func (p *parser) state() (*Formula, error) {
	t := p.tok
	atom, err := p.pool.Parse(t.text, p.file, p.names)
	var wrong *malformed.Error
	if errors.As(err, &wrong) && wrong.File == p.file {
		return nil, p.errorf(t.from+1+offset(t.text, wrong.Line, wrong.Col), "%s", wrong.Msg)
	}
	if err != nil {
		return nil, err
	}
	if atom.Temporal() {
		return nil, p.errorf(t.from, "a path operator inside of braces; expected a state formula")
	}
	p.advance(t.to)
	f := p.make(State)
	f.Atom = atom
	return f, nil
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
func (p *parser) name() (string, error) {
	t := p.tok
	if t.kind != word || slices.Contains(reserved, t.text) {
		return "", p.unexpected("a name")
	}
	p.advance(t.to)
	return t.text, nil
}

func (p *parser) fixedPoint(op Op) (*Formula, error) {
	p.advance(p.tok.to)
	name, err := p.name()
	if err != nil {
		return nil, err
	}
	if err := p.expect("."); err != nil {
		return nil, err
	}
	p.sets = append(p.sets, name)
	body, err := p.formula()
	if err != nil {
		return nil, err
	}
	p.sets = p.sets[:len(p.sets)-1]
	f := p.make(op, body)
	f.Name = name
	return f, nil
}

func (p *parser) exists() (*Formula, error) {
	p.advance(p.tok.to)
	f := p.make(Exists)
	for {
		at := p.tok.from
		name, err := p.name()
		if err != nil {
			return nil, err
		}
		if slices.Contains(f.Names, name) {
			return nil, p.errorf(at, "%s is there twice; expected different names", shorten(name))
		}
		f.Names = append(f.Names, name)
		if !p.accept(",") {
			break
		}
	}
	if err := p.expect("in"); err != nil {
		return nil, err
	}
	if err := p.domain(&f.Domain); err != nil {
		return nil, err
	}
	if err := p.expect("."); err != nil {
		return nil, err
	}
	body, err := p.formula()
	f.Args = []*Formula{body}
	return f, err
}

func (p *parser) domain(d *Domain) error {
	t := p.tok
	if t.kind != state {
		l, ok, err := p.label()
		switch {
		case err != nil:
			return err
		case !ok:
			return p.unexpected("values in braces, as {d1, d2}, or a label with a *, as send(*)")
		case !strings.Contains(l.Text, "*"):
			return p.errorf(t.from, "found %s; expected a label with a *, which stands for the values", shorten(l.Text))
		}
		d.Label = l
		return nil
	}
	for v := range strings.SplitSeq(t.text, ",") {
		v = strings.TrimSpace(v)
		if v == "" || wordLength(v) != len(v) {
			return p.errorf(t.from, "found %s; expected words with commas between them, as {d1, d2}", shorten(p.text[t.from:t.to]))
		}
		if slices.Contains(d.Values, v) {
			return p.errorf(t.from, "the value %s is there twice; expected different ones", shorten(v))
		}
		d.Values = append(d.Values, v)
	}
	p.advance(t.to)
	return nil
}

// label reads a label if there is one.
func (p *parser) label() (l Label, ok bool, err error) {
	t := p.tok
	switch {
	case t.kind == quoted:
		p.advance(t.to)
		return Label{noBlanks(t.text), t.from}, true, nil
	case t.kind != word || slices.Contains(reserved, t.text):
		return l, false, nil
	}
	to := t.to
	if to < len(p.text) && p.text[to] == '(' {
		if to = brackets(p.text, to); to < 0 {
			return l, false, p.errorf(t.to, "found a ( without ); expected the arguments of the label %s", shorten(t.text))
		}
	}
	p.advance(to)
	return Label{noBlanks(p.text[t.from:to]), t.from}, true, nil
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

func (p *parser) regular() (*Regular, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	return p.regulars(Choice, "|", func() (*Regular, error) { return p.regulars(Concat, ".", p.factor) })
}

func (p *parser) regulars(op RegularOp, sign string, operand func() (*Regular, error)) (*Regular, error) {
	r, err := operand()
	if err != nil || !p.tok.is(sign) {
		return r, err
	}
	list := &Regular{Op: op}
	add := func(r *Regular) {
		if r.Op == op {
			list.Args = append(list.Args, r.Args...)
		} else {
			list.Args = append(list.Args, r)
		}
	}
	add(r)
	for p.accept(sign) {
		if r, err = operand(); err != nil {
			return nil, err
		}
		add(r)
	}
	return list, nil
}

func (p *parser) factor() (*Regular, error) {
	r, err := p.set()
	if err != nil {
		return nil, err
	}
	for p.accept("*") {
		if r.Op != Star { // r** is r*
			r = &Regular{Op: Star, Args: []*Regular{r}}
		}
	}
	return r, nil
}

func (p *parser) set() (*Regular, error) {
	up, err := p.deeper()
	if err != nil {
		return nil, err
	}
	defer up()
	t := p.tok
	switch {
	case p.accept("true"):
		return &Regular{Op: All}, nil
	case p.accept("!"):
		r, err := p.set()
		if err != nil {
			return nil, err
		}
		if !r.isSet() {
			return nil, p.errorf(t.from, "! before a sequence or a repetition; expected a set of labels: labels, | and !")
		}
		return &Regular{Op: Not, Args: []*Regular{r}}, nil
	case p.accept("("):
		r, err := p.regular()
		if err != nil {
			return nil, err
		}
		return r, p.expect(")")
	}
	l, ok, err := p.label()
	if err == nil && !ok {
		err = p.unexpected("a label, true, ! or (")
	}
	return &Regular{Op: One, Label: l}, err
}
