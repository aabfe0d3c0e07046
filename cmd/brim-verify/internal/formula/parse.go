package formula

import (
	"cmp"
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
func Parse(text string, n *net.Net) *Formula {
	p, x := parse(text, n)
	if p.open > 0 || p.linear && (p.quantifiers > 1 || !x.run) {
		p.unexpected("A or E before each path operator (CTL), or one before all of them (LTL)")
	}
	return p.formula(x)
}

// ParsePath reads what may stand behind E and A in a formula of LTL, as F p.
func ParsePath(text string, n *net.Net) *Formula {
	p, x := parse(text, n)
	if p.quantifiers > 0 {
		p.unexpected("no A or E")
	}
	return p.formula(x)
}

// parseSum reads a sum of places, as p + 2*q.
func parseSum(text string, n *net.Net) []Term {
	p, x := parse(text, n)
	if slices.ContainsFunc(p.sum(x), func(t Term) bool { return t.Place == one }) {
		p.unexpected("a sum of places only")
	}
	return x.sum
}

func parse(text string, n *net.Net) (*parser, operand) {
	p := &parser{text: text, net: n}
	p.advance()
	x := p.expression(0)
	p.need("")
	return p, x
}

// A parser has a text and its place in it.
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
	net.Fail(net.Malformed, "formula: found %.40q behind %q; expected %s", p.text[p.from:], before, expected)
}

// accept consumes the token at hand if it is one of those.
func (p *parser) accept(tokens ...string) bool {
	ok := p.token != "" && slices.Contains(tokens, p.token)
	if ok {
		p.advance()
	}
	return ok
}

// need consumes a token that has to be there; "" is the end.
func (p *parser) need(token string) {
	if p.token != token {
		p.unexpected("an operator or " + cmp.Or(token, "the end"))
	}
	p.advance()
}

// An operand is a part of a text that has been read: a formula, a sum, or a place, which can be both.
type operand struct {
	f     *Formula
	sum   []Term
	place bool // the sum is one place
	run   bool // f is A or E of LTL

	// If f is a path operator over args, without brackets: which, of X, U and R; and whether it stands between them.
	op    int
	args  []*Formula
	infix bool
}

// How tightly operators between operands bind. That of ! and of path operators reaches over one comparison.
const (
	bindsUnary   = 6
	bindsCompare = 7
	bindsSum     = 8
	bindsSign    = 10
)

var binds = map[string]int{"U": 1, "R": 1, "W": 1, "<->": 2, "->": 3, "|": 4, "&": 5, "=": bindsCompare,
	"!=": bindsCompare, "<": bindsCompare, "<=": bindsCompare, ">": bindsCompare, ">=": bindsCompare,
	"+": bindsSum, "-": bindsSum, "*": 9}

// expression reads an operand, and goes on as long as operators bind at least as tightly as least.
func (p *parser) expression(least int) operand {
	if p.depth++; p.depth > maxNesting {
		p.unexpected("fewer levels of nesting")
	}
	defer func() { p.depth-- }()
	x := p.operand()
	for {
		op, power := p.token, binds[p.token]
		if power == 0 || power < least {
			return x
		}
		behind := power + 1
		if op == "->" { // groups to the right
			behind = power
		}
		list := []operand{x}
		for len(list) == 1 || (op == "&" || op == "|") && p.token == op { // those of a long chain together
			p.advance()
			list = append(list, p.expression(behind))
		}
		x = p.apply(op, list)
	}
}

// apply returns what an operator makes of its operands.
func (p *parser) apply(op string, list []operand) operand {
	switch x, y := list[0], list[1]; {
	case binds[op] == bindsCompare:
		return operand{f: compare(p.sum(x), op, p.sum(y))}
	case op == "+":
		return operand{sum: plus(p.sum(x), 1, p.sum(y))}
	case op == "-":
		return operand{sum: plus(p.sum(x), -1, p.sum(y))}
	case op == "*":
		if sum := p.sum(x); len(sum) != 1 || sum[0].Place != one {
			p.unexpected("a number before *")
		}
		return operand{sum: plus(nil, x.sum[0].Weight, p.sum(y))}
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
		if len(f.Key) > maxKey {
			p.unexpected("a smaller formula before <->")
		}
		return operand{f: NewOr(NewAnd(f, g), NewAnd(Not(f), Not(g)))}
	}
	if list[0].infix {
		p.unexpected("brackets")
	}
	switch p.open++; op {
	case "U":
		return operand{f: New(U, f, g), op: 1, args: fs, infix: true}
	case "R":
		return operand{f: New(R, f, g), infix: true}
	}
	return operand{f: New(R, g, NewOr(f, g)), infix: true} // f U g or G f
}

// operand reads what an expression starts with.
func (p *parser) operand() operand {
	t := p.token
	switch {
	case p.accept("("):
		x := p.expression(0)
		p.need(")")
		x.args, x.infix = nil, false
		return x
	case p.accept("!"):
		return operand{f: Not(p.unary())}
	case p.accept("-"):
		return operand{sum: plus(nil, -1, p.sum(p.expression(bindsSign)))}
	case p.accept("true", "false"):
		return operand{f: Constant(t == "true")}
	case p.accept("deadlock"):
		return operand{f: Deadlock(p.net)}
	case p.accept("enabled"):
		return operand{f: p.enabled()}
	case p.accept("X", "F", "G"):
		p.open++
		op, args := next(t, p.unary())
		return operand{f: New(operators[""][op], args...), op: op, args: args}
	case p.accept("EX", "EF", "EG", "AX", "AF", "AG"):
		p.quantifiers++
		op, args := next(t[1:], p.unary())
		return operand{f: New(operators[t[:1]][op], args...)}
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

// operators has X, U and R behind nothing, A and E, and these themselves.
var operators = map[string][4]Op{"": {X, U, R}, "A": {AX, AU, AR, A}, "E": {EX, EU, ER, E}}

// next returns which of X, U and R is X, F or G, with the operands.
func next(word string, f *Formula) (op int, args []*Formula) {
	before := map[string][]*Formula{"F": {Constant(true)}, "G": {Constant(false)}}
	return strings.Index("XFG", word), append(before[word], f)
}

// unary reads the operand of ! or a path operator.
func (p *parser) unary() *Formula { return p.formula(p.behind(bindsUnary)) }

// behind reads what is behind a word. A minus sign there would be that of a difference if a place has the name.
func (p *parser) behind(least int) operand {
	if p.token == "-" {
		p.unexpected("brackets before a minus sign")
	}
	return p.expression(least)
}

// quantified reads what is behind A or E. It is CTL if that is one of F, G, U and R, with operands that are no paths.
func (p *parser) quantified(quantifier string) operand {
	open, least := p.open, bindsUnary
	bracket := p.accept("(")
	if bracket {
		least = 0
	}
	x := p.behind(least)
	if bracket {
		p.need(")")
	}
	single := p.open == open+1 && len(x.args) == 2 && x.infix == bracket
	p.open = open
	if single {
		return operand{f: New(operators[quantifier][x.op], x.args...)}
	}
	p.linear = true
	return operand{f: New(operators[quantifier][3], p.formula(x)), run: true}
}

// enabled reads the transitions behind the word.
func (p *parser) enabled() *Formula {
	p.need("(")
	list := slices.Clone(p.name(p.net.TransitionNamed))
	for p.accept(",") {
		list = append(list, p.name(p.net.TransitionNamed)...)
	}
	p.need(")")
	return Enabled(p.net, list)
}

// name consumes a name and returns what it stands for.
func (p *parser) name(known map[string][]int) []int {
	name := p.token
	if strings.HasPrefix(name, `"`) {
		var err error
		if name, err = strconv.Unquote(name); err != nil {
			p.unexpected("a name in quotes with the escapes of Go")
		}
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
	most, least := NewAtMost(difference, 0), NewAtMost(plus(nil, -1, difference), 0)
	return map[string]*Formula{"<=": most, ">=": least, "<": Not(least), ">": Not(most), "=": NewAnd(most, least),
		"!=": Not(NewAnd(most, least))}[relation]
}
