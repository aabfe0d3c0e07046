package lola

import (
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
)

// The reader.

// Begins reports whether a text begins like a net of LoLA: with one of its words, behind comments.
func Begins(text string) bool {
	p := &parser{Source: &scan.Source{Text: text}}
	return p.next() == nil && (p.token == "PLACE" || highLevel[p.token])
}

// Read reads a net. What is wrong with the text is a *malformed.Error. Time and memory are linear.
func Read(r io.Reader, file string) (*extended.Net, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	p := &parser{Source: s, Builder: scan.NewBuilder(scan.NameOf(file))}
	if err := p.net(); err != nil {
		return nil, err
	}
	return p.Finish(s)
}

// keywords are words that no node can be called.
var keywords = map[string]bool{"PLACE": true, "MARKING": true, "TRANSITION": true, "CONSUME": true, "PRODUCE": true,
	"SAFE": true, "STRONG": true, "WEAK": true, "FAIR": true, "FORMULA": true, "ANALYSE": true}

// highLevel are words of declarations that low-level nets do not have.
var highLevel = map[string]bool{"SORT": true, "CONST": true, "FUNCTION": true, "VAR": true, "GUARD": true}

// isDelimiter reports whether a character ends a name.
func isDelimiter(r rune) bool { return strings.ContainsRune(",;:(){}", r) || unicode.IsSpace(r) }

// A parser reads a net token by token.
type parser struct {
	*scan.Source
	*scan.Builder
	token string // a name, a number or a delimiter, not yet used; "" at the end
	start int    // where it begins
	at    int    // behind it
}

// next goes to the next token, over blanks and comments: {…}, /*…*/ and // up to the end of the line.
func (p *parser) next() error {
	for {
		rest := p.Text[p.at:]
		trimmed := strings.TrimLeftFunc(rest, unicode.IsSpace)
		p.at += len(rest) - len(trimmed)
		p.start, rest = p.at, trimmed
		open, end := "", ""
		switch {
		case strings.HasPrefix(rest, "{"):
			open, end = "{", "}"
		case strings.HasPrefix(rest, "/*"):
			open, end = "/*", "*/"
		case strings.HasPrefix(rest, "//"):
			length := strings.IndexByte(rest, '\n')
			if length < 0 {
				length = len(rest)
			}
			p.at += length
			continue
		case rest == "":
			p.token = ""
			return nil
		}
		if open != "" {
			length := strings.Index(rest[len(open):], end)
			if length < 0 {
				return p.Errorf(p.start, "the comment has no end; expected %s", end)
			}
			p.at += len(open) + length + len(end)
			continue
		}
		length := strings.IndexFunc(rest, isDelimiter)
		if length < 0 {
			length = len(rest)
		}
		if length == 0 {
			_, length = utf8.DecodeRuneInString(rest)
		}
		p.token = rest[:length]
		p.at += length
		return nil
	}
}

// expect goes over a token that must come next.
func (p *parser) expect(token string) error {
	if p.token != token {
		return p.expected(token)
	}
	return p.next()
}

// expected returns the error that something else came.
func (p *parser) expected(what string) error {
	switch {
	case highLevel[p.token]:
		return p.Errorf(p.start, "%s belongs to high-level nets, which are not supported; expected %s", p.token, what)
	case p.token == "STRONG" || p.token == "WEAK" || p.token == "FAIR":
		return p.Errorf(p.start, "fairness assumptions are not supported, since answers of LTL depend on them; "+
			"expected %s", what)
	}
	return p.Expected(p.start, p.token, what)
}

// name goes over a name and returns it.
func (p *parser) name(expected string) (name string, start int, err error) {
	r, _ := utf8.DecodeRuneInString(p.token)
	if p.token == "" || isDelimiter(r) || keywords[p.token] || highLevel[p.token] {
		return "", 0, p.expected(expected)
	}
	name, start = p.token, p.start
	return name, start, p.next()
}

func (p *parser) net() error {
	if err := p.next(); err != nil {
		return p.Hint(err)
	}
	if highLevel[p.token] {
		return p.expected("PLACE")
	}
	if err := p.expect("PLACE"); err != nil {
		return p.Hint(err)
	}
	for p.token != "MARKING" {
		if err := p.places(); err != nil {
			return err
		}
	}
	if err := p.marking(); err != nil {
		return err
	}
	for p.token == "TRANSITION" {
		if err := p.transition(); err != nil {
			return err
		}
	}
	if p.token != "" && p.token != "FORMULA" && p.token != "ANALYSE" {
		return p.expected("TRANSITION or the end of the file")
	}
	return nil
}

// places reads a list of places, with a promise in front of it.
func (p *parser) places() error {
	if p.token == "SAFE" {
		if err := p.next(); err != nil {
			return err
		}
		if p.token != ":" {
			if _, err := p.number(); err != nil {
				return err
			}
		}
		if err := p.expect(":"); err != nil {
			return err
		}
	}
	return p.list(func() error {
		name, start, err := p.name("a place, or MARKING")
		if err != nil {
			return err
		}
		if _, twice := p.Places[name]; twice {
			return p.Errorf(start, "place %s is declared twice", printable.Quote(name))
		}
		p.Place(name)
		if p.token == ":" {
			return p.Errorf(p.start, "a place with a sort belongs to high-level nets, which are not supported; "+
				"expected , or ;")
		}
		return nil
	})
}

// list reads things with commas between them, up to a semicolon; none is a list, too.
func (p *parser) list(one func() error) error {
	if p.token == ";" {
		return p.next()
	}
	for {
		if err := one(); err != nil {
			return err
		}
		switch p.token {
		case ";":
			return p.next()
		case ",":
			if err := p.next(); err != nil {
				return err
			}
		default:
			return p.expected(", or ;")
		}
	}
}

// number goes over a number and returns it.
func (p *parser) number() (int64, error) {
	n, err := p.Number(p.start, p.token, 0, false)
	if err != nil {
		return 0, err
	}
	return n, p.next()
}

// numbered reads the name of a place, and a number behind a colon, which is 1 if there is none.
func (p *parser) numbered() (place int, n int64, start int, err error) {
	name, start, err := p.name("a place")
	if err != nil {
		return 0, 0, 0, err
	}
	place, ok := p.Places[name]
	if !ok {
		return 0, 0, 0, p.Errorf(start, "there is no place %s%s", printable.Quote(name), scan.Meant(name, p.Places))
	}
	n = 1
	if p.token == ":" {
		if err = p.next(); err == nil {
			n, err = p.number()
		}
	}
	return place, n, start, err
}

// marking reads the initial marking, in which the numbers of a place add up.
func (p *parser) marking() error {
	if err := p.expect("MARKING"); err != nil {
		return err
	}
	return p.list(func() error {
		place, n, start, err := p.numbered()
		if err != nil {
			return err
		}
		initial := &p.Net.Places[place].Initial
		if *initial > math.MaxInt64-n {
			return p.Errorf(start, "more than 2^63−1 tokens on place %s", printable.Quote(p.Net.Places[place].ID))
		}
		*initial += n
		return nil
	})
}

func (p *parser) transition() error {
	if err := p.expect("TRANSITION"); err != nil {
		return err
	}
	name, start, err := p.name("a transition")
	if err != nil {
		return err
	}
	if _, twice := p.Transitions[name]; twice {
		return p.Errorf(start, "transition %s is declared twice", printable.Quote(name))
	}
	t := p.Transition(name)
	for _, side := range []struct {
		word string
		kind extended.Kind
	}{{"CONSUME", extended.Input}, {"PRODUCE", extended.Output}} {
		if err := p.expect(side.word); err != nil {
			return err
		}
		err := p.list(func() error {
			place, n, _, err := p.numbered()
			if err == nil && n > 0 {
				p.Arc(side.kind, place, t, n)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
