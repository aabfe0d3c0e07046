package formula

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"brim/cmd/brim-verify/internal/net"
)

// The parser of brim's notation, which the package comment of brim's ctl/syntax describes: by operator precedence.

const (
	maxNesting = 1000
	maxKey     = 1 << 20 // of a formula with <-> on top, which has its operands twice
)

// Parse reads a formula of CTL or LTL, or one without path operators. What can be read as both is CTL, unless it has
// brackets that CTL has no need of, as A (G p). Errors say at which column.
func Parse(text string, n *net.Net) (*Formula, error) {
	var f *Formula
	err := parse(text, n, func(p *parser) {
		x := p.settled(p.expression(0))
		if f = x.question(x.runs); f == nil {
			p.fail(x.from, "path operators without A or E before them")
		}
	})
	return f, err
}

// ParsePath reads what may stand behind E and A in a formula of LTL, as F p.
func ParsePath(text string, n *net.Net) (*Formula, error) {
	var f *Formula
	err := parse(text, n, func(p *parser) {
		x := p.pathOf(p.expression(0))
		if x.branching {
			p.fail(x.from, "a formula of CTL; expected one of LTL without A and E")
		}
		f = x.f
	})
	return f, err
}

// ParseSum reads a sum of places, as p + 2*q.
func ParseSum(text string, n *net.Net) ([]Term, error) {
	var terms []Term
	err := parse(text, n, func(p *parser) {
		x := p.expression(0)
		s := p.sumOf(x)
		if s.number != 0 {
			p.fail(x.from, "the number %d in the sum; expected places only", s.number)
		}
		terms, _ = collect(s.terms) // an overflow was found before
	})
	return terms, err
}

// parse calls read with a parser of the whole text, and returns the error for which it failed.
func parse(text string, n *net.Net, read func(*parser)) (err error) {
	p := &parser{text: text, net: n}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	p.advance(0)
	read(p)
	if p.tok.kind != end {
		p.unexpected("an operator or the end of the formula")
	}
	return nil
}

// A parser has a text and its place in it. It leaves by a panic with a syntaxError.
type parser struct {
	text  string
	net   *net.Net
	tok   token // the first one that is not consumed
	depth int
}

type syntaxError struct{ error }

// fail ends reading with an error about the text at an offset.
func (p *parser) fail(at int, format string, args ...any) {
	column := utf8.RuneCountInString(p.text[:at]) + 1
	panic(syntaxError{fmt.Errorf("formula, column %d: found %s", column, fmt.Sprintf(format, args...))})
}

func (p *parser) unexpected(expected string) {
	found := "the end"
	if p.tok.kind != end {
		found = strconv.Quote(p.text[p.tok.from:p.tok.to])
	}
	p.fail(p.tok.from, "%s; expected %s", found, expected)
}

func (p *parser) advance(at int) { p.tok = scan(p.text, at) }

// An operand is a part of a text that has been read: a formula, or a sum, or a place, which can be both.
type operand struct {
	reading
	from     int
	sum      *sum
	place    bool // sum is a place and nothing else
	brackets int  // pairs around it
	joined   bool // it is of a connective of two operands or more, without brackets
	loose    bool // it is of U, R or W with such an operand
	runs     bool // of two readings it is that of LTL
}

// A sum is Σ terms + number.
type sum struct {
	terms  []Term
	number int64
}

// How tightly operators bind. The operand of ! and of the path operators reaches over one comparison.
const (
	bindsUntil = iota + 1
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

// binds has how tightly symbols bind that stand between operands.
var binds = map[string]int{"<->": bindsIff, "->": bindsImplies, "|": bindsOr, "&": bindsAnd, "=": bindsCompare,
	"!=": bindsCompare, "<": bindsCompare, "<=": bindsCompare, ">": bindsCompare, ">=": bindsCompare,
	"+": bindsSum, "-": bindsSum, "*": bindsProduct}

// power returns how tightly the operator t binds, 0 if t is no operator between operands.
func (t token) power() int {
	switch {
	case t.joins():
		return bindsUntil
	case t.kind == symbol:
		return binds[t.text]
	}
	return 0
}

// expression reads an operand, and goes on as long as operators bind at least as tightly as least.
func (p *parser) expression(least int) operand {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.tok.from, "more than %d levels of nesting", maxNesting)
	}
	x := p.prefix()
	for {
		t := p.tok
		power := t.power()
		switch {
		case power == 0 || power < least:
			p.depth--
			return x
		case power == bindsUntil:
			x = p.until(x)
		case power == bindsCompare:
			x = p.comparison(x)
		case power >= bindsSum:
			x = p.arithmetic(x)
		case power == bindsImplies: // groups to the right
			p.advance(t.to)
			x = p.connect(x.from, t.text, x, p.expression(power))
		default: // all operands of a chain of & or | together
			operands := []operand{x}
			for chain := true; chain; chain = p.tok.is(t.text) && power != bindsIff {
				p.advance(p.tok.to)
				operands = append(operands, p.expression(power+1))
			}
			x = p.connect(x.from, t.text, operands...)
		}
	}
}

// prefix reads what an expression starts with.
func (p *parser) prefix() operand {
	t := p.tok
	switch {
	case t.kind == number:
		n, err := strconv.ParseInt(t.text, 10, 64)
		if err != nil {
			p.overflow(t.from)
		}
		p.advance(t.to)
		return operand{from: t.from, sum: &sum{number: n}}
	case t.kind == quoted:
		return p.name()
	case t.kind == word:
		return p.word()
	case t.opens():
		p.advance(t.to)
		x := p.expression(0)
		p.close(t)
		x.from, x.joined, x.brackets = t.from, false, x.brackets+1
		return x
	case t.is("!"):
		p.advance(t.to)
		return p.connect(t.from, "!", p.expression(bindsUnary))
	case t.is("[]"):
		return p.path("G")
	case p.diamond(t):
		return p.path("F")
	case t.is("-"):
		p.advance(t.to)
		x := p.expression(bindsMinus)
		return operand{from: t.from, sum: p.times(p.sumOf(x), -1, t.from)}
	}
	p.unexpected("a formula, a place or a number")
	return operand{}
}

// diamond reports whether t is <>, which means F where a formula starts and != behind a sum.
func (p *parser) diamond(t token) bool { return t.is("!=") && p.text[t.from:t.to] == "<>" }

// close consumes the bracket that closes the given one.
func (p *parser) close(open token) {
	want := map[string]string{"(": ")", "[": "]"}[open.text]
	if !p.tok.is(want) {
		p.unexpected("an operator or " + want)
	}
	p.advance(p.tok.to)
}

// word reads an expression that starts with a word without quotes.
func (p *parser) word() operand {
	t := p.tok
	end := p.dashed(p.net.PlaceNamed)
	if _, ok := p.net.PlaceNamed[p.text[t.from:end]]; ok && end > t.to {
		return p.name()
	}
	switch t.text {
	case "true", "false", "deadlock":
		p.advance(t.to)
		f := NewDeadlock()
		if t.text != "deadlock" {
			f = Constant(t.text == "true")
		}
		return operand{from: t.from, reading: reading{f: f}}
	case "enabled":
		return p.enabled()
	case "E", "A":
		if p.operates() {
			return p.quantified()
		}
	case "X", "F", "G":
		if p.operates() {
			return p.path(t.text)
		}
	case "EX", "EF", "EG", "AX", "AF", "AG":
		p.advance(t.to)
		x := p.settled(p.expression(bindsUnary))
		f := pathFormula(t.text[1:], x.reading).branch(t.text[:1])
		if f == nil {
			p.fail(x.from, "a formula of LTL below %s; expected one of CTL", t.text)
		}
		return operand{from: t.from, reading: reading{f: f, branching: true}}
	}
	return p.name()
}

// enabled reads enabled(t, …).
func (p *parser) enabled() operand {
	from := p.tok.from
	p.advance(p.tok.to)
	open := p.tok
	if !open.opens() {
		p.unexpected("( and transitions after enabled")
	}
	var list []int
	for more := true; more; more = p.tok.is(",") {
		p.advance(p.tok.to)
		at := p.tok.from
		name := p.spelling(p.net.TransitionNamed)
		ts, ok := p.net.TransitionNamed[name]
		if !ok {
			p.fail(at, "no transition %q", name)
		}
		list = append(list, ts...)
	}
	p.close(open)
	return operand{from: from, reading: reading{f: NewEnabled(list)}}
}

// name reads the name of a place.
func (p *parser) name() operand {
	from := p.tok.from
	name := p.spelling(p.net.PlaceNamed)
	places, ok := p.net.PlaceNamed[name]
	if !ok {
		p.fail(from, "no place %q", name)
	}
	return operand{from: from, sum: tokens(places), place: true}
}

// tokens returns the sum of places.
func tokens(places []int) *sum {
	s := &sum{}
	for _, i := range places {
		s.terms = append(s.terms, Term{i, 1})
	}
	return s
}

// spelling consumes a name.
func (p *parser) spelling(known map[string][]int) string {
	t := p.tok
	switch t.kind {
	case quoted:
		name, err := strconv.Unquote(t.text)
		if err != nil {
			p.fail(t.from, "%s; expected a name with \\\" for a quote and \\\\ for a backslash in it", t.text)
		}
		p.advance(t.to)
		return name
	case word:
		end := p.dashed(known)
		p.advance(end)
		return p.text[t.from:end]
	}
	p.unexpected("a name")
	return ""
}

// dashed returns where the name at hand ends, which may have minus signs in it: the longest known one is taken.
func (p *parser) dashed(known map[string][]int) int {
	from, to := p.tok.from, p.tok.to
	longest := to
	for parts := 0; parts < 100 && to < len(p.text) && p.text[to] == '-'; parts++ {
		n := nameLength(p.text[to+1:])
		if n == 0 || to-from > 1000 {
			break
		}
		to += 1 + n
		if _, ok := known[p.text[from:to]]; ok {
			longest = to
		}
	}
	return longest
}

// settled returns x as a formula: a place alone means that it is marked.
func (p *parser) settled(x operand) operand {
	switch {
	case x.loose:
		p.fail(x.from, "U, R or W beside a connective without brackets; expected brackets, as (p & q) U r")
	case x.f != nil || x.run != nil:
	case x.place:
		x.f = p.compare(x.sum, ">=", &sum{number: 1}, x.from)
	default:
		p.fail(x.from, "a sum; expected a formula")
	}
	return x
}

// comparison reads the rest of x = y < z …, which means x = y & y < z & … .
func (p *parser) comparison(x operand) operand {
	var fs []*Formula
	for left := x; p.tok.power() == bindsCompare; {
		t := p.tok
		p.advance(t.to)
		right := p.expression(bindsCompare + 1)
		fs = append(fs, p.compare(p.sumOf(left), t.text, p.sumOf(right), t.from))
		left = right
	}
	return operand{from: x.from, reading: reading{f: NewAnd(fs...)}}
}

func (p *parser) compare(x *sum, relation string, y *sum, at int) *Formula {
	f, err := compare(x, relation, y)
	if err != nil {
		p.overflow(at)
	}
	return f
}

func (p *parser) overflow(at int) { p.fail(at, "a number above 2^63-1; expected smaller ones") }

// compare returns the comparison of two sums.
func compare(x *sum, relation string, y *sum) (*Formula, error) {
	minus, ok := y.times(-1)
	if !ok {
		return nil, ErrOverflow
	}
	s, ok := (&sum{slices.Clip(x.terms), x.number}).plus(minus) // x is used again
	if !ok {
		return nil, ErrOverflow
	}
	below, err := NewAtMost(s.terms, -s.number) // x <= y
	if err != nil {
		return nil, err
	}
	opposite, _ := s.times(-1)
	above, err := NewAtMost(opposite.terms, -opposite.number) // x >= y
	if err != nil {
		return nil, err
	}
	switch relation {
	case "<=":
		return below, nil
	case ">=":
		return above, nil
	case "<":
		return Not(above), nil
	case ">":
		return Not(below), nil
	case "=":
		return NewAnd(below, above), nil
	}
	return Not(NewAnd(below, above)), nil
}

// arithmetic reads the rest of x + y, x - y or x * y.
func (p *parser) arithmetic(x operand) operand {
	op := p.tok
	left := p.sumOf(x)
	p.advance(op.to)
	right := p.sumOf(p.expression(op.power() + 1))
	if op.text == "*" {
		if len(left.terms) > 0 && len(right.terms) > 0 {
			p.fail(op.from, "a product of places; expected a number as one factor")
		}
		if len(left.terms) > 0 {
			left, right = right, left
		}
		return operand{from: x.from, sum: p.times(right, left.number, op.from)}
	}
	if op.text == "-" {
		right = p.times(right, -1, op.from)
	}
	s, ok := left.plus(right)
	if !ok {
		p.overflow(op.from)
	}
	return operand{from: x.from, sum: s}
}

func (p *parser) sumOf(x operand) *sum {
	if x.sum == nil {
		p.fail(x.from, "a formula; expected places and numbers around a comparison, +, - or *")
	}
	return x.sum
}

func (p *parser) times(s *sum, k int64, at int) *sum {
	r, ok := s.times(k)
	if !ok {
		p.overflow(at)
	}
	return r
}

// plus returns s + t; it may take over the terms of s. It reports whether the number fits into ±(2^63−1).
func (s *sum) plus(t *sum) (*sum, bool) {
	n := s.number + t.number
	fits := (n > s.number) == (t.number > 0) && n != math.MinInt64
	return &sum{append(s.terms, t.terms...), n}, fits
}

// times returns k·s, and whether all numbers fit.
func (s *sum) times(k int64) (*sum, bool) {
	n, fits := multiply(s.number, k)
	r := &sum{slices.Clone(s.terms), n}
	for i := range r.terms {
		var ok bool
		r.terms[i].Weight, ok = multiply(r.terms[i].Weight, k)
		fits = fits && ok
	}
	return r, fits
}

// multiply returns a·b, and whether it is within ±(2^63−1).
func multiply(a, b int64) (int64, bool) {
	abs := func(x int64) uint64 { return uint64(max(x, -x)) }
	high, low := bits.Mul64(abs(a), abs(b))
	return a * b, high == 0 && low <= math.MaxInt64
}
