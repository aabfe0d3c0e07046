package andl

import (
	"fmt"
	"io"
	"math"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
)

// The reader.

// classes are those of nets in ANDL; only two are place/transition nets.
var classes = map[string]string{
	"pn": "", "xpn": "",
	"spn": "stochastic", "gspn": "stochastic", "xspn": "stochastic", "cpn": "continuous", "hpn": "hybrid",
	"tpn":   "timed",
	"colpn": "coloured", "colspn": "coloured", "colgspn": "coloured", "colxspn": "coloured", "colcpn": "coloured",
	"colhpn": "coloured", "colxpn": "coloured",
}

// Begins reports whether a text begins like a net in ANDL: with its class, and a bracket.
func Begins(text string) bool {
	l := &lexer{Source: &scan.Source{Text: text}}
	if l.next() != nil {
		return false
	}
	_, is := classes[l.token]
	return is && l.next() == nil && l.token == "["
}

// A parser reads a net.
type parser struct {
	lexer
	*scan.Builder
	constants map[string]int64
	depth     int // of brackets
}

// Read reads a net. What is wrong with the text is a *malformed.Error. Time and memory are linear.
func Read(r io.Reader, file string) (*extended.Net, error) {
	s, err := scan.Read(r, file)
	if err != nil {
		return nil, err
	}
	p := &parser{lexer: lexer{Source: s}, Builder: scan.NewBuilder(""), constants: map[string]int64{}}
	if err := p.net(); err != nil {
		return nil, err
	}
	return p.Finish(s)
}

func (p *parser) net() error {
	if err := p.next(); err != nil {
		return err
	}
	kind, known := classes[p.token]
	switch {
	case !known:
		return p.Hint(p.Expected(p.start, p.token, "pn or xpn, and the name of the net in brackets"))
	case kind != "":
		return p.Errorf(p.start, "%s nets, of the class %s, are not supported; expected pn or xpn", kind, p.token)
	}
	if err := p.next(); err != nil {
		return err
	}
	if err := p.title(); err != nil {
		return err
	}
	if err := p.expect("{"); err != nil {
		return err
	}
	for p.token != "}" {
		section, start := p.token, p.start
		read := map[string]func() error{"constants": p.constant, "places": p.place,
			"transitions": p.transition}[section]
		if read == nil {
			return p.Expected(start, section, "constants, places, transitions or }")
		}
		if err := p.next(); err != nil {
			return err
		}
		if err := p.expect(":"); err != nil {
			return err
		}
		for p.token != "}" && !p.section() {
			if err := read(); err != nil {
				return err
			}
		}
	}
	if err := p.next(); err != nil {
		return err
	}
	if p.token != "" {
		return p.Expected(p.start, p.token, "the end of the file")
	}
	return nil
}

// title reads the name of the net: all between brackets.
func (p *parser) title() error {
	if p.token != "[" {
		return p.Expected(p.start, p.token, `"["`)
	}
	length := strings.IndexAny(p.Text[p.at:], "]\n")
	if length < 0 || p.Text[p.at+length] == '\n' {
		return p.Errorf(p.at, "the name of the net has no end; expected ]")
	}
	p.Net.Name = strings.TrimSpace(p.Text[p.at : p.at+length])
	p.at += length + 1
	return p.next()
}

// section reports whether a section begins here.
func (p *parser) section() bool {
	return p.token == "constants" || p.token == "places" || p.token == "transitions"
}

// group goes over the name of a group, with a colon, and reports whether there was one.
func (p *parser) group(names ...string) (bool, error) {
	for _, name := range names {
		if p.token == name {
			if err := p.next(); err != nil {
				return false, err
			}
			return true, p.expect(":")
		}
	}
	return false, nil
}

// constant reads a constant, as int n = 2 * m; or begins a group of them, of which the name says nothing.
func (p *parser) constant() error {
	if p.token != "int" {
		if p.token == "double" || p.token == "bool" || p.token == "string" || p.token == "enum" {
			return p.Errorf(p.start, "constants of the type %s are not supported; expected int", p.token)
		}
		if !isName(p.token) {
			return p.Expected(p.start, p.token, "int, or the name of a group of constants")
		}
		if err := p.next(); err != nil {
			return err
		}
		return p.expect(":")
	}
	if err := p.next(); err != nil {
		return err
	}
	name, start, err := p.name("the name of a constant")
	if err != nil {
		return err
	}
	if _, twice := p.constants[name]; twice {
		return p.Errorf(start, "constant %s is declared twice", printable.Quote(name))
	}
	if err := p.expect("="); err != nil {
		return err
	}
	n, err := p.sum()
	if err != nil {
		return err
	}
	p.constants[name] = n
	return p.expect(";")
}

// fresh reads the name of a node that is declared here.
func (p *parser) fresh(what string) (string, error) {
	name, start, err := p.name("the name of a " + what)
	if err != nil {
		return "", err
	}
	_, place := p.Places[name]
	_, transition := p.Transitions[name]
	_, constant := p.constants[name]
	if place || transition || constant {
		return "", p.Errorf(start, "%s is declared twice; names of places, transitions and constants differ",
			printable.Quote(name))
	}
	return name, nil
}

// place reads a place and its tokens, as p = 3; or begins the group of discrete places.
func (p *parser) place() error {
	if p.token == "continuous" {
		return p.Errorf(p.start, "continuous places are not supported; expected discrete ones")
	}
	if group, err := p.group("discrete"); group || err != nil {
		return err
	}
	name, err := p.fresh("place")
	if err != nil {
		return err
	}
	if err := p.expect("="); err != nil {
		return err
	}
	start := p.start
	n, err := p.sum()
	if err != nil {
		return err
	}
	if n < 0 {
		return p.Errorf(start, "place %s has %d tokens; expected at least 0", printable.Quote(name), n)
	}
	p.Net.Places[p.Place(name)].Initial = n
	return p.expect(";")
}

// transition reads a transition with its conditions and updates, as t : [p >= 1] : [q - 1] & [r + 2];
func (p *parser) transition() error {
	for _, kind := range []string{"stochastic", "immediate", "deterministic", "scheduled", "continuous"} {
		if p.token == kind {
			return p.Errorf(p.start, "%s transitions are not supported; expected transitions without a group", kind)
		}
	}
	name, err := p.fresh("transition")
	if err != nil {
		return err
	}
	t := p.Transition(name)
	if err := p.expect(":"); err != nil {
		return err
	}
	if err := p.brackets(":", func() error { return p.condition(t) }); err != nil {
		return err
	}
	if err := p.brackets(";", func() error { return p.update(t) }); err != nil {
		return err
	}
	return nil
}

// brackets reads things in brackets, joined by &, up to a sign.
func (p *parser) brackets(end string, one func() error) error {
	for first := true; p.token != end; first = false {
		if !first {
			if p.token != "&" {
				return p.Expected(p.start, p.token, fmt.Sprintf("& or %s", end))
			}
			if err := p.next(); err != nil {
				return err
			}
		}
		if err := p.expect("["); err != nil {
			return err
		}
		if err := one(); err != nil {
			return err
		}
		if err := p.expect("]"); err != nil {
			return err
		}
	}
	return p.next()
}

// known reads the name of a place that is declared above.
func (p *parser) known() (int, error) {
	name, start, err := p.name("a place")
	if err != nil {
		return 0, err
	}
	place, ok := p.Places[name]
	if !ok {
		return 0, p.Errorf(start, "there is no place %s above%s", printable.Quote(name), scan.Meant(name, p.Places))
	}
	return place, nil
}

// condition reads what a transition asks of a place: a comparison with a number, as read and inhibitor arcs.
func (p *parser) condition(t int) error {
	place, err := p.known()
	if err != nil {
		return err
	}
	sign, start := p.token, p.start
	if err := p.next(); err != nil {
		return err
	}
	n, err := p.sum()
	if err != nil {
		return err
	}
	least, below := n, n // at least so many tokens, and fewer than that
	switch sign {
	case ">=":
		below = 0
	case "<":
		least = 0
	case "=", "==", ">", "<=":
		if n == math.MaxInt64 {
			return p.tooLarge(start)
		}
		below = n + 1
		if sign == ">" {
			least, below = n+1, 0
		}
		if sign == "<=" {
			least = 0
		}
	default:
		return p.Expected(start, sign, ">=, >, <, <= or =")
	}
	bounded := sign != ">=" && sign != ">"
	if bounded && below < 1 {
		return p.Errorf(start, "the condition never holds; expected one that can")
	}
	if least > 0 {
		p.Arc(extended.Read, place, t, least)
	}
	if bounded {
		p.Arc(extended.Inhibitor, place, t, below)
	}
	return nil
}

// update reads what a transition does to a place: it adds or takes tokens, or sets their number.
func (p *parser) update(t int) error {
	place, err := p.known()
	if err != nil {
		return err
	}
	sign, start := p.token, p.start
	var n int64
	switch sign {
	case "+", "-":
		for err == nil && (p.token == "+" || p.token == "-") {
			n, err = p.add(n)
		}
	case "=":
		if err = p.next(); err == nil {
			n, err = p.sum()
		}
	default:
		return p.Expected(start, sign, "+, - or =")
	}
	if err != nil {
		return err
	}
	if sign == "=" {
		if n < 0 {
			return p.Errorf(start, "a place gets %d tokens; expected at least 0", n)
		}
		p.Arc(extended.Reset, place, t, 1)
	}
	switch {
	case n > 0:
		p.Arc(extended.Output, place, t, n)
	case n < 0:
		p.Arc(extended.Input, place, t, -n)
	}
	return nil
}
