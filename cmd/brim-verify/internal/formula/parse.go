package formula

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The parser of brim's notation, by operator precedence. It is that of brim, but for these, which it refuses: colours
// in brackets, as Fork(3), and formulas of LTL with other than one A or E, in front of all.

const (
	maxNesting = 1000
	maxKey     = 1 << 20 // of a formula with <-> on top, which has its operands twice
)

// Parse reads a formula of CTL or LTL, or one without path operators. A formula that can be read as both is CTL, unless
// it has brackets that CTL has no need of, as A (G p). A X p is LTL, AX p is CTL.
func Parse(text string, n *net.Net) (*Formula, error) {
	f, err := parse(text, n, func(p *parser) *Formula { return p.formula(p.expression(0)) })
	if err == nil {
		return f, nil
	}
	run, notLTL := parse(text, n, func(p *parser) *Formula { p.paths = true; return p.run() })
	if notLTL == nil {
		return run, nil
	}
	return nil, fmt.Errorf("no formula of CTL: %w; nor of LTL: %w", err, notLTL)
}

// ParsePath reads what may stand behind E and A in a formula of LTL, as F p.
func ParsePath(text string, n *net.Net) (*Formula, error) {
	return parse(text, n, func(p *parser) *Formula { p.paths = true; return p.formula(p.path(p.expression(0))) })
}

// ParseSum reads a sum of places, as p + 2*q.
func ParseSum(text string, n *net.Net) (terms []Term, err error) {
	_, err = parse(text, n, func(p *parser) *Formula {
		s := p.sum(p.expression(0))
		if terms = s.terms; s.number != 0 {
			p.unexpected("a sum of places only")
		}
		return nil
	})
	return terms, err
}

// parse calls read with a parser of the whole text.
func parse(text string, n *net.Net, read func(*parser) *Formula) (f *Formula, err error) {
	defer net.Catch(&err)
	p := &parser{text: text, net: n}
	p.advance(n.PlaceNamed)
	if f = read(p); p.token != "" {
		p.unexpected("an operator or the end")
	}
	return f, nil
}

// A parser has a text and its place in it. It leaves by a panic with a net.Mistake.
type parser struct {
	text  string
	net   *net.Net
	token string // the one at hand, in the first of its spellings; "" at the end
	from  int    // where it begins
	next  int    // where it ends
	depth int
	paths bool // path formulas of LTL are read
}

// lexeme is a name in quotes, a name or number, perhaps with minus signs, or a symbol.
var lexeme = regexp.MustCompile(`^\s*(?:("(?:[^"\\\n]|\\.)*")` +
	`|([\pL0-9_][\pL\pM\p{Nd}_.':@#$]*(?:-[\pL0-9_][\pL\pM\p{Nd}_.':@#$]*)*)` +
	`|(<->|->|\[\]|<>|&&|\|\||==|!=|<=|>=|[-&|!~=<>+*()\[\],∧∨¬→↔≠≤≥·]))`)

// spellings has the first spelling of symbols that have several.
var spellings = map[string]string{"&&": "&", "∧": "&", "and": "&", "||": "|", "∨": "|", "or": "|", "~": "!", "¬": "!",
	"not": "!", "→": "->", "↔": "<->", "==": "=", "≠": "!=", "≤": "<=", "≥": ">=", "·": "*"}

// reserved are the words that are names in quotes only, or if no operator can be there.
var reserved = []string{"true", "false", "deadlock", "enabled", "and", "or", "not", "EX", "EF", "EG", "AX", "AF", "AG",
	"X", "F", "G", "A", "E", "U", "R", "W"}

// advance goes on to the next token. Of a-b-c it is the longest of a-b-c, a-b and a that is known as a name.
func (p *parser) advance(known map[string][]int) {
	p.token, p.from, p.next = p.scan(p.next, known)
}

func (p *parser) scan(at int, known map[string][]int) (token string, from, to int) {
	at += len(p.text[at:]) - len(strings.TrimLeft(p.text[at:], " \t\r\n\f"))
	found := lexeme.FindStringSubmatch(p.text[at:])
	switch {
	case found == nil && at == len(p.text):
		return "", at, at
	case found == nil:
		net.Fail("formula: found %.20q; expected a name, a number or a symbol", p.text[at:])
	}
	token = found[0]
	if found[2] != "" {
		for known[token] == nil && strings.Contains(token, "-") {
			token = token[:strings.LastIndex(token, "-")]
		}
	}
	to = at + len(token)
	if first, ok := spellings[token]; ok {
		token = first
	}
	return token, at, to
}

func (p *parser) unexpected(expected string) {
	before := p.text[max(0, p.from-40):p.from]
	net.Fail("formula: found %.40q behind %q; expected %s", p.text[p.from:], before, expected)
}

// accept consumes the token at hand if it is one of those.
func (p *parser) accept(tokens ...string) bool {
	for _, t := range tokens {
		if p.token == t && t != "" {
			p.advance(p.net.PlaceNamed)
			return true
		}
	}
	return false
}

// An operand is a part of a text that has been read: a formula, a sum, or a place, which can be both.
type operand struct {
	f      *Formula
	sum    *sum
	place  bool // the sum is one place
	joined bool // f is of a connective of two operands or more, without brackets
}

// A sum is Σ terms + number.
type sum struct {
	terms  []Term
	number int64
}

// How tightly operators between operands bind. That of ! and of path operators reaches over one comparison.
const (
	bindsUnary   = 5
	bindsCompare = 6
	bindsSum     = 7
	bindsSign    = 9
)

var binds = map[string]int{"<->": 1, "->": 2, "|": 3, "&": 4, "=": bindsCompare, "!=": bindsCompare, "<>": bindsCompare,
	"<": bindsCompare, "<=": bindsCompare, ">": bindsCompare, ">=": bindsCompare, "+": bindsSum, "-": bindsSum, "*": 8}

// expression reads an operand, and goes on as long as operators bind at least as tightly as least.
func (p *parser) expression(least int) operand {
	if p.depth++; p.depth > maxNesting {
		p.unexpected("fewer levels of nesting")
	}
	x := p.operand()
	for {
		op := p.token
		power := binds[op]
		switch {
		case power == 0 || power < least:
			p.depth--
			return x
		case power == bindsCompare: // p = q < r is p = q & q < r
			var fs []*Formula
			for left := p.sum(x); binds[p.token] == bindsCompare; {
				relation := p.token
				p.accept(relation)
				right := p.sum(p.expression(bindsCompare + 1))
				fs = append(fs, compare(left, relation, right))
				left = right
			}
			x = operand{f: NewAnd(fs...)}
		case power > bindsCompare:
			p.accept(op)
			x = operand{sum: p.arithmetic(p.sum(x), op, p.sum(p.expression(power+1)))}
		case op == "->": // groups to the right
			p.accept(op)
			x = operand{f: NewOr(Not(p.formula(x)), p.formula(p.expression(power))), joined: true}
		default: // all operands of a chain together
			fs := []*Formula{p.formula(x)}
			for p.accept(op) {
				fs = append(fs, p.formula(p.expression(power+1)))
			}
			x = operand{f: p.connect(op, fs), joined: true}
		}
	}
}

func (p *parser) connect(op string, fs []*Formula) *Formula {
	switch op {
	case "&":
		return NewAnd(fs...)
	case "|":
		return NewOr(fs...)
	}
	f := fs[0] // <-> groups to the left
	for _, g := range fs[1:] {
		if f = NewOr(NewAnd(f, g), NewAnd(Not(f), Not(g))); len(f.Key) > maxKey {
			p.unexpected("a smaller formula before <->")
		}
	}
	return f
}

// operand reads what an expression starts with.
func (p *parser) operand() operand {
	t := p.token
	switch {
	case p.accept("(", "["):
		x := p.expression(0)
		if p.paths {
			x = p.path(x)
		}
		p.close()
		x.joined = false
		return x
	case p.accept("!"):
		return operand{f: Not(p.unary())}
	case p.accept("-"):
		return operand{sum: p.arithmetic(&sum{number: -1}, "*", p.sum(p.expression(bindsSign)))}
	case p.accept("true", "false"):
		return operand{f: Constant(t == "true")}
	case p.accept("deadlock"):
		return operand{f: NewDeadlock()}
	case t == "enabled":
		return operand{f: p.enabled()}
	case t == "[]" || t == "<>" || (t == "X" || t == "F" || t == "G") && p.operates():
		if !p.paths {
			p.unexpected("A or E before it, and before each path operator (CTL) or before all of them (LTL)")
		}
		p.accept(t)
		f := p.unary()
		return operand{f: next[t](X, U, R, f)}
	case !p.paths && p.accept("EX", "EF", "EG"):
		return operand{f: next[t[1:]](EX, EU, ER, p.unary())}
	case !p.paths && p.accept("AX", "AF", "AG"):
		return operand{f: next[t[1:]](AX, AU, AR, p.unary())}
	case (t == "A" || t == "E") && p.operates():
		if p.paths {
			p.unexpected("no second A or E")
		}
		return operand{f: p.quantified()}
	}
	return p.atom()
}

// next makes the formulas of path operators with one operand, of the operators for next, until and release.
var next = map[string]func(x, u, r Op, f *Formula) *Formula{
	"X":  func(x, _, _ Op, f *Formula) *Formula { return New(x, f) },
	"F":  func(_, u, _ Op, f *Formula) *Formula { return New(u, Constant(true), f) },
	"G":  func(_, _, r Op, f *Formula) *Formula { return New(r, Constant(false), f) },
	"<>": func(_, u, _ Op, f *Formula) *Formula { return New(u, Constant(true), f) },
	"[]": func(_, _, r Op, f *Formula) *Formula { return New(r, Constant(false), f) },
}

func (p *parser) unary() *Formula { return p.formula(p.expression(bindsUnary)) }

func (p *parser) close() {
	if !p.accept(")", "]") {
		p.unexpected("an operator or a closing bracket")
	}
}

// operates reports whether the word at hand, one of X, F, G, A and E, is an operator and not a place that is called so.
func (p *parser) operates() bool {
	if p.net.PlaceNamed[p.token] == nil {
		return true
	}
	next, _, _ := p.scan(p.next, p.net.PlaceNamed)
	return next != "" && binds[next] == 0 && next != "U" && next != "R" && next != "W" && !strings.Contains(")],", next)
}

// quantified reads A or E and one path operator, as CTL has them.
func (p *parser) quantified() *Formula {
	x, u, r := EX, EU, ER
	if p.token == "A" {
		x, u, r = AX, AU, AR
	}
	p.advance(p.net.PlaceNamed)
	if p.accept("(", "[") {
		left := p.formula(p.expression(0))
		if !p.accept("U") {
			p.unexpected("U, as in E(p U q)")
		}
		right := p.formula(p.expression(0))
		p.close()
		return New(u, left, right)
	}
	t := p.token
	if (t == "F" || t == "G") && !p.operates() || !p.accept("F", "G", "<>", "[]") {
		p.unexpected("F, G or a bracket")
	}
	return next[t](x, u, r, p.unary())
}

// run reads A or E and a path formula.
func (p *parser) run() *Formula {
	if p.accept("(") {
		f := p.run()
		p.close()
		return f
	}
	op := E
	if p.token == "A" {
		op = A
	}
	if !p.operates() || !p.accept("A", "E") {
		p.unexpected("A or E before all")
	}
	if p.token != "(" && p.token != "[" {
		return New(op, p.unary())
	}
	return New(op, p.formula(p.operand()))
}

// path reads the rest of  x U y,  x R y  or  x W y,  which is x alone if none of these is at hand.
func (p *parser) path(x operand) operand {
	op := p.token
	if op != "U" && op != "R" && op != "W" {
		return x
	}
	p.accept(op)
	y := p.expression(0)
	if x.joined || y.joined {
		p.unexpected("brackets around the connectives beside " + op)
	}
	f, g := p.formula(x), p.formula(y)
	switch op {
	case "U":
		return operand{f: New(U, f, g)}
	case "R":
		return operand{f: New(R, f, g)}
	}
	return operand{f: New(R, g, NewOr(f, g))} // f U g or G f
}

// enabled reads enabled(t, …).
func (p *parser) enabled() *Formula {
	p.advance(p.net.PlaceNamed)
	if p.token != "(" && p.token != "[" {
		p.unexpected("transitions in brackets behind enabled")
	}
	var list []int
	for more := true; more; more = p.token == "," {
		p.advance(p.net.TransitionNamed)
		list = append(list, p.name(p.net.TransitionNamed)...)
	}
	p.close()
	return NewEnabled(list)
}

// atom reads a number or a place.
func (p *parser) atom() operand {
	if p.token != "" && isNumber(p.token) {
		n, err := strconv.ParseInt(p.token, 10, 64)
		if err != nil {
			p.unexpected("a number up to 2^63-1")
		}
		p.advance(p.net.PlaceNamed)
		return operand{sum: &sum{number: n}}
	}
	return operand{sum: tokens(p.name(p.net.PlaceNamed)), place: true}
}

// tokens returns the sum of places.
func tokens(places []int) *sum {
	s := &sum{}
	for _, i := range places {
		s.terms = append(s.terms, Term{i, 1})
	}
	return s
}

// name consumes a name and returns what it stands for.
func (p *parser) name(known map[string][]int) []int {
	name := p.token
	if strings.HasPrefix(name, `"`) {
		name, _ = strconv.Unquote(name)
	}
	list, ok := known[name]
	if !ok {
		p.unexpected("a place, a transition inside enabled(), or an operator")
	}
	p.advance(p.net.PlaceNamed)
	return list
}

// formula returns x as a formula: a place alone means that it is marked.
func (p *parser) formula(x operand) *Formula {
	switch {
	case x.f == nil && x.place:
		return compare(x.sum, ">=", &sum{number: 1})
	case x.f == nil:
		p.unexpected("a comparison of the sum before it")
	}
	return x.f
}

func (p *parser) sum(x operand) *sum {
	if x.sum == nil {
		p.unexpected("sums of places before and behind an operator of sums")
	}
	return x.sum
}

// arithmetic returns x + y, x - y or x * y.
func (p *parser) arithmetic(x *sum, op string, y *sum) *sum {
	switch {
	case op == "+":
		return plus(x, 1, y)
	case op == "-":
		return plus(x, -1, y)
	case len(x.terms) == 0:
		return plus(&sum{}, x.number, y)
	case len(y.terms) > 0:
		p.unexpected("a product with a number, not of places")
	}
	return plus(&sum{}, y.number, x)
}

// plus returns x + k·y. It may take over the terms of x.
func plus(x *sum, k int64, y *sum) *sum {
	s := &sum{x.terms, multiplied(k, y.number, x.number)}
	for _, t := range y.terms {
		s.terms = append(s.terms, Term{t.Place, multiplied(k, t.Weight, 0)})
	}
	return s
}

// multiplied returns a·b + c, or leaves with a mistake if that is beyond ±(2^63−1).
func multiplied(a, b, c int64) int64 {
	r := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
	if r.Add(r, big.NewInt(c)); !r.IsInt64() || r.Int64() == math.MinInt64 {
		net.Fail("formula: %w", ErrOverflow)
	}
	return r.Int64()
}

// compare returns the comparison of two sums.
func compare(x *sum, relation string, y *sum) *Formula {
	difference := plus(plus(&sum{}, 1, x), -1, y)
	atMost := func(sign int64) *Formula {
		s := plus(&sum{}, sign, difference)
		f, err := NewAtMost(s.terms, -s.number)
		if err != nil {
			net.Fail("formula: %w", err)
		}
		return f
	}
	switch relation {
	case "<=":
		return atMost(1)
	case ">=":
		return atMost(-1)
	case "<":
		return Not(atMost(-1))
	case ">":
		return Not(atMost(1))
	case "=":
		return NewAnd(atMost(1), atMost(-1))
	}
	return Not(NewAnd(atMost(1), atMost(-1)))
}
