package syntax

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"brim/internal/printable"
)

// Names in formulas: plain, quoted, with minus signs and with brackets; places, transitions and propositions.

// name reads the name of a place or a proposition.
func (p *parser) name() operand {
	from := p.tok.from
	name, to := p.spelling(Places, Propositions)
	if p.err != nil {
		return operand{}
	}
	x := operand{from: from, to: to}
	if text, ok := p.names.Proposition(name); ok {
		if x.meaning = p.proposition(name, text); x.formula != nil && x.formula.Temporal() {
			p.branching = append(p.branching, p.tok)
		}
	}
	if i, ok := p.names.Place(name); ok {
		x.place = []Ref{{i, name}}
		x.isSum, x.sum = true, Tokens(x.place...)
	}
	if x.none() && !x.isSum {
		if _, ok := p.names.Transition(name); ok {
			p.failf(from, "%s is %s; expected %s, a proposition or enabled(%s)",
				printable.Quote(name), p.a(Transitions), p.a(Places), NameText(name))
		}
		p.failf(from, "%s", unknown(p.names, name, Places, Propositions))
	}
	p.advance(to)
	return x
}

// a returns the word for the kind, with its article, as "a place".
func (p *parser) a(kind Kind) string {
	word := title(p.names, kind)
	if strings.ContainsRune("aeiou", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// transition reads the name of a transition.
func (p *parser) transition() Ref {
	from := p.tok.from
	if k := p.tok.kind; k != word && k != quoted {
		p.unexpected("the name of " + p.a(Transitions))
	}
	name, to := p.spelling(Transitions)
	i, ok := p.names.Transition(name)
	if !ok {
		p.failf(from, "%s", unknown(p.names, name, Transitions))
	}
	p.advance(to)
	return Ref{i, name}
}

// spelling returns the name that starts with the token at hand, with brackets if it may have them, and where it ends.
func (p *parser) spelling(kinds ...Kind) (name string, to int) {
	name, to = p.plain(kinds...)
	b, ok := p.names.(Bracketed)
	if !ok || p.err != nil || !slices.ContainsFunc(kinds, func(k Kind) bool { return b.Opens(k, name) }) {
		return name, to
	}
	open := scan(p.text, to)
	if open.kind != symbol || p.text[open.from] != '(' {
		return name, to
	}
	n := BracketLength(p.text[open.from:])
	if n == 0 {
		p.failf(open.from, "found no end of the bracket; expected a ) after the colours of %s", printable.Quote(name))
	}
	return name + p.text[open.from:open.from+n], open.from + n
}

// BracketLength returns the length of the brackets at the start of s, with what is in them, 0 if they have no end.
func BracketLength(s string) int {
	for i, depth := range Unquoted(s) {
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// Unquoted yields the bytes of s that stand outside of quotes: the offset of each, and how many brackets ( ) are open
// behind it.
func Unquoted(s string) iter.Seq2[int, int] {
	return func(yield func(at, depth int) bool) {
		depth, inQuotes := 0, false
		for i := 0; i < len(s); i++ {
			switch c := s[i]; {
			case inQuotes && c == '\\':
				i++
				continue
			case c == '"':
				inQuotes = !inQuotes
				continue
			case inQuotes:
				continue
			case c == '(':
				depth++
			case c == ')':
				depth--
			}
			if !yield(i, depth) {
				return
			}
		}
	}
}

// plain is spelling without brackets.
func (p *parser) plain(kinds ...Kind) (name string, to int) {
	t := p.tok
	if t.kind != quoted {
		to = p.dashed(kinds...)
		return p.text[t.from:to], to
	}
	name, err := strconv.Unquote(t.text)
	if err != nil {
		p.failf(t.from, `found %s; expected a name with \" for a quote and \\ for a backslash in it`,
			printable.Quote(t.text))
	}
	return name, t.to
}

// dashed returns where the name ends that starts at the token at hand, a word. It
// may go on with parts joined by minus signs without blanks: the longest known name
// is taken. If none is known, all parts are, so that the message shows them.
func (p *parser) dashed(kinds ...Kind) int {
	const mostParts = 100 // so that a long difference costs no more than its length times this
	from, to := p.tok.from, p.tok.to
	last := 0
	if p.known(p.text[from:to], kinds) {
		last = to
	}
	for at, parts := to, 1; at+1 < len(p.text) && p.text[at] == '-' && parts < mostParts; parts++ {
		c, _ := utf8.DecodeRuneInString(p.text[at+1:])
		if !startsName(c) || at-from > 1000 {
			break
		}
		at += 1 + nameLength(p.text[at+1:])
		to = at
		if p.known(p.text[from:at], kinds) {
			last = at
		}
	}
	if last == 0 {
		return to
	}
	return last
}

// known reports whether the name stands for one of the kinds.
func (p *parser) known(name string, kinds []Kind) bool {
	return slices.ContainsFunc(kinds, func(k Kind) (ok bool) {
		switch k {
		case Places:
			_, ok = p.names.Place(name)
		case Transitions:
			_, ok = p.names.Transition(name)
		case Propositions:
			_, ok = p.names.Proposition(name)
		}
		return ok
	})
}

// proposition reads the formula that a proposition stands for.
func (p *parser) proposition(name, text string) meaning {
	if m, ok := p.meant[name]; ok {
		return m
	}
	within := append(slices.Clone(p.within), name)
	file := "proposition " + name
	if slices.Contains(p.within, name) {
		p.failf(p.tok.from, "the proposition %s is defined by itself (%s)", printable.Quote(name),
			strings.Join(within, " → "))
		return meaning{}
	}
	m, err := (&parser{pool: p.pool, names: p.names, file: file, text: text, depth: p.depth, within: within,
		meant: p.meant}).all()
	if err != nil {
		p.fail(err)
		return meaning{}
	}
	p.shallow(m, p.tok.from)
	p.meant[name] = m
	return m
}

// reserved are the words that are no names unless they are quoted. X, F, G, A, E, R and W are names where operates
// says so or a formula starts, U only there.
var reserved = []string{
	"true", "false", "deadlock", "enabled", "and", "or", "not",
	"EX", "EF", "EG", "AX", "AF", "AG", "U",
}

// NameText returns the name as it is written in a formula: in quotes, like a string of
// Go, if it would not be read as a name otherwise.
func NameText(name string) string {
	if c, _ := utf8.DecodeRuneInString(name); !startsName(c) || nameLength(name) != len(name) ||
		!utf8.ValidString(name) || strings.Trim(name, "0123456789") == "" || slices.Contains(reserved, name) {
		return strconv.Quote(name)
	}
	return name
}
