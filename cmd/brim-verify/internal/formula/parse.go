package formula

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// The parser of brim's notation, by operator precedence. What it reads it reads as brim does; it refuses colours in
// brackets, as Fork(3), formulas of LTL with other than one A or E, and rare spellings.

const (
	maxNesting = 1000
	maxKey     = 1 << 20 // of a formula with <-> on top, which has its operands twice
)

// Parse reads a formula of CTL or LTL, or one without path operators. A formula that can be read as both is CTL, unless
// it has brackets that CTL has no need of, as A (G p). A X p is LTL, AX p is CTL.
func Parse(text string, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	p := newParser(text, n)
	x := p.expression(0)
	if p.end(); p.open > 0 || p.linear && (p.quantifiers > 1 || !x.run) {
		p.unexpected("A or E before each path operator (CTL), or one before all of them (LTL)")
	}
	return p.formula(x), nil
}

// ParsePath reads what may stand behind E and A in a formula of LTL, as F p.
func ParsePath(text string, n *net.Net) (f *Formula, err error) {
	defer net.Catch(&err)
	p := newParser(text, n)
	f = p.formula(p.expression(0))
	if p.end(); p.quantifiers > 0 {
		p.unexpected("no A or E")
	}
	return f, nil
}

// ParseSum reads a sum of places, as p + 2*q.
func ParseSum(text string, n *net.Net) (terms []Term, err error) {
	defer net.Catch(&err)
	p := newParser(text, n)
	terms = p.sum(p.expression(0))
	if p.end(); slices.ContainsFunc(terms, func(t Term) bool { return t.Place == one }) {
		p.unexpected("a sum of places only")
	}
	return terms, nil
}

// A parser has a text and its place in it. It leaves by a panic with a net.Mistake.
type parser struct {
	text        string
	net         *net.Net
	token       string // the one at hand; "" at the end
	from, next  int    // where it begins and ends
	depth       int
	open        int  // path operators without A or E before them
	quantifiers int  // A and E, also in AG and the like
	linear      bool // one of them is of LTL
}

func newParser(text string, n *net.Net) *parser {
	p := &parser{text: text, net: n}
	p.advance()
	return p
}

// lexeme is a name in quotes, a name or number, perhaps with minus signs, or a symbol.
var lexeme = regexp.MustCompile(`^(?:"(?:[^"\\\n]|\\.)*"` +
	`|[\pL0-9_][\pL\pM\p{Nd}_.':@#$]*(?:-[\pL0-9_][\pL\pM\p{Nd}_.':@#$]*)*` +
	`|<->|->|!=|<=|>=|[-&|!=<>+*(),])`)

// advance goes on to the next token.
func (p *parser) advance() {
	p.from = len(p.text) - len(strings.TrimLeft(p.text[p.next:], " \t\r\n\f"))
	p.token = lexeme.FindString(p.text[p.from:])
	if p.token == "" && p.from < len(p.text) {
		p.unexpected("a name, a number or a symbol")
	}
	p.next = p.from + len(p.token)
}

func (p *parser) unexpected(expected string) {
	before := p.text[max(0, p.from-40):p.from]
	net.Fail("formula: found %.40q behind %q; expected %s", p.text[p.from:], before, expected)
}

// accept consumes the token at hand if it is one of those.
func (p *parser) accept(tokens ...string) bool {
	ok := p.token != "" && slices.Contains(tokens, p.token)
	if ok {
		p.advance()
	}
	return ok
}

// need consumes a token that has to be there.
func (p *parser) need(token string) {
	if !p.accept(token) {
		p.unexpected("an operator or " + token)
	}
}

func (p *parser) end() {
	if p.token != "" {
		p.unexpected("an operator or the end")
	}
}

// An operand is a part of a text that has been read: a formula, a sum, or a place, which can be both.
type operand struct {
	f     *Formula
	sum   []Term
	place bool       // the sum is one place
	until []*Formula // f is U over these, without brackets
	run   bool       // f is A or E of LTL
}

// How tightly operators between operands bind. That of ! and of path operators reaches over one comparison.
const (
	bindsUntil   = 1
	bindsUnary   = 6
	bindsCompare = 7
	bindsSum     = 8
	bindsSign    = 10
)

var binds = map[string]int{"U": bindsUntil, "R": bindsUntil, "W": bindsUntil, "<->": 2, "->": 3, "|": 4, "&": 5,
	"=": bindsCompare, "!=": bindsCompare, "<": bindsCompare, "<=": bindsCompare, ">": bindsCompare,
	">=": bindsCompare, "+": bindsSum, "-": bindsSum, "*": 9}

// expression reads an operand, and goes on as long as operators bind at least as tightly as least.
func (p *parser) expression(least int) operand {
	if p.depth++; p.depth > maxNesting {
		p.unexpected("fewer levels of nesting")
	}
	x := p.operand()
	for {
		op, power := p.token, binds[p.token]
		if power == 0 || power < least {
			p.depth--
			return x
		}
		list, behind := []operand{x}, power+1
		if op == "->" { // groups to the right
			behind = power
		}
		for p.accept(op) { // all operands of a chain together
			list = append(list, p.expression(behind))
		}
		if x = p.apply(op, list); power == bindsUntil {
			least = bindsUntil + 1 // needs brackets
		}
	}
}

// apply returns what an operator makes of its operands.
func (p *parser) apply(op string, list []operand) operand {
	switch x, y := list[0], list[1]; {
	case binds[op] >= bindsSum:
		sum := p.sum(x)
		for _, y := range list[1:] {
			sum = p.arithmetic(sum, op, p.sum(y))
		}
		return operand{sum: sum}
	case len(list) > 2 && op != "&" && op != "|" && op != "<->":
		p.unexpected("brackets")
	case binds[op] == bindsCompare:
		return operand{f: compare(p.sum(x), op, p.sum(y))}
	}
	var fs []*Formula
	for _, x := range list {
		fs = append(fs, p.formula(x))
	}
	f, g := fs[0], fs[1]
	switch op {
	case "&":
		return operand{f: NewAnd(fs...)}
	case "|":
		return operand{f: NewOr(fs...)}
	case "->":
		return operand{f: NewOr(Not(f), g)}
	case "<->":
		for _, g := range fs[1:] {
			if f = NewOr(NewAnd(f, g), NewAnd(Not(f), Not(g))); len(f.Key) > maxKey {
				p.unexpected("a smaller formula before <->")
			}
		}
		return operand{f: f}
	}
	switch p.open++; op {
	case "U":
		return operand{f: New(U, f, g), until: fs}
	case "R":
		return operand{f: New(R, f, g)}
	}
	return operand{f: New(R, g, NewOr(f, g))} // f U g or G f
}

// operand reads what an expression starts with.
func (p *parser) operand() operand {
	t := p.token
	switch {
	case p.accept("("):
		x := p.expression(0)
		p.need(")")
		x.until = nil
		return x
	case p.accept("!"):
		return operand{f: Not(p.unary())}
	case p.accept("-"):
		return operand{sum: plus(nil, -1, p.sum(p.expression(bindsSign)))}
	case p.accept("true", "false"):
		return operand{f: Constant(t == "true")}
	case p.accept("deadlock"):
		return operand{f: NewDeadlock()}
	case p.accept("enabled"):
		return operand{f: p.enabled()}
	case p.accept("X", "F", "G"):
		p.open++
		return operand{f: next[t]([...]Op{X, U, R}, p.unary())}
	case p.accept("EX", "EF", "EG", "AX", "AF", "AG"):
		p.quantifiers++
		return operand{f: next[t[1:]](branching[t[:1]], p.unary())}
	case p.accept("A", "E"):
		p.quantifiers++
		return p.quantified(t)
	case t != "" && isNumber(t):
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil {
			p.unexpected("a number up to 2^63-1")
		}
		p.advance()
		return operand{sum: number(n)}
	}
	return operand{sum: tokens(p.name(p.net.PlaceNamed)), place: true}
}

// branching has the operators of CTL for X, U and R.
var branching = map[string][3]Op{"A": {AX, AU, AR}, "E": {EX, EU, ER}}

// next makes the formulas of path operators with one operand, of the operators for X, U and R.
var next = map[string]func(ops [3]Op, f *Formula) *Formula{
	"X": func(ops [3]Op, f *Formula) *Formula { return New(ops[0], f) },
	"F": func(ops [3]Op, f *Formula) *Formula { return New(ops[1], Constant(true), f) },
	"G": func(ops [3]Op, f *Formula) *Formula { return New(ops[2], Constant(false), f) },
}

// unary reads the operand of ! or a path operator. A minus sign would be that of a difference if a place has the name
// of the operator.
func (p *parser) unary() *Formula {
	if p.token == "-" {
		p.unexpected("brackets before a minus sign")
	}
	return p.formula(p.expression(bindsUnary))
}

// quantified reads what is behind A or E. It is CTL if that is one of F, G and U, with operands that are no paths.
func (p *parser) quantified(quantifier string) operand {
	var f *Formula
	open, t, ops := p.open, p.token, branching[quantifier]
	switch {
	case p.accept("F", "G"):
		g := p.unary()
		if p.open == open {
			return operand{f: next[t](ops, g)}
		}
		f = next[t]([...]Op{X, U, R}, g)
	case p.accept("("):
		x := p.expression(0)
		p.need(")")
		if x.until != nil && p.open == open+1 {
			p.open = open
			return operand{f: New(ops[1], x.until...)}
		}
		f = p.formula(x)
	default:
		f = p.unary()
	}
	p.open, p.linear = open, true
	if quantifier == "A" {
		return operand{f: New(A, f), run: true}
	}
	return operand{f: New(E, f), run: true}
}

// enabled reads the transitions behind the word.
func (p *parser) enabled() *Formula {
	p.need("(")
	list := slices.Clone(p.name(p.net.TransitionNamed))
	for p.accept(",") {
		list = append(list, p.name(p.net.TransitionNamed)...)
	}
	p.need(")")
	return NewEnabled(list)
}

// name consumes a name and returns what it stands for.
func (p *parser) name(known map[string][]int) []int {
	name := p.token
	if strings.HasPrefix(name, `"`) {
		name, _ = strconv.Unquote(name)
	}
	list, ok := known[name]
	if !ok {
		p.unexpected("a place, a transition inside enabled(), or an operator; with blanks around a minus sign")
	}
	p.advance()
	return list
}

// isNumber reports whether s is made of digits.
func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// formula returns x as a formula: a place alone means that it is marked.
func (p *parser) formula(x operand) *Formula {
	switch {
	case x.f == nil && x.place:
		return compare(x.sum, ">=", number(1))
	case x.f == nil:
		p.unexpected("a comparison of the sum before it")
	}
	return x.f
}

func (p *parser) sum(x operand) []Term {
	if x.f != nil {
		p.unexpected("sums of places before and behind an operator of sums")
	}
	return x.sum
}

// tokens returns the sum of places.
func tokens(places []int) (sum []Term) {
	for _, i := range places {
		sum = append(sum, Term{i, 1})
	}
	return sum
}

// number returns n as a sum.
func number(n int64) []Term { return []Term{{one, n}} }

// arithmetic returns x + y, x - y or x * y.
func (p *parser) arithmetic(x []Term, op string, y []Term) []Term {
	isNumber := func(x []Term) bool { return len(x) == 1 && x[0].Place == one }
	switch {
	case op == "+":
		return plus(x, 1, y)
	case op == "-":
		return plus(x, -1, y)
	case isNumber(x):
		return plus(nil, x[0].Weight, y)
	case !isNumber(y):
		p.unexpected("a product with a number, not of places")
	}
	return plus(nil, y[0].Weight, x)
}

// plus returns x + k·y. It may take over the terms of x.
func plus(x []Term, k int64, y []Term) []Term {
	for _, t := range y {
		x = append(x, Term{t.Place, exact(k, t.Weight, 0)})
	}
	return x
}

// compare returns the comparison of two sums.
func compare(x []Term, relation string, y []Term) *Formula {
	difference := plus(plus(nil, 1, x), -1, y)
	most, least := atMost(difference, 0), atMost(plus(nil, -1, difference), 0)
	switch relation {
	case "<=":
		return most
	case ">=":
		return least
	case "<":
		return Not(least)
	case ">":
		return Not(most)
	case "=":
		return NewAnd(most, least)
	}
	return Not(NewAnd(most, least))
}
